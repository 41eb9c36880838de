import type { PaymentId, SeatNumber } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import type { Language } from '../../core/kernel/text.ts';
import type { Mail } from '../../core/platform/mailer.ts';
import {
  aBookingMail,
  aBusReviewMail,
  aCancellationMail,
  aCodeMail,
  aJourneyReminderMail,
  aLockoutMail,
  anAmountMail,
  anExpiryMail,
  anInvitationMail,
  aRefundAccountMail,
  aRefundDueMail,
  aRefundMail,
  aResetMail,
  aReviewMail,
  aSeatsMovedMail,
  aTripLateMail,
  aTotpMail,
  aTripCancelledMail,
  aTripRetimedMail,
} from './mails.ts';

/** A text of this many letters, without a blank, each of three octets. */
const long = (length: number): string => 'क'.repeat(length);

const SEATS = Array.from({ length: 20 }, (_, index) => `${long(8)}${index + 10}` as SeatNumber);

/** Every kind of mail in a language, with the longest texts that the service accepts in its fields. */
export function everyMail(language: Language): readonly Mail[] {
  const reader = { language, name: long(150) };
  const bus = { busName: long(150), registrationNo: long(40) };
  const about = {
    ...reader,
    sourceCity: long(100),
    destinationCity: long(100),
    companyName: long(150),
    seats: SEATS,
    seatsCount: SEATS.length,
    page: `https://tickets.example.com/${'p'.repeat(400)}`,
  };
  const trip = { ...about, companyPhone: '9'.repeat(20), note: long(500) };
  const account = { method: 'BANK', bank: long(100), number: `${'•'.repeat(31)}678` } as const;
  return [
    aCodeMail(reader),
    aResetMail(reader),
    aLockoutMail(reader),
    aTotpMail(reader),
    { kind: 'phone-gone', to: 'asha@example.com', ...reader, phone: '9812345678' },
    { kind: 'sms-sign-in', to: 'asha@example.com', ...reader, occasion: aTotpMail().occasion },
    {
      kind: 'webhook-disabled',
      to: 'asha@example.com',
      name: long(150),
      address: `https://${long(490)}`,
      reason: 'failing',
    },
    {
      kind: 'credit-low',
      to: 'asha@example.com',
      name: long(150),
      available: paisa(-10_000_000_000),
      warnBelow: paisa(10_000_000_000),
    },
    {
      kind: 'seats-offered',
      to: 'asha@example.com',
      ...about,
      departure: '2026-12-01 07:00',
      until: '2026-11-30 22:15',
    },
    {
      kind: 'door-moved',
      to: 'asha@example.com',
      name: about.name,
      language: about.language,
      before: '2026-12-01 10:00',
      opensAt: '2026-12-02 10:00',
      reason: 'The road is closed.',
      page: about.page,
    },
    { kind: 'wait-over', to: 'asha@example.com', ...about, departure: '2026-12-01 07:00', reason: 'SEATS_GONE' },
    { kind: 'sms-limit', to: 'asha@example.com', ...reader, limit: 10_000_000 },
    { ...aTotpMail(reader), kind: 'phone-changed', phone: '*******678' },
    anInvitationMail({ name: long(150), companyName: long(150) }),
    aReviewMail({ name: long(150), registrationNo: long(40), reason: long(500) }),
    aBusReviewMail({ name: long(150), ...bus, reason: long(500) }),
    anExpiryMail({ name: long(150), registrationNo: long(40) }),
    anAmountMail({ ...reader, paymentId: Number.MAX_SAFE_INTEGER as PaymentId }),
    aBookingMail({
      ...about,
      ...bus,
      gettingOn: { name: long(150), time: '2026-12-01 07:25' },
      boardingPoint: long(150),
      droppingPoint: long(150),
    }),
    aJourneyReminderMail({ ...about, ...bus, gettingOn: { name: long(150), time: '2026-12-01 07:25' } }),
    aCancellationMail({ ...about, reason: long(300) }),
    aTripCancelledMail(trip),
    aTripRetimedMail(trip),
    aTripLateMail({ ...about, boardingPoint: long(150) }),
    aSeatsMovedMail({ ...trip, ...bus, moved: SEATS.map((seat) => ({ seat, newSeat: `${long(9)}A` })) }),
    aRefundMail({ ...about, kind: 'refund-failed', failure: long(300), account }),
    aRefundDueMail({ ...about, account }),
    aRefundAccountMail({ ...about, account }),
  ];
}
