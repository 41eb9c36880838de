import { CRYPTO } from './crypto.ts';
import type { Crypto } from '../../app/crypto.ts';
import type { Account, Caller, Origin } from '../../core/accounts/account.ts';
import { admitSubscriber, authenticate } from '../../core/accounts/authenticate.ts';
import { confirmRequiredTotp, confirmTotp, startRequiredTotp, startTotp } from '../../core/accounts/start-totp.ts';
import { startEmail, verifyNewEmail } from '../../core/accounts/add-email.ts';
import { changePassword } from '../../core/accounts/change-password.ts';
import { pruneSignIns } from '../../core/accounts/prune-sign-ins.ts';
import { forgotPassword, forgotPortalPassword } from '../../core/accounts/forgot-password.ts';
import type { LockoutPolicy } from '../../core/accounts/lockout.ts';
import type { LoginEntry, CodePolicy } from '../../core/accounts/ports.ts';
import type { AdminTotp } from '../../core/accounts/second-factor.ts';
import type { PhoneCodePolicy } from '../../core/accounts/phone-code.ts';
import { refreshSession } from '../../core/accounts/refresh-session.ts';
import { registerOperator } from '../../core/accounts/register-operator.ts';
import { registerPassenger } from '../../core/accounts/register-passenger.ts';
import { removeTotp, resetTotp } from '../../core/accounts/remove-totp.ts';
import { resendCode, resendVerification, verifyEmail } from '../../core/accounts/verify-email.ts';
import { resetPassword, resetPortalPassword } from '../../core/accounts/reset-password.ts';
import { sendPhoneCode } from '../../core/accounts/send-phone-code.ts';
import { signInPassenger } from '../../core/accounts/sign-in-passenger.ts';
import { signInPortal } from '../../core/accounts/sign-in-portal.ts';
import { signOut, signOutEverywhere } from '../../core/accounts/sign-out.ts';
import { updateProfile, viewProfile } from '../../core/accounts/change-profile.ts';
import { changePhone, verifyPhone } from '../../core/accounts/verify-phone.ts';
import { verifyCode } from '../../core/accounts/verify-code.ts';
import { viewMe } from '../../core/accounts/view-me.ts';
import type { Mail } from '../../core/platform/mailer.ts';
import type { Refusal } from '../../core/kernel/refusal.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import { daysAfter } from '../../core/kernel/time.ts';
import { handClock } from './clock.ts';
import type { Engine } from './engines.ts';
import { recordingMailer } from '../../adapters/memory/mailer.ts';
import type { Addressed } from './people.ts';

export const ORIGIN: Origin = { ip: '203.0.113.7', userAgent: 'Firefox' };

interface Settings extends Crypto {
  readonly lockout: LockoutPolicy;
  readonly otp: CodePolicy;
  readonly smsCodes: PhoneCodePolicy;
  readonly adminTotp: AdminTotp;
}

