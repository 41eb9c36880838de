import { admitSubscriber } from '../core/accounts/admit-subscriber.ts';
import { authenticate } from '../core/accounts/authenticate.ts';
import { changePassword } from '../core/accounts/change-password.ts';
import { pruneSignIns } from '../core/accounts/prune-sign-ins.ts';
import { forgotPassword, forgotPortalPassword } from '../core/accounts/forgot-password.ts';
import { refreshSession } from '../core/accounts/refresh-session.ts';
import { registerOperator } from '../core/accounts/register-operator.ts';
import { registerPassenger } from '../core/accounts/register-passenger.ts';
import { resendCode } from '../core/accounts/resend-code.ts';
import { resendVerification, verifyEmail } from '../core/accounts/verify-email.ts';
import { resetPassword, resetPortalPassword } from '../core/accounts/reset-password.ts';
import { setAvatar } from '../core/accounts/set-avatar.ts';
import { signInPassenger } from '../core/accounts/sign-in-passenger.ts';
import { signInPortal } from '../core/accounts/sign-in-portal.ts';
import { signInWithProvider } from '../core/accounts/sign-in-with-provider.ts';
import { signOutEverywhere } from '../core/accounts/sign-out-everywhere.ts';
import { signOut } from '../core/accounts/sign-out.ts';
import { startProviderSignIn } from '../core/accounts/start-provider-sign-in.ts';
import { updateProfile } from '../core/accounts/update-profile.ts';
import { verifyCode } from '../core/accounts/verify-code.ts';
import { viewMe } from '../core/accounts/view-me.ts';
import { viewProfile } from '../core/accounts/view-profile.ts';
import { acceptInvitation } from '../core/companies/accept-invitation.ts';
import { changeCompany } from '../core/companies/change-company.ts';
import { changePosition } from '../core/companies/change-position.ts';
import { changeTerms } from '../core/administration/change-terms.ts';
import { inviteStaff } from '../core/companies/invite-staff.ts';
import { findStaff, listStaff } from '../core/companies/list-staff.ts';
import { removeStaff } from '../core/companies/remove-staff.ts';
import { viewCompany } from '../core/companies/view-company.ts';
import { completeBookings } from '../core/bookings/complete-bookings.ts';
import { createBooking } from '../core/bookings/create-booking.ts';
import { expireBookings } from '../core/bookings/expire-bookings.ts';
import { listBookings } from '../core/bookings/list-bookings.ts';
import { viewBooking } from '../core/bookings/view-booking.ts';
import { addCity } from '../core/administration/add-city.ts';
import { listReviews } from '../core/administration/list-reviews.ts';
import { reactivateUser } from '../core/administration/reactivate-user.ts';
import { renameCity } from '../core/administration/rename-city.ts';
import { approveBus, rejectBus } from '../core/administration/review-bus.ts';
import { signOutUser } from '../core/administration/sign-out-user.ts';
import { suspendUser } from '../core/administration/suspend-user.ts';
import { viewActivityLog, viewCompanyActivityLog } from '../core/administration/view-activity-log.ts';
import { viewAnyBus } from '../core/administration/view-any-bus.ts';
import { viewCity } from '../core/administration/view-city.ts';
import { findCompany, listCompanies } from '../core/administration/view-companies.ts';
import { viewLoginLog } from '../core/administration/view-login-log.ts';
import { viewOverview } from '../core/administration/view-overview.ts';
import { listUsers, viewUser } from '../core/administration/view-users.ts';
import { cancelBooking } from '../core/cancellations/cancel-booking.ts';
import { cancelForOffice } from '../core/cancellations/cancel-for-office.ts';
import { quoteCancellation } from '../core/cancellations/quote-cancellation.ts';
import { answerOnce } from '../core/delivery/answer-once.ts';
import { pruneDelivered } from '../core/delivery/prune.ts';
import { relayOutbox } from '../core/delivery/relay-outbox.ts';
import { addBus } from '../core/fleet/add-bus.ts';
import { changeBus } from '../core/fleet/change-bus.ts';
import { changeSeatMap } from '../core/fleet/change-seat-map.ts';
import { listBuses, viewBus, viewBusSeatMap } from '../core/fleet/view-buses.ts';
import { addDocument } from '../core/fleet/add-document.ts';
import { remindOfPapers } from '../core/fleet/remind-of-papers.ts';
import { rejectDocument, verifyDocument } from '../core/fleet/review-document.ts';
import { sweepFiles } from '../core/fleet/sweep-files.ts';
import { downloadDocument, listDocuments, viewDocument } from '../core/fleet/view-documents.ts';
import { handleFailureCallback } from '../core/payments/handle-failure-callback.ts';
import { checkPaymentStatus } from '../core/payments/check-payment-status.ts';
import { reconcilePayments } from '../core/payments/reconcile-payments.ts';
import { handleSuccessCallback } from '../core/payments/handle-success-callback.ts';
import { enquirePayment } from '../core/payments/enquire-payment.ts';
import { viewOfficeBooking } from '../core/payments/view-office-booking.ts';
import { viewPayment } from '../core/payments/view-payment.ts';
import { startCheckout } from '../core/payments/start-checkout.ts';
import { rateBooking } from '../core/ratings/rate-booking.ts';
import { lockSeats } from '../core/seats/lock-seats.ts';
import { releaseSeats } from '../core/seats/release-seats.ts';
import { sweepLocks } from '../core/seats/sweep-locks.ts';
import { viewSeatMap } from '../core/seats/view-seat-map.ts';
import { printTicket } from '../core/tickets/print-ticket.ts';
import { sendBookingMails } from '../core/tickets/send-booking-mails.ts';
import { listCities } from '../core/trips/city.ts';
import { searchTrips } from '../core/trips/search-trips.ts';
import { viewTrip } from '../core/trips/view-trip.ts';
import type { Dependencies } from './dependencies.ts';

