import type { Later } from '../kernel/later.ts';
import type { Mailer } from '../kernel/mailer.ts';
import { minutesAfter } from '../kernel/time.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { normalEmail } from './account.ts';
import type { Account } from './account.ts';
import type { Origin } from './caller.ts';
import { secondsToWait } from './one-time-code.ts';
import type { CodePolicy } from './one-time-code.ts';
import type { AccountStores, CodeId, ResetToken, StringSigner } from './ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Pick<AccountStores, 'users' | 'codes' | 'loginLog'>>;
  readonly later: Later;
  readonly mailer: Mailer;
  readonly resetTokens: StringSigner<ResetToken>;
  readonly otp: CodePolicy;
  readonly passengerClientBase: string;
}

/** How long a link is good, as its mail says. */
export const RESET_MINUTES = 60;

interface Reserved {
  readonly account: Account;
  readonly mail: CodeId;
}

export type ForgotPassword = ReturnType<typeof forgotPassword>;

/**
 * Mails a passenger a link to set a new password. It all happens after the answer, which is the same for everybody and equally quick:
 * nobody learns from it which addresses have an account, or that a mail went out a moment ago.
 */
export const forgotPassword = (needs: Needs) =>
  async (email: string, origin: Origin): Promise<void> => needs.later(() => mailLink(needs, normalEmail(email), origin));

async function mailLink(needs: Needs, email: string, origin: Origin): Promise<void> {
  const { clock, transact, mailer, resetTokens, passengerClientBase } = needs;
  const reserved = await reserve(needs, email);
  if (!reserved) return;
  const { account: { id: userId, fullName, passwordHash }, mail } = reserved;

  // The link dies with the password it is there to replace.
  const token = resetTokens.sign({ uid: userId, p: 'pwreset' }, clock(), passwordHash);
  try {
    await mailer.send({ kind: 'password-reset', to: email, name: fullName, link: `${passengerClientBase}/reset-password.html?token=${token}`, minutesValid: RESET_MINUTES });
  } catch {
    // Nobody waits to hear of it: the passenger may ask again at once.
    return transact(({ codes }) => codes.remove(mail));
  }
  await transact(({ loginLog }) => loginLog.add({ kind: 'OTP_SENT', userId, email, message: 'Password reset link mailed.', origin }, clock()));
}

/** The passenger to write to, if there is one and the limit allows it. */
const reserve = ({ clock, transact, otp }: Needs, email: string): Promise<Reserved | undefined> => transact(async ({ users, codes }) => {
  const now = clock();
  const known = await users.findByEmail(email);
  const account = known?.role === 'PASSENGER' ? await users.lock(known.id) : undefined;
  if (!account || (await secondsToWait(codes, account.id, ['RESET'], otp, now)) > 0) return undefined;
  const mail = await codes.add({ userId: account.id, family: 'RESET', purpose: 'RESET', digest: '', createdAt: now, expiresAt: minutesAfter(now, RESET_MINUTES) });
  return { account, mail };
});
