import type { Schemas } from '../../api/operations.ts';
import { timeOf } from '../../parts/moment.ts';
import { type Column, Table } from '../parts/table.tsx';
import { w } from '../words.ts';
import { placeName } from '../../words/places.ts';

/** A booked seat. Agents do not see who has boarded. */
type Seat = Schemas['BookingSeat'] & { readonly boarded_at?: string | null };

/** The booked seats with their passengers, and who has boarded. */
export function Seats({
  booking: { seats, seats_count },
}: {
  readonly booking: { readonly seats: readonly Seat[]; readonly seats_count: number };
}) {
  const words = w.value.bookings;
  return (
    <section class="card">
      <h2>{words.seatsOf}</h2>
      {seats.length === 0 ? (
        <p>{w.value.trip.places(seats_count)}</p>
      ) : (
        <Table label={words.seatsOf} rows={seats} keyOf={({ seat_number }) => seat_number} columns={columns(seats)} />
      )}
    </section>
  );
}

function columns(seats: readonly Seat[]): readonly Column<Seat>[] {
  const words = w.value.bookings;
  const boarded: Column<Seat> = {
    title: words.boarded,
    cell: ({ boarded_at }) => (boarded_at ? `✓ ${words.boardedAt(timeOf(boarded_at))}` : words.notBoarded),
  };
  return [
    { title: words.seat, cell: ({ seat_number }) => <strong>{seat_number}</strong> },
    { title: words.passenger, cell: whoIs },
    {
      title: words.points,
      cell: (seat) => [seat.boarding_point, seat.dropping_point].filter(Boolean).map(placeName).join(' → ') || '–',
    },
    ...(seats.some(({ boarded_at }) => boarded_at !== undefined) ? [boarded] : []),
  ];
}

function whoIs({ passenger_name, passenger_age, passenger_gender }: Seat): string {
  const words = w.value.bookings;
  return [
    passenger_name || '–',
    passenger_age !== null && words.age(passenger_age),
    passenger_gender !== null && words.genders[passenger_gender],
  ]
    .filter(Boolean)
    .join(', ');
}
