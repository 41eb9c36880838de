import { invalidField, Refusal } from '../kernel/refusal.ts';
import { minutesBetween } from '../kernel/time.ts';
import type { Instant } from '../kernel/time.ts';
import type { Role } from './caller.ts';
import type { IdentityFailure } from './ports.ts';

/** The portal is neither of the two. */
export const portalUnknown = () => invalidField('portal', "portal must be 'operator' or 'admin'.");
export const userUnknown = () => new Refusal('unauthenticated', 'BAD_CREDENTIALS', 'The e-mail address or phone number and the password do not match an account.');
export const passwordWrong = (attempt: number, most: number) =>
  new Refusal('unauthenticated', 'BAD_CREDENTIALS', `The password is not right. Attempt ${attempt} of ${most}.`);

const locked = (minutes: number) =>
  new Refusal('locked', 'ACCOUNT_LOCKED', `Too many wrong passwords: the account is locked. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`);

export const accountNowLocked = (lockoutMinutes: number) => locked(Math.ceil(lockoutMinutes));
/** There is a minute to come even at the very end. */
export const accountLocked = (until: Instant, now: Instant) => locked(Math.floor(minutesBetween(now, until)) + 1);

export const accountNotActive = (status: string) =>
  new Refusal('forbidden', 'ACCOUNT_NOT_ACTIVE', `This account is ${status}. Please contact support.`);
/** Reset links are mailed to passengers only. */
export const passwordUnusable = (role: Role) => new Refusal('forbidden', 'NO_PASSWORD', role === 'PASSENGER'
  ? 'This account has no password yet. Set one with "Forgot password".'
  : 'This account has no password. Please sign in with Google.');
export const portalClosed = (portal: string) => new Refusal('forbidden', 'WRONG_PORTAL', `This account may not sign in to the ${portal} portal.`);
export const passengersOnly = () => new Refusal('forbidden', 'WRONG_PORTAL', 'This is not a passenger account: please use the portal it belongs to.');

export const emailTaken = () => new Refusal('conflict', 'EMAIL_TAKEN', 'An account with this e-mail address already exists.');
export const phoneTaken = () => new Refusal('conflict', 'PHONE_TAKEN', 'Another account uses this phone number.');

export const ticketInvalid = () => new Refusal('unauthenticated', 'TICKET_INVALID', 'This sign-in has expired. Please start again with your password.');
export const codeAbsent = () => new Refusal('expired', 'CODE_EXPIRED', 'The code has expired. Please request a new one.');
export const codeExhausted = () => new Refusal('expired', 'CODE_EXHAUSTED', 'The code has been tried too often. Please request a new one.');
export const codesExhausted = () => new Refusal('expired', 'CODE_EXHAUSTED', 'Too many wrong codes today. Please try again tomorrow.');
export const codeWrong = (attempt: number, most: number) =>
  new Refusal('unauthenticated', 'CODE_WRONG', `The code is not right. Try ${attempt} of ${most}.`);

const A_DAY = 24 * 3_600;
const A_MOMENT = 10;

export function waitForCode(seconds: number): Refusal {
  const wait = seconds <= 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new Refusal('throttled', 'CODE_NOT_SENT', `A code was mailed to you not long ago. Please wait ${wait} before you ask for another.`, { retryAfterSeconds: seconds });
}
export const codesUsedUp = () =>
  new Refusal('throttled', 'CODE_NOT_SENT', 'Too many wrong codes today. Please try again tomorrow.', { retryAfterSeconds: A_DAY });
export const codeNotMailed = (cause: unknown) =>
  new Refusal('throttled', 'CODE_NOT_SENT', 'The code could not be mailed. Please try again in a moment.', { retryAfterSeconds: A_MOMENT, cause });
export const signupMailFailed = () =>
  new Refusal('upstream', 'MAIL_FAILED', 'Your account is created, but the code could not be mailed. A new code is sent when you next sign in.');

/** `fault` is what the reader of the token says, such as `jwt expired`. */
export const tokenInvalid = (fault: string) => new Refusal('unauthenticated', 'TOKEN_INVALID', `The access token is not valid: ${fault}.`);
export const signedOutRemotely = () => new Refusal('unauthenticated', 'SIGNED_OUT', 'You were signed out remotely. Please sign in again.');
export const refreshMissing = () => new Refusal('unauthenticated', 'REFRESH_MISSING', 'The refresh token is missing.');
export const refreshUnreadable = (fault: string) => new Refusal('unauthenticated', 'REFRESH_INVALID', `The refresh token is not valid: ${fault}.`);
export const refreshRevoked = () => new Refusal('unauthenticated', 'REFRESH_REVOKED', 'The refresh token has been revoked. Please sign in again.');
export const userGone = () => new Refusal('unauthenticated', 'USER_GONE', 'The account does not exist or is not active.');
export const roleGone = () => new Refusal('unauthenticated', 'ROLE_GONE', 'The account no longer holds this role. Please sign in again.');

export const resetTokenInvalid = () => new Refusal('unauthenticated', 'RESET_TOKEN_INVALID', 'This link is not valid any more. Please request a new one.');
export const currentPasswordWrong = () => new Refusal('unauthenticated', 'CURRENT_PASSWORD_WRONG', 'The current password is not right.');
export const tooManySigningIn = () =>
  new Refusal('unavailable', 'SIGN_IN_BUSY', 'Many people are signing in just now. Please try again in a moment.', { retryAfterSeconds: 3 });

export const avatarMissing = () => invalidField('avatar', 'Choose a picture: send it as the file "avatar" of a form.');
export const avatarTooLarge = () => invalidField('avatar', 'The picture is too large: at most 4 MiB are possible.');
export const avatarUnreadable = () =>
  invalidField('avatar', 'The picture could not be read: send a PNG, JPEG, WebP or GIF of at most 25 megapixels.');

const googleRefused = (code: string, message: string) => new Refusal('unauthenticated', `GOOGLE_${code}`, message);

export const googleNotSetUp = () => googleRefused('NOT_SET_UP', 'Sign-in with Google is not set up here. Please use your e-mail address and password.');
export const googleStateInvalid = () =>
  googleRefused('STATE_INVALID', 'This sign-in has expired, or was begun in another browser. Please start again.');
export const googleCancelled = () => googleRefused('CANCELLED', 'The sign-in with Google was cancelled. You can try again, or use your e-mail address and password.');
export const googleSentNoCode = () => googleRefused('NO_CODE', 'Google did not finish the sign-in. Please try again.');
export const googleUnverified = () =>
  googleRefused('UNVERIFIED', 'Google has not verified that this e-mail address is yours. Please verify it there first, or use your e-mail address and password.');
export const googleNotForAdmins = () => googleRefused('ADMIN', 'Administrators sign in with e-mail address and password only.');

const GOOGLE_FAILURES: Readonly<Record<IdentityFailure, string>> = {
  'network': 'Google could not be reached. Please try again in a moment, or use your e-mail address and password.',
  'no access token': 'Google did not confirm the sign-in. Please try again.',
  'no email': 'Google did not tell us your e-mail address. Please allow access to it, or use your e-mail address and password.',
};
export const googleFailed = (failure: IdentityFailure) => googleRefused('FAILED', GOOGLE_FAILURES[failure]);
