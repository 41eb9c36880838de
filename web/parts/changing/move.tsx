import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Problem } from '../../api/problem.ts';
import { digits } from '../../words/digits.ts';
import { Asked, useAsked } from '../asked.tsx';
import { Refused, useSending } from '../form.tsx';
import type { Destination } from './day-and-trip.tsx';
import { changeButton, QuotedAmounts, type QuoteWords } from './quote.tsx';
import { SeatPicker } from './seat-picker.tsx';

type Quote = Schemas['ChangeQuote'];

/** Seats that could not be held, and the sentence that says why. */
export interface Lost {
  readonly seats: readonly string[];
  readonly sentence: string;
}

/**
 * Moves a booking to another trip, whose seats are held first: the choice of seats, the cost, and the button that makes
 * the change.
 */
export function MoveBooking({
  trip,
  map,
  reread,
  count,
  words,
  quoteOf,
  hold,
  change,
  noteOn,
}: Destination<{ readonly id: number }> & {
  /** The number of seats to move. */
  readonly count: number;
  readonly words: QuoteWords & {
    readonly quote: string;
    readonly quoteChanged: string;
    readonly newSeats: (count: string, one: boolean) => string;
    readonly chosenOf: (chosen: string, all: string) => string;
  };
  readonly quoteOf: (signal: AbortSignal) => Promise<Quote>;
  /** Holds the chosen seats. Undefined if all are held. */
  readonly hold: (seats: readonly string[]) => Promise<Lost | undefined>;
  /** Makes the change for the quoted amounts. Without a seat map, no seats are chosen. */
  readonly change: (offer: Quote, seats: readonly string[] | undefined) => Promise<void>;
  /** A sentence about the offer. */
  readonly noteOn: (offer: Quote) => string;
}) {
  const chosen = useSignal<readonly string[]>([]);
  const sending = useSending();
  const quote = useAsked(quoteOf, [trip.id]);

  const send = async (offer: Quote): Promise<void> => {
    if (map && chosen.value.length < count) {
      sending.refuse(words.newSeats(digits(count), count === 1));
      return;
    }
    const lost = map ? await hold(chosen.value) : undefined;
    if (lost) {
      chosen.value = chosen.value.filter((seat) => !lost.seats.includes(seat));
      sending.refuse(lost.sentence);
      await reread();
      return;
    }
    try {
      await change(offer, map && chosen.value);
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'QUOTE_CHANGED')) throw error;
      quote.set(error.document['quote'] as Quote);
      sending.refuse(words.quoteChanged);
    }
  };

  return (
    <>
      {map && (
        <>
          <p class="faint">{words.newSeats(digits(count), count === 1)}</p>
          <SeatPicker map={map} count={count} own={[]} chosen={chosen} chosenOf={words.chosenOf} />
        </>
      )}
      <section class="change-quote" aria-label={words.quote}>
        <Asked of={quote}>
          {(offer) => (
            <>
              <QuotedAmounts offer={offer} words={words} />
              <p>{noteOn(offer)}</p>
              <Refused sentence={sending.sentence} />
              <button
                type="button"
                class="main"
                aria-busy={sending.isBusy.value}
                onClick={() => void sending.send(() => send(offer))}
              >
                {changeButton(offer, words)}
              </button>
            </>
          )}
        </Asked>
      </section>
    </>
  );
}
