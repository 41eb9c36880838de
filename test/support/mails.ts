import type {
  AboutBooking,
  AboutTripMail,
  BookingCancelledMail,
  BookingConfirmedMail,
  JourneyReminderMail,
  MoneyBack,
  RefundAccountMail,
  RefundDueMail,
  RefundMail,
  SeatsMovedMail,
  TripLateMail,
  TripCancelledMail,
  TripRetimedMail,
} from '../../core/platform/booking-mails.ts';
import type {
  BusReviewedMail,
  CodeMail,
  InvitationMail,
  DocumentReviewedMail,
  LockoutMail,
  Occasion,
  PapersExpiringMail,
  PaymentAmountMail,
  PasswordResetMail,
  TotpMail,
} from '../../core/platform/mailer.ts';
import type { PaymentId, SeatNumber } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { paisa } from '../../core/kernel/money.ts';

const OCCASION: Occasion = {
  at: '2026-11-20 10:15',
  zone: 'UTC+05:45',
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
};

export const aCodeMail = (mail: Partial<CodeMail> = {}): CodeMail => ({
  kind: 'code',
  language: 'en',
  to: 'sita@example.com',
  name: 'Sita Rai',
  purpose: 'LOGIN',
  firstFactor: 'password',
  code: '048213',
  minutesValid: 10,
  occasion: OCCASION,
  ...mail,
});

export const RESET_LINK = `https://tickets.example.com/reset-password.html?token=${'eyJ1aWQiOjE3LCJwIjoicHdyZXNldCJ9'.repeat(4)}.mL1-x_Zb0Yq3kT7wUe9`;

export const aResetMail = (mail: Partial<PasswordResetMail> = {}): PasswordResetMail => ({
  kind: 'password-reset',
  language: 'en',
  to: 'asha@example.com',
  name: 'Asha Gurung',
  link: RESET_LINK,
  minutesValid: 60,
  ...mail,
});

export const aLockoutMail = (mail: Partial<LockoutMail> = {}): LockoutMail => ({
  kind: 'lockout',
  language: 'en',
  to: 'sita@example.com',
  name: 'Sita Rai',
  occasion: OCCASION,
  locked: 'account',
  minutesLocked: 15,
  passwordPage: { kind: 'sign-in', url: 'https://tickets.example.com/operator-login.html' },
  ...mail,
});

export const aTotpMail = (mail: Partial<TotpMail> = {}): TotpMail => ({
  kind: 'totp',
  language: 'en',
  to: 'sita@example.com',
  name: 'Sita Rai',
  change: 'on',
  occasion: OCCASION,
  ...mail,
});

export const aReviewMail = (mail: Partial<DocumentReviewedMail> = {}): DocumentReviewedMail => ({
  kind: 'document-reviewed',
  to: 'sita@example.com',
  name: 'Sita Rai',
  documentName: 'certificate of fitness',
  registrationNo: 'BA 3 KHA 1234',
  isVerified: false,
  validUntil: '2026-12-01',
  reason: 'The number is <not> readable.',
  ...mail,
});

export const aBusReviewMail = (mail: Partial<BusReviewedMail> = {}): BusReviewedMail => ({
  kind: 'bus-reviewed',
  to: 'sita@example.com',
  name: 'Sita Rai',
  busName: 'Night Queen',
  registrationNo: 'BA 3 KHA 1234',
  isApproved: false,
  reason: 'The number is <not> that of the bluebook.',
  ...mail,
});

export const anExpiryMail = (mail: Partial<PapersExpiringMail> = {}): PapersExpiringMail => ({
  kind: 'papers-expiring',
  to: 'sita@example.com',
  name: 'Sita Rai',
  documentName: 'insurance',
  registrationNo: 'BA 3 KHA 1234',
  validUntil: '2026-12-01',
  ...mail,
});

export const anAmountMail = (mail: Partial<PaymentAmountMail> = {}): PaymentAmountMail => ({
  kind: 'payment-amount-differs',
  language: 'en',
  to: 'admin@example.com',
  name: 'Admin',
  bookingCode: 'BT261120048213',
  paymentId: 9 as PaymentId,
  gateway: 'Wallet',
  asked: paisa(240_000),
  came: paisa(239_900),
  ...mail,
});

const ABOUT_BOOKING: AboutBooking = {
  to: 'asha@example.com',
  name: 'Asha Gurung',
  language: 'en',
  bookingCode: 'BT261120048213',
  channel: 'ONLINE',
  page: 'https://tickets.example.com/bookings/7',
  sourceCity: 'Kathmandu',
  destinationCity: 'Pokhara',
  companyName: 'Blue Sky',
  seats: ['A1', 'A2'] as SeatNumber[],
  seatsCount: 2,
};

