import { amenitiesIn } from '../fleet/amenities.ts';
import type { KeptBus } from '../fleet/bus.ts';
import type { BusRepo, TripsAhead } from '../fleet/ports.ts';
import { numberOf, textOfNumber } from '../fleet/registration.ts';
import { type SoldSeat, replaceSeatMap } from '../fleet/replace-seat-map.ts';
import { type WantedMap, activeSeats, isSameMap, matchedByNumber } from '../fleet/seat-layout.ts';
import type { BusId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Fault } from '../kernel/refusal.ts';
import type { Instant } from '../kernel/time.ts';
import { foreignBus } from './catalogue-faults.ts';
import type { FileBus } from './catalogue-file.ts';
import { catalogueFaulty } from './refusals.ts';
import type { CatalogueStores } from './world.ts';

/** A bus of the file, together with the stored bus. */
export interface LoadedBus {
  readonly row: FileBus;
  readonly bus: KeptBus;
  readonly isNew: boolean;
  /** True if the number of seats has changed. */
  readonly isResized: boolean;
  /**
   * True if the bus differs from the file, but stays as it is because its company changed it or an administrator
   * reviewed it.
   */
  readonly isKept: boolean;
}

/** A bus of the file, and the company that runs it. */
export type OwnedBus = FileBus & { readonly operatorId: OperatorId };

/**
 * Adds the buses of a file and updates existing buses, except their seat maps. Does not change buses that a company
 * changed or an administrator reviewed. The buses stay locked until the transaction ends.
 */
export async function loadBuses(
  { buses, usage }: CatalogueStores,
  rows: readonly OwnedBus[],
  now: Instant,
): Promise<readonly LoadedBus[]> {
  const there = await buses.lockOwned(rows.map(numberOf));
  const reserved = await buses.lockReserved(rows.filter((row) => needsNumber(row, findIn(there, row))).map(numberOf));
  const missing = rows.filter((row) => !findIn(there, row) && !reserved.has(textOfNumber(numberOf(row))));
  const added = await addMissing(buses, missing, now);

  const loaded: LoadedBus[] = [];
  const faults: Fault[] = [];
  for (const [index, row] of rows.entries()) {
    const [bus, isNew] = [findIn(there, row) ?? findIn(added, row), !findIn(there, row)];
    const outcome =
      !bus || reserved.has(textOfNumber(numberOf(row)))
        ? 'registered'
        : isNew
          ? { row, bus, isNew, isResized: false, isKept: false }
          : await broughtUpToDate(buses, row, bus, now);
    // Reports a fault, because another company has reserved the registration number, perhaps after the file was
    // checked.
    if (outcome === 'registered') faults.push(foreignBus(`/buses/${index}`, row.registrationNo));
    else loaded.push(outcome);
  }
  if (faults.length > 0) throw catalogueFaulty(faults);
  const approved = loaded.filter(({ bus }) => bus.approvalStatus === 'APPROVED');
  if (approved.length > 0) await usage.recordApproval(approved.map(({ bus }) => bus.operatorId));
  return loaded;
}

const findIn = (buses: ReadonlyMap<string, KeptBus>, row: OwnedBus): KeptBus | undefined =>
  buses.get(textOfNumber(numberOf(row)));

/**
 * True if the file adds a bus, or changes whether the bus is approved. Then no other company may have reserved the
 * registration number.
 */
const needsNumber = (row: OwnedBus, bus: KeptBus | undefined): boolean =>
  bus === undefined ||
  (!bus.changedInOffice && row.approvalStatus !== 'REJECTED' && row.approvalStatus !== bus.approvalStatus);

async function addMissing(
  buses: BusRepo,
  missing: readonly OwnedBus[],
  createdAt: Instant,
): Promise<ReadonlyMap<string, KeptBus>> {
  await buses.add(
    missing.map(({ operatorId, name, registrationNo, type, totalSeats, amenities, status, approvalStatus }) => ({
      operatorId,
      name,
      registrationNo,
      type,
      totalSeats,
      amenities: amenitiesIn(amenities),
      status,
      approvalStatus,
      createdAt,
    })),
  );
  return buses.lockOwned(missing.map(numberOf));
}

/**
 * True if the number of seats comes from the stored seat map, not from the file. That is so if the company has changed
 * the map, or has changed the bus and the file has a map.
 */
const isCounted = ({ seatMap }: Pick<FileBus, 'seatMap'>, bus: KeptBus): boolean =>
  bus.mapChangedInOffice || (bus.changedInOffice && seatMap !== null);

async function broughtUpToDate(
  buses: BusRepo,
  row: OwnedBus,
  bus: KeptBus,
  now: Instant,
): Promise<LoadedBus | 'registered'> {
  const { name, type, status, approvalStatus } = row;
  const { registrationNo } = bus;
  const totalSeats = isCounted(row, bus) ? bus.totalSeats : row.totalSeats;
  const amenities = amenitiesIn(row.amenities);
  const given = { name, registrationNo, type, totalSeats, amenities, status, approvalStatus };
  const isSame = Object.entries(given).every(
    ([field, value]) => JSON.stringify(bus[field as keyof typeof given]) === JSON.stringify(value),
  );
  if (isSame || bus.changedInOffice) return { row, bus, isNew: false, isResized: false, isKept: !isSame };

  const changed: KeptBus = {
    ...bus,
    ...given,
    rejectionReason: approvalStatus === 'REJECTED' ? bus.rejectionReason : null,
    waitingSince: approvalStatus === 'PENDING' ? (bus.waitingSince ?? now) : null,
    revision: bus.revision + 1,
  };
  if ((await buses.update(changed)) === 'registered') return 'registered';
  return { row, bus: changed, isNew: false, isResized: totalSeats !== bus.totalSeats, isKept: false };
}

/**
 * Finds and locks upcoming trips on buses without a seat map whose number of places has changed. Reports a fault if
 * more places are taken than the bus has now. loadSeatMaps handles buses with a seat map.
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

/**
 * Gives buses the seat maps of the file. A seat that keeps its number keeps its id. Does not replace maps that a
 * company changed. Call this last: it locks the trips of changed buses, and passengers wait until the transaction ends.
 * Returns the faults, and the buses whose maps were not replaced.
 */
export async function loadSeatMaps(
  stores: CatalogueStores,
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
