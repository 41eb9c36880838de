import { clientFor } from '../api/client.ts';
import { passHeader } from '../api/door-pass.ts';
import { sessionKeptAs } from '../api/session.ts';

/** The session of the signed-in passenger. */
export const session = sessionKeptAs('session');
export const api = clientFor(session, passHeader);

// The code that deletes another person's drafts is loaded on sign-in, because most visitors have no account. It is also
// loaded if this tab stores data, which may be such a draft.
session.user.subscribe(
  (user) =>
    (user || sessionStorage.length > 0) &&
    void import('../api/guard-person.ts').then(
      ({ guardPassenger }) => guardPassenger(session, api),
      () => undefined,
    ),
);
