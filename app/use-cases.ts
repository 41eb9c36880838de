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
import { mailIsWanted } from '../core/companies/standing-invitation.ts';
import { viewCompany } from '../core/companies/view-company.ts';
import { completeBookings } from '../core/bookings/complete-bookings.ts';
import { createBooking } from '../core/bookings/create-booking.ts';
import { expireBookings } from '../core/bookings/expire-bookings.ts';
import { listBookings } from '../core/bookings/list-bookings.ts';
import { viewBooking } from '../core/bookings/view-booking.ts';
import { cancelBooking } from '../core/cancellations/cancel-booking.ts';
import { cancelForOffice } from '../core/cancellations/cancel-for-office.ts';
import { quoteCancellation } from '../core/cancellations/quote-cancellation.ts';
import { cancelTrip } from '../core/disruptions/cancel-trip.ts';
import { retimeTrip } from '../core/disruptions/retime-trip.ts';
import { closeShift } from '../core/counter/close-shift.ts';
import { openShift } from '../core/counter/open-shift.ts';
import { sellAtCounter } from '../core/counter/sell-at-counter.ts';
import { listShifts, viewShift } from '../core/counter/view-shifts.ts';
import { swapBus } from '../core/disruptions/swap-bus.ts';
import { answerOnce } from '../core/delivery/answer-once.ts';
import { pruneDelivered } from '../core/delivery/prune.ts';
import { relayOutbox } from '../core/delivery/relay-outbox.ts';
import { sendMails } from '../core/delivery/send-mails.ts';
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
import { addTrip } from '../core/planning/add-trip.ts';
import { changeTrip } from '../core/planning/change-trip.ts';
import { listOwnTrips } from '../core/planning/list-own-trips.ts';
import { viewSales } from '../core/reports/view-sales.ts';
import { viewToday } from '../core/reports/view-today.ts';
import { addGoodwill } from '../core/refunds/add-goodwill.ts';
import { confirmRefund } from '../core/refunds/confirm-refund.ts';
import { failRefund } from '../core/refunds/fail-refund.ts';
import { nameAccount, nameAccountForContact } from '../core/refunds/name-account.ts';
import { payCash } from '../core/refunds/pay-cash.ts';
import { sendRefund } from '../core/refunds/send-refund.ts';
import { findOwnRefund, findRefund, listRefunds } from '../core/refunds/view-refunds.ts';
import { rateBooking } from '../core/ratings/rate-booking.ts';
import { lockSeats } from '../core/seats/lock-seats.ts';
import { releaseSeats } from '../core/seats/release-seats.ts';
import { changeBlocks } from '../core/blocks/change-blocks.ts';
import { sweepBlocks } from '../core/blocks/sweep-blocks.ts';
import { viewBlocks } from '../core/blocks/view-blocks.ts';
import { sweepLocks } from '../core/seats/sweep-locks.ts';
import { viewSeatMap } from '../core/seats/view-seat-map.ts';
import { makeStatement } from '../core/statements/make-statement.ts';
import { payStatement } from '../core/statements/pay-statement.ts';
import { printStatement } from '../core/statements/print-statement.ts';
import { findStatement, listStatements, viewStatement } from '../core/statements/view-statements.ts';
import { exportCalendarEntry } from '../core/tickets/calendar-entry.ts';
import { composeBookingMail } from '../core/tickets/compose-booking-mail.ts';
import { printOfficeTicket, printTicket } from '../core/tickets/print-ticket.ts';
import { addTimetable } from '../core/timetables/add-timetable.ts';
import { changeTimetable } from '../core/timetables/change-timetable.ts';
import { endTimetable } from '../core/timetables/end-timetable.ts';
import { makeDueTrips } from '../core/timetables/make-due-trips.ts';
import { listTimetables, viewTimetable } from '../core/timetables/view-timetables.ts';
import { viewTicketStatus } from '../core/tickets/view-ticket-status.ts';
import { viewTicketToken } from '../core/tickets/view-ticket-token.ts';
import { listCities } from '../core/trips/city.ts';
import { searchTrips } from '../core/trips/search-trips.ts';
import { viewOwnTrip } from '../core/trips/view-own-trip.ts';
import { viewTrip } from '../core/trips/view-trip.ts';
import { buildAdministration } from './administration.ts';
import { buildBoarding } from './boarding.ts';
import type { Dependencies } from './dependencies.ts';
import { buildLedger } from './ledger-use-cases.ts';

