import { clientFor } from '../api/client.ts';
import { sessionKeptAs } from '../api/session.ts';

/** The session of the signed-in passenger. */
export const session = sessionKeptAs('session');
export const api = clientFor(session);

// The guard against another person's drafts loads on sign-in, since most visitors have no account. It also loads if
// this tab stores data, which may be such a draft.
session.user.subscribe(
  (user) =>
    (user || sessionStorage.length > 0) &&
    void import('../api/guard-person.ts').then(
      ({ guardPassenger }) => guardPassenger(session, api),
      () => undefined,
    ),
);
