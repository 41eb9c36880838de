import {
  type Booking,
  concernsManifest,
  isActive,
  isOverdue,
  isOwnedBy,
  isTicketed,
  mayMove,
  MOVES,
  revokesTicket,
} from '../../core/bookings/booking.ts';
import type { BookingRepo, BookingViews, ChangedBooking, PassengerBooking } from '../../core/bookings/ports.ts';
import { journeyOn, placesOn, timesOfBooking } from '../../core/bookings/journey.ts';
import { searchKeyOf } from '../../core/bookings/booking-code.ts';
import type { BookingId, TripId, UserId } from '../../core/kernel/ids.ts';
import { basisPoints } from '../../core/kernel/money.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { bySeat } from '../../core/seats/seat-map.ts';
import type { TransactionNeeds } from '../../core/stores.ts';
import { type Times, endsOf, isWholeRoad, timesOf } from '../../core/trips/sections.ts';
import { toPlannedTrip } from './planned-trips.ts';
import { chainOf, changeAway } from './booking-changes.ts';
import { busOf, seatOf } from './relations.ts';
import { type State, nextId } from './state.ts';

function bookedFor(state: State, { tripId, section }: Pick<Booking, 'tripId' | 'section'>): Booking['bookedFor'] {
  const trip = state.trips.get(tripId);
  return trip ? { departsAt: timesOf(trip, section).departsAt, busType: busOf(state, trip).type } : null;
}

function sectionTimes(state: State, { tripId, section }: Pick<Booking, 'tripId' | 'section'>): Booking['sectionTimes'] {
  const trip = state.trips.get(tripId);
  return !trip || isWholeRoad(trip, section) ? null : timesOf(trip, section);
}

const isUnearned = (booking: Booking): boolean => isTicketed(booking.status) && booking.earnedAt === null;

const byDeadline = (one: Booking, other: Booking): number =>
  one.paymentDeadline - other.paymentDeadline || one.id - other.id;

