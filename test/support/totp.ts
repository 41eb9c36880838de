import { TOTP } from 'otpauth';
import type { Caller } from '../../core/accounts/account.ts';
import type { SecondStep } from '../../core/accounts/second-step.ts';
import type { QueuedMail } from '../../core/platform/mail-queue.ts';
import { type Clock, daysAfter, secondsAfter } from '../../core/kernel/time.ts';
import { type Accounts, accountsOn, ORIGIN } from './accounts.ts';
import { CRYPTO } from './crypto.ts';
import { START } from './clock.ts';
import { type Engine, memoryEngine } from './engines.ts';
import { type Addressed, anOperator } from './people.ts';
import { PASSWORD } from './portals.ts';

/** The code that an authenticator app shows for a secret, `steps` time steps (of 30 seconds) from now. */
export const codeOf = (secret: string, clock: Clock, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: secondsAfter(clock(), steps * 30) });

export interface OperatorWithPassword {
  readonly engine: ReturnType<typeof memoryEngine>;
  readonly accounts: Accounts;
  /** The hash of PASSWORD. */
  readonly passwordHash: string;
  readonly sita: Addressed;
  readonly sitaCalls: Caller;
}

/** Makes a memory engine and an operator account with PASSWORD and no authenticator app. */
export async function anOperatorWithPassword(): Promise<OperatorWithPassword> {
  const engine = memoryEngine();
  const accounts = accountsOn(engine);
  const passwordHash = await CRYPTO.passwords.hash(PASSWORD);
  const sita = await anOperator(engine, { passwordHash });
  return { engine, accounts, passwordHash, sita, sitaCalls: accounts.callerFor(sita) };
}

/** Functions that set up, use and remove an authenticator app. By default they act for the operator. */
export function totpCallsOf(given: () => Pick<OperatorWithPassword, 'accounts' | 'sita' | 'sitaCalls'>) {
  const start = (who = given().sitaCalls, password = PASSWORD) => given().accounts.startTotp(who, password, ORIGIN);
  return {
    start,
    confirm: (code: string, who = given().sitaCalls) => given().accounts.confirmTotp(who, code, ORIGIN),

    /** Sets up the app, and moves the clock to the app's next code. */
    turnOn: async (who = given().sitaCalls) => {
      const { accounts } = given();
      const { secret } = await start(who);
      const recoveryCodes = await accounts.confirmTotp(who, codeOf(secret, accounts.clock), ORIGIN);
      accounts.clock.advance(0.5);
      return { secret, recoveryCodes };
    },

    signIn: async (
      { email }: Pick<Addressed, 'email'> = given().sita,
      { portal = 'operator', deviceId = 'laptop' }: { readonly portal?: string; readonly deviceId?: string } = {},
    ): Promise<SecondStep> => {
      const outcome = await given().accounts.signInPortal({ portal, email, password: PASSWORD, deviceId }, ORIGIN);
      if ('access' in outcome) throw new Error('Signed in at once.');
      return outcome;
    },
    verify: ({ ticket }: Pick<SecondStep, 'ticket'>, code: string) =>
      given().accounts.verifyCode({ ticket, code }, ORIGIN),
    remove: (code: string, who = given().sitaCalls, password = PASSWORD) =>
      given().accounts.removeTotp(who, { password, code }, ORIGIN),
    hasTotp: async (who = given().sitaCalls) => (await given().accounts.viewMe(who)).totp,
  };
}

/** Takes the queued mails, oldest first. */
export const takeMails = async ({ transact }: Pick<Engine, 'transact'>): Promise<readonly QueuedMail[]> =>
  (await transact(({ mailQueue }) => mailQueue.claim(daysAfter(START, 365), daysAfter(START, 730), 100))).map(
    ({ mail }) => mail,
  );
