import { adminUserRoutes } from '../../adapters/http/accounts/admin-users-routes.ts';
import { authRoutes } from '../../adapters/http/accounts/auth-routes.ts';
import { avatarRoutes } from '../../adapters/http/accounts/avatar-routes.ts';
import { googleRoutes } from '../../adapters/http/accounts/google-routes.ts';
import { loginLogRoutes } from '../../adapters/http/accounts/login-log-routes.ts';
import { passengerRoutes } from '../../adapters/http/accounts/passenger-routes.ts';
import { phoneRoutes } from '../../adapters/http/accounts/phone-routes.ts';
import { profileRoutes } from '../../adapters/http/accounts/profile-routes.ts';
import { sessionRoutes } from '../../adapters/http/accounts/sessions-routes.ts';
import { totpRoutes } from '../../adapters/http/accounts/totp-routes.ts';
import { startEmail, verifyNewEmail } from '../../core/accounts/add-email.ts';
import { authenticate } from '../../core/accounts/authenticate.ts';
import { changePassword } from '../../core/accounts/change-password.ts';
import { confirmRequiredTotp, confirmTotp, startRequiredTotp, startTotp } from '../../core/accounts/start-totp.ts';
import { forgotPassword, forgotPortalPassword } from '../../core/accounts/forgot-password.ts';
import { pruneSignIns } from '../../core/accounts/prune-sign-ins.ts';
import { reactivateUser, signOutUser, suspendUser } from '../../core/accounts/suspend-user.ts';
import { refreshSession } from '../../core/accounts/refresh-session.ts';
import { registerOperator } from '../../core/accounts/register-operator.ts';
import { registerPassenger } from '../../core/accounts/register-passenger.ts';
import { removeTotp } from '../../core/accounts/remove-totp.ts';
import { resendCode, resendVerification, verifyEmail } from '../../core/accounts/verify-email.ts';
import { resetPassword, resetPortalPassword } from '../../core/accounts/reset-password.ts';
import { sendPhoneCode } from '../../core/accounts/send-phone-code.ts';
import { setAvatar, updateProfile, viewProfile } from '../../core/accounts/change-profile.ts';
import { signInPassenger } from '../../core/accounts/sign-in-passenger.ts';
import { signInPortal } from '../../core/accounts/sign-in-portal.ts';
import { signInWithProvider, startProviderSignIn } from '../../core/accounts/sign-in-with-provider.ts';
import { signOut, signOutEverywhere } from '../../core/accounts/sign-out.ts';
import { changePhone, verifyPhone } from '../../core/accounts/verify-phone.ts';
import { verifyCode } from '../../core/accounts/verify-code.ts';
import { viewUser } from '../../core/accounts/view-users.ts';
import { viewMe } from '../../core/accounts/view-me.ts';
import { sendPromptly } from '../../core/platform/send-promptly.ts';
import type { Dependencies } from '../dependencies.ts';
import { endsWithin } from '../ends-within.ts';
import { type Job, EVERY_TEN_MINUTES } from '../scheduler.ts';

/** Milliseconds that an answer may wait for the mail server. */
const MAIL_PATIENCE_MS = 3_000;

const withPromptMailer = (dependencies: Dependencies): Dependencies => ({
  ...dependencies,
  mailer: sendPromptly({ ...dependencies, endsSoon: endsWithin(MAIL_PATIENCE_MS) }),
});

export const accountsUseCases = (given: Dependencies) => accountsWith(withPromptMailer(given));

const accountsWith = (dependencies: Dependencies) => ({
  authenticate: authenticate(dependencies),
  signInPortal: signInPortal(dependencies),
  verifyCode: verifyCode(dependencies),
  resendCode: resendCode(dependencies),
  startTotp: startTotp(dependencies),
  startRequiredTotp: startRequiredTotp(dependencies),
  confirmTotp: confirmTotp(dependencies),
  confirmRequiredTotp: confirmRequiredTotp(dependencies),
  removeTotp: removeTotp(dependencies),
  registerOperator: registerOperator(dependencies),
  startProviderSignIn: startProviderSignIn(dependencies),
  signInWithProvider: signInWithProvider(dependencies),
  registerPassenger: registerPassenger(dependencies),
  signInPassenger: signInPassenger(dependencies),
  sendPhoneCode: sendPhoneCode(dependencies),
  verifyPhone: verifyPhone(dependencies),
  changePhone: changePhone(dependencies),
  startEmail: startEmail(dependencies),
  verifyNewEmail: verifyNewEmail(dependencies),
  verifyEmail: verifyEmail(dependencies),
  resendVerification: resendVerification(dependencies),
  forgotPassword: forgotPassword(dependencies),
  resetPassword: resetPassword(dependencies),
  forgotPortalPassword: forgotPortalPassword(dependencies),
  resetPortalPassword: resetPortalPassword(dependencies),
  changePassword: changePassword(dependencies),
  refreshSession: refreshSession(dependencies),
  signOut: signOut(dependencies),
  signOutEverywhere: signOutEverywhere(dependencies),
  viewMe: viewMe(dependencies),
  viewProfile: viewProfile(dependencies),
  updateProfile: updateProfile(dependencies),
  setAvatar: setAvatar(dependencies),
  pruneSignIns: pruneSignIns(dependencies),
  viewUser: viewUser(dependencies),
  suspendUser: suspendUser(dependencies),
  reactivateUser: reactivateUser(dependencies),
  signOutUser: signOutUser(dependencies),
});

export type AccountsUseCases = ReturnType<typeof accountsUseCases>;

export const accountsRoutes = (useCases: AccountsUseCases, dependencies: Dependencies) => [
  ...authRoutes(useCases),
  ...sessionRoutes(useCases),
  ...totpRoutes(useCases),
  ...googleRoutes(useCases, dependencies),
  ...passengerRoutes(useCases),
  ...profileRoutes(useCases),
  ...phoneRoutes(useCases),
  ...avatarRoutes(useCases),
  ...adminUserRoutes({ ...useCases, ...dependencies }),
  ...loginLogRoutes({ ...useCases, ...dependencies }),
];

export const accountsJobs = (useCases: AccountsUseCases): readonly Job[] => [
  { name: 'forget what has expired', pattern: EVERY_TEN_MINUTES, run: () => useCases.pruneSignIns() },
];