export const memoryBookings = (
  state: State,
  { recordChange, manifestChanged }: Pick<TransactionNeeds, 'recordChange' | 'manifestChanged'>,
): BookingRepo => {
  const all = (): readonly Booking[] => [...state.bookings.values()];
  const find = async (id: BookingId): Promise<Booking | undefined> => state.bookings.get(id);
  const findOwned = async (id: BookingId, owner: UserId): Promise<Booking | undefined> =>
    all().find((booking) => booking.id === id && isOwnedBy(booking, owner));

  const overdue = (now: Instant): readonly Booking[] =>
    all()
      .filter((booking) => isOverdue(booking, now))
      .sort(byDeadline);
  const isMade = ({ tripId, sectionTimes }: Booking): boolean =>
    sectionTimes !== null || state.trips.get(tripId)?.status === 'ACTIVE';
  const plannedTimes = (booking: Booking): Times => {
    const trip = state.trips.get(booking.tripId);
    if (!trip) throw new Error(`A booking is on trip ${booking.tripId}, which is not there.`);
    return timesOfBooking(booking, trip);
  };
  const activeOn = (trip: TripId): Booking[] =>
    all().filter(({ tripId, status }) => tripId === trip && isActive(status));

  return {
    async add(booking, passengerNames) {
      if (all().some(({ code }) => code === booking.code)) return undefined;
      const id = nextId<BookingId>(state);
      state.bookings.set(id, {
        changeTiers: null,
        leastFee: basisPoints(0),
        amountDue: booking.total,
        ...booking,
        id,
        status: 'PENDING_PAYMENT',
        bookedFor: bookedFor(state, booking),
        sectionTimes: sectionTimes(state, booking),
        earnedAt: null,
        parts: [],
        changedFrom: null,
      });
      state.searchKeys.set(id, searchKeyOf(booking, passengerNames));
      recordChange({ thing: 'booking', state: 'PENDING_PAYMENT' });
      return id;
    },

    find,
    findOwned,
    lock: find,
    lockPaidBy: async (transactionUuid) => {
      const payment = [...state.payments.values()].find((one) => one.transactionUuid === transactionUuid);
      return payment && state.bookings.get(payment.bookingId);
    },
    lockOwned: findOwned,

    async move(id, move, cancellation) {
      const booking = state.bookings.get(id);
      if (!booking || !mayMove(booking.status, move)) return false;
      state.bookings.set(id, { ...booking, status: MOVES[move].to });
      recordChange({ thing: 'booking', state: MOVES[move].to });
      if (cancellation) state.cancellations.set(id, cancellation);
      if (revokesTicket(move)) state.revokedTickets.add(id);
      if (concernsManifest(move)) manifestChanged({ of: 'trip', id: booking.tripId });
      return true;
    },

    async moveAll(ids, move) {
      for (const id of ids) {
        const booking = state.bookings.get(id);
        if (!booking || !mayMove(booking.status, move)) continue;
        state.bookings.set(id, { ...booking, status: MOVES[move].to });
        recordChange({ thing: 'booking', state: MOVES[move].to });
      }
    },

    overdue: async (now, limit) => overdue(now).slice(0, limit),
    overdueOn: async (trip, now, limit) =>
      overdue(now)
        .filter(({ tripId }) => tripId === trip)
        .slice(0, limit),

    lockActive: async (trip) => activeOn(trip).sort(byDeadline),
    lockAllActive: async (trips) => trips.flatMap(activeOn).sort(byDeadline),
    countActive: async (trip) => activeOn(trip).length,
    async follow(trip, now) {
      followSections(state, trip, now);
    },

    unpaid: async (passenger, now) =>
      all()
        .filter(
          (booking) =>
            isOwnedBy(booking, passenger) && booking.status === 'PENDING_PAYMENT' && !isOverdue(booking, now),
        )
        .map(({ seatsCount, paymentDeadline }) => ({ seatsCount, paymentDeadline })),

    arrived: async (now, limit) =>
      all()
        .filter(
          (booking) => mayMove(booking.status, 'complete') && isMade(booking) && plannedTimes(booking).arrivesAt <= now,
        )
        .map(({ id }) => id)
        .slice(0, limit),

    departed: async (now, limit) =>
      all()
        .filter((booking) => isMade(booking) && plannedTimes(booking).departsAt <= now)
        .filter(isUnearned)
        .slice(0, limit),

    async earn(ids, at) {
      const unearned = ids.flatMap((id) => state.bookings.get(id) ?? []).filter(isUnearned);
      for (const booking of unearned) state.bookings.set(booking.id, { ...booking, earnedAt: at });
      return unearned.length;
    },
  };
};

