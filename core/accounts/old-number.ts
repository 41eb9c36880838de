import type { UserId } from '../kernel/ids.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type Instant, daysAfter } from '../kernel/time.ts';
import { type Account, type Origin, addressOf } from './account.ts';
import { clientAddressOf, isUsualAddress } from './attempts.ts';
import type { PhoneProof } from './check-phone-code.ts';
import type { OldNumberTicket } from './crypto-ports.ts';
import { maskedEmail } from './email-address.ts';
import { occasionOf } from './occasion.ts';
import { boundTo, checkCode } from './one-time-code.ts';
import { type SignedIn, openSession } from './open-session.ts';
import { accountNotActive, codeInvalid } from './refusals.ts';
import { sendCode } from './send-code.ts';
import type { AccountStores, AccountWorld } from './world.ts';

/** After this many days without a sign-in, a mobile operator may have given the number to somebody else. */
const UNUSED_DAYS = 180;

/** Whether a code by SMS is not enough to sign in: the number may have another holder, and a mailed code can tell. */
export const isNumberOld = ({ email, emailVerified, lastLoginAt, createdAt }: Account, now: Instant): boolean =>
  email !== null && emailVerified && (lastLoginAt ?? createdAt) <= daysAfter(now, -UNUSED_DAYS);

/** The second step of a sign-in by SMS: the caller sends the ticket back with the mailed code. */
export interface MailedStep {
  readonly ticket: string;
  /** The address that got the code: its first letter and its domain. */
  readonly maskedEmail: string;
}

/** Mails the code that a sign-in with an old number needs besides. Throws the refusal if no mail can be sent. */
export const askForMailedCode =
  (needs: AccountWorld) =>
  async (account: Account, phone: string, origin: Origin): Promise<MailedStep> => {
    const { clock, random, oldNumberTickets } = needs;
    const { id: userId, tokenVersion } = account;
    const [nonce, email] = [random.uuid(), addressOf(account)];
    const code = { family: 'SIGN_IN', purpose: 'LOGIN', firstFactor: 'sms', ticket: nonce } as const;
    const refusal = await sendCode(needs)({ account, to: email, ...code, origin });
    if (refusal) throw refusal;
    const ticket = oldNumberTickets.sign({ userId, phone, nonce, tokenVersion }, clock());
    return { ticket, maskedEmail: maskedEmail(email) };
  };

/** Signs in with the mailed code, after a code by SMS proved the number. */
export const signInWithMailedCode =
  (needs: AccountWorld) =>
  async (ticket: OldNumberTicket, { code }: PhoneProof, origin: Origin): Promise<SignedIn> => {
    const { clock, transact } = needs;
    const outcome = await transact(async (stores): Promise<SignedIn | Refusal> => {
      const now = clock();
      const account = await stores.users.lock(ticket.userId);
      if (!account || !isTicketFor(ticket, account)) return codeInvalid();
      const { id: userId, email, status } = account;
      const wrong = await checkCode(needs)(stores, userId, 'SIGN_IN', boundTo(ticket.nonce, code), now);
      const refused = wrong ? codeInvalid() : status === 'ACTIVE' ? undefined : accountNotActive(status);
      if (!refused) return openPhoneSession(needs)(stores, account, origin, now);
      await stores.loginLog.add(
        { kind: 'FAILED', userId, email, role: 'PASSENGER', message: refused.message, origin },
        now,
      );
      return refused;
    });
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  };

const isTicketFor = (
  ticket: OldNumberTicket,
  { tokenVersion, phone, phoneVerified, emailVerified }: Account,
): boolean => tokenVersion === ticket.tokenVersion && phoneVerified && phone === ticket.phone && emailVerified;

/**
 * Opens a session after a sign-in by SMS. Mails the account's verified address if the account never signed in from the
 * caller's address, at most once a day: whoever holds the number now may not be the user.
 */
export const openPhoneSession =
  (needs: AccountWorld) =>
  async (stores: AccountStores, account: Account, origin: Origin, now: Instant): Promise<SignedIn> => {
    const { id: userId } = account;
    if (account.emailVerified && !(await isUsualAddress(stores, userId, clientAddressOf(origin), now)))
      await tellOfSignIn(needs, stores, account, origin, now);
    return openSession(needs)(stores, { userId, role: 'PASSENGER', origin, message: 'Signed in by SMS.' }, now);
  };

async function tellOfSignIn(
  { calendar }: AccountWorld,
  { nonces, mailQueue }: AccountStores,
  { id, email, fullName: name, language }: Account,
  origin: Origin,
  now: Instant,
): Promise<void> {
  if (email === null || !(await nonces.claim(mailOfDay(id), daysAfter(now, 1), now))) return;
  const occasion = occasionOf(calendar, now, origin);
  await mailQueue.post([{ kind: 'sms-sign-in', to: email, name, language: language ?? 'en', occasion }], now);
}

const mailOfDay = (user: UserId): string => `sms-sign-in-mail:${user}`;
