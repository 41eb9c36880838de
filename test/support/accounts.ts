import { cryptoOf } from '../../app/crypto.ts';
import type { Crypto } from '../../app/crypto.ts';
import { systemRandom } from '../../adapters/crypto/random.ts';
import type { Account } from '../../core/accounts/account.ts';
import { admitSubscriber } from '../../core/accounts/admit-subscriber.ts';
import { authenticate } from '../../core/accounts/authenticate.ts';
import type { Caller, Origin } from '../../core/accounts/caller.ts';
import { changePassword } from '../../core/accounts/change-password.ts';
import { forgetExpired } from '../../core/accounts/forget-expired.ts';
import { forgotPassword } from '../../core/accounts/forgot-password.ts';
import type { LockoutPolicy, LoginEntry } from '../../core/accounts/ports.ts';
import type { CodePolicy } from '../../core/accounts/one-time-code.ts';
import { refreshSession } from '../../core/accounts/refresh-session.ts';
import { registerOperator } from '../../core/accounts/register-operator.ts';
import { registerPassenger } from '../../core/accounts/register-passenger.ts';
import { resendCode } from '../../core/accounts/resend-code.ts';
import { resendVerification } from '../../core/accounts/resend-verification.ts';
import { resetPassword } from '../../core/accounts/reset-password.ts';
import { signInPassenger } from '../../core/accounts/sign-in-passenger.ts';
import { signInPortal } from '../../core/accounts/sign-in-portal.ts';
import { signOutEverywhere } from '../../core/accounts/sign-out-everywhere.ts';
import { signOut } from '../../core/accounts/sign-out.ts';
import { updateProfile } from '../../core/accounts/update-profile.ts';
import { verifyCode } from '../../core/accounts/verify-code.ts';
import { verifyEmail } from '../../core/accounts/verify-email.ts';
import { viewMe } from '../../core/accounts/view-me.ts';
import { viewProfile } from '../../core/accounts/view-profile.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import type { Mail } from '../../core/kernel/mailer.ts';
import type { Refusal } from '../../core/kernel/refusal.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import { daysAfter } from '../../core/kernel/time.ts';
import { handClock } from './clock.ts';
import type { Engine } from './engines.ts';
import { recordingMailer } from './mailer.ts';

/** Keys and cheap hashes, made once: they keep nothing. */
export const CRYPTO: Crypto = cryptoOf({ appSecret: 'only for tests, thirty-two letters long', scryptLogN: 1 });

export const ORIGIN: Origin = { ip: '203.0.113.7', userAgent: 'Firefox' };

interface Settings extends Crypto {
  readonly lockout: LockoutPolicy;
  readonly otp: CodePolicy;
}

/** Every use case of accounts over one engine, with a clock to move and a mailer to look into. */
export function accountsOn(engine: Engine, settings: Partial<Settings> = {}) {
  const clock = handClock();
  const mailer = recordingMailer();
  const background: Promise<void>[] = [];
  const world = {
    ...engine, ...CRYPTO, clock, mailer, random: systemRandom, calendar: calendarOf('Asia/Kathmandu'),
    avatars: { url: (name: string) => `https://example.com/media/${name}` },
    later: (work: () => Promise<void>) => { background.push(work()); },
    lockout: { maxAttempts: 5, minutes: 15 },
    otp: { maxTries: 5, ttlMinutes: 10, resendSeconds: 60, maxPerHour: 5 },
    deviceTrustDays: 7, accessTokenMinutes: 15, refreshTokenDays: 7, passengerClientBase: 'https://example.com',
    ...settings,
  };
  const codes = (to: string): readonly string[] => mailer.sent.filter((mail) => mail.kind === 'code' && mail.to === to).map((mail) => (mail as Mail & { code: string }).code);

  return {
    world, clock, mailer,
    transact: engine.transact,
    authenticate: authenticate(world),
    admitSubscriber: admitSubscriber({ ...world, authenticate: authenticate(world) }),
    signInPortal: signInPortal(world), verifyCode: verifyCode(world), resendCode: resendCode(world), registerOperator: registerOperator(world),
    signInPassenger: signInPassenger(world), registerPassenger: registerPassenger(world),
    verifyEmail: verifyEmail(world), resendVerification: resendVerification(world),
    forgotPassword: forgotPassword(world), resetPassword: resetPassword(world), changePassword: changePassword(world),
    refreshSession: refreshSession(world), signOut: signOut(world), signOutEverywhere: signOutEverywhere(world),
    viewMe: viewMe(world), viewProfile: viewProfile(world), updateProfile: updateProfile(world), forgetExpired: forgetExpired(world),

    /** Whatever was put off until after an answer; rejects when that failed. */
    settled: async () => { await Promise.all(background.splice(0)); },
    /** The code last mailed to an address. */
    codeFor: (to: string): string => codes(to).at(-1) ?? `no code was mailed to ${to}`,
    codesFor: codes,
    find: (id: UserId): Promise<Account> => engine.transact(async ({ users }) => (await users.find(id))!),
    /** The newest entries of the login log, newest first. */
    log: (limit = 1): Promise<readonly LoginEntry[]> => engine.transact(({ loginLog }) => loginLog.newest(limit)),
    hash: (password: string) => CRYPTO.passwords.hash(password),
    /** Somebody who is signed in, for use cases that need no token. */
    callerFor: ({ id, role }: Account): Caller => ({ userId: id, role, tokenExpiresAt: daysAfter(clock(), 1) }),
  };
}

export type Accounts = ReturnType<typeof accountsOn>;

/** The refusal that some work ends with; a failing test when it ends well, or otherwise. */
export async function refusalOf(work: Promise<unknown>): Promise<Pick<Refusal, 'kind' | 'code' | 'message' | 'faults' | 'retryAfterSeconds'>> {
  const outcome: unknown = await work.then((value: unknown) => ({ value }), (error: unknown) => error);
  if (typeof outcome === 'object' && outcome !== null && 'kind' in outcome) return outcome as Refusal;
  throw outcome instanceof Error ? outcome : new Error(`It was not refused: ${JSON.stringify(outcome)}`);
}

/** A wrong code, whatever the right one is. */
export const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');
