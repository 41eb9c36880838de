import type { BookedSeat } from '../bookings/booked-seats.ts';
import type { Booking } from '../bookings/booking.ts';
import { journeyOn } from '../bookings/journey.ts';
import type { RefundTier } from '../companies/company.ts';
import { seatsNamed } from '../fleet/seats-named.ts';
import type { BookingId, SeatNumber } from '../kernel/ids.ts';
import { NOTHING, times } from '../kernel/money.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { type Clock, type Instant, hoursBetween } from '../kernel/time.ts';
import { moneyOf } from '../payments/money.ts';
import type { KeepingWorld } from '../seats/kept-seats.ts';
import { findServed } from '../seats/line.ts';
import { notSoldReason } from '../trips/not-bookable.ts';
import { chosenSection } from '../trips/choose-section.ts';
import { tripDeparted } from '../trips/refusals.ts';
import { endsOf, type SoldSection } from '../trips/sections.ts';
import { hasDeparted, hasSectionDeparted, type Trip } from '../trips/trip.ts';
import { refuseBeforeSale } from '../trips/sale-opening.ts';
import type { CounterStores } from '../counter/world.ts';
import { askedSeats, askedTrip, type AskedChange, refuseOtherCount } from './asked-change.ts';
import { changeFee, type ChangeQuote, quoteOfChange, quoteOfExchange } from './change-quote.ts';
import { cancellationRate, leastRate } from './refund-tiers.ts';
import { refuseMoveToKept } from './refuse-kept-seats.ts';
import {
  changeOpen,
  changeTooLate,
  newTripNotBookable,
  notChangeable,
  otherCompany,
  otherRoad,
  sameTrip,
} from './refusals.ts';

/** The platform's fee tiers, for bookings without stored tiers. */
export interface ChangeTerms {
  readonly cancellationTiers: readonly RefundTier[];
  readonly changeTiers: readonly RefundTier[];
}

/** The rules that differ between changes by passengers and changes by a company. */
export interface ChangeRules {
  /** The last hours before departure in which a booking cannot be changed, inclusive; undefined for no limit. */
  readonly minHours: number | undefined;
  /** True if the company charges no fee, whatever the tiers say. */
  readonly isFree: boolean;
  /** Whether an agent makes the change. Agents get no seats until the rush after an opening is over. */
  readonly isAgent?: boolean;
  /** Whether the caller may learn that another company's trip exists. */
  readonly seesForeign: boolean;
  /** Makes the refusal for a trip that the caller cannot see. */
  readonly unknown: () => Refusal;
  /**
   * Refuses seats that the new bus does not have. Passengers need no such check, because they cannot hold such seats.
   */
  readonly refuseUnknownSeats?: (trip: Trip, seats: readonly SeatNumber[]) => Promise<void>;
}

/** A change for which the old booking and the new trip passed all checks. */
export interface ChangePlan {
  /** The booking that is changed. */
  readonly booking: BookingId;
  /** The planned departure of the booking's section. */
  readonly departsAt: Instant;
  readonly trip: Trip;
  readonly section: SoldSection;
  /** The seats of the old booking, in the order of the seat map. */
  readonly before: readonly BookedSeat[];
  /** Seats of the new trip that count as taken unless somebody holds them, because they are about to go to its line. */
  readonly busy: ReadonlySet<SeatNumber>;
  /** The new seats. Undefined if a request for a quote names no seats; empty on a bus without a seat map. */
  readonly seats: readonly SeatNumber[] | undefined;
  /** True if the booking gets other seats of its own trip. */
  readonly isSameTrip: boolean;
  readonly quote: ChangeQuote;
  /** The old booking's payments minus their refunds and the fees that were kept. */
  readonly left: Booking['total'];
  /** The moment of the change, read after the old booking and the new trip were locked. */
  readonly now: Instant;
}

interface Planning {
  /** The old booking, which must be locked. */
  readonly booking: Booking;
  readonly asked: AskedChange;
  readonly isQuote: boolean;
  /** Read once the new trip is locked. */
  readonly clock: Clock;
}

/**
 * Checks whether a booking may be changed to the requested trip, and computes the amounts. Does not check whether the
 * seats are free.
 */
