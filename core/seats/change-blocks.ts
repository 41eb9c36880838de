import { shareCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import type { OperatorId, SeatNumber, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { changesBetween } from '../platform/trail.ts';
import { noSuchTrip, tripCancelled, tripDeparted } from '../trips/refusals.ts';
import { type Road, type Section, lastStop, wholeRoad } from '../trips/sections.ts';
import { hasSectionDeparted } from '../trips/trip.ts';
import {
  type Block,
  type Blockable,
  blocksChanged,
  bySection,
  clash,
  isTakenBy,
  placesOf,
  seatsHeld,
  seatsOf,
  seatsSold,
  loggedBlocks,
  type Taken,
} from './block.ts';
import { type Fault, refuseFaults } from '../kernel/refusal.ts';
import { asNumbered } from '../fleet/seat-numbers.ts';
import type { FreedOnTrip } from '../fleet/ports.ts';
import { lockShare } from './door-limits.ts';
import { type SeatChange, recordSeats } from './seat-events.ts';
import type { SeatStores, SeatWorld } from './world.ts';

export type ChangeBlocks = ReturnType<typeof changeBlocks>;

/**
 * Replaces the blocks of a trip. `isKnown` says whether the caller has seen the present blocks. If two people change
 * the blocks at once, the second one is refused. Allowed until the bus leaves the last stop where passengers get on.
 */
export const changeBlocks =
  ({ clock, transact, ...counting }: SeatWorld) =>
  async (
    member: Member,
    id: TripId,
    given: readonly GivenBlock[],
    isKnown: (present: readonly Block[]) => boolean,
  ): Promise<readonly Block[]> => {
    const now = clock();

    return transact(async (stores) => {
      await shareCompany(stores, member, 'CLERK');
      if ((await stores.plannedTrips.find(id))?.operatorId !== member.operatorId) throw noSuchTrip();
      const locked = await stores.blocks.lock(id, now);
      const onSale = await stores.trips.find(id);
      const isAwaited = onSale?.hasWaits === true;
      const busy = isAwaited ? await stores.line.serve(id, now) : new Set<SeatNumber>();
      const blockable = isAwaited ? await stores.blocks.lock(id, now) : locked;
      const present = await blocksOf(stores, id, now);
      const trip = await stores.plannedTrips.find(id);
      const wanted = wantedBlocks(given, blockable, trip ?? { stops: [] }, now);
      if (trip?.status !== 'ACTIVE') throw tripCancelled();
      if (hasSectionDeparted(trip, { from: lastStop(trip) - 1 }, now)) throw tripDeparted();
      if (!isKnown(present)) throw blocksChanged();
      refuseTaken(wanted, blockable, busy);

      const changes = changesBetween({ blocks: loggedBlocks(present) }, { blocks: loggedBlocks(wanted) });
      if (Object.keys(changes).length === 0) return present;
      const refuseBeyondShare = onSale && (await lockShare(counting, stores, onSale, now));
      const freed = await stores.blocks.replace(id, wanted, now);
      await refuseBeyondShare?.();
      await recordSeats(stores, id, [...newlyBlocked(present, wanted), ...changesOfUnblocked(freed)], now);
      await stores.trail.add(
        memberEntry(member, {
          kind: 'SEATS_BLOCKED',
          subject: { type: 'schedule', id },
          changes,
          description: described(wanted),
        }),
        now,
      );
      return blocksOf(stores, id, now);
    });
  };

const blocksOf = async ({ blocks }: SeatStores, id: TripId, now: Instant): Promise<readonly Block[]> =>
  (await blocks.find(id, now))?.blocks ?? [];

const hasSameSection = ({ section: one }: Block, { section: other }: Block): boolean =>
  one?.from === other?.from && one?.to === other?.to;

/** The seat changes that announce seats as blocked. Leaves out seats that were blocked on the same section before. */
function newlyBlocked(present: readonly Block[], wanted: readonly Block[]): readonly SeatChange[] {
  const isNew = (block: Block): boolean => !present.some((one) => clash(one, block) && hasSameSection(one, block));
  return bySection(wanted.filter(isNew)).map((blocks) => ({
    seats: [...seatsOf(blocks)].sort(),
    section: blocks[0]?.section,
    was: 'AVAILABLE',
    status: 'BLOCKED',
  }));
}

/** The seat changes that announce seats, or sections of seats, as no longer blocked. */
export const changesOfUnblocked = (freed: readonly FreedOnTrip[]): readonly SeatChange[] =>
  freed.map(({ seats, section }) => ({ seats, section, was: 'BLOCKED', status: 'AVAILABLE' }));

/** A sentence about the new blocks and their reasons, for the activity log. */
function described(blocks: readonly Block[]): string {
  if (blocks.length === 0) return 'Freed all that was blocked.';
  const [seats, places] = [seatsOf(blocks), placesOf(blocks)];
  const reasons = [...new Set(blocks.map(({ reason }) => reason))].join('; ');
  return `Blocked now: ${seats.length > 0 ? `seats ${seats.join(', ')}` : `places ${places}`} (${reasons}).`;
}

/** A block in a request: of a seat, or of a number of places on a bus without a seat map. */
export interface GivenBlock {
  readonly seat?: SeatNumber;
  readonly places?: number;
  readonly reason: string;
  readonly until: Instant | null;
  /** The section to block; undefined for the whole trip. */
  readonly section?: Section | undefined;
}

/**
 * Checks requested blocks and returns them. Faulty blocks are refused before the seats are checked for sales and holds.
 */
function wantedBlocks(
  typed: readonly GivenBlock[],
  blockable: Blockable,
  road: Pick<Road, 'stops'>,
  now: Instant,
): readonly Block[] {
  const numbered = asNumbered(blockable.hasSeatMap ? [...blockable.seats] : []);
  const given = typed.map(({ seat, ...block }) => ({ ...block, ...(seat !== undefined && { seat: numbered(seat) }) }));
  const faults = given.flatMap((one, index) =>
    faultsOf(one, blockable, road, now).map(({ field, message }) => ({ field: `blocks[${index}].${field}`, message })),
  );
  const blocks = given.map(({ seat, places, reason, until, section }): Block | undefined => {
    const terms = { reason, until, ...(road.stops.length > 0 && { section: section ?? wholeRoad(road) }) };
    if (blockable.hasSeatMap) return seat === undefined ? undefined : { seat, ...terms };
    return places === undefined ? undefined : { places, ...terms };
  });
  const twice = blocks.flatMap((block, index) => {
    const first = blocks.findIndex((other) => block && other && clash(block, other));
    const message = `is named before, at blocks[${first}]`;
    return block && first >= 0 && first < index ? [{ field: `blocks[${index}].seat_number`, message }] : [];
  });
  refuseFaults([...faults, ...twice]);
  return blocks.flatMap((block) => block ?? []);
}

function faultsOf(
  { seat, places, until, section }: GivenBlock,
  blockable: Blockable,
  road: Pick<Road, 'stops'>,
  now: Instant,
): readonly Fault[] {
  const faults: Fault[] = [];
  if (blockable.hasSeatMap && seat === undefined) faults.push({ field: 'seat_number', message: 'is required' });
  else if (blockable.hasSeatMap && seat !== undefined && !blockable.seats.has(seat))
    faults.push({ field: 'seat_number', message: 'must be a seat of the bus that is in use' });
  else if (!blockable.hasSeatMap && places === undefined) faults.push({ field: 'places', message: 'is required' });
  if (section && (section.from < 0 || section.from >= section.to || section.to > lastStop(road)))
    faults.push({ field: 'to_stop', message: 'must end a section of the trip, from from_stop on' });
  if (until !== null && until <= now) faults.push({ field: 'until', message: 'must be in the future' });
  return faults;
}

/** Refuses to block sold or held seats, and `busy` seats, which are about to go to those who wait. */
function refuseTaken(blocks: readonly Block[], blockable: Blockable, busy: ReadonlySet<SeatNumber>): void {
  if (!blockable.hasSeatMap) {
    const full = blockable.places.filter((places, part) => placesOf(blocks, { from: part, to: part + 1 }) > places);
    if (full.length > 0) throw seatsSold([], Math.min(...full));
    return;
  }
  const taken = (status: Taken['status']) => blockable.taken.filter((one) => one.status === status);
  const those = (status: Taken['status']): readonly SeatNumber[] => [
    ...new Set(seatsOf(blocks.filter((block) => taken(status).some((one) => isTakenBy(one, block))))),
  ];
  if (those('sold').length > 0) throw seatsSold(those('sold'));
  const held = [...new Set([...those('held'), ...seatsOf(blocks).filter((seat) => busy.has(seat))])];
  if (held.length > 0) throw seatsHeld(held);
}

/**
 * Adapts the blocks of changed trips to their present buses: see FitBlocks. Use cases that cancel a trip or change its
 * bus must call this function in their transaction, while the trips are locked. Call it after the trip is saved and the
 * passengers have their seats. Cheap for trips without blocks.
 */
export async function fitBlocks(stores: SeatStores, trips: readonly TripId[], now: Instant): Promise<void> {
  await recordUnblocked(stores, await stores.blocks.fit(trips, now), now);
}

/** Announces seats of one or several trips that are no longer blocked. */
export async function recordUnblocked(stores: SeatStores, freed: readonly FreedOnTrip[], now: Instant): Promise<void> {
  for (const tripId of new Set(freed.map((one) => one.tripId))) {
    const ofTrip = freed.filter((one) => one.tripId === tripId);
    await recordSeats(stores, tripId, changesOfUnblocked(ofTrip), now);
  }
}

export type ViewBlocks = ReturnType<typeof viewBlocks>;

/** Reads the blocks of a trip. Refuses trips of other companies. */
export const viewBlocks =
  ({ clock, tripBlocks }: SeatWorld) =>
  async (operatorId: OperatorId, id: TripId): Promise<readonly Block[]> => {
    const trip = await tripBlocks.find(id, clock());
    if (trip?.operatorId !== operatorId) throw noSuchTrip();
    return trip.blocks;
  };
