import { keyOfRegistration, numberOf, textOfNumber } from '../../core/fleet/registration.ts';
import type { KeptBus, NewBus } from '../../core/fleet/bus.ts';
import type {
  BusFilter,
  BusRepo,
  FleetBus,
  FleetViews,
  OwnedNumber,
  SoldAhead,
  TripsAhead,
} from '../../core/fleet/ports.ts';
import { type SeatMap, type WantedSeat, byPlace } from '../../core/fleet/seat-layout.ts';
import { type Booking, type BookingStatus, ACTIVE_STATUSES, isOverdue } from '../../core/bookings/booking.ts';
import type { BusId, TripId } from '../../core/kernel/ids.ts';
import { foldCase } from '../../core/kernel/text.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { TransactionNeeds } from '../../core/stores.ts';
import { isAhead, lastStop } from '../../core/trips/sections.ts';
import { documentsOf } from './documents.ts';
import { listed } from './keyset.ts';
import { fitBlocks } from './blocks.ts';
import { endRuns, stillBlocked, stillSold } from './seats.ts';
import { seatsOnMap } from './relations.ts';
import { type State, type StoredBus, nextId, pick, put } from './state.ts';

const toKept = ({ seatMap, ...bus }: StoredBus): KeptBus => ({ ...bus, hasSeatMap: seatMap !== null });

function seatMapOf(state: State, bus: StoredBus): SeatMap | null {
  if (!bus.seatMap) return null;
  const seats = [...seatsOnMap(state, bus.id)].sort(byPlace);
  return { ...bus.seatMap, seats: seats.map(({ busId: _, inMap: __, ...seat }) => seat) };
}

export const memoryBuses = (state: State, { manifestChanged }: Pick<TransactionNeeds, 'manifestChanged'>): BusRepo => {
  const all = (): readonly StoredBus[] => [...state.buses.values()];
  const named = (number: OwnedNumber): StoredBus | undefined =>
    pick(all(), (bus) => textOfNumber(numberOf(bus)) === textOfNumber(number));
  const isReserved = ({ approvalStatus, operatorId }: StoredBus): boolean =>
    approvalStatus === 'APPROVED' || (approvalStatus === 'PENDING' && state.approvedCompanies.has(operatorId));
  const others = ({ operatorId, registrationKey }: OwnedNumber): readonly StoredBus[] =>
    all().filter((bus) => bus.operatorId !== operatorId && keyOfRegistration(bus.registrationNo) === registrationKey);
  /** Whether a database's unique indexes would refuse the bus. `itself` is the bus's own row, which does not count. */
  const isRefused = (bus: NewBus, itself?: BusId): boolean => {
    const own = named(numberOf(bus));
    return (
      (own !== undefined && own.id !== itself) ||
      (bus.approvalStatus === 'APPROVED' &&
        others(numberOf(bus)).some(({ approvalStatus }) => approvalStatus === 'APPROVED'))
    );
  };
  const change = (id: BusId, changes: Partial<StoredBus>): void => {
    const bus = state.buses.get(id);
    if (bus) put(state.buses, { ...bus, ...changes });
  };

  return {
    known: async () =>
      all().map((bus) => ({
        ...numberOf(bus),
        id: bus.id,
        approvalStatus: bus.approvalStatus,
        isReserved: isReserved(bus),
      })),

    lockOwned: async (numbers) =>
      new Map(
        numbers.flatMap((number) => {
          const bus = named(number);
          return bus ? [[textOfNumber(number), toKept(bus)]] : [];
        }),
      ),

    lockReserved: async (numbers) =>
      new Set(numbers.filter((number) => others(number).some(isReserved)).map(textOfNumber)),

    async lock(id, of) {
      const bus = state.buses.get(id);
      return bus && (of === undefined || bus.operatorId === of) ? toKept(bus) : undefined;
    },

    add: async (buses) =>
      buses.map((bus) =>
        isRefused(bus)
          ? 'registered'
          : put(state.buses, {
              ...bus,
              id: nextId(state),
              rejectionReason: null,
              waitingSince: bus.approvalStatus === 'PENDING' ? bus.createdAt : null,
              revision: 1,
              changedInOffice: false,
              mapChangedInOffice: false,
              seatMap: null,
            }),
      ),

    async update(given) {
      if (isRefused(given, given.id)) return 'registered';
      const { hasSeatMap: _, operatorId: __, createdAt: ___, ...bus } = given;
      const before = state.buses.get(bus.id);
      if (before?.name !== bus.name || before.registrationNo !== bus.registrationNo)
        manifestChanged({ of: 'bus', id: bus.id });
      change(bus.id, bus);
      return 'updated';
    },

    seatMaps: async (buses) =>
      new Map(
        buses.flatMap((id) => {
          const bus = state.buses.get(id);
          const map = bus && seatMapOf(state, bus);
          return map ? [[id, map]] : [];
        }),
      ),

    async saveSeatMap(bus, map) {
      for (const seat of seatsOnMap(state, bus)) put(state.seats, { ...seat, inMap: false, isActive: false });
      for (const seat of map?.seats ?? []) saveSeat(state, bus, seat);
      const used = new Set([...state.sales, ...state.holds, ...state.blocks].map(({ seatId }) => seatId));
      for (const { id, busId, inMap } of state.seats.values())
        if (busId === bus && !inMap && !used.has(id)) state.seats.delete(id);
      change(bus, { seatMap: map && { rows: map.rows, cols: map.cols, deckCount: map.deckCount } });
      manifestChanged({ of: 'bus', id: bus });
    },
  };
};

