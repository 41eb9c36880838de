import { signal } from '@preact/signals';
import { clientFor } from '../api/client.ts';
import type { Answer, Schemas } from '../api/operations.ts';
import { sessionKeptAs } from '../api/session.ts';
import { forgetForms } from './parts/kept-form.ts';

/** The signed-in clerk, manager or administrator. */
export const session = sessionKeptAs('portal-session');
export const api = clientFor(session);

/** The signed-in user's company; undefined for administrators, and until it is loaded. */
export const company = signal<Schemas['OwnCompany'] | undefined>(undefined);

/** The agent that the signed-in user works for; undefined for everybody else, and until it is loaded. */
export const agency = signal<NonNullable<Answer<'get', '/api/auth/me'>['agent']> | undefined>(undefined);

export type Position = Schemas['OwnCompany']['position'];
export const POSITIONS: readonly Position[] = ['OWNER', 'MANAGER', 'CLERK', 'CONDUCTOR'];

/** Whether the signed-in user has at least this position in their company, or at their agent. */
export function may(position: Position): boolean {
  const own = company.value?.position ?? agency.value?.position;
  return own !== undefined && POSITIONS.indexOf(own) <= POSITIONS.indexOf(position);
}

/** Whether the signed-in user works for an agent. */
export const isOfAgent = (): boolean => typeof session.user.value?.agent_id === 'number';

export const isAdmin = (): boolean => session.user.value?.role === 'ADMIN';

/** Ends the session in this browser because the user signs out. Deletes everything that was typed. */
export function leave(): void {
  forgetForms();
  session.end();
}

/**
 * Ends the session in this browser and at the service. If the service cannot be reached, the session ends only here.
 */
export async function signOut(): Promise<void> {
  const refresh = session.refreshToken();
  await api.post('/api/auth/logout', { body: refresh === undefined ? {} : { refresh } }).catch(() => undefined);
  leave();
}
