import type { BusId, OperatorId, SeatNumber, TripId } from '../../core/kernel/ids.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import { paisa } from '../../core/kernel/money.ts';
import { Refusal } from '../../core/kernel/refusal.ts';
import { type Instant, hoursAfter } from '../../core/kernel/time.ts';
import type { CatalogueTrip } from '../../core/catalogue/catalogue.ts';
import { loadBuses, loadSeatMaps } from '../../core/catalogue/load-buses.ts';
import type { Bus } from '../../core/fleet/bus.ts';
import { type BusDocument, REQUIRED_DOCUMENTS } from '../../core/fleet/documents.ts';
import { gateTrips } from '../../core/fleet/gate-trips.ts';
import type { Seat } from '../../core/fleet/seat-layout.ts';
import type { Stores } from '../../core/stores.ts';
import type { PlannedTrip } from '../../core/trips/planned-trips.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';
import { anOperator } from './people.ts';

/** Trips for tests, each on a bus of its own. Each test sets only the fields that it needs. */

export const seat = (number: string): SeatNumber => number as SeatNumber;

/** Makes seats with these numbers, four in a row, as on a small bus. */
export const seatsNumbered = (...numbers: readonly string[]): readonly Seat[] =>
  numbers.map((number, index) => ({
    number: seat(number),
    deck: 1,
    row: 1 + Math.floor(index / 4),
    col: 1 + (index % 4),
    type: 'STANDARD',
    isActive: true,
  }));

export const verified = (type: BusDocument['type'], validFrom?: string, validUntil?: string): BusDocument => ({
  type,
  status: 'VERIFIED',
  validFrom: validFrom ?? null,
  validUntil: validUntil ?? null,
});

/** Every required document, verified and valid without an end date. */
export const allVerified: readonly BusDocument[] = REQUIRED_DOCUMENTS.map((type) => verified(type));

export const calendar = calendarOf('Asia/Kathmandu');

/** A bus with the documents that a catalogue lists for it. */
export type ListedBus = Bus & { readonly documents: readonly BusDocument[] };

interface Traits extends Partial<Omit<CatalogueTrip, 'routeId' | 'busId'>> {
  readonly from?: string;
  readonly to?: string;
  /** The bus of the trip. By default the trip gets a new bus. */
  readonly busId?: BusId;
  /** Traits of the new bus. */
  readonly bus?: Partial<ListedBus>;
  /** The seat numbers, or the number of places on a bus without a seat map. A1, A2, B1 and B2 by default. */
  readonly seats?: readonly string[] | number;
}

export interface TripForTests {
  readonly id: TripId;
  readonly key: string;
  readonly busId: BusId;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
}

let made = 0;

const seating = (seats: readonly string[] | number): Pick<Bus, 'totalSeats' | 'seatMap'> =>
  typeof seats === 'number'
    ? { totalSeats: seats, seatMap: null }
    : {
        totalSeats: seats.length,
        seatMap: { rows: Math.ceil(seats.length / 4), cols: 4, deckCount: 1, seats: seatsNumbered(...seats) },
      };

/** An approved bus with all documents verified. It belongs to a new operator by default. */
export async function aBus(
  engine: Pick<Engine, 'transact'>,
  { seats = ['A1', 'A2', 'B1', 'B2'], ...traits }: Partial<ListedBus> & Pick<Traits, 'seats'> = {},
): Promise<BusId> {
  const operatorId: OperatorId =
    traits.operatorId ?? (await anOperator(engine, { companyName: 'Blue Sky Travels' })).operatorId;
  made += 1;
  const bus: ListedBus = {
    operatorId,
    name: 'Blue Sky Deluxe',
    registrationNo: `BA 3 KHA ${made}`,
    type: 'DELUXE',
    amenities: [],
    approvalStatus: 'APPROVED',
    status: 'ACTIVE',
    documents: allVerified,
    ...seating(seats),
    ...traits,
  };
  const id = await engine.transact((stores) => saveBus(stores, bus));
  if (typeof id === 'string') throw new Error(`The bus was not saved: ${id}.`);
  return id;
}

/**
 * Imports one bus. Returns `foreign` if the import refuses the bus, and `sold` if its seat map could not be changed.
 */
export async function saveBus(stores: Stores, bus: ListedBus, now = START): Promise<BusId | 'foreign' | 'sold'> {
  try {
    const loaded = await loadBuses(stores, [{ ...bus, operator: '' }], now);
    const busId = loaded[0]!.bus.id;
    await stores.documents.saveListed([{ busId, documents: bus.documents }], now);
    await gateTrips(stores, calendar, [busId]);
    return (await loadSeatMaps(stores, loaded, now)).faults.length > 0 ? 'sold' : busId;
  } catch (error) {
    if (error instanceof Refusal) return 'foreign';
    throw error;
  }
}

/** Imports trips. Returns `sold` for each trip that could not be changed. */
export async function saveTrips(
  stores: Stores,
  trips: readonly CatalogueTrip[],
  now = START,
): Promise<readonly (TripId | 'sold')[]> {
  const { catalogue } = stores;
  const added = await catalogue.addTrips(trips);
  const differing = new Set(added.filter(({ differs }) => differs).map(({ id }) => id));
  const changes = trips.filter((_, index) => added[index]?.differs);
  const outcomes = await catalogue.changeTrips(changes, now);
  await gateTrips(
    stores,
    calendar,
    trips.map(({ busId }) => busId),
  );
  const sold = new Set([...differing].filter((_, index) => outcomes[index] === 'sold'));
  return added.map(({ id }) => (sold.has(id) ? 'sold' : id));
}

/** A trip on sale from Kathmandu to Pokhara, two days after START, for NPR 1200. */
export async function aTrip(
  engine: Pick<Engine, 'transact'>,
  { from = 'Kathmandu', to = 'Pokhara', bus, seats, ...traits }: Traits = {},
): Promise<TripForTests> {
  const busId = traits.busId ?? (await aBus(engine, { ...bus, ...(seats !== undefined && { seats }) }));
  const departsAt = traits.departsAt ?? hoursAfter(START, 48);
  const arrivesAt = traits.arrivesAt ?? hoursAfter(departsAt, 7);
  made += 1;
  const key = traits.key ?? `trip-${made}`;
  const id = await engine.transact(async (stores) => {
    const { catalogue } = stores;
    const [source, destination] = await catalogue.saveCities([from, to]);
    const [routeId] = await catalogue.saveRoutes([{ source: source!, destination: destination! }]);
    const trip: CatalogueTrip = {
      key,
      routeId: routeId!,
      busId,
      stops: [],
      fares: [],
      departsAt,
      arrivesAt,
      fare: traits.fare ?? paisa(120_000),
      status: traits.status ?? 'ACTIVE',
    };
    const [saved] = await saveTrips(stores, [trip]);
    return saved;
  });
  if (id === undefined || id === 'sold') throw new Error('The trip was not saved.');
  return { id, key, busId, departsAt, arrivesAt };
}

/** Changes a stored trip without the checks of the use cases. */
export const changePlan = (
  engine: Pick<Engine, 'transact'>,
  id: TripId,
  changes: Partial<PlannedTrip>,
): Promise<void> =>
  engine.transact(async ({ plannedTrips }) => {
    const trip = await plannedTrips.lock(id);
    if (!trip) throw new Error('The trip is not there.');
    await plannedTrips.save([{ ...trip, ...changes }]);
  });
