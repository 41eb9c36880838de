import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { serviceNow } from '../../api/service-clock.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { timeOf } from '../../parts/moment.ts';
import { digits } from '../../words/digits.ts';
import { placeName } from '../../words/places.ts';
import { dayUnlessToday } from './day-unless-today.ts';
import type { CrewTrip, ManifestStop } from './kept.ts';
import { isEarly, nextStop, takeBackUntil } from './stops.ts';
import { leaveStop, takeStopBack } from './tapping.ts';
import { w } from '../words.ts';

/**
 * Milliseconds for which a new button ignores taps. Otherwise the second of two quick taps would report that the bus
 * has left the next stop, too.
 */
const REST_MS = 700;

/**
 * The button that reports that the bus has left a stop on the way. Asks for confirmation only if the bus is early,
 * because the conductor can undo the report.
 */
export function LeaveStop({
  trip,
  stop,
  missing,
}: {
  readonly trip: CrewTrip;
  readonly stop: ManifestStop;
  /** The number of passengers who have not got on at this stop. */
  readonly missing: number;
}) {
  const words = w.value.stops;
  const isAsked = useSignal(false);
  const isResting = useSignal(true);
  useEffect(() => {
    isResting.value = true;
    const resting = setTimeout(() => (isResting.value = false), REST_MS);
    return () => clearTimeout(resting);
  }, [stop.stop]);
  if (trip.status === 'CANCELLED') return null;

  const city = placeName(stop.city);
  const due = stop.departs_at ?? trip.departure_time;
  const leave = (early: boolean): void => {
    isAsked.value = false;
    void leaveStop(trip.id, stop.stop, { early });
  };
  return (
    <>
      {missing > 0 && <p class="notice wait">{w.value.depart.missing(digits(missing))}</p>}
      <button
        type="button"
        class="wide depart"
        disabled={isResting.value}
        onClick={() => (isEarly(stop, serviceNow()) ? (isAsked.value = true) : leave(false))}
      >
        {words.left(city)}
      </button>
      {isAsked.value && (
        <Dialog title={words.hasLeft(city)} onClose={() => (isAsked.value = false)}>
          <p class="notice wait">{words.early(city, timeOf(due), dayUnlessToday(due))}</p>
          <div class="row">
            <button type="button" class="main" onClick={() => leave(true)}>
              {words.confirmEarly}
            </button>
            <button type="button" onClick={() => (isAsked.value = false)}>
              {w.value.depart.notYet}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Shows the last stop that the bus has left. A button undoes that report while the service allows it. */
export function LastLeft({ trip, stops }: { readonly trip: CrewTrip; readonly stops: readonly ManifestStop[] }) {
  const stop = nextStop(stops) - 1;
  const left = stops[stop];
  const until = takeBackUntil(trip, stops, stop);
  const isOver = useIsPast(until);
  const { stops: words, depart: departWords, trips: tripWords } = w.value;
  const hasStopsBetween = stops.length > 2;
  return (
    <div aria-live="polite">
      {left?.left_at && (
        <p class="notice good">
          {hasStopsBetween
            ? words.leftAt(placeName(left.city), timeOf(left.left_at))
            : tripWords.departed(timeOf(left.left_at))}
        </p>
      )}
      {left && trip.status !== 'CANCELLED' && !isOver && (
        <button type="button" class="wide take-back" onClick={() => void takeStopBack(trip.id, stop)}>
          {stop === 0 ? departWords.takeBack : words.takeBack}
        </button>
      )}
    </div>
  );
}

/** Milliseconds between two checks, because each response may correct the estimate of the service's clock. */
const LOOK_MS = 60_000;

/** Whether a moment of the service's clock has passed. Renders the component again once the moment has passed. */
function useIsPast(moment: number | undefined): boolean {
  const looks = useSignal(0);
  const wait = (): number => (moment === undefined ? 0 : moment - serviceNow());
  const isPast = wait() <= 0;
  useEffect(() => {
    if (isPast) return;
    // Time may have passed since the component was rendered, on a phone that slept.
    const timer = setTimeout(() => (looks.value += 1), Math.min(Math.max(wait(), 0), LOOK_MS));
    return () => clearTimeout(timer);
  }, [moment, looks.value]);
  return isPast;
}
