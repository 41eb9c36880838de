import type { FreedOnTrip } from '../../core/fleet/ports.ts';
import type { SeatNumber, TripId, UserId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { FreedSeat, HoldRefusal, SeatLockStore, Selection } from '../../core/seats/ports.ts';
import { bySeat } from '../../core/seats/seat-map.ts';
import { type Section, isSameSection, overlaps } from '../../core/trips/sections.ts';
import { isInService, seatOf, seatsOnMap } from './relations.ts';
import type { Hold, StoredBlock, StoredRun, StoredSale, State, TakenSeat } from './state.ts';

/** Whether a sale still takes its seat: it is final, or its payment deadline has not passed. */
export const stillSold = ({ active, takenUntil }: StoredSale, now: Instant): boolean =>
  active && (takenUntil === null || takenUntil > now);

/** Whether a block has not ended yet. */
export const stillBlocked = ({ until }: Pick<StoredBlock, 'until'>, now: Instant): boolean =>
  until === null || until > now;

/** The seat with this number on the map of the trip's present bus. */
export const seatNumbered = (
  state: State,
  tripId: TripId,
  number: SeatNumber,
  section?: Section,
): TakenSeat | undefined => {
  const trip = state.trips.get(tripId);
  const seat = trip && seatsOnMap(state, trip.busId).find((one) => one.number === number);
  return seat && { tripId, seatId: seat.id, section };
};

/** The seat that an ended sale had taken. If the trip has another bus now, the seat of the same number on that bus. */
const presentSeat = (state: State, sale: StoredSale): TakenSeat | undefined => {
  const { busId, number } = seatOf(state, sale);
  return state.trips.get(sale.tripId)?.busId === busId ? sale : seatNumbered(state, sale.tripId, number, sale.section);
};

const numberOf = (state: State, taken: TakenSeat): SeatNumber => seatOf(state, taken).number;

/** Whether two rows take the same seat on a common part of the trip. An undefined section is the whole trip. */
export const isSame = (one: TakenSeat, other: TakenSeat): boolean =>
  one.tripId === other.tripId && one.seatId === other.seatId && onCommonPart(one.section, other.section);

export const onCommonPart = (one: Section | undefined, other: Section | undefined): boolean =>
  !one || !other || overlaps(one, other);

const isOn = (one: Section | undefined, other: Section | undefined): boolean =>
  one && other ? isSameSection(one, other) : one === other;

const withSection = (section: Section | undefined) => section && { section };

/** Whether the seat is in use, and belongs to the trip's present bus. */
export const isAboard = (state: State, taken: TakenSeat): boolean => {
  const { busId, isActive } = seatOf(state, taken);
  return isActive && state.trips.get(taken.tripId)?.busId === busId;
};

export const soldBy = (state: State, seat: TakenSeat, now: Instant): StoredSale | undefined =>
  state.sales.find((sale) => isSame(sale, seat) && stillSold(sale, now));

export const heldWith = (state: State, seat: TakenSeat, now: Instant): Hold | undefined =>
  state.holds.find((hold) => isSame(hold, seat) && hold.expiresAt > now);

export const isBlocked = (state: State, { tripId, seatId, section }: TakenSeat, now: Instant): boolean =>
  state.blocks.some(
    (block) =>
      block.tripId === tripId &&
      block.seatId === seatId &&
      onCommonPart(block.section, section) &&
      stillBlocked(block, now),
  );

/** Groups freed seats by their trip, and on trips with stops by their section. */
export function byTrip(
  gone: readonly { readonly tripId: TripId; readonly section?: Section | undefined }[],
  seatsOf: (row: number) => readonly SeatNumber[],
): readonly FreedOnTrip[] {
  const trips = new Map<string, { tripId: TripId; section: Section | undefined; seats: SeatNumber[] }>();
  for (const [index, { tripId, section }] of gone.entries()) {
    const key = `${tripId} ${section?.from} ${section?.to}`;
    const there = trips.get(key) ?? { tripId, section, seats: [] };
    trips.set(key, there);
    there.seats.push(...seatsOf(index));
  }
  return [...trips.values()].map(({ tripId, section, seats }) => ({
    tripId,
    seats: seats.sort(),
    ...withSection(section),
  }));
}

/** Deletes holds. Returns for each of their trips the seat numbers that anybody may take now on the present bus. */
export function deleteHolds(state: State, gone: readonly Hold[], now: Instant): readonly FreedOnTrip[] {
  state.holds = state.holds.filter((hold) => !gone.includes(hold));
  const isFree = (hold: Hold): boolean => {
    const seat = seatNumbered(state, hold.tripId, numberOf(state, hold), hold.section);
    if (!seat || !isAboard(state, seat)) return false;
    return !soldBy(state, seat, now) && !heldWith(state, seat, now) && !isBlocked(state, seat, now);
  };
  return byTrip(gone, (index) => {
    const hold = gone[index];
    return hold && isFree(hold) ? [numberOf(state, hold)] : [];
  });
}

export const memorySeatLocks = (state: State): SeatLockStore => {
  const releaseHolds = (gone: readonly Hold[]): void => {
    state.holds = state.holds.filter((hold) => !gone.includes(hold));
  };

  const drop = (gone: readonly Hold[], now: Instant): readonly FreedSeat[] => {
    releaseHolds(gone);
    const isFree = (hold: Hold): boolean =>
      isAboard(state, hold) && !soldBy(state, hold, now) && !isBlocked(state, hold, now);
    return gone
      .map((hold) => ({ seat: numberOf(state, hold), isFree: isFree(hold), ...withSection(hold.section) }))
      .sort(bySeat);
  };

  const heldBy = (trip: TripId, passenger: UserId, now: Instant): readonly Hold[] =>
    state.holds.filter((hold) => hold.tripId === trip && hold.passenger === passenger && hold.expiresAt > now);

  const why = (
    { tripId, passenger, section }: Selection,
    number: SeatNumber,
    now: Instant,
  ): HoldRefusal | undefined => {
    const seat = seatNumbered(state, tripId, number, section);
    if (!seat || !isAboard(state, seat)) return 'unknown';
    if (soldBy(state, seat, now)) return 'booked';
    if (isBlocked(state, seat, now)) return 'unknown';
    return isHeldByOthers(seat, passenger, now) ? 'held' : undefined;
  };

  const isHeldByOthers = (seat: TakenSeat, passenger: UserId, now: Instant): boolean =>
    state.holds.some((hold) => isSame(hold, seat) && hold.expiresAt > now && hold.passenger !== passenger);

  return {
    async hold(selection, now) {
      const { tripId, passenger, wanted, expiresAt, section } = selection;
      const mine = heldBy(tripId, passenger, now);
      const isWanted = (hold: Hold): boolean => wanted.includes(numberOf(state, hold)) && isOn(hold.section, section);
      const dropped = drop(
        mine.filter((hold) => !isWanted(hold)),
        now,
      );
      const refused = wanted.flatMap((seat) => {
        const reason = why(selection, seat, now);
        return reason ? [{ seat, reason }] : [];
      });
      const held = wanted.filter((seat) => !refused.some((refusal) => refusal.seat === seat));
      const taken = held.flatMap((number) => seatNumbered(state, tripId, number, section) ?? []);
      const replaced = state.holds.filter((hold) => taken.some((seat) => isSame(hold, seat)));
      const lapsed = section
        ? drop(
            replaced.filter(({ expiresAt: until }) => until <= now),
            now,
          )
        : [];
      releaseHolds(replaced);
      state.holds = [...state.holds, ...taken.map((seat) => ({ ...seat, passenger, expiresAt }))];
      if (!section) return { held, dropped, refused };
      const renewed = mine.filter((hold) => replaced.includes(hold)).map((hold) => numberOf(state, hold));
      return { held, dropped, refused, lapsed, renewed };
    },

    async endSooner(trip, passenger, seat, until) {
      const isMeant = (hold: Hold): boolean =>
        heldBy(trip, passenger, until).includes(hold) && numberOf(state, hold) === seat;
      state.holds = state.holds.map((hold) => (isMeant(hold) ? { ...hold, expiresAt: until } : hold));
    },

    release: async (trip, passenger, now, section) =>
      drop(
        heldBy(trip, passenger, now).filter((hold) => !section || isOn(hold.section, section)),
        now,
      ),

    async redeem({ tripId, passenger, seats, section }, now) {
      if (!isInService(state, tripId)) return [];
      const mine = heldBy(tripId, passenger, now).filter(
        (hold) => isAboard(state, hold) && seats.includes(numberOf(state, hold)) && isOn(hold.section, section),
      );
      releaseHolds(mine);
      return mine.map((hold) => ({ id: hold.seatId, seat: numberOf(state, hold) }));
    },

    async sell({ tripId, booking, redeemed, seats, paymentDeadline, section }) {
      const active = state.sales.filter((sale) => sale.tripId === tripId && sale.active);
      const sold = redeemed.filter(
        ({ id: seatId }) => !active.some((sale) => isSame(sale, { tripId, seatId, section })),
      );
      for (const { seat, ...who } of seats) {
        const seatId = sold.find((one) => one.seat === seat)?.id;
        if (seatId === undefined) continue;
        const taken = { tripId, seatId, section };
        state.sales.push({ ...who, ...taken, bookingId: booking, active: true, takenUntil: paymentDeadline });
      }
      return sold.map(({ seat }) => seat).sort();
    },

    async sellAtCounter({ tripId, booking, seats, paymentDeadline, lent, section }, now) {
      const isFree = (taken: TakenSeat | undefined): taken is TakenSeat =>
        taken !== undefined &&
        isInService(state, tripId) &&
        isAboard(state, taken) &&
        !state.sales.some((sale) => isSame(sale, taken) && sale.active) &&
        !isBlocked(state, taken, now) &&
        !heldWith(state, taken, now);
      const gone = seats.map(({ seat }) => seat).filter((seat) => !isFree(seatNumbered(state, tripId, seat, section)));
      if (gone.length > 0) return gone.sort();
      for (const { seat, ...who } of seats) {
        const taken = seatNumbered(state, tripId, seat, section);
        if (!taken) continue;
        if (!section) releaseHolds(state.holds.filter((hold) => isSame(hold, taken)));
        const takenUntil = lent.includes(seat) ? null : paymentDeadline;
        state.sales.push({ ...who, ...taken, bookingId: booking, active: true, takenUntil });
      }
      return [];
    },

    async finalize(booking) {
      for (const sale of state.sales) if (sale.bookingId === booking && sale.active) sale.takenUntil = null;
    },

    async releaseBooking(booking, now) {
      const sales = state.sales.filter((sale) => sale.bookingId === booking && sale.active);
      for (const sale of sales) sale.active = false;
      const isFree = (sale: StoredSale): boolean =>
        isAboard(state, sale) && !heldWith(state, sale, now) && !isBlocked(state, sale, now);
      return sales
        .map((sale) => ({ seat: numberOf(state, sale), isFree: isFree(sale), ...withSection(sale.section) }))
        .sort(bySeat);
    },

    async reclaim({ passenger, booking, seatsCount }, now) {
      const sales = state.sales.filter((sale) => sale.bookingId === booking && !sale.active);
      if (sales.length === 0) return [];
      const isFree = (seat: TakenSeat): boolean =>
        isAboard(state, seat) &&
        isInService(state, seat.tripId) &&
        !isBlocked(state, seat, now) &&
        !state.sales.some((other) => isSame(other, seat) && other.active) &&
        !isHeldByOthers(seat, passenger, now);
      const seats = sales.flatMap((sale) => presentSeat(state, sale) ?? []).filter(isFree);
      if (sales.length !== seatsCount || new Set(seats.map(({ seatId }) => seatId)).size !== seatsCount)
        return undefined;
      const isOver = (hold: Hold): boolean => !hold.section || hold.passenger === passenger;
      releaseHolds(state.holds.filter((hold) => isOver(hold) && seats.some((seat) => isSame(hold, seat))));
      for (const [index, sale] of sales.entries())
        Object.assign(sale, { active: true, takenUntil: null, seatId: seats[index]?.seatId });
      return sales.map((sale) => numberOf(state, sale)).sort();
    },

    async sweep(now, limit) {
      const lapsed = state.holds
        .filter(({ expiresAt }) => expiresAt <= now)
        .sort((one, other) => one.expiresAt - other.expiresAt)
        .slice(0, limit);
      return deleteHolds(state, lapsed, now);
    },

    async endAllHolds(trips, now) {
      const gone = state.holds.filter(({ tripId }) => trips.includes(tripId));
      endRuns(state, gone, now);
      return deleteHolds(state, gone, now);
    },

    async takenSections(tripId, seats) {
      const rows = [
        ...state.sales.filter(({ active }) => active).map((row) => ({ row, status: 'BOOKED' as const })),
        ...state.blocks.map((row) => ({ row, status: 'BLOCKED' as const })),
        ...state.holds.map((row) => ({ row, status: 'LOCKED' as const })),
      ];
      return rows.flatMap(({ row: { seatId, section, ...row }, status }) => {
        if (row.tripId !== tripId || seatId === null || !section) return [];
        const seat = seatOf(state, { seatId }).number;
        return seats.includes(seat) ? [{ seat, status, ...section }] : [];
      });
    },
  };
};

/** Ends the holding periods of deleted holds. */
export function endRuns(state: State, gone: readonly Hold[], at: Instant): void {
  const isOf = (run: StoredRun, hold: Hold): boolean =>
    hold.tripId === run.tripId && hold.passenger === run.passenger && numberOf(state, hold) === run.seat;
  const ends = (run: StoredRun): boolean => run.until > at && gone.some((hold) => isOf(run, hold));
  state.runs = state.runs.map((run) => (ends(run) ? { ...run, until: at } : run));
}
