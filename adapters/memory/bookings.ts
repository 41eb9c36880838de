import { isOverdue, mayMove, MOVES } from '../../core/bookings/booking.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import type { ClaimedMail, MailQueue, QueuedMail } from '../../core/bookings/mail-queue.ts';
import type { BookingRepo, BookingViews, PassengerBooking } from '../../core/bookings/ports.ts';
import { searchKeyOf } from '../../core/bookings/search-key.ts';
import type { BookingId, UserId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { bySeat } from '../../core/seats/seat-map.ts';
import type { NotingNeeds } from '../../core/stores.ts';
import { busOf, nextId, seatOf } from './state.ts';
import type { State, StoredMail } from './state.ts';

export const memoryBookings = (state: State, { note }: Pick<NotingNeeds, 'note'>): BookingRepo => {
  const all = (): readonly Booking[] => [...state.bookings.values()];
  const find = async (id: BookingId): Promise<Booking | undefined> => state.bookings.get(id);
  const findOwned = async (id: BookingId, owner: UserId): Promise<Booking | undefined> =>
    all().find((booking) => booking.id === id && booking.userId === owner);

  const overdue = (now: Instant): readonly Booking[] =>
    all()
      .filter((booking) => isOverdue(booking, now))
      .sort((one, other) => one.paymentDeadline - other.paymentDeadline || one.id - other.id);

  return {
    async add(booking, passengerNames) {
      if (all().some(({ code }) => code === booking.code)) return undefined;
      const id = nextId<BookingId>(state);
      state.bookings.set(id, { ...booking, id, status: 'PENDING_PAYMENT' });
      state.searchKeys.set(id, searchKeyOf(booking, passengerNames));
      note({ thing: 'booking', state: 'PENDING_PAYMENT' });
      return id;
    },

    find,
    findOwned,
    lock: find,
    lockOwned: findOwned,

    async move(id, move, cancellation) {
      const booking = state.bookings.get(id);
      if (!booking || !mayMove(booking.status, move)) return false;
      state.bookings.set(id, { ...booking, status: MOVES[move].to });
      note({ thing: 'booking', state: MOVES[move].to });
      if (cancellation) state.cancellations.set(id, cancellation);
      return true;
    },

    overdue: async (now, limit) => overdue(now).slice(0, limit),
    overdueOn: async (trip, now, limit) =>
      overdue(now)
        .filter(({ tripId }) => tripId === trip)
        .slice(0, limit),

    unpaid: async (passenger, now) =>
      all()
        .filter(
          (booking) => booking.userId === passenger && booking.status === 'PENDING_PAYMENT' && !isOverdue(booking, now),
        )
        .map(({ seatsCount, paymentDeadline }) => ({ seatsCount, paymentDeadline })),

    arrived: async (now, limit) =>
      all()
        .filter(
          ({ status, tripId }) =>
            mayMove(status, 'complete') && (state.trips.get(tripId)?.arrivesAt ?? Infinity) <= now,
        )
        .map(({ id }) => id)
        .slice(0, limit),
  };
};

export const memoryBookingViews = (state: State): BookingViews => {
  const tripOf = ({ tripId }: Booking): PassengerBooking['trip'] => {
    const trip = state.trips.get(tripId);
    const route = trip && state.routes.get(trip.routeId);
    if (!route) throw new Error(`A booking is on trip ${tripId}, which is not there.`);
    const bus = busOf(state, trip);
    return {
      status: trip.status,
      sourceCity: state.cities.get(route.source)?.name ?? '',
      destinationCity: state.cities.get(route.destination)?.name ?? '',
      departsAt: trip.departsAt,
      arrivesAt: trip.arrivesAt,
      busName: bus.name,
      registrationNo: bus.registrationNo,
      busType: bus.type,
      operatorId: bus.operatorId,
      companyName: state.operators.get(bus.operatorId)?.companyName ?? '',
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

  const view = (booking: Booking): PassengerBooking => ({
    ...booking,
    ...cancellationOf(booking),
    trip: tripOf(booking),
    seats: state.sales
      .filter(({ bookingId }) => bookingId === booking.id)
      .map(({ seatId, name, age, gender, boardingPoint, droppingPoint }) => ({
        seat: seatOf(state, { seatId }).number,
        name,
        age,
        gender,
        boardingPoint,
        droppingPoint,
      }))
      .sort(bySeat),
    paymentStatus:
      [...state.payments.values()].filter(({ bookingId }) => bookingId === booking.id).at(-1)?.status ?? null,
    rating: ratingOf(booking),
  });

  return {
    list: async (owner, limit) =>
      [...state.bookings.values()]
        .filter(({ userId }) => userId === owner)
        .sort((one, other) => other.bookedAt - one.bookedAt || other.id - one.id)
        .slice(0, limit)
        .map(view),

    async find(id, owner) {
      const booking = state.bookings.get(id);
      return booking?.userId === owner ? view(booking) : undefined;
    },

    anyOverdue: async (now) => [...state.bookings.values()].some((booking) => isOverdue(booking, now)),
  };
};

export const memoryMailQueue = (state: State): MailQueue => {
  const unsent = ({ kind, bookingId }: QueuedMail): StoredMail | undefined =>
    state.mailQueue.find((mail) => mail.kind === kind && mail.bookingId === bookingId && mail.sentAt === undefined);
  const claimed = (mail: ClaimedMail): StoredMail | undefined => {
    const known = unsent(mail);
    return known?.attempts === mail.attempt ? known : undefined;
  };

  return {
    async add({ kind, bookingId }, at) {
      if (state.mailQueue.some((mail) => mail.kind === kind && mail.bookingId === bookingId)) return;
      state.mailQueue.push({ kind, bookingId, queuedAt: at, attempts: 0, nextAttemptAt: at, sentAt: undefined });
    },

    anyDue: async (now) =>
      state.mailQueue.some(({ nextAttemptAt }) => nextAttemptAt !== undefined && nextAttemptAt <= now),

    async claim(now, until, limit) {
      const due = state.mailQueue
        .flatMap((mail) =>
          mail.nextAttemptAt !== undefined && mail.nextAttemptAt <= now ? [{ mail, since: mail.nextAttemptAt }] : [],
        )
        .sort((one, other) => one.since - other.since)
        .slice(0, limit);
      return due.map(({ mail }) => {
        mail.attempts += 1;
        mail.nextAttemptAt = until;
        return { kind: mail.kind, bookingId: mail.bookingId, queuedAt: mail.queuedAt, attempt: mail.attempts };
      });
    },

    async markSent(mail, at) {
      const known = unsent(mail);
      if (known) Object.assign(known, { sentAt: at, nextAttemptAt: undefined });
    },

    async postpone(mail, at) {
      const known = claimed(mail);
      if (known) known.nextAttemptAt = at;
    },

    async giveUp(mail) {
      const known = claimed(mail);
      if (known) known.nextAttemptAt = undefined;
    },
  };
};
