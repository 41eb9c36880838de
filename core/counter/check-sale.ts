import type { BookingId } from '../kernel/ids.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { CheckedPayment, CheckPayments } from '../payments/check-payments.ts';
import type { Office, ViewOfficeBooking } from '../payments/office-booking.ts';
import { notCounterSale } from './refusals.ts';

interface Needs {
  readonly viewOfficeBooking: ViewOfficeBooking;
  readonly checkPayments: CheckPayments;
}

export type CheckSale = ReturnType<typeof checkSale>;

/** Tells a member of the company whether a sale at its counter is paid. */
export const checkSale =
  ({ viewOfficeBooking, checkPayments }: Needs) =>
  async (office: Office, bookingId: BookingId, keep?: KeepResult<CheckedPayment>): Promise<CheckedPayment> => {
    const { channel } = await viewOfficeBooking(office, bookingId);
    if (channel !== 'COUNTER') throw notCounterSale();
    return checkPayments(bookingId, keep);
  };
