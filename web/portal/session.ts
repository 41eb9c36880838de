import { signal } from '@preact/signals';
import { clientFor } from '../api/client.ts';
import type { Schemas } from '../api/operations.ts';
import { sessionKeptAs } from '../api/session.ts';

/** The clerk, manager or administrator who is signed in here, and calls on their behalf. */
export const session = sessionKeptAs('portal-session');
export const api = clientFor(session);

/** The company of whoever is signed in; undefined for administrators, and until it has been asked for. */
export const company = signal<Schemas['OwnCompany'] | undefined>(undefined);

export type Position = Schemas['OwnCompany']['position'];
export const POSITIONS: readonly Position[] = ['OWNER', 'MANAGER', 'CLERK', 'CONDUCTOR'];

/** Whether whoever is signed in has this position in their company, or one above it. */
export function may(position: Position): boolean {
  const own = company.value?.position;
  return own !== undefined && POSITIONS.indexOf(own) <= POSITIONS.indexOf(position);
}

export const isAdmin = (): boolean => session.user.value?.role === 'ADMIN';

/** Ends the session here and at the service, which may not be told: it is over here all the same. */
export async function signOut(): Promise<void> {
  const refresh = session.refreshToken();
  await api.post('/api/auth/logout', { body: refresh === undefined ? {} : { refresh } }).catch(() => undefined);
  session.end();
}
