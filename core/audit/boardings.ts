import { isClosed } from '../bookings/booking.ts';
import type { Instant } from '../kernel/time.ts';
import type { BookingOnRecord } from './ports.ts';

type Boarded = Pick<BookingOnRecord, 'status' | 'trip' | 'boarding'>;

/**
 * Faults between a booking's status and its boarding marks. A booking may end while its passengers are on board, if a
 * conflict tells the crew to ask them off. The conflict is deleted with its scans, so a mark without a scan passes.
 */
export function boardingFaults({ status, trip, boarding }: Boarded, now: Instant): readonly string[] {
  const { aboard, withoutScan, conflicts } = boarding;
  const are = `${aboard} on board`;
  if (status === 'CHECKED_IN')
    // After the arrival an undone scan leaves the booking CHECKED_IN, because a job is about to complete it.
    return aboard > 0 || trip.arrivesAt <= now ? [] : ['the booking is CHECKED_IN, and nobody is on board'];
  if (aboard === 0 || status === 'COMPLETED') return [];
  if (!isClosed(status)) return [`the booking is ${status}, and has ${are}`];
  return conflicts > 0 || withoutScan > 0 ? [] : [`the booking is ${status}, and has ${are} without a conflict`];
}
