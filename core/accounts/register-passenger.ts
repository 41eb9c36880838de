import { checkAll } from '../kernel/refusal.ts';
import { type Origin, checkName, checkPassengerPassword, checkPassengerPhone, checkPresent } from './account.ts';
import { checkPassengerEmail, normalEmail } from './email-address.ts';
import { addUser } from './add-user.ts';
import { type SignedIn, openSession } from './open-session.ts';
import { emailTaken } from './refusals.ts';
import { sendCode } from './send-code.ts';
import type { AccountWorld } from './world.ts';

export interface PassengerRegistration {
  readonly fullName: string;
  readonly email: string;
  readonly password: string;
  /** The phone number; empty for none. */
  readonly phone: string;
}

export interface RegisteredPassenger extends SignedIn {
  /** The reason why the code that verifies the address was not sent; null if it was sent. */
  readonly verificationError: string | null;
}

export type RegisterPassenger = ReturnType<typeof registerPassenger>;

/** Registers a passenger, and signs the passenger in. */
export const registerPassenger =
  (needs: AccountWorld) =>
  async (form: PassengerRegistration, origin: Origin): Promise<RegisteredPassenger> => {
    const { fullName, password, phone } = form;
    const email = normalEmail(form.email);
    checkAll(
      () => checkPresent({ full_name: fullName, email: form.email, password }),
      () => checkPassengerEmail(email),
      () => checkPassengerPhone(phone),
      () => checkPassengerPassword('password', password),
      () => checkName('full_name', fullName),
    );

    const account = await addUser(needs)({ role: 'PASSENGER', fullName, email, password, phone }, origin);
    const { id: userId, tokenVersion } = account;
    const signedIn = await needs.transact(async (stores) => {
      // The address is not verified, so somebody who registered it a moment later may have the account by now.
      if ((await stores.users.lock(userId))?.tokenVersion !== tokenVersion) throw emailTaken();
      return openSession(needs)(stores, { userId, role: 'PASSENGER', origin }, needs.clock());
    });
    const refusal = await sendCode(needs)({ account, to: email, family: 'EMAIL', purpose: 'SIGNUP', origin });
    return { ...signedIn, verificationError: refusal?.message ?? null };
  };
