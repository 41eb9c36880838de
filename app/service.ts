import { admitSubscriber } from '../core/accounts/admit-subscriber.ts';
import { authenticate } from '../core/accounts/authenticate.ts';
import { changePassword } from '../core/accounts/change-password.ts';
import { forgetExpired } from '../core/accounts/forget-expired.ts';
import { forgotPassword } from '../core/accounts/forgot-password.ts';
import { refreshSession } from '../core/accounts/refresh-session.ts';
import { registerOperator } from '../core/accounts/register-operator.ts';
import { registerPassenger } from '../core/accounts/register-passenger.ts';
import { resendCode } from '../core/accounts/resend-code.ts';
import { resendVerification } from '../core/accounts/resend-verification.ts';
import { resetPassword } from '../core/accounts/reset-password.ts';
import { setAvatar } from '../core/accounts/set-avatar.ts';
import { signInPassenger } from '../core/accounts/sign-in-passenger.ts';
import { signInPortal } from '../core/accounts/sign-in-portal.ts';
import { signInWithGoogle } from '../core/accounts/sign-in-with-google.ts';
import { signOutEverywhere } from '../core/accounts/sign-out-everywhere.ts';
import { signOut } from '../core/accounts/sign-out.ts';
import { startGoogleSignIn } from '../core/accounts/start-google-sign-in.ts';
import { updateProfile } from '../core/accounts/update-profile.ts';
import { verifyCode } from '../core/accounts/verify-code.ts';
import { verifyEmail } from '../core/accounts/verify-email.ts';
import { viewMe } from '../core/accounts/view-me.ts';
import { viewProfile } from '../core/accounts/view-profile.ts';
import { completeBookings } from '../core/bookings/complete-bookings.ts';
import { createBooking } from '../core/bookings/create-booking.ts';
import { expireBookings } from '../core/bookings/expire-bookings.ts';
import { listBookings } from '../core/bookings/list-bookings.ts';
import { viewBooking } from '../core/bookings/view-booking.ts';
import { cancelBooking } from '../core/cancellations/cancel-booking.ts';
import { quoteCancellation } from '../core/cancellations/quote-cancellation.ts';
import { answerOnce } from '../core/kernel/answer-once.ts';
import { forgetOld } from '../core/kernel/forget-old.ts';
import { relayOutbox } from '../core/kernel/relay-outbox.ts';
import { abandonPayment } from '../core/payments/abandon-payment.ts';
import { enquirePayment } from '../core/payments/enquire-payment.ts';
import { reconcilePayments } from '../core/payments/reconcile-payments.ts';
import { settlePayment } from '../core/payments/settle-payment.ts';
import { startCheckout } from '../core/payments/start-checkout.ts';
import { rateBooking } from '../core/ratings/rate-booking.ts';
import { lockSeats } from '../core/seats/lock-seats.ts';
import { releaseSeats } from '../core/seats/release-seats.ts';
import { sweepLocks } from '../core/seats/sweep-locks.ts';
import { viewSeatMap } from '../core/seats/view-seat-map.ts';
import { printTicket } from '../core/tickets/print-ticket.ts';
import { sendConfirmationMails } from '../core/tickets/send-confirmation-mails.ts';
import { listCities } from '../core/trips/list-cities.ts';
import { searchTrips } from '../core/trips/search-trips.ts';
import { viewTrip } from '../core/trips/view-trip.ts';
import type { World } from './world.ts';

/** Every use case, given its part of the world: no container, no decorators, no order of registration. One line each, by slice. */
export const buildService = (world: World) => ({
  answerOnce: answerOnce(world),
  relayOutbox: relayOutbox(world),
  forgetOld: forgetOld(world),
  // accounts
  authenticate: authenticate(world),
  admitSubscriber: admitSubscriber({ ...world, authenticate: authenticate(world) }),
  signInPortal: signInPortal(world),
  verifyCode: verifyCode(world),
  resendCode: resendCode(world),
  registerOperator: registerOperator(world),
  startGoogleSignIn: startGoogleSignIn(world),
  signInWithGoogle: signInWithGoogle(world),
  registerPassenger: registerPassenger(world),
  signInPassenger: signInPassenger(world),
  verifyEmail: verifyEmail(world),
  resendVerification: resendVerification(world),
  forgotPassword: forgotPassword(world),
  resetPassword: resetPassword(world),
  changePassword: changePassword(world),
  refreshSession: refreshSession(world),
  signOut: signOut(world),
  signOutEverywhere: signOutEverywhere(world),
  viewMe: viewMe(world),
  viewProfile: viewProfile(world),
  updateProfile: updateProfile(world),
  setAvatar: setAvatar(world),
  forgetExpired: forgetExpired(world),
  // trips
  listCities: listCities(world),
  searchTrips: searchTrips(world),
  viewTrip: viewTrip(world),
  // seats
  viewSeatMap: viewSeatMap(world),
  lockSeats: lockSeats(world),
  releaseSeats: releaseSeats(world),
  sweepLocks: sweepLocks(world),
  // bookings
  expireBookings: expireBookings(world),
  completeBookings: completeBookings(world),
  createBooking: createBooking({ ...world, expireBookings: expireBookings(world) }),
  listBookings: listBookings({ ...world, expireBookings: expireBookings(world) }),
  viewBooking: viewBooking(world),
  // payments
  ...buildPaying(world),
  // cancellations, tickets, ratings
  quoteCancellation: quoteCancellation(world),
  cancelBooking: cancelBooking(world),
  printTicket: printTicket(world),
  sendConfirmationMails: sendConfirmationMails(world),
  rateBooking: rateBooking(world),
});

/** Callbacks and reconciliation share one way of asking the gateway: it keeps their enquiries about one payment apart. */
function buildPaying(given: World) {
  const world = { ...given, expireBookings: expireBookings(given), enquirePayment: enquirePayment(given) };
  return {
    startCheckout: startCheckout(world),
    settlePayment: settlePayment(world),
    abandonPayment: abandonPayment(world),
    reconcilePayments: reconcilePayments(world),
  };
}

export type Service = ReturnType<typeof buildService>;
