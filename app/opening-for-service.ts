import { asService } from '../adapters/knex/acting-caller.ts';
import type { PageOpener } from '../core/payments/open-page.ts';

/**
 * Opens payment pages for the service itself. Callers share one request to the gateway, and its answer must be stored
 * even if the caller was signed out meanwhile: the gateway may take money on the page.
 */
export const openingForService = <With>(pages: PageOpener<With>): PageOpener<With> => ({
  ...pages,
  open: (...about) => asService(() => pages.open(...about)),
});