export async function planChange(
  stores: CounterStores,
  terms: ChangeTerms & KeepingWorld,
  rules: ChangeRules,
  { booking, asked, isQuote, clock }: Planning,
): Promise<ChangePlan> {
  const tripId = askedTrip(asked);
  const [isUnusual, served] = tripId
    ? await Promise.all([stores.buses.hasUnusualSeats(tripId), findServed(stores, tripId, clock)])
    : [];
  const trip = served?.trip;
  const now = clock();
  const isForeign = trip && trip.bus.operatorId !== booking.operatorId;
  if (!served || !trip || (isForeign && !rules.seesForeign)) {
    refuseOtherCount(asked, booking);
    throw rules.unknown();
  }
  const section = chosenSection(trip, asked.section);
  const { seatNumbers } = asked;
  const named =
    trip.bus.hasSeatMap && seatNumbers
      ? await seatsNamed(stores, { bus: trip.bus.id, typed: seatNumbers, isUnusual: isUnusual === true })
      : seatNumbers;
  const seats = askedSeats({ ...asked, seatNumbers: named }, trip, booking, isQuote);
  await rules.refuseUnknownSeats?.(trip, seats ?? []);
  const before = await stores.bookedSeats.of(booking.id);
  const isSameTrip = trip.id === booking.tripId;
  // A booking that cannot be changed is refused for that alone: once it has ended, its passengers are not known.
  if (booking.status === 'CONFIRMED' && seats)
    await refuseMoveToKept(terms, stores, { trip, section, isSameTrip, before, seats, asked, now });

  if (booking.status !== 'CONFIRMED') throw notChangeable(booking.status);
  if ((await stores.changes.open([booking.id], now)).length > 0) throw changeOpen();
  const oldTrip = isSameTrip ? trip : await stores.trips.find(booking.tripId);
  if (!oldTrip) throw new Error(`Booking ${booking.id} is for a trip that does not exist.`);
  const journey = journeyOn(booking, oldTrip);
  if (booking.earnedAt !== null || isTooLate(journey, rules, now)) throw changeTooLate();

  if (isSameTrip && isSameSeats(before, seats, trip)) throw sameTrip();
  if (isForeign) throw otherCompany();
  if (!isSameRoad(section, endsOf(oldTrip, booking.section))) throw otherRoad();
  const reason = notSoldReason(trip);
  // Agents keep this right on trips that they may not sell any more.
  const isStillAgents = rules.isAgent && isSameTrip && reason === 'COMPANY_SUSPENDED';
  if (reason && !isStillAgents) throw newTripNotBookable(reason);
  if (hasSectionDeparted(trip, section, now)) throw tripDeparted();
  refuseBeforeSale(trip, now, { isAgent: rules.isAgent, judgePass: asked.judgePass });

  const { left } = await moneyOf(stores, booking);
  const { departsAt } = journey;
  const plan = {
    booking: booking.id,
    departsAt,
    trip,
    section,
    before,
    seats,
    isSameTrip,
    left,
    now,
    busy: served.busy,
  };
  if (isSameTrip) return { ...plan, quote: { ...quoteOfExchange(booking), leastFee: leastRate(booking, journey) } };
  const rate = cancellationRate(booking, journey, now, terms.cancellationTiers);
  const isFree = rules.isFree || rate === 0;
  const fee = isFree ? NOTHING : changeFee(booking, journey, now, terms.changeTiers);
  const leastFee = rules.isFree || rate < booking.leastFee ? booking.leastFee : rate;
  const price = times(section.fare, booking.seatsCount);
  return { ...plan, quote: { ...quoteOfChange(booking.total, left, fee, price), leastFee } };
}

const isTooLate = (journey: Trip, { minHours }: ChangeRules, now: Instant): boolean =>
  hasDeparted(journey, now) || (minHours !== undefined && hoursBetween(now, journey.departsAt) <= minHours);

/**
 * Whether the booking already has these seats, so that nothing would change. On a bus without a seat map this is always
 * true, because places are all alike.
 */
function isSameSeats(before: readonly BookedSeat[], seats: readonly SeatNumber[] | undefined, { bus }: Trip): boolean {
  if (!bus.hasSeatMap) return true;
  return seats !== undefined && before.every(({ seat }) => seats.includes(seat));
}

type Cities = ReturnType<typeof endsOf>;

const isSameRoad = (one: Cities, other: Cities): boolean =>
  one.sourceCityId === other.sourceCityId && one.destinationCityId === other.destinationCityId;
