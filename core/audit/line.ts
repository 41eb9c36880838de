import type { TripId, UserId } from '../kernel/ids.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';
import { freeOn, seatsFor } from '../line/free-seats.ts';
import type { Wait } from '../line/wait.ts';
import type { KeptSeats } from '../seats/kept-seats.ts';
import type { SeatMapView } from '../seats/ports.ts';
import { MOST_SEATS } from '../seats/seat-map.ts';
import { notSoldReason } from '../trips/not-bookable.ts';
import { hasSaleOpened } from '../trips/sale-opening.ts';
import { type Section, isSameSection } from '../trips/sections.ts';
import { type Trip, hasSectionDeparted } from '../trips/trip.ts';
import type { Finding } from './finding.ts';
import { SWEEP_GRACE_MINUTES } from './sweep-grace.ts';

/** A row of a wait or of a hold that contradicts others. */
export interface WaitFault {
  readonly row: string;
  readonly says: string;
}

/** A trip that somebody waits for, with what is free on it. */
export interface LineOnRecord {
  readonly id: TripId;
  readonly trip: Trip;
  /** Waits without an offer, of people whose accounts are ACTIVE, in the order of the line. */
  readonly waits: readonly Wait[];
  /** The number of seats that each person holds on the trip. */
  readonly held: ReadonlyMap<UserId, number>;
  readonly kept: KeptSeats;
  /** The seats of each section for which somebody waits, as they were at the moment that the reader was given. */
  readonly sections: readonly { readonly section: Section; readonly map: SeatMapView }[];
}

export interface LineAuditReader {
  /** Places at doors that contradict each other or the draw, and bookings made before the sale opened. */
  doorFaults(now: Instant): Promise<readonly WaitFault[]>;
  /** Offers and holds that contradict each other, several waits of a person on a trip, and offers over before `at`. */
  waitFaults(at: Instant): Promise<readonly WaitFault[]>;
  /** Trips that somebody waits for, ordered by id; `after` is exclusive. Their seats are read as they were at `at`. */
  lines(after: number, limit: number, at: Instant): Promise<readonly LineOnRecord[]>;
}

/** Jobs serve the line every minute, so what lapsed by the clock within this time may still be unserved. */
export const swept = (now: Instant): Instant => minutesAfter(now, -SWEEP_GRACE_MINUTES);

export const waitFindings = async (reader: LineAuditReader, now: Instant): Promise<readonly Finding[]> =>
  (await reader.waitFaults(swept(now))).map((fault) => ({ invariant: 'WAIT_DIFFERS', ...fault }));

export const doorFindings = async (reader: LineAuditReader, now: Instant): Promise<readonly Finding[]> =>
  (await reader.doorFaults(now)).map((fault) => ({ invariant: 'DOOR_DIFFERS', ...fault }));

/**
 * Finds the first person in line for whom enough seats are free. Kept seats count as free only for whom they are kept.
 */
export function unserved(line: LineOnRecord, now: Instant): readonly Finding[] {
  const { trip } = line;
  // While a sale opens, a person's limit for the day may forbid an offer.
  if (notSoldReason(trip) || !hasSaleOpened(trip, now) || !trip.isDoorClear) return [];
  const wait = line.waits.find((one) => isFree(line, one, now));
  if (!wait) return [];
  const says = `${wait.count} ${wait.count === 1 ? 'seat is' : 'seats are'} free, and wait ${wait.id} is not served`;
  return [{ invariant: 'WAIT_DIFFERS', row: `trip ${line.id}`, says }];
}

function isFree({ trip, held, kept, sections }: LineOnRecord, wait: Wait, now: Instant): boolean {
  if (wait.until <= now || hasSectionDeparted(trip, wait.section, now)) return false;
  if ((held.get(wait.userId) ?? 0) + wait.count > MOST_SEATS) return false;
  const map = sections.find(({ section }) => isSameSection(section, wait.section))?.map;
  if (!map?.hasSeatMap) return map !== undefined && map.seatsLeft >= wait.count;
  const always = { ...trip, company: { ...trip.company, keptUntilHours: 0 } };
  const withheld = { busy: new Set<never>(), kept };
  return freeOn(seatsFor({ keptUntilHours: 0 }, wait, { trip: always, map, withheld, now })) >= wait.count;
}
