import { clientFor } from '../api/client.ts';
import { sessionKeptAs } from '../api/session.ts';

/** The signed-in passenger. */
export const session = sessionKeptAs('session');
export const api = clientFor(session);

// Loaded on sign-in, since most visitors have no account. Also loaded if this tab stores data, which may be another
// person's draft. The module imports nothing, so the first bundle is not split further.
session.user.subscribe(
  (user) =>
    (user || sessionStorage.length > 0) &&
    void import('../api/guard-person.ts').then(
      ({ guardPassenger }) => guardPassenger(session, api),
      () => undefined,
    ),
);
