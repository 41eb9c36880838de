import type { BookingId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { OfficeBooking, OfficeBookings } from '../payments/office-booking.ts';
import type { Idempotency, KeepResult } from '../platform/idempotency.ts';

/** A code that the customer scans to pay. */
export interface ShownCode {
  readonly text: string;
  /** The moment at which the code expires, exclusive. */
  readonly goodUntil: Instant;
  /** The gateway's id of the payment. */
  readonly gatewayId: string;
}

/** A sale as its seller sees it. Has a code while the sale waits for a payment by code. */
export interface SoldAtCounter extends OfficeBooking {
  readonly qr?: ShownCode;
}

interface Stores {
  readonly officeBookings: Pick<OfficeBookings, 'find'>;
  readonly idempotency: Idempotency;
}

/** The answer of a sale, stored for repeated requests. */
export async function answerSale(
  stores: Stores,
  id: BookingId,
  qr: ShownCode | undefined,
  keep: KeepResult<SoldAtCounter> | undefined,
): Promise<SoldAtCounter> {
  const booking = await stores.officeBookings.find(id);
  if (!booking) throw new Error(`Booking ${id} is gone.`);
  const sold = qr ? { ...booking, qr } : booking;
  await keep?.(sold, stores);
  return sold;
}
