import { dayAndTime, timeOf } from '../../parts/moment.ts';
import { placeName } from '../../words/places.ts';
import type { Outcome } from './kept.ts';
import { type Verdict, isLarge, shrink, verdict } from './verdict.ts';
import { w } from '../words.ts';

const MARKS: Readonly<Record<Outcome['result'], string>> = {
  BOARDED: '✓',
  ALREADY: '!',
  UNDONE: '↩',
  NO_SHOW: '—',
  REFUSED: '✕',
  CONFLICT: '✕',
};

/** The result as a word. A seat that another phone has boarded first has a word of its own. */
export const resultWord = ({ result, reason }: Outcome): string =>
  w.value.verdict[result === 'CONFLICT' && reason === 'ALREADY' ? 'ALREADY' : result];

/** The reason as a sentence; empty when nothing is wrong. */
function reasonOf({ outcome, byListOf }: Verdict): string {
  if (outcome.reason === 'INVALID' && byListOf !== undefined) return w.value.verdict.notOnList(timeOf(byListOf));
  return reasonText(outcome);
}

export function reasonText({ result, reason, trip, first }: Outcome): string {
  const { verdict: words, reasons, trip: tripWords } = w.value;
  if (trip) {
    const name = tripWords.title(placeName(trip.source_city), placeName(trip.destination_city));
    return words.otherTrip(`${name}, ${dayAndTime(trip.departure_time)}`);
  }
  if (first) return words.first(timeOf(first.at), first.by);
  return reason && result !== 'ALREADY' ? reasons[reason] : '';
}

/** The result of the last scan. It first fills the screen, then stays as a line until the next scan. */
export function VerdictBoard() {
  const said = verdict.value;
  const words = w.value.verdict;
  return (
    <div role="status" class={isLarge.value ? 'verdict-place large' : 'verdict-place'} onClick={shrink}>
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
            {said.byListOf !== undefined && said.outcome.reason !== 'INVALID' && (
              <p class="said-list">{words.byList(timeOf(said.byListOf))}</p>
            )}
          </div>
        </div>
      )}
      {said && isLarge.value && <p class="said-next">{words.next}</p>}
    </div>
  );
}
