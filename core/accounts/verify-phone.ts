import { Refusal } from '../kernel/refusal.ts';
import { type Account, type Caller, type Origin, checkName, checkPresent } from './account.ts';
import { type PhoneProof, checkPhoneCode, openPhoneTicket } from './check-phone-code.ts';
import { announceContact } from './contact-change.ts';
import { type SignedIn, openSession } from './open-session.ts';
import {
  type MailedStep,
  askForMailedCode,
  isNumberOld,
  openPhoneSession,
  signInWithMailedCode,
} from './old-number.ts';
import { lockBoth } from './lock-both.ts';
import { claimPhone, releasePhone } from './phone-holder.ts';
import type { UserRepo } from './ports.ts';
import { proveOwner } from './prove-owner.ts';
import { accountNotActive, codeInvalid, phoneTaken } from './refusals.ts';
import type { AccountWorld } from './world.ts';

export type VerifyPhone = ReturnType<typeof verifyPhone>;

/**
 * Signs a passenger in with a code that was sent to a phone number. If no account has the number, adds a new account,
 * which needs a name. A name is also needed if the account with the number never verified it (see claimPhone). If the
 * account has not been used for long (see isNumberOld), mails a code and returns the ticket for it: this function then
 * signs in with that ticket and the mailed code.
 */
export const verifyPhone =
  (needs: AccountWorld) =>
  async (proof: PhoneProof, fullName: string, origin: Origin): Promise<SignedIn | MailedStep> => {
    const { clock, transact, oldNumberTickets } = needs;
    checkPresent({ ...proof });
    const second = oldNumberTickets.open(proof.ticket, clock());
    if (second) return signInWithMailedCode(needs)(second, proof, origin);
    const ticket = openPhoneTicket(needs, proof, 'SIGN_IN');
    const badName = badNameOf(fullName);

    const outcome = await transact(async (stores): Promise<SignedIn | OldNumber | Refusal> => {
      const { users, phoneCodes, loginLog } = stores;
      const now = clock();
      const proved = await checkPhoneCode(needs, stores, { ticket, code: proof.code, origin }, now);
      if (proved instanceof Refusal) return proved;
      const { phone } = proved;
      await users.lockPhone(phone);
      const holder = await lockHolder(users, phone);

      if (holder?.phoneVerified && holder.status !== 'ACTIVE') {
        if (!(await phoneCodes.use(ticket))) return codeInvalid();
        const refused = accountNotActive(holder.status);
        const { id: userId, email } = holder;
        await loginLog.add({ kind: 'FAILED', userId, email, role: 'PASSENGER', message: refused.message, origin }, now);
        return refused;
      }
      const isProved = holder?.phoneVerified === true;
      if (!isProved && badName) {
        // Keeps the code valid. A caller who forgot the name can send the same code again with the name.
        await phoneCodes.releaseTry(ticket);
        return badName;
      }
      // The code is used up once the mail is sent, so that a failed mail costs no second SMS.
      if (isProved && isNumberOld(holder, now)) return { holder, phone };
      if (!(await phoneCodes.use(ticket))) return codeInvalid();
      if (isProved) return openPhoneSession(needs)(stores, holder, origin, now);
      const userId = await claimPhone(needs, stores, { phone, fullName, holder }, now);
      return openSession(needs)(stores, { userId, role: 'PASSENGER', origin, message: 'Signed in by SMS.' }, now);
    });
    if (outcome instanceof Refusal) throw outcome;
    if ('access' in outcome) return outcome;
    const step = await askForMailedCode(needs)(outcome.holder, outcome.phone, origin);
    if (!(await transact(({ phoneCodes }) => phoneCodes.use(ticket)))) throw codeInvalid();
    return step;
  };

/** An account whose number may have another holder by now. */
interface OldNumber {
  readonly holder: Account;
  readonly phone: string;
}

/** The refusal of an invalid name; undefined for a valid name. */
function badNameOf(fullName: string): Refusal | undefined {
  try {
    checkPresent({ full_name: fullName });
    checkName('full_name', fullName);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function lockHolder(users: UserRepo, phone: string): Promise<Account | undefined> {
  const found = await users.findByPhone(phone, 'passengers');
  const holder = found && (await users.lock(found.id));
  return isOf(phone, holder) ? holder : undefined;
}

/** Whether the account still has the phone number. The number may have changed before the account's row was locked. */
const isOf = (phone: string, holder: Account | undefined): boolean => holder?.phone === phone;

export type ChangePhone = ReturnType<typeof changePhone>;

/**
 * Sets the phone number of the caller's account to the number that the code proves. Another account that has the number
 * but never verified it loses the number. Needs the current password or a young sign-in (see proveOwner), which is
 * checked before the code: the code stays valid for a caller who then sends the password.
 */
export const changePhone =
  (needs: AccountWorld) =>
  async (
    caller: Caller,
    { currentPassword, ...proof }: PhoneProof & { readonly currentPassword: string },
    origin: Origin,
  ): Promise<Pick<Account, 'phone' | 'phoneVerified'>> => {
    const { clock, transact } = needs;
    checkPresent({ ticket: proof.ticket, code: proof.code });
    await proveOwner(needs)(caller, currentPassword, origin);
    const ticket = openPhoneTicket(needs, proof, 'CHANGE');

    const outcome = await transact(async (stores): Promise<Pick<Account, 'phone' | 'phoneVerified'> | Refusal> => {
      const { users, phoneCodes, loginLog } = stores;
      const now = clock();
      const proved = await checkPhoneCode(needs, stores, { ticket, code: proof.code, origin }, now);
      if (proved instanceof Refusal) return proved;
      const { phone } = proved;
      await users.lockPhone(phone);
      const { account, other } = await lockBoth(users, caller.userId, await users.findByPhone(phone, 'passengers'));
      const holder = isOf(phone, other) ? other : undefined;
      if (!(await phoneCodes.use(ticket))) return codeInvalid();
      if (holder?.phoneVerified) return phoneTaken();

      if (holder) await releasePhone(stores, holder, now);
      const { id: userId, fullName, email } = account;
      if (!(await users.saveProfile(userId, { fullName, phone, phoneVerified: true }))) throw phoneTaken();
      if (!account.phoneVerified || account.phone !== phone)
        await announceContact(needs, stores, { account, caller, now: { phone }, origin }, now);
      await loginLog.add(
        { kind: 'SUCCESS', userId, email, role: caller.role, message: 'Phone number verified.', origin },
        now,
      );
      return { phone, phoneVerified: true };
    });
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  };
