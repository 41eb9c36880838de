import { invalidField, refusal } from '../kernel/refusal.ts';
import { type Instant, minutesBetween } from '../kernel/time.ts';
import type { Role } from './account.ts';
import type { IdentityFailure } from './identity-provider.ts';

/** Writes a waiting time in words. */
function inWords(seconds: number): string {
  if (seconds <= 90) return `${Math.ceil(seconds)} seconds`;
  return seconds <= 90 * 60 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3_600)} hours`;
}

export const portalUnknown = () => invalidField('portal', "portal must be 'operator' or 'admin'.");
export const badCredentials = refusal('unauthenticated', 'BAD_CREDENTIALS', (message: string) => message);
export type Identifier = 'e-mail address' | 'e-mail address or phone number';
export const userUnknown = (identifier: Identifier) =>
  badCredentials(`The ${identifier} and the password do not match an account.`);
export const passwordWrong = (attempt: number, most: number) =>
  badCredentials(`The password is not right. Attempt ${attempt} of ${most}.`);

export const locked = refusal(
  'locked',
  'ACCOUNT_LOCKED',
  (minutes: number) =>
    `Too many wrong passwords: the account is locked. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
);

export const accountNowLocked = (lockoutMinutes: number) => locked(Math.ceil(lockoutMinutes));
/**
 * Refuses a password while the account is locked. Rounds the minutes up, so that the lockout has ended when the named
 * time is over.
 */
export const accountLocked = (until: Instant, now: Instant) => locked(Math.floor(minutesBetween(now, until)) + 1);

