import type { SeatNumber, TripId, UserId, WaitId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { bestSeats } from '../seats/best-seats.ts';
import type { MappedSeats } from '../seats/choosable-seats.ts';
import { roomLeft, takenOnDay } from '../seats/door-limits.ts';
import { changesOfFreed, recordSeats } from '../seats/seat-events.ts';
import { MOST_SEATS } from '../seats/seat-map.ts';
import { sectionForStores } from '../trips/choose-section.ts';
import { notSoldReason } from '../trips/not-bookable.ts';
import { hasSaleOpened } from '../trips/sale-opening.ts';
import { type Section, departsFrom, overlaps } from '../trips/sections.ts';
import { type Trip, hasSectionDeparted } from '../trips/trip.ts';
import { endWait } from './end-wait.ts';
import { freeOn, seatsFor, type Withheld } from './free-seats.ts';
import { offerChanged } from './offer-event.ts';
import { offerTimes } from './offer-times.ts';
import { tellOffered } from './tell-waiting.ts';
import type { Offer, Wait } from './wait.ts';
import type { LineStores, LineTerms } from './world.ts';

/** The number of waits that are read at once. */
const BATCH = 100;

/**
 * Ends what is over on a trip, and offers what is free on it to those who wait, in the order of the line. Those whom
 * the free seats do not fit stop nobody behind them. Serves nobody on a trip that takes no booking now. Returns seats
 * that nobody may take now, because another transaction is about to free them, and then serves the line itself.
 *
 * Every transaction takes its locks in one order: bookings with their sales, then the buyer whose seats of a day are
 * counted, then the trip, then its line, which locks the share of the counters too, then rows of holds. So this takes
 * the lock of the line first, and waits for no other lock. Rows of expired holds and of overdue sales that another
 * transaction has locked count as taken.
 */
export async function serveLine(
  stores: LineStores,
  terms: LineTerms,
  tripId: TripId,
  now: Instant,
): Promise<ReadonlySet<SeatNumber>> {
  const { waits, trips } = stores;
  await waits.lockLine(tripId);
  for (const wait of await waits.over(tripId, now))
    await endWait(stores, terms, wait, now, wait.offer && wait.offer.until <= now ? 'NOT_TAKEN' : undefined);
  const { freed, busy } = await waits.lapsed(tripId, now);
  await recordSeats(stores, tripId, changesOfFreed(freed, 'LOCKED'), now);
  const trip = await trips.find(tripId);
  if (!trip || notSoldReason(trip) || !hasSaleOpened(trip, now)) return busy;
  const serving = { stores, terms, trip, now };
  if (trip.bus.hasSeatMap) return serveSeats(serving, busy);
  await servePlaces(serving);
  return busy;
}

interface Serving {
  readonly stores: LineStores;
  readonly terms: LineTerms;
  readonly trip: Trip;
  readonly now: Instant;
}

/** A section of the trip, and the seats of its map that are still free. */
interface FreeSection {
  readonly section: Section;
  readonly map: MappedSeats;
}

/** Offers seats to those who wait. Returns seats that nobody may take now. */
async function serveSeats(serving: Serving, busy: ReadonlySet<SeatNumber>): Promise<ReadonlySet<SeatNumber>> {
  const { stores, trip, now } = serving;
  let sections: FreeSection[] = [];
  for (const section of await stores.waits.sections(trip.id)) {
    const map = await stores.seatMaps.view(trip.id, undefined, now, section);
    if (map?.hasSeatMap) sections.push({ section, map });
  }
  const withheld: Withheld = { busy, kept: await stores.buses.keptSeats(trip.id) };
  const keptBack = new Set(busy);
  const most = Math.max(0, ...sections.map(({ map }) => freeIn(map, withheld)));
  const held = most > 0 ? new Map(await stores.waits.held(trip.id, now)) : new Map<UserId, number>();
  for await (const wait of inLine(serving, most)) {
    const map = sections.find(({ section }) => isSame(section, wait.section))?.map;
    if (!map || (held.get(wait.userId) ?? 0) + wait.count > MOST_SEATS) continue;
    const choosable = seatsFor(serving.terms, wait, { trip, map, withheld, now });
    if (freeOn(choosable) < wait.count) continue;
    const { seats } = bestSeats(choosable, { count: wait.count });
    const room = await roomFor(serving, wait);
    // A person whose limit is not known yet keeps the seats from others until the line is served again.
    if (room === 'unknown') for (const seat of seats) keptBack.add(seat);
    else if (room < wait.count || !(await offer(serving, wait, [...seats].sort()))) continue;
    sections = sections.map((free) => (overlaps(free.section, wait.section) ? without(free, seats) : free));
  }
  return keptBack;
}

const freeIn = ({ seats }: MappedSeats, { busy }: Withheld): number =>
  seats.filter((seat) => isFree(seat) && !busy.has(seat.number)).length;

const isFree = ({ isActive, isBooked, isBlocked, heldBy }: MappedSeats['seats'][number]): boolean =>
  isActive && !isBooked && !isBlocked && heldBy === 'nobody';

const isSame = (one: Section, other: Section): boolean => one.from === other.from && one.to === other.to;

/** The section after these seats of it were taken. */
const without = ({ section, map }: FreeSection, taken: readonly SeatNumber[]): FreeSection => ({
  section,
  map: {
    ...map,
    seats: map.seats.map((seat) => (taken.includes(seat.number) ? { ...seat, heldBy: 'another' as const } : seat)),
  },
});

async function servePlaces(serving: Serving): Promise<void> {
  const { stores, trip, now } = serving;
  const left = new Map<string, number>();
  const leftOn = async (section: Section): Promise<number> => {
    const key = `${section.from} ${section.to}`;
    const known = left.get(key) ?? (await stores.trips.placesLeft(trip.id, now, sectionForStores(trip, section)));
    left.set(key, known);
    return known;
  };
  let most = 0;
  for (const section of await stores.waits.sections(trip.id)) most = Math.max(most, await leftOn(section));
  for await (const wait of inLine(serving, most)) {
    if ((await leftOn(wait.section)) < wait.count) continue;
    const room = await roomFor(serving, wait);
    if (room === 'unknown') return;
    if (room < wait.count) continue;
    if (await offer(serving, wait, [])) left.clear();
  }
}

/**
 * The number of further seats that a person may have for the day, until the rush after an opening is over. Unknown
 * while another transaction takes seats for the person. This must not wait for it, because the line is locked.
 */
async function roomFor({ stores, terms, trip, now }: Serving, { userId }: Wait): Promise<number | 'unknown'> {
  if (trip.isDoorClear) return Number.POSITIVE_INFINITY;
  if (!(await stores.doorSeats.tryLockBuyer(userId))) return 'unknown';
  return roomLeft(await takenOnDay(terms, stores, { userId }, trip, now), terms);
}

/** Those who wait for at most `most` seats, in the order of the line. Leaves out sections that the bus has left. */
async function* inLine({ stores, trip, now }: Serving, most: number): AsyncGenerator<Wait> {
  if (most === 0) return;
  let after: WaitId | undefined;
  for (;;) {
    const batch = await stores.waits.inLine(trip.id, most, after, BATCH);
    yield* batch.filter(({ section }) => !hasSectionDeparted(trip, section, now));
    after = batch.at(-1)?.id;
    if (batch.length < BATCH) return;
  }
}

/** Offers seats, or places if there are none. False if it is too late for an offer. */
async function offer(
  { stores, terms, trip, now }: Serving,
  wait: Wait,
  seats: readonly SeatNumber[],
): Promise<boolean> {
  const { until, textAt } = offerTimes(terms, departsFrom(trip, wait.section.from), now);
  if (until <= now) return false;
  const made: Offer = { seats, until };
  await stores.waits.offer(wait, made);
  const section = sectionForStores(trip, wait.section);
  await recordSeats(stores, trip.id, [{ seats, section, was: 'AVAILABLE', status: 'LOCKED' }], now);
  await stores.events.record(offerChanged(wait, made, 'OFFERED'), now);
  await tellOffered(stores, terms, { ...wait, offer: made }, { now, textAt });
  return true;
}
