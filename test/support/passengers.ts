import type { Answer, Api } from './http.ts';
import { type Addressed, type AddressedTraits, aPassenger, anOperator } from './people.ts';

export const PASSWORD = 'himal-2026';
export const NEW = 'koshi-2027';

export const count = (statuses: readonly number[], status: number): number =>
  statuses.filter((one) => one === status).length;

let registered = 0;

/** Passengers on a running service, and their API calls. */
export function passengersOn(api: () => Api) {
  const passenger = async (given: AddressedTraits = {}) =>
    aPassenger(api().dependencies, { passwordHash: await api().dependencies.passwords.hash(PASSWORD), ...given });
  const operator = async () =>
    anOperator(api().dependencies, { passwordHash: await api().dependencies.passwords.hash(PASSWORD) });
  const login = (identifier: string, password = PASSWORD): Promise<Answer> =>
    api().post('/api/passenger/login', { identifier, password });
  const tokenOf = async (who: Addressed): Promise<string> => (await login(who.email)).json.access as string;
  const operatorToken = async (): Promise<string> => {
    const { id } = await operator();
    return api().dependencies.tokens.issueAccess(
      { userId: id, role: 'OPERATOR', tokenVersion: 0 },
      (api().clock() + 60_000) as ReturnType<ReturnType<typeof api>['clock']>,
    );
  };
  const codeFor = (to: string): string =>
    api()
      .mailer.sent.filter((mail) => mail.kind === 'code' && mail.to === to)
      .map((mail) => (mail as { code?: string }).code)
      .at(-1) ?? '';
  const register = (given: object = {}): Promise<Answer> => {
    registered += 1;
    return api().post('/api/passenger/register', {
      full_name: 'Asha Gurung',
      email: `asha-${registered}@example.com`,
      password: PASSWORD,
      ...given,
    });
  };
  return { passenger, operator, login, tokenOf, operatorToken, codeFor, register };
}