const guessed = refusal(
  'locked',
  'ACCOUNT_LOCKED',
  (minutes: number) =>
    `There were too many wrong passwords for this account. Sign in where you usually do, or try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
);
/** Refuses a password from an IP address from which the account's user has not signed in lately. */
export const accountGuessed = (until: Instant, now: Instant) => guessed(Math.floor(minutesBetween(now, until)) + 1);

export const accountNotActive = refusal(
  'forbidden',
  'ACCOUNT_NOT_ACTIVE',
  (status: string) => `This account is ${status}. Please contact support.`,
);
export const passwordUnusable = refusal('forbidden', 'NO_PASSWORD', (role: Role) =>
  role === 'PASSENGER'
    ? 'This account has no password yet. Set one with "Forgot password".'
    : 'This account has no password. Please sign in with Google, or set one with "Forgot password".',
);
export const wrongPortal = refusal('forbidden', 'WRONG_PORTAL', (message: string) => message);
export const portalClosed = (portal: string) => wrongPortal(`This account may not sign in to the ${portal} portal.`);
export const passengersOnly = () =>
  wrongPortal('This is not a passenger account: please use the portal it belongs to.');

export const emailTaken = refusal('conflict', 'EMAIL_TAKEN', 'An account with this e-mail address already exists.');
export const emailMissing = refusal(
  'conflict',
  'EMAIL_MISSING',
  'This account has no e-mail address yet. Add one in your profile.',
);
export const phoneInvalid = () =>
  invalidField('phone', 'Enter a mobile number of Nepal: 10 digits that begin with 97 or 98.');
export const codeInvalid = refusal(
  'unauthenticated',
  'CODE_INVALID',
  'The code is not right, or no longer good. Try again, or ask for a new code.',
);
export const tooManyCodes = refusal('throttled', 'TOO_MANY_CODES', (seconds: number) => ({
  message: `A code was sent a moment ago, or there were many codes. Please ask for another in ${inWords(seconds)}.`,
  retryAfterSeconds: seconds,
}));
export const emailSet = refusal('conflict', 'EMAIL_SET', 'This account has a verified e-mail address already.');
export const signInAgain = refusal(
  'unauthenticated',
  'SIGN_IN_AGAIN',
  'To make sure that it is you, sign in again and do this within 10 minutes.',
);
export const phoneNeedsCode = () =>
  invalidField('phone', 'You sign in with this number. To change it, prove the new number with a code.');
export const phoneTaken = refusal('conflict', 'PHONE_TAKEN', 'Another account uses this phone number.');

export const ticketInvalid = refusal(
  'unauthenticated',
  'TICKET_INVALID',
  'This sign-in has expired. Please start again with your password.',
);
export const codeAbsent = refusal('expired', 'CODE_EXPIRED', 'The code has expired. Please request a new one.');
export const codeUsedUp = refusal('expired', 'CODE_EXHAUSTED', (message: string) => message);
export const codeExhausted = () => codeUsedUp('The code has been tried too often. Please request a new one.');
export const codesExhausted = () => codeUsedUp('Too many wrong codes today. Please try again tomorrow.');
export const codeWrong = refusal(
  'unauthenticated',
  'CODE_WRONG',
  (attempt: number, most: number) => `The code is not right. Try ${attempt} of ${most}.`,
);

const A_DAY = 24 * 3_600;

export const totpTicketUsedUp = () =>
  codeUsedUp('The code has been tried too often. Please start again with your password.');
export const totpTriesUsedUp = refusal('throttled', 'TOTP_TRIES_USED_UP', () => ({
  message: 'Too many wrong codes today. Please try again tomorrow.',
  retryAfterSeconds: A_DAY,
}));
export const totpOn = refusal('conflict', 'TOTP_ON', 'This account already has an authenticator app.');
export const totpInsteadOfMail = refusal(
  'conflict',
  'TOTP_ON',
  'No code is mailed for this sign-in: enter the code that your authenticator app shows.',
);
export const totpOff = refusal('conflict', 'TOTP_OFF', 'This account has no authenticator app.');
export const totpRequired = refusal(
  'conflict',
  'TOTP_REQUIRED',
  'Administrators need an authenticator app here: it cannot be turned off.',
);
export const totpSetupOver = refusal(
  'expired',
  'TOTP_SETUP_OVER',
  'Setting up the authenticator app took too long, or too many tries. Please start again.',
);
const A_MOMENT = 10;

export const codeNotSent = refusal(
  'throttled',
  'CODE_NOT_SENT',
  (message: string, retryAfterSeconds: number, cause?: unknown) => ({ message, retryAfterSeconds, cause }),
);

export const waitForCode = (seconds: number) =>
  codeNotSent(
    `A code was mailed to you not long ago. Please wait ${inWords(seconds)} before you ask for another.`,
    seconds,
  );
export const tooManyMails = (seconds: number) =>
  codeNotSent(
    `Many codes were mailed for your network within an hour. Please try again in ${Math.ceil(seconds / 60)} minutes.`,
    seconds,
  );
export const codesUsedUp = () => codeNotSent('Too many wrong codes today. Please try again tomorrow.', A_DAY);
export const codeNotMailed = (cause: unknown) =>
  codeNotSent('The code could not be mailed. Please try again in a moment.', A_MOMENT, cause);
export const signupMailFailed = refusal(
  'upstream',
  'MAIL_FAILED',
  'Your account is created, but the code could not be mailed. A new code is sent when you next sign in.',
);

/** Thrown for an invalid token. `fault` is the message of the token library, such as `jwt expired`. */
export const tokenInvalid = refusal(
  'unauthenticated',
  'TOKEN_INVALID',
  (fault: string) => `The access token is not valid: ${fault}.`,
);
export const signedOutRemotely = refusal(
  'unauthenticated',
  'SIGNED_OUT',
  'You were signed out remotely. Please sign in again.',
);
export const refreshMissing = refusal('unauthenticated', 'REFRESH_MISSING', 'The refresh token is missing.');
export const refreshUnreadable = refusal(
  'unauthenticated',
  'REFRESH_INVALID',
  (fault: string) => `The refresh token is not valid: ${fault}.`,
);
export const refreshRevoked = refusal(
  'unauthenticated',
  'REFRESH_REVOKED',
  'The refresh token has been revoked. Please sign in again.',
);
export const sessionOver = refusal(
  'unauthenticated',
  'SESSION_OVER',
  'You signed in 180 days ago. Please sign in again.',
);
export const userGone = refusal('unauthenticated', 'USER_GONE', 'The account does not exist or is not active.');
export const roleGone = refusal(
  'unauthenticated',
  'ROLE_GONE',
  'The account no longer holds this role. Please sign in again.',
);

export const resetTokenInvalid = refusal(
  'unauthenticated',
  'RESET_TOKEN_INVALID',
  'This link is not valid any more. Please request a new one.',
);
export const currentPasswordWrong = refusal(
  'unauthenticated',
  'CURRENT_PASSWORD_WRONG',
  'The current password is not right.',
);
export const tooManySigningIn = refusal('unavailable', 'SIGN_IN_BUSY', () => ({
  message: 'Many people are signing in just now. Please try again in a moment.',
  retryAfterSeconds: 3,
}));

export const avatarMissing = () => invalidField('avatar', 'Choose a picture: send it as the file "avatar" of a form.');
export const avatarTooLarge = () => invalidField('avatar', 'The picture is too large: at most 4 MiB are possible.');
export const avatarUnreadable = () =>
  invalidField('avatar', 'The picture could not be read: send a PNG, JPEG, WebP or GIF of at most 25 megapixels.');
export const picturesBusy = refusal('unavailable', 'PICTURES_BUSY', () => ({
  message: 'Many pictures are being uploaded just now. Please try again in a moment.',
  retryAfterSeconds: 5,
}));

export const providerNotSetUp = refusal(
  'unauthenticated',
  'GOOGLE_NOT_SET_UP',
  'Sign-in with Google is not set up here. Please use your e-mail address and password.',
);
export const providerStateInvalid = refusal(
  'unauthenticated',
  'GOOGLE_STATE_INVALID',
  'This sign-in has expired, or was started in another browser. Please start again.',
);
export const providerSignInCancelled = refusal(
  'unauthenticated',
  'GOOGLE_CANCELLED',
  'The sign-in with Google was cancelled. You can try again, or use your e-mail address and password.',
);
export const providerSentNoCode = refusal(
  'unauthenticated',
  'GOOGLE_NO_CODE',
  'Google did not finish the sign-in. Please try again.',
);
export const providerEmailUnverified = refusal(
  'unauthenticated',
  'GOOGLE_UNVERIFIED',
  'Google has not verified that this e-mail address is yours. Please verify it there first, or use your e-mail address and password.',
);
export const providerNotForAdmins = refusal(
  'unauthenticated',
  'GOOGLE_ADMIN',
  'Administrators sign in with e-mail address and password only.',
);

const PROVIDER_FAILURES: Readonly<Record<IdentityFailure, string>> = {
  network: 'Google could not be reached. Please try again in a moment, or use your e-mail address and password.',
  'no access token': 'Google did not confirm the sign-in. Please try again.',
  'no email':
    'Google did not tell us your e-mail address. Please allow access to it, or use your e-mail address and password.',
};
export const providerFailed = refusal(
  'unauthenticated',
  'GOOGLE_FAILED',
  (failure: IdentityFailure) => PROVIDER_FAILURES[failure],
);
