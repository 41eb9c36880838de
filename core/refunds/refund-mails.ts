import type { RefundMail } from '../platform/booking-mails.ts';
import { aboutBooking, maskedNumber } from '../payments/about-booking.ts';
import type { OfficeBooking } from '../payments/office-booking.ts';
import type { RefundRecord } from './ports.ts';

const KINDS = { SENT: 'refund-sent', PAID: 'refund-paid', FAILED: 'refund-failed' } as const;

/** Tells whoever gets the money how it stands; nothing when no address is known. */
export function refundMails(
  refund: RefundRecord,
  booking: OfficeBooking | undefined,
  clientBase: string,
): readonly RefundMail[] {
  const { status, amount, reason, method, reference, account, failure } = refund;
  const about = booking && aboutBooking(booking, clientBase);
  if (!about || status === 'DUE' || method === null) return [];
  return [
    {
      kind: KINDS[status],
      ...about,
      amount,
      reason,
      method,
      reference,
      failure,
      // The refund may have gone elsewhere than to the account that was named.
      account: account?.kind === method ? { bank: account.bank, number: maskedNumber(account.number) } : null,
    },
  ];
}
