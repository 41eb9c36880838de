import type { BookingId, PlaceId, TripId } from '../kernel/ids.ts';
import { type Instant, daysAfter, minutesBetween, toIso } from '../kernel/time.ts';
import { isFall, isRise, toldMinutes } from '../road/late.ts';
import type { LateNotice } from '../road/late-ports.ts';
import type { Finding } from './finding.ts';

/** The settings by which facts about buses are judged. */
export interface RoadTerms {
  /** The days for which points of buses are kept. */
  readonly positionDays: number;
  /** The minutes of lateness at which passengers are told, rising. */
  readonly lateMinutes: readonly number[];
  /** Whether the file of a photo is there. */
  readonly hasPhoto: (fileName: string) => Promise<boolean>;
}

/** A message about a late bus that follows another one to the same booking. */
export interface RepeatedNotice extends Pick<LateNotice, 'bookingId' | 'number' | 'plannedAt' | 'expectedAt'> {
  /** The plan and the estimate that the message before it told. */
  readonly plannedBefore: Instant;
  readonly toldBefore: Instant;
}

export interface RoadAuditReader {
  /** Trips with points of before a moment, with their number. */
  oldPoints(before: Instant): Promise<readonly { readonly tripId: TripId; readonly count: number }[]>;
  repeatedNotices(): Promise<readonly RepeatedNotice[]>;
  /** Bookings with a live link although they have no valid ticket, or arrived before a moment by the plan. */
  endedLinks(before: Instant): Promise<readonly BookingId[]>;
  /** The files of all photos of places. */
  photos(): Promise<readonly { readonly placeId: PlaceId; readonly fileName: string }[]>;
}

/** Points are deleted every ten minutes, and are missed only a day later. */
const GRACE_DAYS = 1;
/** Days after the planned arrival after which live links are deleted. */
const LINK_DAYS = 4;

/** Finds what was kept too long, told twice or lost. Without `terms`, judges live links alone. */
export async function roadFindings(
  reader: RoadAuditReader,
  terms: RoadTerms | undefined,
  now: Instant,
): Promise<readonly Finding[]> {
  const links = (await reader.endedLinks(daysAfter(now, -LINK_DAYS - GRACE_DAYS))).map((id) =>
    finding(`booking ${id}`, 'its journey is over, and its live link is still there'),
  );
  if (!terms) return links;
  const { positionDays, lateMinutes, hasPhoto } = terms;
  const before = daysAfter(now, -positionDays - GRACE_DAYS);
  const points = (await reader.oldPoints(before)).map(({ tripId, count }) =>
    finding(`trip ${tripId}`, `${count} ${count === 1 ? 'point is' : 'points are'} older than ${toIso(before)}`),
  );
  const repeated = (await reader.repeatedNotices()).filter(
    ({ plannedAt, expectedAt, plannedBefore, toldBefore }) =>
      !isFall(toldBefore, [expectedAt]) &&
      !isRise(lateMinutes, toldMinutes({ plannedAt: plannedBefore, expectedAt: toldBefore }), [
        minutesBetween(plannedAt, expectedAt),
      ]),
  );
  const twice = repeated.map(({ bookingId, number }) =>
    finding(`booking ${bookingId}`, `message ${number} about its late bus tells no more than the one before`),
  );
  const lost: Finding[] = [];
  for (const { placeId, fileName } of await reader.photos())
    if (!(await hasPhoto(fileName)))
      lost.push(finding(`place ${placeId}`, `the file ${fileName} of its photo is gone`));
  return [...points, ...twice, ...links, ...lost];
}

const finding = (row: string, says: string): Finding => ({ invariant: 'ROAD_DIFFERS', row, says });
