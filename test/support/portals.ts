import type { Answer, Api } from './http.ts';
import { type Addressed, type AddressedTraits, aPassenger, anAdmin, anOperator } from './people.ts';

export const PASSWORD = 'secret-123';
/** Settings without limits on mailed codes. */
export const UNLIMITED = { OTP_RESEND_SECONDS: '0', OTP_MAX_PER_HOUR: '0' };

let registered = 0;

/** Accounts on a running service, and API calls for portals and sessions. */
export function portalsOn(api: () => Api) {
  const traits = async (given: AddressedTraits = {}): Promise<AddressedTraits> => ({
    passwordHash: await api().dependencies.passwords.hash(PASSWORD),
    ...given,
  });
  const operator = async (given: AddressedTraits & { readonly companyName?: string } = {}) =>
    anOperator(api().dependencies, { ...(await traits(given)), companyName: given.companyName ?? 'Blue Sky' });
  const admin = async (given: AddressedTraits = {}) => anAdmin(api().dependencies, await traits(given));
  const passenger = async (given: AddressedTraits = {}) => aPassenger(api().dependencies, await traits(given));

  const login = (who: Pick<Addressed, 'email'>, given: object = {}): Promise<Answer> =>
    api().post('/api/auth/login', { portal: 'operator', email: who.email, password: PASSWORD, ...given });
  const codeFor = (to: string): string =>
    api()
      .mailer.sent.filter((mail) => mail.kind === 'code' && mail.to === to)
      .map((mail) => (mail as { code?: string }).code)
      .at(-1) ?? '';
  const verify = (ticket: unknown, code: unknown): Promise<Answer> =>
    api().post('/api/auth/verify-otp', { ticket, code });
  const resend = (ticket: unknown): Promise<Answer> => api().post('/api/auth/resend-otp', { ticket });
  const refresh = (token?: unknown): Promise<Answer> => api().post('/api/auth/refresh', { refresh: token });
  const me = (token?: string): Promise<Answer> => api().get('/api/auth/me', token);
  const signIn = async (): Promise<Answer['json']> => (await login(await admin(), { portal: 'admin' })).json;
  const register = (given: object = {}): Promise<Answer> => {
    registered += 1;
    return api().post('/api/auth/register', {
      full_name: 'Sita Rai',
      company_name: 'Blue Sky',
      email: `sita-${registered}@bluesky.example.com`,
      password: 'secret',
      ...given,
    });
  };
  return { operator, admin, passenger, login, codeFor, verify, resend, refresh, me, signIn, register };
}