/** Every use case with its dependencies, by slice. Plain calls: no container, no decorators, no registration. */
export const buildUseCases = (dependencies: Dependencies) => ({
  answerOnce: answerOnce(dependencies),
  relayOutbox: relayOutbox(dependencies),
  pruneDelivered: pruneDelivered(dependencies),
  // accounts
  authenticate: authenticate(dependencies),
  admitSubscriber: admitSubscriber({ ...dependencies, authenticate: authenticate(dependencies) }),
  signInPortal: signInPortal(dependencies),
  verifyCode: verifyCode(dependencies),
  resendCode: resendCode(dependencies),
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
  // companies
  viewCompany: viewCompany(dependencies),
  changeCompany: changeCompany(dependencies),
  changeTerms: changeTerms(dependencies),
  listStaff: listStaff(dependencies),
  findStaff: findStaff(dependencies),
  inviteStaff: inviteStaff(dependencies),
  acceptInvitation: acceptInvitation(dependencies),
  changePosition: changePosition(dependencies),
  removeStaff: removeStaff(dependencies),
  // trips
  listCities: listCities(dependencies),
  searchTrips: searchTrips(dependencies),
  viewTrip: viewTrip(dependencies),
  // fleet
  listDocuments: listDocuments(dependencies),
  addDocument: addDocument(dependencies),
  viewDocument: viewDocument(dependencies),
  downloadDocument: downloadDocument(dependencies),
  verifyDocument: verifyDocument(dependencies),
  rejectDocument: rejectDocument(dependencies),
  sweepFiles: sweepFiles(dependencies),
  remindOfPapers: remindOfPapers(dependencies),
  listBuses: listBuses(dependencies),
  viewBus: viewBus(dependencies),
  viewBusSeatMap: viewBusSeatMap(dependencies),
  addBus: addBus(dependencies),
  changeBus: changeBus(dependencies),
  changeSeatMap: changeSeatMap(dependencies),
  // seats
  viewSeatMap: viewSeatMap(dependencies),
  lockSeats: lockSeats(dependencies),
  releaseSeats: releaseSeats(dependencies),
  sweepLocks: sweepLocks(dependencies),
  // bookings
  expireBookings: expireBookings(dependencies),
  completeBookings: completeBookings(dependencies),
  createBooking: createBooking({ ...dependencies, expireBookings: expireBookings(dependencies) }),
  listBookings: listBookings({ ...dependencies, expireBookings: expireBookings(dependencies) }),
  viewBooking: viewBooking(dependencies),
  // payments
  viewOfficeBooking: viewOfficeBooking(dependencies),
  viewPayment: viewPayment(dependencies),
  ...buildPaying(dependencies),
  // cancellations, tickets, ratings
  quoteCancellation: quoteCancellation(dependencies),
  cancelBooking: cancelBooking(dependencies),
  cancelForOffice: cancelForOffice(dependencies),
  printTicket: printTicket(dependencies),
  sendBookingMails: sendBookingMails(dependencies),
  rateBooking: rateBooking(dependencies),
  // administration
  ...buildAdministration(dependencies),
});

/** Callbacks and reconciliation share one `checkPaymentStatus`, so that they never ask about a payment at once. */
function buildPaying(given: Dependencies) {
  const expiring = { ...given, expireBookings: expireBookings(given) };
  const dependencies = { ...expiring, checkPaymentStatus: checkPaymentStatus(expiring) };
  return {
    startCheckout: startCheckout(dependencies),
    handleSuccessCallback: handleSuccessCallback(dependencies),
    handleFailureCallback: handleFailureCallback(dependencies),
    reconcilePayments: reconcilePayments(dependencies),
    enquirePayment: enquirePayment(dependencies),
  };
}

const buildAdministration = (dependencies: Dependencies) => ({
  viewOverview: viewOverview(dependencies),
  listReviews: listReviews(dependencies),
  viewAnyBus: viewAnyBus(dependencies),
  approveBus: approveBus(dependencies),
  rejectBus: rejectBus(dependencies),
  listUsers: listUsers(dependencies),
  viewUser: viewUser(dependencies),
  suspendUser: suspendUser(dependencies),
  reactivateUser: reactivateUser(dependencies),
  signOutUser: signOutUser(dependencies),
  listCompanies: listCompanies(dependencies),
  findCompany: findCompany(dependencies),
  viewCity: viewCity(dependencies),
  addCity: addCity(dependencies),
  renameCity: renameCity(dependencies),
  viewLoginLog: viewLoginLog(dependencies),
  viewActivityLog: viewActivityLog(dependencies),
  viewCompanyActivityLog: viewCompanyActivityLog(dependencies),
});

export type UseCases = ReturnType<typeof buildUseCases>;
