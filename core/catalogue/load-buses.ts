import { isOfAnotherCompany } from '../fleet/bus.ts';
import type { KeptBus } from '../fleet/bus.ts';
import type { BusRepo, TripsAhead } from '../fleet/ports.ts';
import { keyOfRegistration } from '../fleet/registration.ts';
import { replaceSeatMap } from '../fleet/replace-seat-map.ts';
import type { SeatMapStores, SoldSeat } from '../fleet/replace-seat-map.ts';
import { activeSeats, isSameMap, matchedByNumber } from '../fleet/seat-layout.ts';
import type { WantedMap } from '../fleet/seat-layout.ts';
import type { BusId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Fault } from '../kernel/refusal.ts';
import type { Instant } from '../kernel/time.ts';
import { foreignBus } from './catalogue-faults.ts';
import type { FileBus } from './catalogue-file.ts';
import { catalogueFaulty } from './refusals.ts';

/** A bus of the file, and as it is kept. */
export interface LoadedBus {
  readonly row: FileBus;
  readonly bus: KeptBus;
  readonly isNew: boolean;
  /** Whether it has another number of seats than before. */
  readonly isResized: boolean;
  /** Whether something that was changed or reviewed by hand was left as it is, although the file says otherwise. */
  readonly isKept: boolean;
}

/** A bus of the file, and the company that runs it. */
export type OwnedBus = FileBus & { readonly operatorId: OperatorId };

/**
 * Adds the buses of a file and brings the others up to date, without their seats. They stay locked. A bus that was
 * changed or reviewed by hand is left alone.
 */
export async function loadBuses(
  buses: BusRepo,
  rows: readonly OwnedBus[],
  now: Instant,
): Promise<readonly LoadedBus[]> {
  const keys = rows.map(({ registrationNo }) => keyOfRegistration(registrationNo));
  const there = await buses.lockRegistered(keys);
  const added = await addMissing(buses, rows, there, now);

  const loaded: LoadedBus[] = [];
  const faults: Fault[] = [];
  for (const [index, row] of rows.entries()) {
    const bus = there.get(keys[index] ?? '') ?? added.get(keys[index] ?? '');
    // Another company has it, maybe only since the file was checked.
    if (!bus || isOfAnotherCompany(bus, row.operatorId)) faults.push(foreignBus(`/buses/${index}`, row.registrationNo));
    else if (!there.has(keys[index] ?? '')) loaded.push({ row, bus, isNew: true, isResized: false, isKept: false });
    else loaded.push(await broughtUpToDate(buses, row, bus, now));
  }
  if (faults.length > 0) throw catalogueFaulty(faults);
  return loaded;
}

async function addMissing(
  buses: BusRepo,
  rows: readonly OwnedBus[],
  there: ReadonlyMap<string, KeptBus>,
  createdAt: Instant,
): Promise<ReadonlyMap<string, KeptBus>> {
  const missing = rows.filter(({ registrationNo }) => !there.has(keyOfRegistration(registrationNo)));
  await buses.add(
    missing.map(({ operatorId, name, registrationNo, type, totalSeats, status, approvalStatus }) => ({
      ...{ operatorId, name, registrationNo, type, totalSeats, status, approvalStatus },
      createdAt,
    })),
  );
  return buses.lockRegistered(missing.map(({ registrationNo }) => keyOfRegistration(registrationNo)));
}

/** Whether the number of seats is that of its map, whatever the file says: the map or the bus was changed by hand. */
const isCounted = ({ seatMap }: Pick<FileBus, 'seatMap'>, bus: KeptBus): boolean =>
  bus.mapChangedInOffice || (bus.changedInOffice && seatMap !== null);

