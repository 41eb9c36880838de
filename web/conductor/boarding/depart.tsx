import { useSignal } from '@preact/signals';
import { serviceNow } from '../../api/service-clock.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { digits } from '../../words/digits.ts';
import { timeOf } from '../../parts/moment.ts';
import { dayUnlessToday } from './day-unless-today.ts';
import type { CrewTrip, ManifestStop } from './kept.ts';
import { type Passenger, gettingOn, isMissing, placesIn } from './passengers.ts';
import { isEarly } from './stops.ts';
import { leaveStop } from './tapping.ts';
import { w } from '../words.ts';

/**
 * The button that reports that the bus has left its origin. Asks for confirmation first, and lists the missing
 * passengers. Works without a network.
 */
export function Depart({
  trip,
  origin,
  passengers,
}: {
  readonly trip: CrewTrip;
  readonly origin: ManifestStop;
  readonly passengers: readonly Passenger[];
}) {
  const words = w.value.depart;
  const isAsked = useSignal(false);
  const early = useSignal(false);
  if (trip.status === 'CANCELLED') return null;

  const begin = (): void => {
    early.value = isEarly(origin, serviceNow());
    isAsked.value = true;
  };
  const missing = gettingOn(passengers, origin.stop).filter(isMissing);
  const depart = (): void => {
    isAsked.value = false;
    void leaveStop(trip.id, origin.stop, { early: early.peek() });
  };
  return (
    <>
      <button type="button" class="wide depart" onClick={begin}>
        {words.button}
      </button>
      {isAsked.value && (
        <Dialog title={words.title} onClose={() => (isAsked.value = false)}>
          {early.value && (
            <p class="notice wait">{words.early(timeOf(trip.departure_time), dayUnlessToday(trip.departure_time))}</p>
          )}
          {missing.length === 0 ? (
            <p>{words.allThere}</p>
          ) : (
            <>
              <p>{words.missing(digits(placesIn(missing)))}</p>
              <ul class="missing">
                {missing.map(({ key, label, name, state }) => (
                  <li key={key}>
                    <strong>{label}</strong> {name}
                    {state === 'no-show' && <span class="faint"> · {w.value.trip.isNoShow}</span>}
                  </li>
                ))}
              </ul>
            </>
          )}
          <p class="faint">{words.consequence}</p>
          <div class="row">
            <button type="button" class="main" onClick={depart}>
              {early.value ? words.confirmEarly : words.confirm}
            </button>
            <button type="button" onClick={() => (isAsked.value = false)}>
              {words.notYet}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
