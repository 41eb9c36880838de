import { clientFor } from '../api/client.ts';
import { sessionKeptAs } from '../api/session.ts';

/** The passenger who is signed in here, and calls on their behalf. */
export const session = sessionKeptAs('session');
export const api = clientFor(session);
