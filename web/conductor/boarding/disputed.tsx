import { useId } from 'preact/hooks';
import { isDisputed } from './queue.ts';
import { scans, settle } from './log.ts';
import { w } from '../words.ts';
import { reasonText, resultWord } from './verdict-board.tsx';

/** Scans that the phone judged offline and the service judged differently. The conductor must check them. */
export function Disputed({ trip }: { readonly trip: number }) {
  const words = w.value.disputed;
  const id = useId();
  const found = scans.value.filter((one) => one.tripId === trip && isDisputed(one));
  if (found.length === 0) return null;
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
                {words.text(resultWord(said), resultWord(answer))} {reasonText(answer)}
              </p>
              <button type="button" onClick={() => void settle(one)}>
                {words.settled}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
