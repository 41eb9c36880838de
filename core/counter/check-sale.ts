import type { BookingId } from '../kernel/ids.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { CheckedPayment, CheckPayments } from '../payments/check-payments.ts';
import type { Office } from '../payments/office-booking.ts';
import type { ViewOfficeBooking } from '../payments/view-office-booking.ts';
import { notCounterSale } from './refusals.ts';

export type CheckSale = ReturnType<typeof checkSale>;

/**
 * Checks whether a sale at the company's counter is paid, for a member of the company. Asks the gateway if necessary.
 */
export const checkSale =
  ({
    viewOfficeBooking,
    checkPayments,
  }: {
    readonly viewOfficeBooking: ViewOfficeBooking;
    readonly checkPayments: CheckPayments;
  }) =>
  async (office: Office, bookingId: BookingId, keep?: KeepResult<CheckedPayment>): Promise<CheckedPayment> => {
    const { channel } = await viewOfficeBooking(office, bookingId);
    if (channel !== 'COUNTER') throw notCounterSale();
    return checkPayments(bookingId, keep);
  };
