import type { BookingId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { OfficeBooking } from '../payments/office-booking.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { CounterStores } from './world.ts';

/** A gateway's payment code, which the customer scans to pay. */
export interface ShownCode {
  readonly text: string;
  /** The moment at which the payment code expires, exclusive. */
  readonly goodUntil: Instant;
  /** The id that the gateway gave to the payment. */
  readonly gatewayId: string;
}

/** A counter sale as its seller sees it. `qr` is the gateway's payment code, while the customer can still pay by it. */
export interface SoldAtCounter extends OfficeBooking {
  readonly qr?: ShownCode;
}

/** Makes the response to a sale, and stores the response so that a repeated request gets it again. */
export async function answerSale(
  stores: CounterStores,
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
