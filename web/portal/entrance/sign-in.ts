import type { Answer } from '../../api/operations.ts';
import { Problem } from '../../api/problem.ts';
import { api } from '../session.ts';
import { deviceId } from './brought.ts';

/** Signed in at once, or a code is on its way. */
export type Outcome = Answer<'post', '/api/auth/login'>;
/** What is said above the form for signing in: good news, or why it has to be tried again. */
export interface News {
  readonly text: string;
  readonly isBad: boolean;
}

type Door = 'operator' | 'admin';

const LAST_DOOR = 'portal-door';
const TRUSTS = 'portal-trusts';

/** Whether the service was asked to trust this browser before. */
export const trustsBrowser = (): boolean => localStorage.getItem(TRUSTS) === 'yes';

/**
 * Signs in by password. Nobody should have to know that companies and administrators have doors of their own: the one
 * that let somebody in last is tried first, then the other. (A right password at the wrong door is no failed attempt.)
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
