import { Refused, useSending } from '../../parts/form.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { sentenceFor } from '../../parts/problem-text.ts';
import { toast } from '../../parts/toast.tsx';
import { placeName } from '../../words/places.ts';
import { may } from '../session.ts';
import { w } from '../words.ts';
import { canBeBlocked } from '../parts/trip/trip-rules.ts';
import { type Block, type TripNow, blockAgain, putBlocks } from '../parts/trip/use-trip.ts';

/** The seat of a block, or its number of places, as text. */
const nameOf = ({ seat_number, places }: Block): string =>
  seat_number === undefined ? w.value.trip.places(places ?? 0) : w.value.trip.oneSeat(seat_number);

/** The two stops of a block as text, followed by a dot. Empty on a trip without stops on the way. */
const sectionOf = ({ stops }: TripNow['trip'], { from_stop, to_stop }: Block): string => {
  const [from, to] = [stops[from_stop ?? 0], stops[to_stop ?? stops.length - 1]];
  return stops.length > 2 && from && to ? `${placeName(from.city.city_name)} – ${placeName(to.city.city_name)} · ` : '';
};

/** Lists blocked seats, each with a button that removes the block. The user can undo the removal. */
export function BlockedSeats({ now, again }: { readonly now: TripNow; readonly again: () => Promise<void> }) {
  const words = w.value.trip;
  const sending = useSending();
  const { trip, blocks } = now;
  if (blocks.blocks.length === 0) return null;

  const free = (block: Block) => async (): Promise<void> => {
    try {
      await putBlocks(
        trip.id,
        blocks.blocks.filter((one) => one !== block),
        blocks,
      );
      toast(words.freed(nameOf(block)), {
        label: words.undo,
        run: () =>
          void blockAgain(trip.id, block)
            .catch((error: unknown) => toast(sentenceFor(error)))
            .then(again),
      });
    } finally {
      await again();
    }
  };

  return (
    <section class="card">
      <h2>{words.blockedSeats}</h2>
      <p class="faint">{words.blockedText}</p>
      <Refused sentence={sending.sentence} />
      <ul class="plain-list">
        {blocks.blocks.map((block, index) => (
          <li key={index} class="row apart">
            <span>
              <strong>{nameOf(block)}</strong> · {sectionOf(trip, block)}
              {block.reason}
              {block.until !== null && ` · ${words.until(dayAndTime(block.until))}`}
            </span>
            {may('CLERK') && canBeBlocked(trip) && (
              <button type="button" onClick={() => void sending.send(free(block))}>
                {words.free(nameOf(block))}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
