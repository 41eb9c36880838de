import { areKinds } from '../fleet/kept-seats.ts';
import { seatsNamed } from '../fleet/seats-named.ts';
import type { SeatNumber, TripId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { roomOnDay } from '../seats/door-limits.ts';
import { serveFirst } from '../seats/line.ts';
import { keptForUnknown } from '../seats/refusals.ts';
import { chosenSection, sectionForStores } from '../trips/choose-section.ts';
import { notSoldReason } from '../trips/not-bookable.ts';
import { tripDeparted, tripUnknown } from '../trips/refusals.ts';
import { refuseBeforeSale } from '../trips/sale-opening.ts';
import type { Section } from '../trips/sections.ts';
import { type Trip, hasSectionDeparted } from '../trips/trip.ts';
import { type Withheld, freeOn, seatsFor } from './free-seats.ts';
import type { JudgedPass } from './door-pass.ts';
import type { ListedWait } from './ports.ts';
import { alreadyWaiting, seatsFree, seatsToWaitForUnknown, tooManyWaits } from './refusals.ts';
import { MOST_WAITS, type NewWait, waitEnds } from './wait.ts';
import type { LineStores, LineWorld } from './world.ts';

/** A passenger's request to wait for seats of a trip. */
export interface WaitRequest {
  /** The number of seats or places, from 1 to 6. */
  readonly count: number;
  /** The only seats that will do. An empty list means any seat. */
  readonly anyOf: readonly SeatNumber[];
  /** The section to travel; undefined for the whole trip. */
  readonly section: Section | undefined;
  /** The kinds of kept seats that the passengers may have, as typed; undefined for none. */
  readonly keptFor: readonly string[] | undefined;
  /** Undefined if no pass is needed. */
  readonly pass?: JudgedPass;
}

export type StartWaiting = ReturnType<typeof startWaiting>;

/** Puts a passenger at the end of the line for seats of a trip. Only if too few seats are free now. */
export const startWaiting =
  (world: LineWorld) =>
  async (passenger: UserId, tripId: TripId, request: WaitRequest): Promise<ListedWait> => {
    const asked = { passenger, tripId, request };
    // Faults of the request come before the missing pass. They are found without a lock, on which others would wait.
    if (request.pass?.missingFor !== undefined)
      await world.transact((stores) => judgeWait(stores, asked, world.clock()));
    return world.transact(async (stores) => {
      const { waits, waitViews, line } = stores;
      const awaited = await waits.tripsOf(passenger, world.clock());
      await waits.lockTrip(tripId);
      const now = world.clock();
      const { trip, wait } = await judgeWait(stores, asked, now);
      // Ends waits that are over by the clock, the person's own among them.
      const busy = await serveFirst({ line }, trip, now);
      if (awaited.includes(tripId)) throw alreadyWaiting();
      if (await areSeatsFree(world, stores, { trip, busy }, wait)) throw seatsFree();
      if (world.rateLimit && awaited.length >= MOST_WAITS) throw tooManyWaits();
      const id = await waits.add(wait);
      if (id === undefined) throw alreadyWaiting();
      const added = await waitViews.find(id, now);
      if (!added) throw new Error(`Wait ${id} is gone.`);
      return added;
    });
  };

interface Asked {
  readonly passenger: UserId;
  readonly tripId: TripId;
  readonly request: WaitRequest;
}

/** The trip and the wait that a request asks for. Refuses faulty requests, and trips that nobody can wait for now. */
async function judgeWait(
  stores: LineStores,
  { tripId, ...asked }: Asked,
  now: Instant,
): Promise<{ readonly trip: Trip; readonly wait: NewWait }> {
  const trip = await stores.trips.find(tripId);
  if (!trip || notSoldReason(trip)) throw tripUnknown();
  const wait = await newWait(stores, { ...asked, trip, now });
  if (hasSectionDeparted(trip, wait.section, now) || wait.until <= now) throw tripDeparted();
  refuseBeforeSale(trip, now, { judgePass: asked.request.pass?.judgePass });
  return { trip, wait };
}

interface AskedOnTrip extends Omit<Asked, 'tripId'> {
  readonly trip: Trip;
  readonly now: Instant;
}

/** The wait that a request asks for. Refuses faulty requests. */
async function newWait(stores: LineStores, { passenger, trip, request, now }: AskedOnTrip): Promise<NewWait> {
  const { count, keptFor } = request;
  const anyOf = await wantedSeats(stores, trip, request);
  const { from, to } = chosenSection(trip, request.section);
  if (keptFor && !areKinds(keptFor)) throw keptForUnknown();
  return {
    userId: passenger,
    tripId: trip.id,
    section: { from, to },
    count,
    anyOf,
    keptFor: keptFor ? [...new Set(keptFor)] : null,
    until: waitEnds(trip, { from }),
    createdAt: now,
  };
}

/** The only seats that will do; null for any seat. Refuses seats that the bus does not have in use. */
async function wantedSeats(
  { buses }: LineStores,
  { id, bus }: Trip,
  { count, anyOf }: WaitRequest,
): Promise<readonly SeatNumber[] | null> {
  if (anyOf.length === 0) return null;
  const isUnusual = await buses.hasUnusualSeats(id);
  const seats = [...new Set(await seatsNamed({ buses }, { bus: bus.id, typed: anyOf, isUnusual }))];
  const map = bus.hasSeatMap ? (await buses.seatMaps([bus.id])).get(bus.id) : undefined;
  const inUse = new Set((map?.seats ?? []).flatMap(({ number, isActive }) => (isActive ? [number] : [])));
  if (seats.length < count || !seats.every((seat) => inUse.has(seat))) throw seatsToWaitForUnknown();
  return seats;
}

/** Whether the passenger could hold or book the seats at once. Those who wait already must have been served. */
async function areSeatsFree(
  world: LineWorld,
  stores: LineStores,
  { trip, busy }: { trip: Trip; busy: Withheld['busy'] },
  wait: NewWait,
): Promise<boolean> {
  const { seatMaps, buses, trips } = stores;
  const { section, count, userId, createdAt: now } = wait;
  if ((await roomOnDay(world, stores, { trip, userId }, now)).room < count) return false;
  if (!trip.bus.hasSeatMap) return (await trips.placesLeft(trip.id, now, sectionForStores(trip, section))) >= count;
  const map = await seatMaps.view(trip.id, userId, now, section);
  const withheld = { busy, kept: await buses.keptSeats(trip.id) };
  return map?.hasSeatMap === true && freeOn(seatsFor(world, wait, { trip, map, withheld, now })) >= count;
}
