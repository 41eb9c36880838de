import { type Position, reaches } from '../accounts/membership.ts';
import { type Booking, isClosed } from '../bookings/booking.ts';
import type { RefundTier } from '../companies/company.ts';
import { shareCompany } from '../companies/lock-company.ts';
import { positionTooLow } from '../companies/refusals.ts';
import { newCancellationSms } from '../platform/sms.ts';
import { smsAbout } from '../payments/sms-number.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { BookingId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { type Office, type OfficeBooking, type OfficeBookings, concerns } from '../payments/office-booking.ts';
import { noSuchBooking } from '../payments/refusals.ts';
import { hasArrived } from '../trips/trip.ts';
import { type CancellationStores, cutReason, endBooking } from './end-booking.ts';
import { freeOfCharge, quoteFor } from './refund-tiers.ts';
import { bookingClosed, noReason, tripArrived } from './refusals.ts';
import type { CompanyStores } from '../companies/stores.ts';
import type { PlatformStores } from '../platform/stores.ts';

interface Stores
  extends
    CancellationStores,
    Pick<CompanyStores & PlatformStores, 'companies' | 'staff' | 'mailQueue' | 'smsQueue' | 'idempotency'> {
  readonly officeBookings: Pick<OfficeBookings, 'find'>;
}

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Stores>;
  readonly cancellationTiers: readonly RefundTier[];
}

/** The passenger's fee when the office cancels: nothing, or the fee by the cancellation tiers. */
export const OFFICE_FEES = ['none', 'tiers'] as const;

export interface OfficeCancellation {
  readonly reason: string;
  readonly fee: (typeof OFFICE_FEES)[number];
}

export type CancelForOffice = ReturnType<typeof cancelForOffice>;

/** Refuses a CLERK, who may cancel nothing but their own unpaid sales. */
export function refuseUnlessOwn(
  position: Position,
  { userId }: Pick<Office, 'userId'>,
  { channel, status, userId: seller }: Pick<Booking, 'channel' | 'status' | 'userId'>,
): void {
  const isOwn = channel === 'COUNTER' && status === 'PENDING_PAYMENT' && seller === userId;
  if (!isOwn && !reaches(position, 'MANAGER')) throw positionTooLow('MANAGER');
}

/**
 * Cancels a booking for the company or an administrator, until the bus arrives. The seats are on sale again at once,
 * and the passenger is notified. Returns the cancelled booking.
 */
export const cancelForOffice =
  ({ clock, transact, cancellationTiers }: Needs) =>
  async (
    office: Office,
    bookingId: BookingId,
    { reason, fee }: OfficeCancellation,
    keep?: KeepResult<OfficeBooking>,
  ): Promise<OfficeBooking> => {
    if (reason === '') throw noReason();
    return transact(async (stores) => {
      const by =
        office.role === 'OPERATOR' ? await shareCompany(stores, office, 'CLERK', { whileSuspended: true }) : undefined;
      // The lock lets a payment that arrives now find the booking either untouched or cancelled.
      const booking = await stores.bookings.lock(bookingId);
      if (!booking || !concerns(office, booking)) throw noSuchBooking();
      if (by) refuseUnlessOwn(by.membership.position, office, booking);
      if (isClosed(booking.status)) throw bookingClosed(booking.status);
      const trip = await stores.trips.find(booking.tripId);
      if (!trip) throw new Error(`Booking ${bookingId} is for a trip that does not exist.`);
      const now = clock();
      // Bookings on a cancelled trip can be cancelled at any time.
      if (trip.status === 'ACTIVE' && hasArrived(trip, now)) throw tripArrived();

      const { role, userId } = office;
      await endBooking(stores, {
        booking,
        trip,
        quote: fee === 'none' ? freeOfCharge(booking, BY_OFFICE) : quoteFor(booking, trip, now, cancellationTiers),
        by: role,
        actor: { role, userId },
        reason: cutReason(reason),
        now,
      });
      await stores.mailQueue.add({ kind: 'BOOKING_CANCELLED', bookingId }, now);
      const cancelled = await stores.officeBookings.find(bookingId);
      if (!cancelled) throw new Error(`Booking ${bookingId} is gone.`);
      const texts = smsAbout(cancelled, { kind: 'CANCELLED' });
      await stores.smsQueue.add(
        texts.map((sms) => newCancellationSms(sms, trip, now)),
        now,
      );
      await keep?.(cancelled, stores);
      return cancelled;
    });
  };

const BY_OFFICE = 'the office cancelled this booking';
