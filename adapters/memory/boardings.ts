import { type Booking, isTicketed } from '../../core/bookings/booking.ts';
import type { Boarding, Boardings, BoardingViews, PassengerMark } from '../../core/boarding/ports.ts';
import type { Sender } from '../../core/platform/idempotency.ts';
import type { BookingId, ScanId, SoldSeatId, TripId } from '../../core/kernel/ids.ts';
import { isSameSender } from '../../core/boarding/passengers.ts';
import type { StoredMark, StoredScan } from './boarding-state.ts';
import type { TransactionNeeds } from '../../core/stores.ts';
import { listed } from './keyset.ts';
import { seatOf } from './relations.ts';
import { type State, type StoredSale, nextId } from './state.ts';

/** The present name of the user or phone that scanned. */
const nameOf = (state: State, sender: Sender): string | undefined =>
  'deviceId' in sender ? state.crewDevices.get(sender.deviceId)?.name : state.users.get(sender.userId)?.fullName;

const scanOf = (state: State, id: ScanId): StoredScan => {
  const scan = state.scans.find((one) => one.id === id);
  if (!scan) throw new Error(`There is no scan ${id}.`);
  return scan;
};

const boardingOf = (state: State, { boardedAt: at, boardedBy: scan }: StoredMark): Boarding | null => {
  if (at === null || scan === null) return null;
  const { sender } = scanOf(state, scan);
  return { at, scan, sender, by: nameOf(state, sender) ?? '' };
};

/** The key of a sale: its index in the list, because sales are never deleted. */
export const soldSeatIdOf = (state: State, sale: StoredSale): SoldSeatId =>
  (state.sales.indexOf(sale) + 1) as SoldSeatId;

const UNMARKED: StoredMark = { boardedAt: null, boardedBy: null, noShowAt: null };

/**
 * The marks of a booking: one for each seat that it has or had. On a bus without a seat map, one for each marked
 * passenger.
 */
export function marksOf(state: State, booking: Booking): readonly PassengerMark[] {
  const marked = (at: PassengerMark['at'], mark: StoredMark): PassengerMark => ({
    bookingId: booking.id,
    tripId: booking.tripId,
    at,
    boarding: boardingOf(state, mark),
    noShowAt: mark.noShowAt,
  });
  const seats = state.sales
    .filter(({ bookingId }) => bookingId === booking.id)
    .map((sale) => {
      const [seatId, { number }] = [soldSeatIdOf(state, sale), seatOf(state, sale)];
      return marked({ seatId, number }, state.seatMarks.get(seatId) ?? UNMARKED);
    });
  const places = [...(state.placeMarks.get(booking.id) ?? [])].map(([place, mark]) => marked({ place }, mark));
  return [...seats, ...places];
}