/** Every use case of accounts on one storage engine, with a clock and a mailer that tests control. */
export function accountsOn(engine: Engine, settings: Partial<Settings> = {}) {
  const clock = handClock();
  const mailer = recordingMailer();
  const background: Promise<void>[] = [];
  const dependencies = {
    ...engine,
    clock,
    mailer,
    avatars: { ...engine.avatars, url: (name: string) => `https://example.com/media/${name}` },
    runInBackground: (work: () => Promise<void>) => {
      background.push(work());
    },
    takeMail: async () => 0,
    passengerClientBase: 'https://example.com',
    operatorLoginUrl: 'https://operators.example.com/login',
    ...settings,
  };
  const codes = (to: string): readonly string[] =>
    mailer.sent
      .filter((mail) => mail.kind === 'code' && mail.to === to)
      .map((mail) => (mail as Mail & { code: string }).code);

  return {
    dependencies,
    clock,
    mailer,
    transact: engine.transact,
    authenticate: authenticate(dependencies),
    admitSubscriber: admitSubscriber({ ...dependencies, authenticate: authenticate(dependencies) }),
    signInPortal: signInPortal(dependencies),
    verifyCode: verifyCode(dependencies),
    resendCode: resendCode(dependencies),
    startTotp: startTotp(dependencies),
    startRequiredTotp: startRequiredTotp(dependencies),
    confirmTotp: confirmTotp(dependencies),
    confirmRequiredTotp: confirmRequiredTotp(dependencies),
    removeTotp: removeTotp(dependencies),
    resetTotp: resetTotp(dependencies),
    registerOperator: registerOperator(dependencies),
    signInPassenger: signInPassenger(dependencies),
    registerPassenger: registerPassenger(dependencies),
    verifyEmail: verifyEmail(dependencies),
    sendPhoneCode: sendPhoneCode(dependencies),
    verifyPhone: verifyPhone(dependencies),
    changePhone: changePhone(dependencies),
    startEmail: startEmail(dependencies),
    verifyNewEmail: verifyNewEmail(dependencies),
    resendVerification: resendVerification(dependencies),
    forgotPassword: forgotPassword(dependencies),
    resetPassword: (reset: Parameters<ReturnType<typeof resetPassword>>[0]) =>
      resetPassword(dependencies)(reset, ORIGIN),
    forgotPortalPassword: forgotPortalPassword(dependencies),
    resetPortalPassword: (reset: Parameters<ReturnType<typeof resetPortalPassword>>[0]) =>
      resetPortalPassword(dependencies)(reset, ORIGIN),
    changePassword: changePassword(dependencies),
    refreshSession: refreshSession(dependencies),
    signOut: signOut(dependencies),
    signOutEverywhere: signOutEverywhere(dependencies),
    viewMe: viewMe(dependencies),
    viewProfile: viewProfile(dependencies),
    updateProfile: updateProfile(dependencies),
    pruneSignIns: pruneSignIns(dependencies),

    /** Waits for the background tasks, and rejects if one of them failed. */
    settled: async () => {
      await Promise.all(background.splice(0));
    },
    /** The code last mailed to an address. */
    codeFor: (to: string): string => codes(to).at(-1) ?? `no code was mailed to ${to}`,
    codesFor: codes,
    /** The account of a user with an e-mail address. */
    find: (id: UserId): Promise<Addressed> => engine.transact(async ({ users }) => (await users.find(id)) as Addressed),
    /** When this account becomes unlocked for an IP address after wrong passwords; null if it is not locked. */
    lockedUntil: (id: UserId, { ip }: Pick<Origin, 'ip'> = ORIGIN) =>
      engine.transact(async ({ signInAddresses }) => (await signInAddresses.find(id, ip))?.lockedUntil ?? null),
    /** The newest entries of the login log, newest first. */
    log: (limit = 1): Promise<readonly LoginEntry[]> => engine.transact(({ loginLog }) => loginLog.newest(limit)),
    hash: (password: string) => CRYPTO.passwords.hash(password),
    /** A caller who signed in this moment, for use cases that need no token. */
    callerFor: ({ id, role, tokenVersion }: Account): Caller => ({
      userId: id,
      role,
      tokenVersion,
      signedInAt: clock(),
      tokenExpiresAt: daysAfter(clock(), 1),
    }),
  };
}

export type Accounts = ReturnType<typeof accountsOn>;

/** The refusal with which `work` rejects. Fails the test if `work` succeeds or rejects with anything else. */
export async function refusalOf(
  work: Promise<unknown>,
): Promise<Pick<Refusal, 'kind' | 'code' | 'message' | 'faults' | 'retryAfterSeconds'>> {
  const outcome: unknown = await work.then(
    (value: unknown) => ({ value }),
    (error: unknown) => error,
  );
  if (typeof outcome === 'object' && outcome !== null && 'kind' in outcome) return outcome as Refusal;
  throw outcome instanceof Error ? outcome : new Error(`It was not refused: ${JSON.stringify(outcome)}`);
}

/** A wrong code: a code that differs from the given right code. */
export const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');