async function broughtUpToDate(buses: BusRepo, row: OwnedBus, bus: KeptBus, now: Instant): Promise<LoadedBus> {
  const { name, registrationNo, type, status, approvalStatus } = row;
  const totalSeats = isCounted(row, bus) ? bus.totalSeats : row.totalSeats;
  const given = { name, registrationNo, type, totalSeats, status, approvalStatus };
  const isSame = Object.entries(given).every(([field, value]) => bus[field as keyof typeof given] === value);
  if (isSame || bus.changedInOffice) return { row, bus, isNew: false, isResized: false, isKept: !isSame };

  const changed: KeptBus = {
    ...bus,
    ...given,
    rejectionReason: approvalStatus === 'REJECTED' ? bus.rejectionReason : null,
    waitingSince: approvalStatus === 'PENDING' ? (bus.waitingSince ?? now) : null,
    revision: bus.revision + 1,
  };
  if ((await buses.update(changed)) === 'registered') throw new Error(`Somebody else has bus ${registrationNo}.`);
  return { row, bus: changed, isNew: false, isResized: totalSeats !== bus.totalSeats, isKept: false };
}

/**
 * The trips ahead of buses without a seat map that have more or fewer places now, locked; and what can't change,
 * because more places are taken than would be left. Seats of a map are looked after with it.
 */
export async function tripsOfResized(
  { tripsAhead }: { readonly tripsAhead: Pick<TripsAhead, 'lock' | 'mostPlaces'> },
  loaded: readonly LoadedBus[],
  now: Instant,
): Promise<{ readonly faults: readonly Fault[]; readonly trips: readonly TripId[] }> {
  const faults: Fault[] = [];
  const trips: TripId[] = [];
  for (const [index, { bus, isResized }] of loaded.entries()) {
    if (!isResized || bus.hasSeatMap) continue;
    const ahead = await tripsAhead.lock(bus.id, now);
    const taken = await tripsAhead.mostPlaces(ahead, now);
    if (taken > bus.totalSeats) faults.push(tooFewPlaces(`/buses/${index}`, taken));
    trips.push(...ahead);
  }
  return { faults, trips };
}

const tooFewPlaces = (at: string, taken: number): Fault => ({
  field: `${at}/total_seats`,
  message: `cannot be less than ${taken} now: so many places are taken on a trip ahead`,
});

interface Stores extends SeatMapStores {
  readonly buses: BusRepo;
}

/**
 * Gives buses the seat maps of the file; a seat is itself by its number within the present map. A map that was changed
 * by hand is left alone. Passengers are kept off the trips of buses whose map changes until the transaction ends: call
 * it last. Answers what can't change, and which buses were left alone.
 */
export async function loadSeatMaps(
  stores: Stores,
  loaded: readonly LoadedBus[],
  now: Instant,
): Promise<{ readonly faults: readonly Fault[]; readonly kept: readonly BusId[] }> {
  const { buses } = stores;
  const there = await buses.seatMaps(loaded.map(({ bus }) => bus.id));
  const faults: Fault[] = [];
  const kept: BusId[] = [];
  for (const [index, { row, bus, isNew }] of loaded.entries()) {
    const present = there.get(bus.id) ?? null;
    const wanted = row.seatMap && matchedByNumber(row.seatMap, present);
    if (isSameMap(present, wanted)) continue;
    if (bus.mapChangedInOffice) kept.push(bus.id);
    else if (isNew) await buses.saveSeatMap(bus.id, wanted);
    else {
      const outcome = await replaceSeatMap(stores, bus.id, present, wanted, now);
      const totalSeats = wanted && isCounted(row, bus) ? activeSeats(wanted) : bus.totalSeats;
      if (outcome === 'replaced') await buses.update({ ...bus, totalSeats, revision: bus.revision + 1 });
      else faults.push(...faultsOf(outcome, wanted, present !== null, `/buses/${index}/seat_map`));
    }
  }
  return { faults, kept };
}

function faultsOf(sold: readonly SoldSeat[], wanted: WantedMap | null, isThere: boolean, at: string): readonly Fault[] {
  if (!wanted || !isThere) return [{ field: at, message: 'cannot come or go now: the bus is booked for trips ahead' }];
  return [...new Set(sold.map(({ seatNumber }) => seatNumber))].map((number) => {
    const index = wanted.seats.findIndex((seat) => seat.number === number);
    return {
      field: index < 0 ? `${at}/seats` : `${at}/seats/${index}/is_active`,
      message: `cannot do without seat ${number} now: it is sold for a trip ahead`,
    };
  });
}
