import { actorOf } from '../boarding/conductor.ts';
import { EARLIEST_HOURS } from '../boarding/judge-scan.ts';
import { type Tapper, admitTapper } from '../boarding/leave-stop.ts';
import { tooEarly } from '../boarding/refusals.ts';
import type { TripId } from '../kernel/ids.ts';
import { type Instant, earlierOf, hoursAfter } from '../kernel/time.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { changesBetween } from '../platform/trail.ts';
import { noSuchTrip, tripCancelled } from '../trips/refusals.ts';
import { tripDelayed } from '../trips/trip.ts';
import { thresholdAt } from './late.ts';
import { badDelayStop, tripArrived } from './refusals.ts';
import type { SaidDelay } from './said-delay.ts';
import { type Tracked, saidIn, track } from './track-trip.ts';
import { arrivalOf, departureOf, lastOf } from './tracked-trip.ts';
import type { RoadStores, RoadWorld } from './world.ts';

/** A delay as a request tells it. */
export interface GivenDelay extends Pick<SaidDelay, 'minutes' | 'reason'> {
  /** The stop from which on it holds; undefined for the next stop. */
  readonly stop?: number | undefined;
  /** The moment at which it was said. If it is undefined or in the future, the present time is used. */
  readonly at?: Instant | undefined;
}

/** A trip counts as arrived so many hours after its planned arrival, whatever is known of its bus. */
const ARRIVED_HOURS = 24;

export type SayDelay = ReturnType<typeof sayDelay>;

/** Tells that a bus is late. Of several words about a trip the one with the latest moment counts. */
export const sayDelay =
  ({ clock, calendar, transact, lateMinutes }: RoadWorld) =>
  async (
    tapper: Tapper,
    id: TripId,
    { minutes, reason, stop: given, at: saidAt }: GivenDelay,
    keep?: KeepResult<SaidDelay>,
  ): Promise<SaidDelay> =>
    transact(async (stores) => {
      await admitTapper(stores, tapper);
      const { trip, road, known, said } = await lockedTrip(stores, tapper, id);
      const now = clock();
      const at = earlierOf(saidAt ?? now, now);
      const last = lastOf(road);
      if (given !== undefined && (given <= known.past || given > last)) throw badDelayStop(known.past + 1, last);
      if (trip.status === 'CANCELLED') throw tripCancelled();
      if (at < hoursAfter(departureOf(road), -EARLIEST_HOURS)) throw tooEarly('hours before');
      if (known.arrivedAt !== null || now >= hoursAfter(arrivalOf(road), ARRIVED_HOURS)) throw tripArrived();

      const stop = given ?? Math.min(known.past + 1, last);
      const word: SaidDelay = { at, minutes, reason, stop };
      if (said === null || said.at <= at) {
        await stores.tracks.say(id, word);
        const changes = changesBetween(logged(saidIn(said)), logged(word));
        if (Object.keys(changes).length > 0) {
          await stores.events.record(tripDelayed(trip, minutes), now);
          await stores.lateNotices.tripSaidLate(id, minutes, thresholdAt(lateMinutes, minutes));
          await stores.trail.add(
            {
              kind: 'TRIP_DELAYED',
              actor: actorOf(tapper),
              operatorId: tapper.operatorId,
              subject: { type: 'schedule', id },
              changes,
              description: `Said that the trip of ${calendar.text(trip.departsAt)} is ${minutes} minutes late from stop ${stop} on.`,
            },
            now,
          );
        }
      }
      await keep?.(word, stores);
      return word;
    });

export type EndDelay = ReturnType<typeof endDelay>;

/** Ends the delay that was told of a trip, unless a later word tells of one. */
export const endDelay =
  ({ clock, calendar, transact }: RoadWorld) =>
  async (tapper: Tapper, id: TripId, saidAt?: Instant): Promise<void> =>
    transact(async (stores) => {
      await admitTapper(stores, tapper);
      const { trip, said } = await lockedTrip(stores, tapper, id);
      const now = clock();
      const at = earlierOf(saidAt ?? now, now);
      if (said !== null && said.at > at) return;
      await stores.tracks.say(id, { at, minutes: null });
      const before = saidIn(said);
      if (before === null) return;
      await stores.events.record(tripDelayed(trip, 0), now);
      await stores.trail.add(
        {
          kind: 'TRIP_DELAY_ENDED',
          actor: actorOf(tapper),
          operatorId: tapper.operatorId,
          subject: { type: 'schedule', id },
          changes: changesBetween(logged(before), logged(null)),
          description: `Said that the trip of ${calendar.text(trip.departsAt)} is not late any more.`,
        },
        now,
      );
    });

/** Locks a trip of the company, and reads what is known of its bus. */
async function lockedTrip({ plannedTrips, tracks }: RoadStores, { operatorId }: Tapper, id: TripId): Promise<Tracked> {
  const trip = await plannedTrips.lock(id);
  const found = trip?.operatorId === operatorId ? await tracks.find(id) : undefined;
  if (!found) throw noSuchTrip();
  return track(tracks, found);
}

/** A said delay as the activity log shows it. */
const logged = (said: SaidDelay | null) => ({
  delay_minutes: said && said.minutes,
  reason: said && said.reason,
  stop: said && said.stop,
});
