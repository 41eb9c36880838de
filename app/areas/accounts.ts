import { adminUserRoutes } from '../../adapters/http/accounts/admin-users-routes.ts';
import { authRoutes } from '../../adapters/http/accounts/auth-routes.ts';
import { avatarRoutes } from '../../adapters/http/accounts/avatar-routes.ts';
import { googleRoutes } from '../../adapters/http/accounts/google-routes.ts';
import { loginLogRoutes } from '../../adapters/http/accounts/login-log-routes.ts';
import { passengerRoutes } from '../../adapters/http/accounts/passenger-routes.ts';
import { sessionRoutes } from '../../adapters/http/accounts/sessions-routes.ts';
import { totpRoutes } from '../../adapters/http/accounts/totp-routes.ts';
import { authenticate } from '../../core/accounts/authenticate.ts';
import { changePassword } from '../../core/accounts/change-password.ts';
import { confirmRequiredTotp, confirmTotp } from '../../core/accounts/confirm-totp.ts';
import { forgotPassword, forgotPortalPassword } from '../../core/accounts/forgot-password.ts';
import { pruneSignIns } from '../../core/accounts/prune-sign-ins.ts';
import { reactivateUser } from '../../core/accounts/reactivate-user.ts';
import { refreshSession } from '../../core/accounts/refresh-session.ts';
import { registerOperator } from '../../core/accounts/register-operator.ts';
import { registerPassenger } from '../../core/accounts/register-passenger.ts';
import { removeTotp } from '../../core/accounts/remove-totp.ts';
import { resendCode } from '../../core/accounts/resend-code.ts';
import { resetPassword, resetPortalPassword } from '../../core/accounts/reset-password.ts';
import { setAvatar } from '../../core/accounts/set-avatar.ts';
import { signInPassenger } from '../../core/accounts/sign-in-passenger.ts';
import { signInPortal } from '../../core/accounts/sign-in-portal.ts';
import { signInWithProvider } from '../../core/accounts/sign-in-with-provider.ts';
import { signOutEverywhere } from '../../core/accounts/sign-out-everywhere.ts';
import { signOutUser } from '../../core/accounts/sign-out-user.ts';
import { signOut } from '../../core/accounts/sign-out.ts';
import { startProviderSignIn } from '../../core/accounts/start-provider-sign-in.ts';
import { startRequiredTotp, startTotp } from '../../core/accounts/start-totp.ts';
import { suspendUser } from '../../core/accounts/suspend-user.ts';
import { updateProfile } from '../../core/accounts/update-profile.ts';
import { verifyCode } from '../../core/accounts/verify-code.ts';
import { resendVerification, verifyEmail } from '../../core/accounts/verify-email.ts';
import { viewLoginLog } from '../../core/accounts/view-login-log.ts';
import { viewMe } from '../../core/accounts/view-me.ts';
import { viewProfile } from '../../core/accounts/view-profile.ts';
import { listUsers, viewUser } from '../../core/accounts/view-users.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Job, EVERY_TEN_MINUTES } from '../scheduler.ts';

export const accountsUseCases = (dependencies: Dependencies) => ({
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
  listUsers: listUsers(dependencies),
  viewUser: viewUser(dependencies),
  suspendUser: suspendUser(dependencies),
  reactivateUser: reactivateUser(dependencies),
  signOutUser: signOutUser(dependencies),
  viewLoginLog: viewLoginLog(dependencies),
});

export type AccountsUseCases = ReturnType<typeof accountsUseCases>;

export const accountsRoutes = (useCases: AccountsUseCases, dependencies: Dependencies) => [
  ...authRoutes(useCases),
  ...sessionRoutes(useCases),
  ...totpRoutes(useCases),
  ...googleRoutes(useCases, dependencies),
  ...passengerRoutes(useCases),
  ...avatarRoutes(useCases),
  ...adminUserRoutes({ ...useCases, ...dependencies }),
  ...loginLogRoutes({ ...useCases, ...dependencies }),
];

export const accountsJobs = (useCases: AccountsUseCases): readonly Job[] => [
  { name: 'forget what has expired', pattern: EVERY_TEN_MINUTES, run: () => useCases.pruneSignIns() },
];
