import type { Page } from 'playwright-core';
import type { Web } from './web.ts';

/**
 * Ends a person's session from another device. The page learns of it at once, as it does when its tab is shown again.
 */
export async function endSession(web: Web, page: Page, token: string): Promise<void> {
  await web.api.post('/api/auth/logout-all', {}, token);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByRole('alert').getByText('Your session was ended elsewhere').waitFor();
}

/** Signs in again on the page after the session has ended. */
export async function signInAgain(web: Web, page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('secret-123');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code').fill(await web.codeFor(email));
  await page.getByRole('button', { name: 'Verify' }).click();
}
