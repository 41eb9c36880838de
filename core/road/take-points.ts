import { type Conductor, lockConductor } from '../boarding/conductor.ts';
import type { OperatorId, TripId } from '../kernel/ids.ts';
import { type Instant, daysAfter } from '../kernel/time.ts';
import { pruneAll } from '../platform/prune.ts';
import { noSuchTrip } from '../trips/refusals.ts';
import { windowOf } from './estimate.ts';
import { progressOf } from './evidence.ts';
import { type JudgedPoints, type SentPoint, judgePoints } from './judge-points.ts';
import { measuredByPoints } from './late.ts';
import type { Fix } from './match-point.ts';
import { tellLateTrip } from './tell-late.ts';
import { saidIn, track } from './track-trip.ts';
import type { RoadStores, RoadWorld } from './world.ts';

/** The most points of one request. */
export const MOST_POINTS_SENT = 100;

/** The most points that are kept of a trip: a fix a minute for more than three days. Each request reads all of them. */
export const MOST_POINTS_KEPT = 5_000;

export type TakePoints = ReturnType<typeof takePoints>;

/** Keeps those points of a company's bus that are good. A phone without a signal sends its points later. */
export const takePoints =
  ({ clock, transact, roadBounds, calendar, lateMinutes, passengerClientBase }: RoadWorld) =>
  async (conductor: Conductor, id: TripId, sent: readonly SentPoint[]): Promise<JudgedPoints> =>
    transact(async (stores) => {
      const { companies, tracks } = stores;
      const { operatorId } = conductor;
      await lockConductor(stores, conductor);
      // The lock keeps the company from switching its positions off before these points are there to be deleted.
      await companies.share(operatorId);
      if ((await tracks.find(id))?.trip.operatorId !== operatorId) throw noSuchTrip();
      // Read again once nobody else changes it: passengers must not be told by a word that another one has replaced.
      await tracks.lock(id);
      const found = await tracks.find(id);
      if (!found) throw noSuchTrip();
      const now = clock();
      const tracked = await track(tracks, found);
      const { trip, mode, road, known, points, said } = tracked;
      const judged = judgePoints(sent, {
        trip: road,
        left: trip.taps.left,
        said: saidIn(said),
        kept: points,
        window: mode === 'OFF' || trip.status === 'CANCELLED' ? null : windowOf(road, known, now),
        bounds: roadBounds,
        now,
      });
      if (judged.fresh.length > 0) {
        await tracks.add(id, judged.fresh);
        const first = firstKept([...points, ...judged.fresh]);
        if (first !== undefined) await tracks.forgetBefore(id, first);
        const all = [...points, ...judged.fresh].sort((one, other) => one.at - other.at);
        const newest = progressOf(road, trip.taps.left, saidIn(said), all);
        const measured = measuredByPoints(road, newest, all, now);
        const terms = { calendar, lateMinutes, passengerClientBase };
        if (measured) await tellLateTrip(stores, terms, { tracked, ...measured, isByHand: false }, now);
      }
      return judged;
    });

/** The moment of the first point to keep. Undefined if all of a trip's points are kept. */
const firstKept = (points: readonly Fix[]): Instant | undefined =>
  points.length > MOST_POINTS_KEPT
    ? points
        .map(({ at }) => at)
        .sort((one, other) => one - other)
        .at(-MOST_POINTS_KEPT)
    : undefined;

/** Deletes all points of a company's buses. Called when a company switches its positions off. */
export const forgetPositions = ({ tracks }: RoadStores, operatorId: OperatorId): Promise<void> =>
  tracks.forget(operatorId);

export type PrunePoints = ReturnType<typeof prunePoints>;

/** Deletes old points in batches, and returns their number. */
export const prunePoints =
  ({ clock, transact, positionDays }: RoadWorld) =>
  async (batch = 1_000): Promise<number> => {
    const before = daysAfter(clock(), -positionDays);
    return pruneAll(batch, (limit) => transact(({ tracks }) => tracks.prune(before, limit)));
  };

/** The days for which the service remembers which passengers were told. No trip lasts so long. */
const NOTICE_DAYS = 30;

export type PruneLateNotices = ReturnType<typeof pruneLateNotices>;

/** Deletes what is kept of old messages about late buses, in batches, and returns the number of messages. */
export const pruneLateNotices =
  ({ clock, transact }: RoadWorld) =>
  async (batch = 1_000): Promise<number> => {
    const before = daysAfter(clock(), -NOTICE_DAYS);
    return pruneAll(batch, (limit) => transact(({ lateNotices }) => lateNotices.prune(before, limit)));
  };
