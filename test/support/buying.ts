import type { Page } from 'playwright-core';
import { aTrip } from './catalogue.ts';
import type { Json } from './http.ts';
import type { Web } from './web.ts';

let people = 0;

/** Functions that register passengers and add trips which they can book on the pages. */
export function buyingOn(web: Web) {
  const account = () => {
    people += 1;
    return { full_name: 'Asha Gurung', email: `buyer${people}@example.com`, password: 'secret-123' };
  };
  return {
    account,
    /** Registers a new passenger, and returns the session. */
    register: async (): Promise<Json> => (await web.api.post('/api/passenger/register', account())).json,
    /** Adds a trip and returns its id. Four seats by default: A1, A2, B1 and B2. */
    trip: async (traits: Parameters<typeof aTrip>[1] = {}): Promise<number> =>
      (await aTrip(web.api.dependencies, traits)).id,
    bookingsOf: async ({ access }: Json): Promise<Json> => (await web.api.get('/api/bookings', access)).json,
  };
}

export const seatOn = (page: Page, number: string) =>
  page.getByRole('group', { name: 'Seats' }).getByRole('checkbox', { name: `Seat ${number},` });

export const timer = (page: Page) => page.getByRole('timer', { name: 'Time left' });

/** The page's warning that contains these words. */
export const alert = (page: Page, words: RegExp) => page.getByRole('alert').filter({ hasText: words });

/** Enters the passenger's name for a seat. */
export async function travel(page: Page, seat: string, name: string): Promise<void> {
  const group = page.getByRole('group', { name: `Seat ${seat}` });
  await group.getByLabel('Name').fill(name);
  await group.getByLabel('Age').fill('34');
  await group.getByRole('radiogroup', { name: 'Gender' }).getByRole('radio', { name: 'Female' }).check();
}
