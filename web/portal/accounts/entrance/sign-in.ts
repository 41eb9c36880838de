import { signal } from '@preact/signals';
import type { Answer } from '../../../api/operations.ts';
import { Problem } from '../../../api/problem.ts';
import { settings } from '../../../api/settings.ts';
import { hasKeptForms } from '../../parts/kept-form.ts';
import { api, session } from '../../session.ts';
import { w } from '../../words.ts';
import { deviceId } from './brought.ts';

/**
 * The result of a sign-in: tokens, or a ticket. A ticket is an id for the next step: entering a code, or setting up an
 * authenticator app.
 */
export type Outcome = Answer<'post', '/api/auth/login'>;

/**
 * The ticket (from the first step of the sign-in) with which an administrator sets up the required app. Empty if there
 * is none.
 */
export const setUpTicket = signal('');

/** A message above the sign-in form: a success, or the reason to try again. */
export interface News {
  readonly text: string;
  readonly isBad: boolean;
}

/** A message that says why the service ended this browser's session; undefined if it did not end the session. */
export function sessionNews(): News | undefined {
  const { sessionEnded, typedIsKept, typedIsKeptByPassword } = w.value.entrance;
  const code = session.ended.value;
  if (code === undefined) return undefined;
  const reason = sessionEnded[code] ?? sessionEnded['ELSE']!;
  // A sign-in with Google leaves the page, and forms in memory are lost with it.
  const promise = settings.google ? typedIsKeptByPassword : typedIsKept;
  return { text: hasKeptForms() ? `${reason} ${promise}` : reason, isBad: true };
}

type Door = 'operator' | 'admin';

const LAST_DOOR = 'portal-door';
const TRUSTS = 'portal-trusts';

/** Whether the user asked the service to trust this browser at the last sign-in. */
export const trustsBrowser = (): boolean => localStorage.getItem(TRUSTS) === 'yes';

/**
 * Signs in with a password. Companies and administrators have separate portals, which users need not know. Tries the
 * portal that worked last time, then the other one. A correct password at the wrong portal does not count as a failed
 * attempt.
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
