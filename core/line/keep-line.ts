import type { TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { soldSection } from '../trips/sections.ts';
import type { Trip } from '../trips/trip.ts';
import { endWait, takeBackOffer } from './end-wait.ts';
import type { LineChange } from './line-change.ts';
import { serveLine } from './serve-line.ts';
import { type Wait, waitEnds } from './wait.ts';
import type { LineStores, LineTerms } from './world.ts';

/**
 * Serves those who wait for trips whose seats a transaction has freed or changed. This is the only place that serves
 * the line after a change: stores report each change, and the unit of work calls this before it commits, whatever the
 * use case. `serveFirst` serves it before seats are taken. A trip that nobody waits for costs one look at its row.
 * Trips are taken in the order of their ids.
 */
export async function keepLine(
  stores: LineStores,
  terms: LineTerms,
  changes: readonly LineChange[],
  now: Instant,
): Promise<void> {
  if (changes.length === 0) return;
  const suspended = changes.flatMap((change) => (change.of === 'user' ? [change.userId] : []));
  const left: TripId[] = [];
  for (const user of suspended) left.push(...(await stores.waits.tripsOf(user)));
  const onTrips = changes.flatMap((change) => (change.of === 'user' ? [] : [change]));
  const trips = [...new Set([...left, ...onTrips.map(({ tripId }) => tripId)])].sort((one, other) => one - other);
  for (const tripId of await stores.waits.awaited(trips)) {
    const own = onTrips.filter((change) => change.tripId === tripId);
    const at = Math.max(...own.map((change) => change.at), ...(own.length === 0 ? [now] : [])) as Instant;
    await stores.waits.lockLine(tripId);
    const trip = await stores.trips.find(tripId);
    if (!trip) continue;
    for (const change of own)
      if (change.of === 'offer') {
        const wait = await stores.waits.find(change.waitId);
        if (wait) await endWait(stores, terms, wait, at);
      }
    const changed = own.filter((change) => change.of === 'trip');
    if (changed.length > 0) await followTrip(stores, terms, trip, { letGo: changed.some(({ letGo }) => letGo), at });
    await serveLine(stores, terms, tripId, at);
  }
}

interface Following {
  readonly letGo: boolean;
  readonly at: Instant;
}

/** Adapts the waits of a trip to its present times, sections and seats. */
async function followTrip(stores: LineStores, terms: LineTerms, trip: Trip, { letGo, at }: Following): Promise<void> {
  const inUse = await seatsInUse(stores, trip);
  for (const wait of await stores.waits.ofTrip(trip.id)) {
    if (trip.status !== 'ACTIVE' || !soldSection(trip, wait.section)) {
      await endWait(stores, terms, wait, at);
      continue;
    }
    const anyOf = wait.anyOf && wait.anyOf.filter((seat) => inUse.has(seat));
    const until = waitEnds(trip, wait.section);
    if (until !== wait.until || anyOf?.length !== wait.anyOf?.length)
      await stores.waits.save({ id: wait.id, until, anyOf });
    if (anyOf && anyOf.length < wait.count) await endWait(stores, terms, wait, at, 'SEATS_GONE');
    else if (wait.offer && (letGo || (await isBroken(stores, wait)))) await takeBackOffer(stores, wait, at);
  }
}

/** Whether an offer has lost any of its seats. */
const isBroken = async ({ waits }: LineStores, { id, offer }: Wait): Promise<boolean> =>
  offer !== null && offer.seats.length > 0 && (await waits.seatsHeld(id)) < offer.seats.length;

async function seatsInUse({ buses }: LineStores, { bus }: Trip): Promise<ReadonlySet<string>> {
  const map = bus.hasSeatMap ? (await buses.seatMaps([bus.id])).get(bus.id) : undefined;
  return new Set((map?.seats ?? []).flatMap(({ number, isActive }) => (isActive ? [number] : [])));
}