function saveSeat(state: State, busId: BusId, { id, ...seat }: WantedSeat): void {
  if (id !== undefined && state.seats.get(id)?.busId !== busId) throw new Error(`Seat ${id} is not of bus ${busId}.`);
  const isTaken = seatsOnMap(state, busId).some((other) => other.number === seat.number || byPlace(other, seat) === 0);
  if (isTaken) throw new Error(`Seat ${seat.number}, or its place, is there already.`);
  put(state.seats, { ...seat, id: id ?? nextId(state), busId, inMap: true });
}

export const memoryTripsAhead = (state: State): TripsAhead => {
  const isActive = (booking: Booking, now: Instant): boolean =>
    (ACTIVE_STATUSES as readonly BookingStatus[]).includes(booking.status) && !isOverdue(booking, now);
  const hasSeats = ({ id }: Booking): boolean => state.sales.some(({ bookingId }) => bookingId === id);
  const placesOn = (trip: TripId, now: Instant): readonly Booking[] =>
    [...state.bookings.values()].filter(
      (booking) => booking.tripId === trip && isActive(booking, now) && !hasSeats(booking),
    );

  return {
    lock: async (bus, now) =>
      [...state.trips.values()]
        .filter((trip) => trip.busId === bus && trip.status === 'ACTIVE' && isAhead(trip, now))
        .map(({ id }) => id)
        .sort((one, other) => one - other),

    lastStops: async (trips) =>
      new Map(
        trips.flatMap((id) => {
          const trip = state.trips.get(id);
          return trip && trip.stops.length > 0 ? [[id, lastStop(trip)] as const] : [];
        }),
      ),

    sold: async (trips, now) =>
      trips.flatMap((tripId): SoldAhead[] => [
        ...state.sales
          .filter((sale) => sale.tripId === tripId && stillSold(sale, now))
          .sort((one, other) => one.seatId - other.seatId)
          .map(({ seatId, bookingId }) => ({ tripId, seatId, bookingCode: state.bookings.get(bookingId)?.code ?? '' })),
        ...placesOn(tripId, now)
          .map(({ code }) => ({ tripId, seatId: null, bookingCode: code }))
          .sort((one, other) => (one.bookingCode < other.bookingCode ? -1 : 1)),
      ]),

    mostPlaces: async (trips, now) =>
      Math.max(0, ...trips.map((trip) => placesOn(trip, now).reduce((sum, { seatsCount }) => sum + seatsCount, 0))),

    held: async (trips, now) =>
      state.holds
        .filter(({ tripId, expiresAt }) => trips.includes(tripId) && expiresAt > now)
        .map(({ tripId, seatId }) => ({ tripId, seatId }))
        .sort((one, other) => one.tripId - other.tripId || one.seatId - other.seatId),

    blocked: async (trips, now) =>
      state.blocks
        .flatMap((block) => (block.seatId === null ? [] : [{ ...block, seatId: block.seatId }]))
        .filter((block) => trips.includes(block.tripId) && stillBlocked(block, now))
        .map(({ tripId, seatId }) => ({ tripId, seatId }))
        .sort((one, other) => one.tripId - other.tripId || one.seatId - other.seatId),

    fitBlocks: async (trips, now) => fitBlocks(state, trips, now),

    async endHolds(trips, seats, now) {
      const gone = state.holds.filter(({ tripId, seatId }) => trips.includes(tripId) && seats.includes(seatId));
      state.holds = state.holds.filter((hold) => !gone.includes(hold));
      endRuns(state, gone, now);
    },
  };
};

export const memoryFleetViews = (state: State): FleetViews => {
  const view = (bus: StoredBus): FleetBus => ({
    ...toKept(bus),
    layout: bus.seatMap,
    documents: documentsOf(state, bus.id),
    companyName: state.operators.get(bus.operatorId)?.companyName ?? '',
  });
  const views = (): readonly FleetBus[] => [...state.buses.values()].map(view);

  return {
    list: async (filter, page) =>
      listed(
        views().filter((bus) => fits(bus, filter)),
        page,
        ({ id }) => [id],
        'desc',
      ),

    async find(id) {
      const bus = state.buses.get(id);
      return bus && view(bus);
    },

    some: async (ids) => new Map(views().flatMap((bus) => (ids.includes(bus.id) ? [[bus.id, bus]] : []))),

    async seatMap(id) {
      const bus = state.buses.get(id);
      return bus && seatMapOf(state, bus);
    },

    waiting: async (page) =>
      listed(
        views().filter(({ approvalStatus }) => approvalStatus === 'PENDING'),
        page,
        ({ waitingSince, id }) => [waitingSince ?? 0, id],
        'asc',
      ),
  };
};

const fits = (bus: FleetBus, { operatorId, status, approvalStatus, q }: BusFilter): boolean =>
  (operatorId === undefined || bus.operatorId === operatorId) &&
  (status === undefined || bus.status === status) &&
  (approvalStatus === undefined || bus.approvalStatus === approvalStatus) &&
  (q === undefined || [bus.name, bus.registrationNo].some((text) => foldCase(text).includes(q)));
