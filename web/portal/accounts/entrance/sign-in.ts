import { signal } from '@preact/signals';
import type { Answer } from '../../../api/operations.ts';
import { Problem } from '../../../api/problem.ts';
import { api, session } from '../../session.ts';
import { w } from '../../words.ts';
import { deviceId } from './brought.ts';

/** The result of a sign-in. It has the tokens, a ticket for a code, or a ticket to set up an authenticator app. */
export type Outcome = Answer<'post', '/api/auth/login'>;

/** The ticket with which an administrator sets up the required app. Empty when there is none. */
export const setUpTicket = signal('');

/** A message above the sign-in form: good news, or the reason to try again. */
export interface News {
  readonly text: string;
  readonly isBad: boolean;
}

/** Why the service ended the session of this browser, for the person who was working. */
export function sessionNews(): News | undefined {
  const { sessionEnded } = w.value.entrance;
  const code = session.ended.value;
  return code === undefined ? undefined : { text: sessionEnded[code] ?? sessionEnded['ELSE']!, isBad: true };
}

type Door = 'operator' | 'admin';

const LAST_DOOR = 'portal-door';
const TRUSTS = 'portal-trusts';

/** Whether the service was asked to trust this browser before. */
export const trustsBrowser = (): boolean => localStorage.getItem(TRUSTS) === 'yes';

/**
 * Signs in by password. The service separates companies and administrators; users need not know that. The portal that
 * succeeded last is tried first, then the other. A right password at the wrong portal counts as no failed attempt.
 */
export async function signIn(email: string, password: string, trusts: boolean): Promise<Outcome> {
  localStorage.setItem(TRUSTS, trusts ? 'yes' : 'no');
  const through = async (portal: Door): Promise<Outcome> => {
    const body = { portal, email, password, ...(trusts && { device_id: deviceId() }) };
    const answer = await api.post('/api/auth/login', { body });
    localStorage.setItem(LAST_DOOR, portal);
    return answer;
  };
  const first: Door = localStorage.getItem(LAST_DOOR) === 'admin' ? 'admin' : 'operator';
  try {
    return await through(first);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'WRONG_PORTAL')) throw error;
    return await through(first === 'operator' ? 'admin' : 'operator').catch((second: unknown) => {
      throw second instanceof Problem && second.code === 'WRONG_PORTAL' ? error : second;
    });
  }
}
