import type { OperatorId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { OfficeTrip } from '../trips/office-trip.ts';
import { type Door, openingNamed } from './door.ts';
import { type ShownDoor, shownDoor } from './door-board.ts';
import { doorUnknown } from './door-refusals.ts';
import type { DoorFigures } from './door-ports.ts';
import type { LineStores, LineWorld } from './world.ts';

/** A trip that opens at a door, with its seats. */
export interface TripAtDoor {
  readonly trip: OfficeTrip;
  /** Seats that counters sold, or that an office's change of a booking took. */
  readonly soldAtCounter: number;
}

/** A door as offices see it. */
export interface OfficeDoor {
  readonly now: Instant;
  readonly shown: ShownDoor;
  readonly figures: DoorFigures;
  /** The trips of one company, or of all companies, by departure. */
  readonly trips: readonly TripAtDoor[];
}

export type FindDoor = ReturnType<typeof findDoor>;

/** Finds a door by its name, or refuses the name. */
export const findDoor =
  ({ doorViews }: Pick<LineWorld, 'doorViews'>) =>
  async (name: string): Promise<Door> => {
    const opensAt = openingNamed(name);
    const door = opensAt === undefined ? undefined : await doorViews.find(opensAt);
    if (!door) throw doorUnknown();
    return door;
  };

export type FindMovableDoor = ReturnType<typeof findMovableDoor>;

/**
 * Refuses a name that no door has or had. A request to move a door may be repeated after its answer was lost, and the
 * door has another name then.
 */
export const findMovableDoor =
  ({ doorViews }: Pick<LineWorld, 'doorViews'>) =>
  async (name: string): Promise<void> => {
    const opensAt = openingNamed(name);
    if (opensAt === undefined || !(await doorViews.wasMovedFrom(opensAt))) await findDoor({ doorViews })(name);
  };

export type ViewOfficeDoor = ReturnType<typeof viewOfficeDoor>;

/** Reads a door with its live figures and the trips of one company. */
export const viewOfficeDoor =
  (world: LineWorld) =>
  async (name: string, operatorId?: OperatorId): Promise<OfficeDoor> =>
    officeDoor(world, world, await findDoor(world)(name), { now: world.clock(), operatorId });

interface Asked {
  readonly now: Instant;
  /** Undefined for the trips of all companies. */
  readonly operatorId?: OperatorId | undefined;
}

/** Adds to a door its live figures and its trips. */
export async function officeDoor(
  { doorTerms }: Pick<LineWorld, 'doorTerms'>,
  { doorViews, officeTrips }: Pick<LineStores, 'doorViews' | 'officeTrips'>,
  door: Door,
  { now, operatorId }: Asked,
): Promise<OfficeDoor> {
  const all = await officeTrips.openingAt([door.opensAt], now);
  const own = all.filter((trip) => operatorId === undefined || trip.operatorId === operatorId);
  const ids = own.map(({ id }) => id);
  const soldAtCounter = await doorViews.soldAtCounter(ids, now);
  return {
    now,
    shown: shownDoor(door, all, now, doorTerms),
    figures: await doorViews.figures(door.id, now),
    trips: own.map((trip) => ({ trip, soldAtCounter: soldAtCounter.get(trip.id) ?? 0 })),
  };
}
