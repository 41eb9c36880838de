import type { Refusal } from '../kernel/refusal.ts';
import { type Caller, type Origin, checkPresent } from './account.ts';
import { checkPassengerEmail, normalEmail } from './email-address.ts';
import { boundTo, checkCode } from './one-time-code.ts';
import { announceContact } from './contact-change.ts';
import { loseEmail } from './email-holder.ts';
import type { PhoneProof } from './check-phone-code.ts';
import { lockBoth } from './lock-both.ts';
import { proveOwner } from './prove-owner.ts';
import { codeInvalid, emailSet, emailTaken, userGone } from './refusals.ts';
import { sendCode } from './send-code.ts';
import type { SentCode } from './send-phone-code.ts';
import type { AccountWorld } from './world.ts';

interface EmailForm {
  /** The address as typed. */
  readonly email: string;
  /** The current password; empty if the form has none. */
  readonly currentPassword: string;
}

export type StartEmail = ReturnType<typeof startEmail>;

/**
 * Mails a code to a new address, if the caller's account has no verified address yet. The answer does not reveal
 * whether another account has the new address. Needs the current password or a young sign-in (see proveOwner).
 */
export const startEmail =
  (needs: AccountWorld) =>
  async (caller: Caller, form: EmailForm, origin: Origin): Promise<SentCode> => {
    const { userId } = caller;
    const { email: typed, currentPassword } = form;
    const { clock, random, transact, emailTickets, otp } = needs;
    checkPresent({ email: typed });
    const email = normalEmail(typed);
    checkPassengerEmail(email);
    await proveOwner(needs)(caller, currentPassword, origin);
    const account = await transact(({ users }) => users.find(userId));
    if (!account) throw userGone();
    if (account.emailVerified) throw emailSet();

    const nonce = random.uuid();
    const refusal = await sendCode(needs)({
      account,
      to: email,
      family: 'NEW_EMAIL',
      ticket: nonce,
      purpose: 'NEW_EMAIL',
      origin,
    });
    if (refusal) throw refusal;
    return {
      ticket: emailTickets.sign({ userId, email, nonce }, clock()),
      expiresIn: otp.ttlMinutes * 60,
      resendAfter: otp.resendSeconds,
    };
  };

export type VerifyNewEmail = ReturnType<typeof verifyNewEmail>;

/**
 * Sets the account's e-mail address to the address that the code was mailed to. Another account that has the address
 * but never verified it loses the address. Only after a right code may the response say that another account has
 * verified the address.
 */
export const verifyNewEmail =
  (needs: AccountWorld) =>
  async (caller: Caller, proof: PhoneProof, origin: Origin): Promise<{ readonly email: string }> => {
    const { userId } = caller;
    const { clock, transact, mutex, emailTickets } = needs;
    checkPresent({ ticket: proof.ticket, code: proof.code });
    const ticket = emailTickets.open(proof.ticket, clock());
    if (ticket?.userId !== userId) throw codeInvalid();
    const { email, nonce } = ticket;

    const refusal = await mutex(`code ${userId}`, () =>
      transact(async (stores): Promise<Refusal | undefined> => {
        const { users } = stores;
        const now = clock();
        const { account, other } = await lockBoth(users, userId, await users.findByEmail(email));
        const holder = other?.email === email ? other : undefined;
        const code = boundTo(nonce, proof.code);
        if (await checkCode(needs)(stores, userId, 'NEW_EMAIL', code, now)) return codeInvalid();
        if (account.emailVerified) return emailSet();
        if (holder?.emailVerified) return emailTaken();
        if (holder) await loseEmail(stores, holder, now);
        if (!(await users.setEmail(userId, { email, emailVerified: true }))) throw emailTaken();
        await announceContact(needs, stores, { account, caller, now: { email }, origin }, now);
        return undefined;
      }),
    );
    if (refusal) throw refusal;
    return { email };
  };
