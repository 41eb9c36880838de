import { serviceNow } from '../../api/service-clock.ts';
import { dayAndTime, timeOf } from '../../parts/moment.ts';
import { placeName } from '../../words/places.ts';
import type { KeptManifest, Outcome } from './kept.ts';
import { opened } from './manifests.ts';
import { nextStop, stopRefusal, stopsNow, takeBackUntil } from './stops.ts';
import { taps } from './tap-log.ts';
import { standAt } from './tapping.ts';
import { type Verdict, isLarge, judgeNow, shrink, verdict } from './verdict.ts';
import { w as conductorWords } from '../words.ts';
import { w } from './verdict-words.ts';
import './verdict.css';

const MARKS: Readonly<Record<Outcome['result'], string>> = {
  BOARDED: '✓',
  ALREADY: '!',
  UNDONE: '↩',
  NO_SHOW: '—',
  REFUSED: '✕',
  CONFLICT: '✕',
};

/** The result of a scan as a word. The word differs if another phone has boarded the passenger first. */
export const resultWord = ({ result, reason }: Outcome): string =>
  w.value.verdict[result === 'CONFLICT' && reason === 'ALREADY' ? 'ALREADY' : result];

/** The reason for the result as a sentence; empty when nothing is wrong. */
function reasonOf({ outcome, stop, byListOf }: Verdict): string {
  if (outcome.reason === 'INVALID' && byListOf !== undefined) return w.value.verdict.notOnList(timeOf(byListOf));
  // The phone's list does not say why a ticket is no longer valid.
  if (outcome.reason === 'CANCELLED' && byListOf !== undefined) return w.value.verdict.notValidByList;
  return reasonText(outcome, stop);
}

export function reasonText(outcome: Outcome, stop: number | undefined): string {
  const { result, reason, trip, first, boarded } = outcome;
  const { verdict: words, reasons } = w.value;
  const { trip: tripWords } = conductorWords.value;
  const manifest = opened.value?.manifest;
  const refusal = manifest && stopRefusal(manifest, stop, outcome);
  if (refusal)
    return refusal.wanted === refusal.from
      ? words.fromStop(placeName(refusal.from.city))
      : words.toStop(placeName(refusal.to.city));
  if (trip) {
    const name = tripWords.title(placeName(trip.source_city), placeName(trip.destination_city));
    return words.otherTrip(`${name}, ${dayAndTime(trip.departure_time)}`);
  }
  if (outcome.changed_to) return words.changedTo(outcome.changed_to.booking_code);
  if (boarded)
    return words.boardedAt(timeOf(boarded.at), boarded.seats.join(', '), first?.by ?? boarded.device?.name ?? '');
  if (first) return words.boardedAt(timeOf(first.at), '', first.by);
  return reason && result !== 'ALREADY' ? reasons[reason] : '';
}

/** A sentence that says until which stop somebody else has the seat. Empty if nobody has it. */
function takenText({ seat_taken_until: stop }: Outcome): string {
  const city = opened.value?.manifest.stops[stop ?? -1]?.city;
  return city === undefined ? '' : w.value.verdict.takenUntil(placeName(city));
}

/** Shows the result of the last scan, first on the whole screen, then as a line until the next scan. */
export function VerdictBoard() {
  const said = verdict.value;
  const words = w.value.verdict;
  return (
    <div class={isLarge.value ? 'verdict-place large' : 'verdict-place'} onClick={shrink}>
      <div role="status">
        {said && (
          <div class={`said ${said.look}`}>
            <span class="said-mark" aria-hidden="true">
              {MARKS[said.outcome.result]}
            </span>
            <div>
              <p class="said-word">{resultWord(said.outcome)}</p>
              {said.outcome.seats.length > 0 && <p class="said-seats">{words.seats(said.outcome.seats.join(', '))}</p>}
              {said.names.length > 0 && <p class="said-names">{said.names.join(', ')}</p>}
              {reasonOf(said) && <p>{reasonOf(said)}</p>}
              {takenText(said.outcome) && <p>{takenText(said.outcome)}</p>}
              {said.byListOf !== undefined && said.outcome.reason !== 'INVALID' && (
                <p class="said-list">{words.byList(timeOf(said.byListOf))}</p>
              )}
            </div>
          </div>
        )}
        {said && isLarge.value && <p class="said-next">{words.next}</p>}
      </div>
      {said && opened.value && <BusIsAt said={said} kept={opened.value} />}
    </div>
  );
}

/**
 * The button shown when a ticket is refused because the bus is not at one of its stops. The button reports that the bus
 * is at a stop where the ticket is valid, and scans the ticket again.
 */
function BusIsAt({ said: { outcome, stop, target }, kept }: { readonly said: Verdict; readonly kept: KeptManifest }) {
  const wanted = stopRefusal(kept.manifest, stop, outcome)?.wanted;
  if (!wanted) return null;
  const stops = stopsNow(kept, taps.value);
  // Shows no button if the bus left that stop too long ago for the conductor to undo it.
  const until = takeBackUntil(kept.manifest.trip, stops, wanted.stop) ?? Infinity;
  if (nextStop(stops) > wanted.stop && serviceNow() >= until) return null;
  const scanAgain = async (): Promise<void> => {
    shrink();
    await standAt(kept, wanted.stop);
    await judgeNow(kept, 'BOARD', target, { large: true });
  };
  return (
    <button
      type="button"
      class="bus-is-at"
      onClick={(event) => {
        event.stopPropagation();
        void scanAgain();
      }}
    >
      {w.value.verdict.busIsAt(placeName(wanted.city))}
    </button>
  );
}
