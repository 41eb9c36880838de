import type { Problem } from '../api/problem.ts';
import { digits } from '../parts/digits.ts';
import { dayAndTime } from '../parts/moment.ts';
import { sayProblems } from '../parts/problem-text.ts';
import { w } from './words.ts';

/** A seat that is in the way, and whose it is. */
interface TakenSeat {
  readonly seat_number: string | null;
  readonly booking_code: string;
}

/** More of them are counted. */
const MOST_NAMED = 6;

/** The sentence of a refusal that only offices meet, and what else they need to know to do something about it. */
function sentenceOf(problem: Problem): string | undefined {
  const sentence = w.value.problems[problem.code];
  const told = toldBy(problem);
  return told === undefined ? sentence : `${sentence ?? problem.message} ${told}`;
}

function toldBy({ code, document }: Problem): string | undefined {
  const words = w.value.told;
  const { trip, seats, unseated } = document as Partial<{
    readonly trip: { readonly departure_time: string };
    readonly seats: readonly (TakenSeat | string)[];
    readonly unseated: readonly TakenSeat[];
  }>;
  if (code === 'BUS_ELSEWHERE' && trip) return words.otherTrip(dayAndTime(trip.departure_time));
  if (code === 'SEATS_TOO_FEW' && unseated) return words.unseated(named(unseated));
  // Of a trip they are plain numbers, which its map shows; of a bus they may be sold for any day.
  const sold = seats?.filter((seat) => typeof seat !== 'string') ?? [];
  return code === 'SEATS_SOLD' && sold.length > 0 ? words.sold(named(sold)) : undefined;
}

const named = (seats: readonly TakenSeat[]): string =>
  [
    ...seats
      .slice(0, MOST_NAMED)
      .map(({ seat_number: seat, booking_code: code }) => (seat === null ? code : `${seat} (${code})`)),
    ...(seats.length > MOST_NAMED ? [w.value.told.more(digits(seats.length - MOST_NAMED))] : []),
  ].join(', ');

/** Has refusals said in the words of the portal. */
export const sayRefusals = (): void => sayProblems(sentenceOf);
