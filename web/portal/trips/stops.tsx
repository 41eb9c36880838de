import type { Schemas } from '../../api/operations.ts';
import { timeOf } from '../../parts/moment.ts';
import { w } from '../words.ts';
import type { Trip } from '../parts/trip/use-trip.ts';

/** Boarding and dropping points with their times. */
export function Stops({ trip }: { readonly trip: Trip }) {
  const words = w.value.timetables.points;
  const { boarding_points, dropping_points, departure_time } = trip;
  if (boarding_points.length + dropping_points.length === 0) return null;
  return (
    <section class="card pairs">
      <List title={words.boarding} points={boarding_points} departure={departure_time} />
      <List title={words.dropping} points={dropping_points} departure={departure_time} />
    </section>
  );
}

const List = ({
  title,
  points,
  departure,
}: {
  readonly title: string;
  readonly points: readonly Schemas['Point'][];
  readonly departure: string;
}) => (
  <div>
    <h2>{title}</h2>
    <ul class="plain-list">
      {points.map(({ name, minutes }) => (
        <li key={`${name} ${minutes}`}>
          <span class="number">{timeOf(Date.parse(departure) + minutes * 60_000)}</span> {name}
        </li>
      ))}
    </ul>
  </div>
);
