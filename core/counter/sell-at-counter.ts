import type { TripBlocks } from '../seats/block.ts';
import { earn } from '../bookings/earn-bookings.ts';
import { type AddedBooking, addBooking } from '../bookings/add-booking.ts';
import type { Contact, OperatorNotified } from '../bookings/booking.ts';
import type { ExpireBookings } from '../bookings/expire-bookings.ts';
import { priceOf } from '../bookings/price.ts';
import type { RefundTier } from '../companies/company.ts';
import { shareCompany } from '../companies/lock-company.ts';
import type { Member } from '../companies/member.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { Recorder } from '../platform/outbox.ts';
import type { BusRepo } from '../fleet/ports.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { TripId } from '../kernel/ids.ts';
import type { Language } from '../kernel/text.ts';
import type { BasisPoints } from '../kernel/money.ts';
import type { Random } from '../kernel/random.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { OfficeBooking, OfficeBookings } from '../payments/office-booking.ts';
import type { AT_COUNTER } from '../payments/payment.ts';
import type { SeatsChanged } from '../seats/seat-events.ts';
import { counterPayment } from '../ledger/entries.ts';
import { notSoldReason } from '../trips/not-bookable.ts';
import { noSuchTrip, tripCancelled } from '../trips/refusals.ts';
import { type Trip, hasArrived } from '../trips/trip.ts';
import { busLeft, noOpenShift, tripNotSold, tripOver } from './refusals.ts';
import { recordSale } from './record-sale.ts';
import { type SoughtSeats, soughtSeats, takeSeats } from './sought-seats.ts';
import type { Shift } from './shift.ts';
import type { CompanyStores } from '../companies/stores.ts';
import type { ShiftStores } from './stores.ts';
import type { TripStores } from '../trips/stores.ts';
import type { SeatStores } from '../seats/stores.ts';
import type { BookingStores } from '../bookings/stores.ts';
import type { PaymentStores } from '../payments/stores.ts';
import type { LedgerStores } from '../ledger/stores.ts';
import type { PlatformStores } from '../platform/stores.ts';

export interface CounterStores extends Pick<
  CompanyStores & ShiftStores & TripStores & SeatStores & BookingStores & PaymentStores & LedgerStores & PlatformStores,
  | 'companies'
  | 'staff'
  | 'shifts'
  | 'trips'
  | 'seatLocks'
  | 'bookings'
  | 'payments'
  | 'ledger'
  | 'mailQueue'
  | 'smsQueue'
  | 'trail'
  | 'idempotency'
> {
  readonly blocks: Pick<TripBlocks, 'use' | 'usePlaces'>;
  readonly buses: Pick<BusRepo, 'seatMaps'>;
  readonly officeBookings: Pick<OfficeBookings, 'find'>;
  readonly events: Recorder<SeatsChanged | OperatorNotified>;
}

interface Needs {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly random: Random;
  readonly transact: Transact<CounterStores>;
  readonly expireBookings: ExpireBookings;
  /** The commission rate of counter sales, whatever rate the company has online. */
  readonly counterCommissionRate: BasisPoints;
  /** The platform's cancellation tiers, for companies that have none of their own. */
  readonly cancellationTiers: readonly RefundTier[];
}

export interface CounterSale extends SoughtSeats {
  readonly contact: Contact;
  readonly paidBy: (typeof AT_COUNTER)[number];
  /** True if the passengers are already on the bus. After the departure, seats are sold only to such passengers. */
  readonly onBoard?: boolean;
  /** The number under which the company finds the payment. */
  readonly reference: string | null;
  /** The seller's language. Default: English. */
  readonly language?: Language;
}

export type SellAtCounter = ReturnType<typeof sellAtCounter>;

/**
 * Sells seats or places at the counter. The buyer pays at once: in cash into the seller's open shift, or by the
 * company's QR code. Sells until the bus arrives, even if it is late. After the departure, sells only to passengers on
 * board.
 */
export const sellAtCounter =
  (needs: Needs) =>
  async (
    member: Member,
    tripId: TripId,
    sale: CounterSale,
    keep?: KeepResult<OfficeBooking>,
  ): Promise<OfficeBooking> => {
    const now = needs.clock();
    // Ends overdue unpaid bookings, because their seats must not block the sale.
    await needs.expireBookings(now, tripId);
    const transactionUuid = needs.random.uuid();

    return needs.transact(async (stores) => {
      await shareCompany(stores, member, 'CLERK');
      const shift = sale.paidBy === 'CASH' ? await stores.shifts.lockOpen(member) : undefined;
      const trip = await stores.trips.findForSale(tripId);
      if (trip?.bus.operatorId !== member.operatorId) throw noSuchTrip();
      const { passengers, seatsCount } = await soughtSeats(stores, trip, sale);
      refuseUnlessSold(trip, sale, shift, now);

      const booking = await addBooking(
        needs,
        stores,
        {
          ...priceOf(trip.fare, seatsCount, needs.counterCommissionRate),
          userId: member.userId,
          tripId,
          operatorId: member.operatorId,
          seatsCount,
          channel: 'COUNTER',
          contact: sale.contact,
          language: sale.language ?? 'en',
          cancellationTiers: trip.company.cancellationTiers ?? needs.cancellationTiers,
          // A counter sale is paid when it is made.
          bookedAt: now,
          paymentDeadline: now,
        },
        passengers,
      );
      await takeSeats(stores, booking, passengers);
      await pay(stores, booking, { ...sale, shift, transactionUuid });
      if (trip.departsAt <= now) await earn(stores, [booking], now);
      await recordSale(stores, member, booking, { ...sale, passengers, arrivesAt: trip.arrivesAt });
      const sold = await stores.officeBookings.find(booking.id);
      if (!sold) throw new Error(`Booking ${booking.id} is gone.`);
      await keep?.(sold, stores);
      return sold;
    });
  };

function refuseUnlessSold(
  trip: Trip,
  { paidBy, onBoard = false }: CounterSale,
  shift: Shift | undefined,
  now: AddedBooking['bookedAt'],
): void {
  const reason = notSoldReason(trip);
  if (reason === 'TRIP_CANCELLED') throw tripCancelled();
  if (reason) throw tripNotSold(reason);
  if (hasArrived(trip, now)) throw tripOver();
  if (trip.departedAt !== null && !onBoard) throw busLeft();
  if (paidBy === 'CASH' && !shift) throw noOpenShift();
}

interface Paid extends Pick<CounterSale, 'paidBy' | 'reference'> {
  readonly shift: Shift | undefined;
  readonly transactionUuid: string;
}

/** Confirms the booking with a payment that no gateway is ever asked about. */
async function pay(
  { bookings, payments, shifts, ledger }: CounterStores,
  booking: AddedBooking,
  { paidBy: gateway, reference, shift, transactionUuid }: Paid,
): Promise<void> {
  const { id: bookingId, total: amount, bookedAt } = booking;
  await bookings.move(bookingId, 'confirm');
  const payment = await payments.add({
    bookingId,
    gateway,
    transactionUuid,
    amount,
    createdAt: bookedAt,
    nextEnquiryAt: undefined,
    ...(shift && { shiftId: shift.id }),
  });
  await payments.move(payment, 'complete', bookedAt, reference === null ? {} : { reference });
  if (shift) await shifts.addSale(shift.id, amount);
  await ledger.record(counterPayment(booking, payment), bookedAt);
}
