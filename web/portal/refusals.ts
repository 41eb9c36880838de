import { settings } from '../api/settings.ts';
import type { Problem } from '../api/problem.ts';
import { digits } from '../words/digits.ts';
import { money } from '../parts/money.ts';
import { dayAndTime } from '../parts/moment.ts';
import { sayProblems } from '../parts/problem-text.ts';
import { w } from './words.ts';

/** A seat that prevents a change, with its booking. */
interface TakenSeat {
  readonly seat_number: string | null;
  readonly booking_code: string;
}

/** The most seats that a sentence names. If there are more seats, the sentence says how many. */
const MOST_NAMED = 6;

/** The sentence for a refusal that only portal users get, with the seats or bookings that prevent the change. */
function sentenceOf(problem: Problem): string | undefined {
  const { difference } = problem.document as { readonly difference?: number };
  const { missingNow, overNow } = w.value.shifts;
  if (problem.code === 'CASH_DIFFERS' && difference !== undefined)
    return difference < 0 ? missingNow(money(-difference)) : overNow(money(difference));
  if (problem.code === 'ACCOUNT_NOT_ACTIVE') return w.value.entrance.suspended(settings.support_contact);
  const sentence = w.value.problems[problem.code];
  const told = toldBy(problem);
  return told === undefined ? sentence : `${sentence ?? problem.message} ${told}`;
}

function toldBy({ code, document }: Problem): string | undefined {
  const words = w.value.told;
  const { trip, seats, unseated, by, quota, held } = document as Partial<{
    readonly by: { readonly full_name: string };
    readonly quota: { readonly limit: number; readonly used: number };
    readonly held: number;
    readonly trip: { readonly departure_time: string };
    readonly seats: readonly (TakenSeat | string)[];
    readonly unseated: readonly TakenSeat[];
  }>;
  if (code === 'QUOTA' && quota) return words.quota(digits(quota.used), digits(quota.limit));
  if (code === 'BUS_ELSEWHERE' && trip) return words.otherTrip(dayAndTime(trip.departure_time));
  if (code === 'SETTLEMENT_EXCEEDS' && held !== undefined) return words.gatewayHolds(money(held));
  if (code === 'REFUND_CLAIMED' && by) return words.claimedBy(by.full_name);
  if (code === 'SEATS_TOO_FEW' && unseated) return words.unseated(named(unseated));
  // A refused change of a bus lists its sold seats as objects. A refused change of a trip lists only seat numbers. The
  // sentence leaves out seat numbers, because the trip's map shows them.
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

/** Makes error messages in the portal use the portal's own sentences. */
export const sayRefusals = (): void => sayProblems(sentenceOf);
