import { randomUUID } from 'node:crypto';
import { systemRandom } from '../../adapters/crypto/random.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import type { Booking, BookingMove } from '../../core/bookings/booking.ts';
import type { BookingsPage, ListedBooking, NewBooking } from '../../core/bookings/ports.ts';
import type { PaymentId, SeatNumber, TripId, UserId } from '../../core/kernel/ids.ts';
import { basisPoints, minus, paisa, share } from '../../core/kernel/money.ts';
import { type Clock, type Instant, minutesAfter } from '../../core/kernel/time.ts';
import { wholeRoad } from '../../core/trips/sections.ts';
import type { Sale, SeatLockStore } from '../../core/seats/ports.ts';
import type { SeatPassenger } from '../../core/seats/sold-passenger.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';

/** Bookings for tests. Each test sets only the fields that it needs. */

/** The terms of bookings in tests: minutes to hold seats and to pay, a commission of 10 %, no refunds. */
export const BOOKING_TERMS = {
  seatLockMinutes: 10,
  paymentWindowMinutes: 15,
  commissionRate: basisPoints(1_000),
  cancellationTiers: [],
  changeTiers: [],
};

/** The dependencies of use cases that hold or book seats. Here, rate limits are off and overdue bookings never end. */
export const bookingNeeds = (engine: Engine, clock: Clock) => ({
  ...engine,
  ...BOOKING_TERMS,
  clock,
  calendar: calendarOf('Asia/Kathmandu'),
  random: systemRandom,
  rateLimit: false,
  expireBookings: async () => 0,
});

/** A seat and its passenger. The passenger has no name or other details, unless `traits` gives them. */
export const sitting = (seat: SeatNumber, traits: Partial<SeatPassenger> = {}): SeatPassenger => ({
  seat,
  name: '',
  age: null,
  gender: null,
  boardingPoint: '',
  droppingPoint: '',
  ...traits,
});

/** The user's own bookings, as the user's list shows them at START. */
export const ownBookings = async (
  { bookingViews }: Pick<Engine, 'bookingViews'>,
  owner: UserId,
  page: Partial<BookingsPage> = {},
): Promise<readonly ListedBooking[]> => (await bookingViews.list(owner, { limit: 100, ...page }, START)).bookings;

/** Sells the seats that the passenger holds at `now`, and returns them, sorted. */
export async function sellHeld(
  seatLocks: SeatLockStore,
  { passenger, ...sale }: Omit<Sale, 'redeemed'> & { readonly passenger: UserId },
  now: Instant,
): Promise<readonly SeatNumber[]> {
  const seats = sale.seats.map(({ seat }) => seat);
  const redeemed = await seatLocks.redeem({ tripId: sale.tripId, passenger, seats, section: sale.section }, now);
  return seatLocks.sell({ ...sale, redeemed });
}

/** The actions that bring a booking from PENDING_PAYMENT to each status. */
const WAYS = {
  PENDING_PAYMENT: [],
  CONFIRMED: ['confirm'],
  CHECKED_IN: ['confirm', 'checkIn'],
  COMPLETED: ['confirm', 'complete'],
  CANCELLED: ['cancelUnpaid'],
  REFUNDED: ['confirm', 'refund'],
  EXPIRED: ['expire'],
} as const satisfies Record<Booking['status'], readonly BookingMove[]>;

interface Traits extends Partial<NewBooking> {
  readonly userId: UserId;
  readonly tripId: TripId;
  /** The booking's seats, on a bus with a seat map. */
  readonly seats?: readonly SeatNumber[];
  /** The passenger of each seat. None by default. */
  readonly passengers?: readonly SeatPassenger[];
  /** The passenger names by which offices can find the booking. None by default. */
  readonly passengerNames?: readonly string[];
  /** The status of the booking; PENDING_PAYMENT by default. */
  readonly status?: Booking['status'];
}

let made = 0;

/**
 * Adds a booking made at START, with 15 minutes to pay, for NPR 1200 a seat. The booking takes its seats, or
 * `seatsCount` places without a seat map, unless it has ended.
 */
export async function aBooking(
  { transact }: Pick<Engine, 'transact'>,
  { seats, status = 'PENDING_PAYMENT', passengerNames = [], passengers, ...traits }: Traits,
): Promise<Booking> {
  made += 1;
  const {
    userId,
    tripId,
    bookedAt = START,
    seatsCount = seats?.length ?? 1,
    total = paisa(120_000 * seatsCount),
    commissionRate = basisPoints(1_000),
  } = traits;
  const commission = share(total, commissionRate);
  const { paymentDeadline = minutesAfter(bookedAt, 15) } = traits;
  return transact(async ({ bookings, seatLocks, trips }) => {
    const trip = await trips.find(tripId);
    if (!trip) throw new Error('The trip is not there.');
    const whole = wholeRoad(trip);
    const section = whole.to === 1 ? undefined : (traits.section ?? whole);
    const booking: NewBooking = {
      operatorId: trip.bus.operatorId,
      section: whole,
      code: `BT261120${String(made).padStart(6, '0')}`,
      channel: 'ONLINE',
      contact: null,
      language: 'en',
      seatsCount,
      total,
      commissionRate,
      commission,
      operatorEarning: minus(total, commission),
      cancellationTiers: null,
      bookedAt,
      paymentDeadline,
      ...traits,
    };
    const id = await bookings.add(booking, passengerNames);
    if (id === undefined) throw new Error('The booking has a code that is taken.');
    if (seats) {
      await seatLocks.hold(
        { tripId, passenger: userId, wanted: seats, expiresAt: minutesAfter(bookedAt, 1), section },
        bookedAt,
      );
      const sold = await sellHeld(
        seatLocks,
        {
          tripId,
          passenger: userId,
          booking: id,
          section,
          seats: passengers ?? seats.map((seat) => sitting(seat)),
          paymentDeadline,
        },
        bookedAt,
      );
      if (sold.length < seats.length) throw new Error('The seats could not be sold.');
    } else if (!trip.bus.hasSeatMap && !(await trips.takePlaces(tripId, seatsCount, bookedAt, section))) {
      throw new Error('The places could not be taken.');
    }
    for (const move of WAYS[status]) await bookings.move(id, move);
    if (status === 'CANCELLED' || status === 'REFUNDED' || status === 'EXPIRED') {
      if (seats) await seatLocks.releaseBooking(id, bookedAt);
      else await trips.freePlaces(tripId, seatsCount, bookedAt, section);
    } else if (status !== 'PENDING_PAYMENT') await seatLocks.finalize(id);
    const added = await bookings.find(id);
    if (!added) throw new Error('The booking is not there.');
    return added;
  });
}

/** Adds a payment that has begun, for all of the booking's price. */
export const aPayment = ({ transact }: Pick<Engine, 'transact'>, { id, total }: Booking): Promise<PaymentId> =>
  transact(({ payments }) =>
    payments.add({
      bookingId: id,
      gateway: 'ESEWA',
      transactionUuid: randomUUID(),
      amount: total,
      createdAt: START,
      nextEnquiryAt: undefined,
    }),
  );
