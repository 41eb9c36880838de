import type { Client } from './client.ts';
import type { Session } from './session.ts';

/**
 * Prefixes of the names under which a passenger's data is stored and cached: tickets, drafts, searched routes, pages of
 * bookings. New data needs a name with one of these prefixes.
 */
const OF_PASSENGERS = /^(?:tickets|draft-|recent-|bookings)/;

/**
 * Storage keys of portal users, including their choice to trust this browser. The key `device-id` stays, because it is
 * random and names nobody.
 */
const OF_OFFICES = /^(?:portal-(?!session$)|google-)/;

/**
 * Tickets by link that were stored while nobody was signed in. They belong to no person, and stay with the cached page
 * that shows them.
 */
const OF_NOBODY = 'shared-tickets';

/** Deletes a person's data from this browser and tab, but not the session. */
function forget(owned: RegExp): void {
  for (const storage of [localStorage, sessionStorage])
    for (const name of Object.keys(storage)) if (owned.test(name)) storage.removeItem(name);
  // Browsers offer the cache API over https only.
  if ('caches' in globalThis && localStorage.getItem(OF_NOBODY) === null)
    void caches.keys().then((names) => names.forEach((name) => owned.test(name) && void caches.delete(name)));
}

/**
 * Deletes this tab's drafts of users other than `person`. A sign-out in another tab cannot delete them, because each
 * tab stores its own drafts. Drafts without an owner stay, because people begin to buy before they sign in.
 */
function forgetDraftsOfOthers(person: number | undefined): void {
  for (const name of Object.keys(sessionStorage)) {
    if (!name.startsWith('draft-')) continue;
    const { owner = null } = JSON.parse(sessionStorage.getItem(name) ?? '{}') as { readonly owner?: number | null };
    if (owner !== null && owner !== person) sessionStorage.removeItem(name);
  }
}

/**
 * Deletes this tab's portal forms of users other than `person`. A sign-out in another tab cannot delete them after this
 * tab has left the portal.
 */
function forgetFormsOfOthers(person: number | undefined): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith('portal-form-') && !name.startsWith(`portal-form-${person}-`)) sessionStorage.removeItem(name);
}

let isGuarding = false;

/**
 * Deletes a person's data when their session ends in any tab. Other tabs that show the pages then reload. Checks the
 * session each time a page is shown, because some pages send no requests.
 */
function guard(session: Session, api: Client, owned: RegExp): void {
  if (isGuarding) return;
  isGuarding = true;
  let person = session.user.peek()?.id;
  let hasLeft = false;
  session.user.subscribe((now) => {
    if (person !== undefined && person !== now?.id) {
      forget(owned);
      hasLeft = true;
      setTimeout(() => (hasLeft = false));
    }
    person = now?.id;
  });
  // Reloads this tab after a sign-out in another tab. The session's listener runs before this one, and sets `hasLeft`.
  addEventListener('storage', () => {
    if (hasLeft) location.reload();
  });
  addEventListener('pageshow', ({ persisted }) => {
    // Reloads a page that Back restores from the cache, because such a page has missed the events.
    if (persisted && (person !== undefined || session.refreshToken() !== undefined)) location.reload();
  });
  const ask = (): void => {
    if (document.visibilityState === 'visible' && person !== undefined)
      void api.get('/api/auth/me').catch(() => undefined);
  };
  document.addEventListener('visibilitychange', ask);
  ask();
}

export const forgetPassenger = (): void => forget(OF_PASSENGERS);
export function guardPassenger(session: Session, api: Client): void {
  forgetDraftsOfOthers(session.user.peek()?.id);
  guard(session, api, OF_PASSENGERS);
}
export function guardOffice(session: Session, api: Client): void {
  forgetFormsOfOthers(session.user.peek()?.id);
  guard(session, api, OF_OFFICES);
}
