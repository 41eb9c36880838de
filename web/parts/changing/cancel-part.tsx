import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { digits } from '../../words/digits.ts';
import { Asked, useAsked } from '../asked.tsx';
import { Refused, useSending } from '../form.tsx';
import { type Part, PartFields, partOf, sizeOf } from './part-fields.tsx';

/** A cancellation of some seats that is first quoted, and then made. */
interface Cancelling<Quote> {
  readonly quoteOf: (part: Part, signal?: AbortSignal) => Promise<Quote>;
  /** The sentences that say what the cancellation costs. */
  readonly cost: (quote: Quote) => ComponentChildren;
  readonly cancel: (part: Part) => Promise<void>;
  readonly words: {
    readonly quote: string;
    readonly quoteChanged: string;
    readonly cancelSome: (count: string, one: boolean) => string;
  };
}

interface AnyQuote {
  readonly fee: number;
  readonly refund: number;
}

/**
 * The choice of seats of a booking to cancel, the cost, and the button that cancels them. The other seats stay booked.
 */
export function CancelPart<Quote extends AnyQuote>({
  booking,
  words,
  ...cancelling
}: Cancelling<Quote> & {
  readonly booking: Parameters<typeof PartFields>[0]['booking'];
  readonly words: Parameters<typeof PartFields>[0]['words'] & { readonly allOfThem: string };
}) {
  const chosen = useSignal<readonly string[]>([]);
  const places = useSignal(1);
  const part = partOf(booking, chosen.value, places.value);
  return (
    <div>
      <PartFields booking={booking} chosen={chosen} places={places} words={words} />
      <p class="faint">{words.allOfThem}</p>
      {sizeOf(part) > 0 && <Quoted key={JSON.stringify(part)} part={part} words={words} {...cancelling} />}
    </div>
  );
}

function Quoted<Quote extends AnyQuote>({
  part,
  words,
  quoteOf,
  cost,
  cancel,
}: Cancelling<Quote> & { readonly part: Part }) {
  const sending = useSending();
  const quote = useAsked((signal) => quoteOf(part, signal), []);
  const count = sizeOf(part);

  const send = async (shown: Quote): Promise<void> => {
    // Requests the fee again, because it may have risen while the page was open.
    const now = await quoteOf(part);
    if (now.fee !== shown.fee || now.refund !== shown.refund) {
      quote.set(now);
      sending.refuse(words.quoteChanged);
      return;
    }
    await cancel(part);
  };

  return (
    <section class="change-quote" aria-label={words.quote}>
      <Asked of={quote}>
        {(offer) => (
          <>
            <p>{cost(offer)}</p>
            <Refused sentence={sending.sentence} />
            <button
              type="button"
              class="main"
              aria-busy={sending.isBusy.value}
              onClick={() => void sending.send(() => send(offer))}
            >
              {words.cancelSome(digits(count), count === 1)}
            </button>
          </>
        )}
      </Asked>
    </section>
  );
}

/** A part of a booking as query parameters. */
export const partInQuery = (part: Part) =>
  'seats' in part ? { seats: part.seats.join(',') } : { places: String(part.places), of: String(part.of) };

/** A part of a booking as request fields. */
export const partInBody = (part: Part) => ('seats' in part ? { seats: [...part.seats] } : { ...part });
