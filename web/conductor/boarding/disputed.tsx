import { useId } from 'preact/hooks';
import { timeOf } from '../../parts/moment.ts';
import { placeName } from '../../words/places.ts';
import { digits } from '../../words/digits.ts';
import { delays, settleDelay } from './delay-log.ts';
import type { KeptDelay, KeptTap } from './kept.ts';
import { scans, settle } from './log.ts';
import { opened } from './manifests.ts';
import { isDisputed, isRefusedTap } from './queue.ts';
import { settleTap, taps } from './tap-log.ts';
import { w } from './verdict-words.ts';
import { reasonText, resultWord } from './verdict-board.tsx';

/**
 * Scans that the phone judged offline and the service judged differently, and taps that the service refused. The
 * conductor must check them.
 */
export function Disputed({ trip }: { readonly trip: number }) {
  const words = w.value.disputed;
  const id = useId();
  const found = scans.value.filter((one) => one.tripId === trip && isDisputed(one));
  const refusedTaps = taps.value.filter((one) => one.tripId === trip && isRefusedTap(one));
  const refusedDelays = delays.value.filter((one) => one.tripId === trip && isRefusedTap(one));
  if (found.length + refusedTaps.length + refusedDelays.length === 0) return null;
  return (
    <section class="card disputed" aria-labelledby={id}>
      <h2 id={id}>{words.title}</h2>
      <ul class="plain-list">
        {found.map((one) => {
          const [said, answer] = [one.said!, one.answer!];
          const seats = said.seats.join(', ');
          const whose = [said.booking_code ?? answer.booking_code ?? words.unknownTicket, seats].filter(Boolean);
          return (
            <li key={one.nonce}>
              <p>
                <strong>{whose.join(' · ')}</strong>
                <br />
                {words.text(resultWord(said), resultWord(answer))} {reasonText(answer, one.stop)}
              </p>
              <button type="button" onClick={() => void settle(one)}>
                {words.settled}
              </button>
            </li>
          );
        })}
        {refusedTaps.map((one) => (
          <li key={one.nonce}>
            <p>{tapText(one)}</p>
            <button type="button" onClick={() => void settleTap(one)}>
              {words.settled}
            </button>
          </li>
        ))}
        {refusedDelays.map((one) => (
          <li key={one.nonce}>
            <p>{delayText(one)}</p>
            <button type="button" onClick={() => void settleDelay(one)}>
              {words.settled}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The text about a refused tap, with the reason. */
function tapText({ kind, stop, at, refusal = '' }: KeptTap): string {
  const words = w.value.disputed;
  const refusals: Readonly<Record<string, string | undefined>> = w.value.refusals;
  const city = placeName(opened.value?.manifest.stops[stop]?.city ?? '');
  const text = kind === 'LEFT' ? words.left(city, timeOf(at)) : words.takenBack(city, timeOf(at));
  return `${text} ${refusals[refusal] ?? ''}`.trim();
}

/** The text about a told delay that was refused, with the reason. */
function delayText({ delay, at, refusal = '' }: KeptDelay): string {
  const words = w.value.disputed;
  const refusals: Readonly<Record<string, string | undefined>> = w.value.refusals;
  const text = delay ? words.delay(digits(delay.minutes), timeOf(at)) : words.notLate(timeOf(at));
  return `${text} ${refusals[refusal] ?? ''}`.trim();
}
