import { minutesAfter } from '../kernel/time.ts';
import { type Account, type Origin, isPhoneAccount, mailLanguageOf } from './account.ts';
import { normalEmail } from './email-address.ts';
import { secondsToWait } from './one-time-code.ts';
import type { CodeId } from './ports.ts';
import { type PasswordPages, maySignInToPortal, passengerResetLink, portalResetLink } from './password-pages.ts';
import { isUnproven } from './stranger-mails.ts';
import type { AccountWorld } from './world.ts';

/** The link to set a new password is valid for this many minutes. The mail states them. */
const RESET_MINUTES = 60;

interface Reserved {
  readonly account: Account;
  readonly mail: CodeId;
}

/** The accounts that get a link, and the page that the link opens. */
interface Audience {
  readonly includes: (account: Account) => boolean;
  readonly link: (pages: PasswordPages, token: string) => string;
}

const PASSENGERS: Audience = { includes: ({ role }) => role === 'PASSENGER', link: passengerResetLink };
const PORTALS: Audience = { includes: maySignInToPortal, link: portalResetLink };

/**
 * Mails a link to set a new password. All work happens after the response, so every caller gets the same response
 * equally fast. The response does not reveal whether an address has an account, or recently got a mail.
 */
const mailLinks =
  (audience: Audience) =>
  (needs: AccountWorld) =>
  async (email: string, origin: Origin): Promise<void> =>
    needs.runInBackground(() => mailLink(needs, audience, normalEmail(email), origin));

export type ForgotPassword = ReturnType<typeof forgotPassword>;

/** Mails passengers a link to set a new password. */
export const forgotPassword = mailLinks(PASSENGERS);

/** Mails operators and admins a link to set a new password. */
export const forgotPortalPassword = mailLinks(PORTALS);

async function mailLink(needs: AccountWorld, audience: Audience, email: string, origin: Origin): Promise<void> {
  const { clock, transact, mailer, resetTokens, takeMail } = needs;
  const reserved = await reserve(needs, audience, email);
  if (!reserved) return;
  const { account, mail } = reserved;
  const { id: userId, fullName, passwordHash } = account;
  if (isUnproven(account, clock()) && (await takeMail(origin.ip)) > 0)
    return transact(({ codes }) => codes.remove(mail));

  // The current password's hash is mixed into the signature, so that the link becomes invalid when the password
  // changes.
  const token = resetTokens.sign({ userId }, clock(), passwordHash);
  try {
    await mailer.send({
      kind: 'password-reset',
      language: mailLanguageOf(account, origin),
      to: email,
      name: fullName,
      link: audience.link(needs, token),
      minutesValid: RESET_MINUTES,
    });
  } catch {
    // The mailer has logged the failure. The failed mail no longer counts, so that the user may ask again at once.
    return transact(({ codes }) => codes.remove(mail));
  }
  await transact(({ loginLog }) =>
    loginLog.add({ kind: 'OTP_SENT', userId, email, message: 'Password reset link mailed.', origin }, clock()),
  );
}

/** Counts a mail to the account with this address. Undefined if no account has the address or a limit is reached. */
const reserve = (
  { clock, transact, otp }: AccountWorld,
  { includes }: Audience,
  email: string,
): Promise<Reserved | undefined> =>
  transact(async ({ users, codes }) => {
    const now = clock();
    const known = await users.findByEmail(email);
    const account = known && includes(known) ? await users.lock(known.id) : undefined;
    // No link for an account with an unverified address and a proved phone number: the address may be a stranger's. The
    // account's holder signs in with a code by SMS.
    if (!account || isPhoneAccount(account) || (await secondsToWait(codes, account.id, ['RESET'], otp, now)) > 0)
      return undefined;
    const mail = await codes.add({
      userId: account.id,
      family: 'RESET',
      purpose: 'RESET',
      digest: '',
      createdAt: now,
      expiresAt: minutesAfter(now, RESET_MINUTES),
    });
    return { account, mail };
  });