export const aBookingMail = (mail: Partial<BookingConfirmedMail> = {}): BookingConfirmedMail => ({
  kind: 'booking-confirmed',
  ...ABOUT_BOOKING,
  departure: '2026-12-01 07:00',
  busName: 'Blue Sky Deluxe',
  registrationNo: 'BA 3 KHA 1234',
  amount: paisa(12_000_050),
  gettingOn: { name: 'Kalanki', time: '2026-12-01 07:25' },
  departsAt: Date.parse('2026-12-01T01:40:00Z') as Instant,
  arrivesAt: Date.parse('2026-12-01T08:15:00Z') as Instant,
  boardingPoint: 'Kalanki',
  droppingPoint: '',
  calendarEntries: [{ fileName: 'BT261120048213.ics', text: 'BEGIN:VCALENDAR', isCancelled: false }],
  ticket: { fileName: 'ticket-BT261120048213.pdf', content: new TextEncoder().encode('%PDF-1.7 a ticket') },
  ...mail,
});

/** The refund that a mail describes: all money goes back to a wallet, unless `traits` says otherwise. */
export const moneyBack = (traits: Partial<MoneyBack> = {}): MoneyBack => ({
  paid: paisa(12_000_050),
  before: paisa(0),
  refund: paisa(12_000_050),
  dueOn: '2026-11-27',
  goesTo: 'ACCOUNT',
  account: null,
  ...traits,
});

export const anInvitationMail = (mail: Partial<InvitationMail> = {}): InvitationMail => ({
  kind: 'invitation',
  to: 'ram@example.com',
  name: 'Ram Thapa',
  companyName: 'Blue Sky',
  position: 'CLERK',
  link: 'https://tickets.example.com/portal/join?token=eyJzaWQiOjd9.mL1-x_Zb0Yq3kT7wUe9',
  daysValid: 7,
  ...mail,
});

export const aCancellationMail = (mail: Partial<BookingCancelledMail> = {}): BookingCancelledMail => ({
  kind: 'booking-cancelled',
  ...ABOUT_BOOKING,
  departure: '2026-12-01 07:00',
  by: 'company',
  reason: 'The bus broke down.',
  money: moneyBack({ refund: paisa(12_000_000) }),
  ...mail,
});

const ABOUT_TRIP: AboutTripMail = {
  ...ABOUT_BOOKING,
  companyPhone: '061-520001',
  cause: 'ROAD_CLOSED',
  note: 'We are <very> sorry.',
};

export const aJourneyReminderMail = (mail: Partial<JourneyReminderMail> = {}): JourneyReminderMail => ({
  kind: 'journey-reminder',
  ...ABOUT_BOOKING,
  departure: '2026-12-01 07:00',
  busName: 'Night Queen',
  registrationNo: 'BA 9 CHA 77',
  gettingOn: { name: 'Kalanki', time: '2026-12-01 07:25' },
  companyPhone: '061-520001',
  ...mail,
});

export const aTripCancelledMail = (mail: Partial<TripCancelledMail> = {}): TripCancelledMail => ({
  kind: 'trip-cancelled',
  ...ABOUT_TRIP,
  departure: '2026-12-01 07:00',
  money: moneyBack(),
  ...mail,
});

export const aTripRetimedMail = (mail: Partial<TripRetimedMail> = {}): TripRetimedMail => ({
  kind: 'trip-retimed',
  ...ABOUT_TRIP,
  before: { departure: '2026-12-01 07:00', arrival: '2026-12-01 14:00' },
  after: { departure: '2026-12-01 09:30', arrival: '2026-12-01 16:30' },
  mayCancel: true,
  isFreeToCancel: true,
  payBy: null,
  ...mail,
});

export const aTripLateMail = (mail: Partial<TripLateMail> = {}): TripLateMail => ({
  kind: 'trip-late',
  ...ABOUT_BOOKING,
  companyPhone: '061-520001',
  boardingPoint: 'Kalanki',
  planned: '2026-12-01 10:00',
  expected: '2026-12-01 10:40',
  before: '2026-12-01 10:00',
  cause: 'ROAD_CLOSED',
  ...mail,
});

export const aSeatsMovedMail = (mail: Partial<SeatsMovedMail> = {}): SeatsMovedMail => ({
  kind: 'seats-moved',
  ...ABOUT_TRIP,
  departure: '2026-12-01 07:00',
  busName: 'Night Queen',
  registrationNo: 'BA 9 CHA 77',
  moved: [{ seat: 'B7', newSeat: 'A2' }],
  mayCancel: true,
  isFreeToCancel: false,
  payBy: null,
  ...mail,
});

export const aRefundMail = (mail: Partial<RefundMail> = {}): RefundMail => ({
  kind: 'refund-sent',
  ...ABOUT_BOOKING,
  amount: paisa(108_050),
  reason: 'PASSENGER_CANCELLATION',
  method: 'BANK',
  reference: 'B-4711',
  account: { bank: 'Nabil Bank', number: '•••••••••678' },
  failure: null,
  ...mail,
});

export const aRefundDueMail = (mail: Partial<RefundDueMail> = {}): RefundDueMail => ({
  kind: 'refund-due',
  ...ABOUT_BOOKING,
  amount: paisa(108_050),
  reason: 'DUPLICATE_PAYMENT',
  dueOn: '2026-11-27',
  account: null,
  ...mail,
});

export const aRefundAccountMail = (mail: Partial<RefundAccountMail> = {}): RefundAccountMail => ({
  kind: 'refund-account',
  ...ABOUT_BOOKING,
  account: { method: 'BANK', bank: 'Nabil Bank', number: '•••••••••678' },
  namedBy: 'PASSENGER',
  ...mail,
});
