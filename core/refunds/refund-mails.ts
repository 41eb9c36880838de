import type { RefundMail } from '../platform/booking-mails.ts';
import type { Instant } from '../kernel/time.ts';
import { type NewSms, newRefundSms } from '../platform/sms.ts';
import { ON_ACCOUNT } from '../payments/payment.ts';
import { aboutBooking, maskedNumber, paidTwiceBy } from '../payments/about-booking.ts';
import type { OfficeBooking } from '../payments/office-booking.ts';
import { smsAbout } from '../payments/sms-number.ts';
import type { BookingRefund } from './ports.ts';

const KINDS = { SENT: 'refund-sent', PAID: 'refund-paid', FAILED: 'refund-failed' } as const;

/**
 * Whether the payer is notified of the refund in its present status. An automatic refund that is only SENT brings no
 * message: the payer gets one once it is paid or has failed.
 */
const isTold = ({ status, method }: BookingRefund): boolean =>
  status !== 'DUE' && !(status === 'SENT' && method === 'AUTOMATIC');

/** Mails to the payer about the state of a refund. Empty if no mail address is known. */
export function refundMails(
  refund: BookingRefund,
  booking: OfficeBooking | undefined,
  clientBase: string,
): readonly RefundMail[] {
  const { status, amount, reason, method, reference, account, failure } = refund;
  const about = booking && aboutBooking(booking, clientBase);
  // An undone sale is told with its cancellation.
  if (!about || !isTold(refund) || status === 'DUE' || method === null || method === 'QR' || method === ON_ACCOUNT)
    return [];
  return [
    {
      kind: KINDS[status],
      ...about,
      amount,
      reason,
      method,
      reference,
      // Only administrators see the gateway's explanation.
      failure: method === 'AUTOMATIC' ? null : failure,
      // Leaves out the bank or wallet account if the refund was paid in another way and did not go to that account.
      account: account?.kind === method ? { bank: account.bank, number: maskedNumber(account.number) } : null,
    },
  ];
}

const SMS_KINDS = { SENT: 'REFUND_SENT', FAILED: 'REFUND_FAILED' } as const;

/** The text messages about a refund, with the same news as the mails. */
export const refundTexts = (
  refund: BookingRefund,
  booking: OfficeBooking | undefined,
  now: Instant,
): readonly NewSms[] => {
  const { status, amount } = refund;
  if (!isTold(refund) || status === 'DUE') return [];
  const news =
    status === 'PAID'
      ? ({ kind: 'REFUND_PAID', amount, ...paidTwiceBy(refund) } as const)
      : ({ kind: SMS_KINDS[status], amount } as const);
  return smsAbout(booking, news).map((sms) => newRefundSms(sms, now));
};