/** Every use case with its dependencies, by slice. Plain calls: no container, no decorators, no registration. */
export const buildUseCases = (dependencies: Dependencies) => ({
  answerOnce: answerOnce(dependencies),
  relayOutbox: relayOutbox(dependencies),
  sendMails: sendMails({
    ...dependencies,
    composeBookingMail: composeBookingMail(dependencies),
    mailIsWanted: mailIsWanted(dependencies),
  }),
  pruneDelivered: pruneDelivered(dependencies),
  // accounts
  authenticate: authenticate(dependencies),
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
  viewOwnTrip: viewOwnTrip(dependencies),
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
  // boarding
  ...buildBoarding(dependencies),
  // seats
  viewSeatMap: viewSeatMap(dependencies),
  lockSeats: lockSeats(dependencies),
  releaseSeats: releaseSeats(dependencies),
  sweepLocks: sweepLocks(dependencies),
  sweepBlocks: sweepBlocks(dependencies),
  viewBlocks: viewBlocks(dependencies),
  changeBlocks: changeBlocks(dependencies),
  // planning
  listOwnTrips: listOwnTrips(dependencies),
  addTrip: addTrip(dependencies),
  changeTrip: changeTrip(dependencies),
  // bookings
  expireBookings: expireBookings(dependencies),
  completeBookings: completeBookings(dependencies),
  ...buildLedger(dependencies),
  createBooking: createBooking({ ...dependencies, expireBookings: expireBookings(dependencies) }),
  listBookings: listBookings({ ...dependencies, expireBookings: expireBookings(dependencies) }),
  viewBooking: viewBooking(dependencies),
  // timetables
  ...buildTimetables(dependencies),
  // payments
  viewOfficeBooking: viewOfficeBooking(dependencies),
  viewPayment: viewPayment(dependencies),
  ...buildPaying(dependencies),
  // cancellations, tickets, ratings
  quoteCancellation: quoteCancellation(dependencies),
  cancelBooking: cancelBooking(dependencies),
  cancelForOffice: cancelForOffice(dependencies),
  printTicket: printTicket(dependencies),
  exportCalendarEntry: exportCalendarEntry(dependencies),
  printOfficeTicket: printOfficeTicket(dependencies),
  viewTicketStatus: viewTicketStatus(dependencies),
  viewTicketToken: viewTicketToken(dependencies),
  rateBooking: rateBooking(dependencies),
  // disruptions
  swapBus: swapBus(dependencies),
  cancelTrip: cancelTrip(dependencies),
  retimeTrip: retimeTrip(dependencies),
  // counter, reports
  sellAtCounter: sellAtCounter({ ...dependencies, expireBookings: expireBookings(dependencies) }),
  openShift: openShift(dependencies),
  closeShift: closeShift(dependencies),
  viewShift: viewShift(dependencies),
  listShifts: listShifts(dependencies),
  // statements
  ...buildStatements(dependencies),
  // reports
  viewSales: viewSales(dependencies),
  viewToday: viewToday(dependencies),
  // refunds
  ...buildRefunds(dependencies),
  // administration
  ...buildAdministration(dependencies),
});

const buildStatements = (dependencies: Dependencies) => ({
  makeStatement: makeStatement(dependencies),
  payStatement: payStatement(dependencies),
  listStatements: listStatements(dependencies),
  findStatement: findStatement(dependencies),
  viewStatement: viewStatement(dependencies),
  printStatement: printStatement(dependencies),
});

function buildTimetables(given: Dependencies) {
  const dependencies = { ...given, expireBookings: expireBookings(given) };
  return {
    listTimetables: listTimetables(dependencies),
    viewTimetable: viewTimetable(dependencies),
    addTimetable: addTimetable(dependencies),
    changeTimetable: changeTimetable(dependencies),
    endTimetable: endTimetable(dependencies),
    makeDueTrips: makeDueTrips(dependencies),
  };
}

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

const buildRefunds = (dependencies: Dependencies) => ({
  listRefunds: listRefunds(dependencies),
  findRefund: findRefund(dependencies),
  findOwnRefund: findOwnRefund(dependencies),
  sendRefund: sendRefund(dependencies),
  confirmRefund: confirmRefund(dependencies),
  failRefund: failRefund(dependencies),
  payCash: payCash(dependencies),
  addGoodwill: addGoodwill(dependencies),
  nameAccount: nameAccount(dependencies),
  nameAccountForContact: nameAccountForContact(dependencies),
});

export type UseCases = ReturnType<typeof buildUseCases>;
