import type { AdminTotp } from './second-factor.ts';
import type { Instant } from '../kernel/time.ts';
import { type Account, type Origin, addressOf, mayActAs } from './account.ts';
import type { LoginTicket } from './crypto-ports.ts';
import type { FirstFactor } from '../platform/mailer.ts';
import { sendCode } from './send-code.ts';
import type { AccountStores, AccountWorld } from './world.ts';

/** The kind of code that a sign-in needs after the password or the identity provider. */
export type Method = LoginTicket['method'];

/**
 * The second step of a sign-in: the caller sends the sign-in ticket (a signed token) back with a code. With a
 * `totp-setup` ticket, an administrator sets up the authenticator app first.
 */
export interface SecondStep {
  readonly method: Method;
  readonly ticket: string;
  /** The account's e-mail address, to which a code is mailed, and which the authenticator app shows. */
  readonly email: string;
}

interface FirstStep {
  readonly account: Account;
  readonly role: 'OPERATOR' | 'ADMIN';
  readonly deviceId: string;
}

/**
 * The second step that a sign-in needs; undefined for no second step. Operators on a trusted device need no code.
 * Administrators with an app always need the app's code.
 */
export async function methodFor(
  { secondFactors, devices }: AccountStores,
  { account, role, deviceId }: FirstStep,
  adminTotp: AdminTotp,
  now: Instant,
): Promise<Method | undefined> {
  const isOn = await isSecondFactorOn(secondFactors, account);
  if (role === 'ADMIN' && !isOn) return adminTotp === 'required' ? 'totp-setup' : undefined;
  if (isOn && mayActAs(account, 'ADMIN')) return 'totp';
  if (await devices.isTrusted(account.id, deviceId, now)) return undefined;
  return isOn ? 'totp' : 'email';
}

export async function isSecondFactorOn(
  secondFactors: AccountStores['secondFactors'],
  { id }: Pick<Account, 'id'>,
): Promise<boolean> {
  const known = await secondFactors.find(id);
  return known !== undefined && known.confirmedAt !== null;
}

/**
 * Issues the sign-in ticket for the second step. Mails a code if the method is `email`.
 *
 * @throws Refusal CODE_NOT_SENT
 */
export const beginSecondStep =
  (needs: AccountWorld) =>
  async (
    { account, role, deviceId }: FirstStep,
    method: Method,
    { firstFactor, origin }: { readonly firstFactor: FirstFactor; readonly origin: Origin },
  ): Promise<SecondStep> => {
    const { clock, random, loginTickets } = needs;
    const { id: userId, tokenVersion } = account;
    const email = addressOf(account);
    if (method !== 'email') {
      const ticket = { method, userId, role, deviceId, nonce: random.uuid(), tokenVersion };
      return { method, ticket: loginTickets.sign(ticket, clock()), email };
    }
    const refusal = await sendCode(needs)({
      account,
      to: email,
      family: 'SIGN_IN',
      purpose: 'LOGIN',
      firstFactor,
      origin,
    });
    if (refusal) throw refusal;
    return {
      method,
      ticket: loginTickets.sign({ method, userId, role: 'OPERATOR', deviceId, tokenVersion }, clock()),
      email,
    };
  };
