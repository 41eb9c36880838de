import {
  type Block,
  type Blockable,
  type Taken,
  type TripBlocks,
  isOfSeat,
  partsOf as partsOfBlock,
  placesWithin,
  unblocked,
} from '../../core/seats/block.ts';
import type { FreedOnTrip } from '../../core/fleet/ports.ts';
import type { SeatNumber, TripId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import {
  byTrip,
  heldWith,
  isAboard,
  isBlocked,
  isSame,
  seatNumbered,
  soldBy,
  stillBlocked,
  stillSold,
} from './seats.ts';
import { cutPlaces, cutSeat } from '../../core/seats/used-blocks.ts';
import { wholeRoad } from '../../core/trips/sections.ts';
import { blockedPlaces, lapsedPlaces, partsOf, takenOn } from './seat-maps.ts';
import { busOf, seatOf, seatsOnMap } from './relations.ts';
import type { State, StoredBlock, TakenSeat } from './state.ts';

export const memoryTripBlocks = (state: State): TripBlocks => {
  const numbers = (trip: TripId, seats: readonly SeatNumber[]): readonly TakenSeat[] =>
    seats.flatMap((number) => seatNumbered(state, trip, number) ?? []);

  /**
   * Replaces each block by its pieces. The first piece keeps the block's position in the list; other pieces are added
   * at the end.
   */
  const replaceEach = (piecesOf: (block: StoredBlock) => readonly StoredBlock[]): void => {
    const last: StoredBlock[] = [];
    const first = state.blocks.flatMap((block) => {
      const [piece, ...others] = piecesOf(block);
      last.push(...others);
      return piece ?? [];
    });
    state.blocks = [...first, ...last];
  };

  return {
    async find(id, now) {
      const trip = state.trips.get(id);
      return trip && { operatorId: busOf(state, trip).operatorId, blocks: blocksOf(state, id, now) };
    },

    lock: async (trip, now) => blockable(state, trip, now),

    async replace(trip, blocks, now) {
      const freed = remove(state, (block) => block.tripId === trip, now);
      const taken = blocks.flatMap((block) =>
        isOfSeat(block) ? (seatNumbered(state, trip, block.seat, block.section) ?? []) : [],
      );
      state.holds = state.holds.filter((hold) => !taken.some((seat) => isSame(hold, seat)));
      state.blocks = [...state.blocks, ...blocks.map((block) => stored(state, trip, block))];
      return unblocked(freed, blocks);
    },

    fit: async (trips, now) => fitBlocks(state, trips, now),

    lockToEnd: async (trip, now) => blockable(state, trip, now),

    async use(trip, seats, now, section) {
      const ids = numbers(trip, seats).map(({ seatId }) => seatId);
      const used: Block[] = [];
      replaceEach((block) => {
        if (block.tripId !== trip || block.seatId === null || !ids.includes(block.seatId)) return [block];
        const cut = cutSeat({ ...block, seat: seatOf(state, { seatId: block.seatId }).number }, section);
        if (stillBlocked(block, now)) used.push(...cut.used.map(toBlock));
        return cut.left.map((piece) => ({ ...block, section: piece.section }));
      });
      return used;
    },

    async usePlaces(id, places, now, section) {
      const trip = state.trips.get(id);
      if (!trip) return [];
      const missing: number[] = [];
      for (const part of partsOf(trip, section)) {
        const left = busOf(state, trip).totalSeats - takenOn(trip, part) - blockedPlaces(state, id, now, part);
        missing[part.from] = places - Math.max(0, left);
      }
      const blocks = state.blocks.flatMap((block) =>
        block.tripId === id && block.places !== null && stillBlocked(block, now)
          ? [{ block, places: block.places, reason: block.reason, until: block.until, section: block.section }]
          : [],
      );
      const cuts = cutPlaces(blocks, missing);
      replaceEach((block) => {
        const cut = cuts[blocks.findIndex((one) => one.block === block)];
        return cut ? cut.left.map((piece) => ({ ...block, places: piece.places, section: piece.section })) : [block];
      });
      return cuts.flatMap(({ used }) => used).map(toBlock);
    },

    lend: async (booking, blocks) => void state.lentBlocks.set(booking, blocks),

    lentTo: async (booking) => state.lentBlocks.get(booking) ?? [],

    async lapsed(now, limit) {
      const lapsed = state.blocks
        .flatMap(({ tripId, until }) => (until !== null && until <= now ? [{ tripId, until }] : []))
        .sort((one, other) => one.until - other.until)
        .slice(0, limit);
      return [...new Set(lapsed.map(({ tripId }) => tripId))].sort((one, other) => one - other);
    },

    sweep: async (trips, now) =>
      remove(state, (block) => trips.includes(block.tripId) && !stillBlocked(block, now), now),
  };
};

/** A block for callers, without the fields that only the stored row has. */
const toBlock = ({ reason, until, section, ...block }: Block): Block => {
  const terms = { reason, until, ...(section && { section }) };
  return 'seat' in block ? { seat: block.seat, ...terms } : { places: block.places, ...terms };
};

const stored = (state: State, tripId: TripId, block: Block): StoredBlock => {
  const { reason, until } = block;
  const trip = state.trips.get(tripId);
  const section = block.section ?? (trip && trip.stops.length > 0 ? wholeRoad(trip) : undefined);
  return isOfSeat(block)
    ? { tripId, reason, until, section, seatId: seatNumbered(state, tripId, block.seat)?.seatId ?? null, places: null }
    : { tripId, reason, until, section, seatId: null, places: block.places };
};

const blocksOf = (state: State, trip: TripId, now: Instant): readonly Block[] =>
  state.blocks
    .filter((block) => block.tripId === trip && stillBlocked(block, now))
    .flatMap(({ seatId, places, reason, until, section }): Block[] => {
      const terms = { reason, until, ...(section && { section }) };
      if (seatId !== null) return [{ seat: seatOf(state, { seatId }).number, ...terms }];
      return places === null ? [] : [{ places, ...terms }];
    });

/** The number of places without a booking, for each part of the trip (from one stop to the next). */
function unbookedPlaces(state: State, id: TripId, now: Instant): readonly number[] {
  const trip = state.trips.get(id);
  if (!trip) return [0];
  const { totalSeats } = busOf(state, trip);
  return partsOf(trip).map((part) =>
    Math.max(0, totalSeats - takenOn(trip, part) + lapsedPlaces(state, id, now, part)),
  );
}

function blockable(state: State, id: TripId, now: Instant): Blockable {
  const trip = state.trips.get(id);
  if (!trip || !busOf(state, trip).seatMap) return { hasSeatMap: false, places: unbookedPlaces(state, id, now) };
  const onTrip = (row: TakenSeat): boolean => row.tripId === id && isAboard(state, row);
  const taken = (status: Taken['status'], rows: readonly TakenSeat[]): readonly Taken[] =>
    rows.filter(onTrip).map(({ seatId, section }) => ({
      seat: seatOf(state, { seatId }).number,
      status,
      ...(section && { section }),
    }));
  const active = seatsOnMap(state, trip.busId).filter(({ isActive }) => isActive);
  return {
    hasSeatMap: true,
    seats: new Set(active.map(({ number }) => number)),
    taken: [
      ...taken(
        'sold',
        state.sales.filter((sale) => stillSold(sale, now)),
      ),
      ...taken(
        'held',
        state.holds.filter(({ expiresAt }) => expiresAt > now),
      ),
    ],
  };
}

/** Deletes blocks. Returns for each of their trips the seats that anybody may take now. */
function remove(state: State, isGone: (block: StoredBlock) => boolean, now: Instant): readonly FreedOnTrip[] {
  const gone = state.blocks.filter(isGone);
  state.blocks = state.blocks.filter((block) => !gone.includes(block));
  const isFree = (seat: TakenSeat): boolean =>
    isAboard(state, seat) && !soldBy(state, seat, now) && !heldWith(state, seat, now);
  return byTrip(gone, (index) => {
    const { tripId, seatId = null, section } = gone[index] ?? {};
    if (tripId === undefined || seatId === null || !isFree({ tripId, seatId, section })) return [];
    return [seatOf(state, { seatId }).number];
  });
}

export function fitBlocks(state: State, trips: readonly TripId[], now: Instant): readonly FreedOnTrip[] {
  const isCancelled = ({ tripId }: StoredBlock): boolean => state.trips.get(tripId)?.status !== 'ACTIVE';
  const freed = remove(state, (block) => trips.includes(block.tripId) && isCancelled(block), now);
  const left = new Map(trips.map((trip) => [trip, [...unbookedPlaces(state, trip, now)]]));
  state.blocks = state.blocks.flatMap((block) => {
    if (!trips.includes(block.tripId)) return [block];
    if (block.seatId !== null) return fittedSeat(state, { ...block, seatId: block.seatId }, now);
    if (block.places === null || hasSeatMap(state, block)) return [];
    if (!stillBlocked(block, now)) return [block];
    const room = left.get(block.tripId) ?? [];
    const given = { ...block, places: block.places };
    const [fitted] = placesWithin([given], room);
    for (const part of partsOfBlock(given)) room[part] = (room[part] ?? 0) - (fitted?.places ?? 0);
    return fitted ? [fitted] : [];
  });
  return freed;
}

const hasSeatMap = (state: State, { tripId }: StoredBlock): boolean => {
  const trip = state.trips.get(tripId);
  return trip !== undefined && busOf(state, trip).seatMap !== null;
};

/**
 * Keeps the block of a seat. If the trip has another bus now, moves the block to the seat of the same number. Returns
 * an empty array if the bus has no such seat, or the seat is taken.
 */
function fittedSeat(state: State, block: StoredBlock & TakenSeat, now: Instant): readonly StoredBlock[] {
  if (isAboard(state, block)) return soldBy(state, block, now) ? [] : [block];
  const { number, inMap, busId } = seatOf(state, block);
  const seat = seatNumbered(state, block.tripId, number, block.section);
  const isItself = state.trips.get(block.tripId)?.busId === busId;
  if (isItself || !inMap || !seat || !isAboard(state, seat)) return [];
  const isTaken = soldBy(state, seat, now) ?? heldWith(state, seat, now) ?? isBlocked(state, seat, now);
  return isTaken ? [] : [{ ...block, seatId: seat.seatId }];
}
