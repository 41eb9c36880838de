import type { TripId } from '../kernel/ids.ts';
import { type Instant, daysAfter, secondsAfter } from '../kernel/time.ts';
import type { OfficeTrip } from '../trips/office-trip.ts';
import { type Door, type DoorState, doorStateOf } from './door.ts';
import type { LineWorld } from './world.ts';

/** The seconds for which one view of all doors serves every request of the process. */
const KEPT_SECONDS = 5;
/** The seconds for which a view may still be shown while the next one is read. */
const SHOWN_SECONDS = 15;
/** The days after its opening for which a door is shown. Its rush is over after hours. */
const SHOWN_DAYS = 30;
const MOST_ROUTES = 50;

/** The free seats between two cities on the trips of a door. */
export interface DoorRoute {
  readonly source: string;
  readonly destination: string;
  readonly seatsLeft: number;
}

/** A door as everybody sees it. */
export interface ShownDoor {
  readonly door: Door;
  readonly state: DoorState;
  readonly admitsPerMinute: number;
  readonly pollSeconds: number;
  readonly seats: number;
  readonly seatsLeft: number;
  readonly routes: readonly DoorRoute[];
}

/** All doors at one moment. */
export interface DoorBoard {
  readonly now: Instant;
  /** The doors by their moments. */
  readonly doors: ReadonlyMap<Instant, ShownDoor>;
  /** Trips whose door is not clear. */
  readonly trips: ReadonlyMap<TripId, { readonly shown: ShownDoor; readonly trip: OfficeTrip }>;
}

export type ReadDoors = ReturnType<typeof readDoors>;

/**
 * Reads all doors, at most once in five seconds: requests cost no statement. The request that finds the last view too
 * old reads the next one and waits for it. Other requests meanwhile get the last view, and wait only if there is none
 * of the last 15 seconds.
 */
export function readDoors(world: Pick<LineWorld, 'clock' | 'doorViews' | 'officeTrips' | 'doorTerms'>) {
  let last: DoorBoard | undefined;
  let next: { readonly now: Instant; readonly board: Promise<DoorBoard> } | undefined;
  return async (): Promise<DoorBoard> => {
    const now = world.clock();
    const isWithin = (seconds: number, from: Instant): boolean => now >= from && now < secondsAfter(from, seconds);
    if (last && isWithin(KEPT_SECONDS, last.now)) return last;
    if (next && isWithin(KEPT_SECONDS, next.now)) return last && isWithin(SHOWN_SECONDS, last.now) ? last : next.board;
    const own = (next = { now, board: boardAt(world, now) });
    try {
      const board = await own.board;
      if (next === own) last = board;
      return board;
    } finally {
      if (next === own) next = undefined;
    }
  };
}

async function boardAt(
  { doorViews, officeTrips, doorTerms }: Pick<LineWorld, 'doorViews' | 'officeTrips' | 'doorTerms'>,
  now: Instant,
): Promise<DoorBoard> {
  const doors = await doorViews.current(daysAfter(now, -SHOWN_DAYS));
  const current = doors.filter(({ clearedAt }) => clearedAt === null).map(({ opensAt }) => opensAt);
  const trips = current.length === 0 ? [] : await officeTrips.openingAt(current, now);
  const opening = new Map<Instant | null, OfficeTrip[]>();
  for (const trip of trips) {
    const together = opening.get(trip.saleOpensAt);
    if (together) together.push(trip);
    else opening.set(trip.saleOpensAt, [trip]);
  }
  const shown = new Map(
    doors.map((door) => [door.opensAt, shownDoor(door, opening.get(door.opensAt) ?? [], now, doorTerms)] as const),
  );
  const byTrip = trips.flatMap((trip) => {
    const door = trip.saleOpensAt === null ? undefined : shown.get(trip.saleOpensAt);
    return door ? [[trip.id, { shown: door, trip }] as const] : [];
  });
  return { now, doors: shown, trips: new Map(byTrip) };
}

/** A door as everybody sees it, with the trips that open then. */
export function shownDoor(
  door: Door,
  trips: readonly OfficeTrip[],
  now: Instant,
  { joinHours, admitsPerMinute }: LineWorld['doorTerms'],
): ShownDoor {
  const sumOf = (count: (trip: OfficeTrip) => number): number => trips.reduce((sum, trip) => sum + count(trip), 0);
  return {
    door,
    state: doorStateOf(door, now, joinHours),
    admitsPerMinute: door.admitsPerMinute ?? admitsPerMinute,
    pollSeconds: Math.min(60, Math.max(5, Math.floor(door.joined / 2_000))),
    seats: sumOf(({ seats }) => seats.total),
    seatsLeft: sumOf(({ seats }) => seats.left),
    routes: routesOf(trips),
  };
}

function routesOf(trips: readonly OfficeTrip[]): readonly DoorRoute[] {
  const routes = new Map<string, DoorRoute>();
  for (const { source, destination, seats } of trips) {
    const key = `${source.id} ${destination.id}`;
    const seatsLeft = (routes.get(key)?.seatsLeft ?? 0) + seats.left;
    routes.set(key, { source: source.name, destination: destination.name, seatsLeft });
  }
  return [...routes.values()].slice(0, MOST_ROUTES);
}
