import type {
  BookingCancelledMail,
  BookingConfirmedMail,
  BusReviewedMail,
  CodeMail,
  InvitationMail,
  DocumentReviewedMail,
  LockoutMail,
  Occasion,
  PapersExpiringMail,
  PasswordResetMail,
} from '../../core/delivery/mailer.ts';
import { paisa } from '../../core/kernel/money.ts';

const OCCASION: Occasion = {
  at: '2026-11-20 10:15',
  zone: 'UTC+05:45',
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
};

export const aCodeMail = (mail: Partial<CodeMail> = {}): CodeMail => ({
  kind: 'code',
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
  to: 'asha@example.com',
  name: 'Asha Gurung',
  link: RESET_LINK,
  minutesValid: 60,
  ...mail,
});

export const aLockoutMail = (mail: Partial<LockoutMail> = {}): LockoutMail => ({
  kind: 'lockout',
  to: 'sita@example.com',
  name: 'Sita Rai',
  occasion: OCCASION,
  locked: 'account',
  minutesLocked: 15,
  passwordPage: { kind: 'sign-in', url: 'https://tickets.example.com/operator-login.html' },
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

export const aBookingMail = (mail: Partial<BookingConfirmedMail> = {}): BookingConfirmedMail => ({
  kind: 'booking-confirmed',
  to: 'asha@example.com',
  name: 'Asha Gurung',
  bookingCode: 'BT261120048213',
  sourceCity: 'Kathmandu',
  destinationCity: 'Pokhara',
  departure: '2026-12-01 07:00',
  busName: 'Blue Sky Deluxe',
  registrationNo: 'BA 3 KHA 1234',
  companyName: 'Blue Sky',
  seats: 'A1, A2',
  amount: paisa(12_000_050),
  ticket: { fileName: 'ticket-BT261120048213.pdf', content: new TextEncoder().encode('%PDF-1.7 a ticket') },
  ...mail,
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
  to: 'asha@example.com',
  name: 'Asha Gurung',
  bookingCode: 'BT261120048213',
  sourceCity: 'Kathmandu',
  destinationCity: 'Pokhara',
  departure: '2026-12-01 07:00',
  companyName: 'Blue Sky',
  seats: 'A1, A2',
  by: 'company',
  reason: 'The bus broke down.',
  money: { paid: paisa(12_000_050), refund: paisa(12_000_000), dueOn: '2026-11-27' },
  ...mail,
});