export const memoryBoardings = (
  state: State,
  { manifestChanged }: Pick<TransactionNeeds, 'manifestChanged'>,
): Boardings => {
  const bookings = (ids: readonly BookingId[]): Booking[] => ids.flatMap((id) => state.bookings.get(id) ?? []);

  return {
    async lockSender(sender) {
      const isGone =
        'deviceId' in sender
          ? state.crewDevices.get(sender.deviceId)?.revokedAt !== null
          : state.users.get(sender.userId)?.status !== 'ACTIVE';
      return isGone ? undefined : nameOf(state, sender);
    },

    answers: async (sender, nonces) =>
      new Map(
        state.scans
          .filter((scan) => isSameSender(scan.sender, sender) && nonces.includes(scan.nonce))
          .map(({ nonce, answer }) => [nonce, answer]),
      ),

    lockBookings: async (ids, of) => bookings(ids).filter(({ operatorId }) => operatorId === of),

    trips: async (ids, of) =>
      ids.flatMap((id) => {
        const trip = state.trips.get(id);
        const route = trip && state.routes.get(trip.routeId);
        const [source, destination] = [
          route && state.cities.get(route.source),
          route && state.cities.get(route.destination),
        ];
        const bus = trip && state.buses.get(trip.busId);
        if (!trip || !source || !destination || bus?.operatorId !== of) return [];
        const { status, departsAt, arrivesAt, stops } = trip;
        const between = stops.map(({ cityId }) => state.cities.get(cityId)?.name ?? '');
        return [
          {
            id,
            status,
            departsAt,
            arrivesAt,
            operatorId: bus.operatorId,
            sourceCity: source.name,
            destinationCity: destination.name,
            stops,
            cities: [source.name, ...between, destination.name],
          },
        ];
      }),

    marks: async (ids) => bookings(ids).flatMap((booking) => marksOf(state, booking)),

    seatsTakenUntil: async (ids) =>
      new Map(
        state.sales
          .filter(({ bookingId, active }) => active && ids.includes(bookingId))
          .flatMap((sale): [SoldSeatId, number][] => {
            const stops = state.sales
              .filter((other) => other.active && other.tripId === sale.tripId && other.seatId === sale.seatId)
              .filter(({ bookingId }) => isTicketed(state.bookings.get(bookingId)?.status ?? 'EXPIRED'))
              .flatMap(({ section }) => section?.to ?? [])
              .filter((to) => to <= (sale.section?.from ?? 0));
            return stops.length === 0 ? [] : [[soldSeatIdOf(state, sale), Math.max(...stops)]];
          }),
      ),

    async addScans(sender, scans, receivedAt) {
      const added = scans.map((scan) => ({ ...scan, id: nextId<ScanId>(state), sender, receivedAt }));
      state.scans.push(...added);
      return added.map(({ id }) => id);
    },

    async saveMarks(marks) {
      for (const { bookingId, tripId, at, boarding, noShowAt } of marks) {
        manifestChanged({ of: 'trip', id: tripId });
        const mark = { boardedAt: boarding?.at ?? null, boardedBy: boarding?.scan ?? null, noShowAt };
        if ('seatId' in at) state.seatMarks.set(at.seatId, mark);
        else state.placeMarks.set(bookingId, new Map(state.placeMarks.get(bookingId)).set(at.place, mark));
      }
    },

    async closeRanks(booking) {
      const aboard = [...(state.placeMarks.get(booking) ?? [])]
        .sort(([one], [other]) => one - other)
        .flatMap(([, mark]) => (mark.boardedAt === null ? [] : [mark]));
      state.placeMarks.set(booking, new Map(aboard.map((mark, index) => [index + 1, mark])));
    },

    async addConflicts(conflicts, receivedAt) {
      for (const conflict of conflicts) state.conflicts.push({ ...conflict, id: nextId<number>(state), receivedAt });
    },

    async pruneScans(before, limit) {
      const old = state.scans
        .filter(({ receivedAt }) => receivedAt < before)
        .sort((one, other) => one.receivedAt - other.receivedAt || one.id - other.id)
        .slice(0, limit);
      const gone = new Set<ScanId | null>(old.map(({ id }) => id));
      const forgotten = (mark: StoredMark) => (gone.has(mark.boardedBy) ? { ...mark, boardedBy: null } : mark);
      for (const [id, mark] of state.seatMarks) state.seatMarks.set(id, forgotten(mark));
      for (const [id, marks] of state.placeMarks)
        state.placeMarks.set(id, new Map([...marks].map(([place, mark]) => [place, forgotten(mark)])));
      const isGone = (scan: ScanId | undefined) => scan !== undefined && gone.has(scan);
      const left = state.conflicts.filter(({ scan, first }) => !isGone(scan) && !isGone(first?.scan));
      state.conflicts.splice(0, state.conflicts.length, ...left);
      state.scans.splice(0, state.scans.length, ...state.scans.filter(({ id }) => !gone.has(id)));
      return old.length;
    },
  };
};

/** The number of passengers on board. */
export const boardedOf = (state: State, bookings: readonly Booking[]): number =>
  bookings.flatMap((booking) => marksOf(state, booking)).filter(({ boarding }) => boarding !== null).length;

export const memoryBoardingViews = (state: State): BoardingViews => ({
  tickets: async (operatorId, trips: readonly TripId[]) =>
    [...state.bookings.values()]
      .filter((booking) => booking.operatorId === operatorId && trips.includes(booking.tripId))
      .map(({ id, code, bookedAt, tripId, status }) => ({ id, code, bookedAt, tripId, status })),

  byCode: async (operatorId, codes) =>
    [...state.bookings.values()].filter((booking) => booking.operatorId === operatorId && codes.includes(booking.code)),

  conflicts: async (trip, page) =>
    listed(
      state.conflicts
        .filter(({ tripId }) => tripId === trip)
        .map(({ id, tripId, bookingId, scan, first, seats, reason, receivedAt }) => {
          const { sender, nonce, scannedAt } = scanOf(state, scan);
          return {
            id,
            tripId,
            bookingCode: state.bookings.get(bookingId)?.code ?? '',
            seats,
            reason,
            scannedAt: scannedAt ?? receivedAt,
            receivedAt,
            by: nameOf(state, sender) ?? '',
            nonce,
            first: first && { at: first.at, by: nameOf(state, scanOf(state, first.scan).sender) ?? '' },
          };
        }),
      page,
      ({ receivedAt, id }) => [receivedAt, id],
      'desc',
    ),
});
