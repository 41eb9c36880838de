import { useSignal } from '@preact/signals';
import { Field } from '../../parts/field.tsx';
import { digits } from '../../words/digits.ts';
import { folded } from '../../words/folded.ts';
import type { ManifestStop } from './kept.ts';
import { type Passenger, gettingOn } from './passengers.ts';
import { nextStop } from './stops.ts';
import { w } from '../words.ts';

/** Whether the text is part of the passenger's name, seat, phone number or booking code. */
export function isCalled({ name, label, booking }: Passenger, typed: string): boolean {
  const text = folded(typed);
  return [name, booking.name, label, booking.booking_code, booking.phone ?? ''].some((one) =>
    folded(one).includes(text),
  );
}

/** The field that filters the list of passengers. */
export const FindPassenger = ({
  typed,
  onTyped,
}: {
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
}) => <Field label={w.value.trip.find} type="search" value={typed} autoComplete="off" onValue={onTyped} />;

/**
 * A link that calls a missing passenger, and after each tap the next one. No-shows are not called. Shows nothing if
 * nobody with a phone number is missing at the next stop.
 */
export function CallNext({
  passengers,
  stops,
}: {
  readonly passengers: readonly Passenger[];
  readonly stops: readonly ManifestStop[];
}) {
  const words = w.value.trip;
  /** Ids of the bookings that were called, in the order of the calls. */
  const called = useSignal<readonly number[]>([]);
  const here = stops.length > 2 ? gettingOn(passengers, nextStop(stops)) : passengers;
  const missing = here.filter(({ state, booking }) => state === 'waiting' && booking.phone !== null);
  const bookings = [...new Map(missing.map((one) => [one.booking.booking_id, one])).values()];
  if (bookings.length === 0) return null;

  const callsOf = ({ booking }: Passenger): number => called.value.filter((id) => id === booking.booking_id).length;
  const fewest = Math.min(...bookings.map(callsOf));
  const next = bookings.find((one) => callsOf(one) === fewest)!;
  const { booking_id: id, phone } = next.booking;
  return (
    <a class="button wide call-next" href={`tel:${phone}`} onClick={() => (called.value = [...called.peek(), id])}>
      <span aria-hidden="true">☎ </span>
      {words.callNext}
      <span class="faint small">
        {' '}
        {words.callNextOf(next.name, digits(bookings.indexOf(next) + 1), digits(bookings.length))}
      </span>
    </a>
  );
}