/** Returns the passenger's view of any booking, whoever owns it. */
export const bookingViewOn = (state: State): ((booking: Booking) => PassengerBooking) => {
  const tripOf = (booking: Booking): PassengerBooking['trip'] => {
    const { tripId, section } = booking;
    const trip = state.trips.get(tripId);
    const route = trip && state.routes.get(trip.routeId);
    if (!route) throw new Error(`A booking is on trip ${tripId}, which is not there.`);
    const bus = busOf(state, trip);
    const ends = endsOf(toPlannedTrip(state, trip), section);
    const { departsAt, arrivesAt, departedAt } = journeyOn(booking, trip);
    return {
      status: trip.status,
      sourceCity: state.cities.get(ends.sourceCityId)?.name ?? '',
      destinationCity: state.cities.get(ends.destinationCityId)?.name ?? '',
      departsAt,
      arrivesAt,
      whole: { departsAt: trip.departsAt, arrivesAt: trip.arrivesAt },
      departedAt,
      busName: bus.name,
      registrationNo: bus.registrationNo,
      busType: bus.type,
      operatorId: bus.operatorId,
      companyName: state.operators.get(bus.operatorId)?.companyName ?? '',
      companyPhone: state.operators.get(bus.operatorId)?.contactPhone ?? null,
    };
  };

  const cancellationOf = ({
    id,
  }: Booking): Pick<PassengerBooking, 'cancelReason' | 'cancelledBy' | 'cancelledAt' | 'cancellationFee'> => {
    const cancellation = state.cancellations.get(id);
    return {
      cancelReason: cancellation?.reason ?? null,
      cancelledBy: cancellation?.by ?? null,
      cancelledAt: cancellation?.at ?? null,
      cancellationFee: cancellation?.fee ?? null,
    };
  };

  const ratingOf = ({ id }: Booking): PassengerBooking['rating'] => {
    const rating = state.ratings.get(id);
    return rating ? { stars: rating.stars, review: rating.review, issueFlag: rating.issueFlag } : null;
  };

  const refundsOf = ({ id }: Booking): PassengerBooking['refunds'] =>
    [...state.refunds.values()]
      .filter(({ bookingId }) => bookingId === id)
      .map(({ gateway, amount, reason, status, dueAt, paidAt, reference, account }) => ({
        gateway,
        amount,
        reason,
        status,
        dueAt,
        paidAt,
        reference,
        account: account && { kind: account.kind, number: account.number },
      }));

  /**
   * The status of the booking's newest payment. Without a payment, the status of the payment whose money moved to this
   * booking.
   */
  const paymentStatusOf = ({ id }: Booking): PassengerBooking['paymentStatus'] => {
    const paid = [...state.payments.values()].filter(({ gateway }) => gateway !== 'CREDIT');
    const newest = chainOf(state, id).map((one) => paid.filter(({ bookingId }) => bookingId === one).at(-1));
    return newest.find((payment) => payment !== undefined)?.status ?? null;
  };

  const linkTo = (id: BookingId | null): ChangedBooking | null => {
    const other = id === null ? undefined : state.bookings.get(id);
    return other ? { id: other.id, code: other.code } : null;
  };

  const seatsOf = ({ id }: Booking): PassengerBooking['seats'] =>
    state.sales
      .filter(({ bookingId }) => bookingId === id)
      .map(({ seatId, name, age, gender, boardingPoint, droppingPoint }) => ({
        seat: seatOf(state, { seatId }).number,
        name,
        age,
        gender,
        boardingPoint,
        droppingPoint,
      }))
      .sort(bySeat);

  const placesOf = (booking: Booking): ReturnType<typeof placesOn> => {
    const { boardingPoints = [], droppingPoints = [] } = state.trips.get(booking.tripId) ?? {};
    return placesOn(booking, seatsOf(booking)[0], tripOf(booking), { boardingPoints, droppingPoints });
  };

  return (booking) => ({
    ...booking,
    ...cancellationOf(booking),
    ...placesOf(booking),
    trip: tripOf(booking),
    seats: seatsOf(booking),
    paymentStatus: paymentStatusOf(booking),
    changed: {
      from: linkTo(booking.changedFrom),
      to: linkTo(changeAway(state, booking.id)?.bookingId ?? null),
    },
    refunds: refundsOf(booking),
    rating: ratingOf(booking),
  });
};

export const memoryBookingViews = (state: State): BookingViews => {
  const view = bookingViewOn(state);
  const anyOverdue = (now: Instant): boolean => [...state.bookings.values()].some((booking) => isOverdue(booking, now));

  return {
    async list(owner, { limit, before }, now) {
      const own = [...state.bookings.values()]
        .filter((booking) => isOwnedBy(booking, owner))
        .sort((one, other) => other.bookedAt - one.bookedAt || other.id - one.id);
      const last = own.findIndex(({ id }) => id === before);
      const start = before !== undefined && last === -1 ? own.length : last + 1;
      return { bookings: own.slice(start, start + limit).map(view), isAnyOverdue: anyOverdue(now) };
    },

    async find(id, owner) {
      const booking = state.bookings.get(id);
      return booking && isOwnedBy(booking, owner) ? view(booking) : undefined;
    },

    anyOverdue: async (now) => anyOverdue(now),
  };
};

/** Copies a trip's new times to its bookings of sections. Sections that arrived by `now` keep their times. */
export function followSections(state: State, trip: Parameters<BookingRepo['follow']>[0], now: Instant): void {
  for (const booking of state.bookings.values())
    if (booking.tripId === trip.id && booking.sectionTimes && booking.sectionTimes.arrivesAt > now)
      state.bookings.set(booking.id, { ...booking, sectionTimes: timesOf(trip, booking.section) });
}
