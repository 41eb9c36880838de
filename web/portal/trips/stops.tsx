import type { Schemas } from '../../api/operations.ts';
import { money } from '../../parts/money.ts';
import { timeOf } from '../../parts/moment.ts';
import { placeName } from '../../words/places.ts';
import { w } from '../words.ts';
import type { Trip } from '../parts/trip/use-trip.ts';
import '../planning/road.css';

/** The stops of a trip with their times and fares, and its boarding and dropping points. */
export const Stops = ({ trip }: { readonly trip: Trip }) => (
  <>
    {trip.stops.length > 2 && (
      <section class="card pairs">
        <StopTimes trip={trip} />
        {trip.fares.length > 0 && <SectionFares trip={trip} />}
      </section>
    )}
    <Points trip={trip} />
  </>
);

function StopTimes({ trip }: { readonly trip: Trip }) {
  const words = w.value.timetables.stops;
  return (
    <div>
      <h2>{words.title}</h2>
      <table class="stops" aria-label={words.title}>
        <thead>
          <tr>
            <th scope="col">{words.city}</th>
            <th scope="col">{words.arrival}</th>
            <th scope="col">{words.departure}</th>
          </tr>
        </thead>
        <tbody>
          {trip.stops.map(({ city, arrives_at, departs_at }) => (
            <tr key={city.id}>
              <th scope="row">{placeName(city.city_name)}</th>
              <td>{arrives_at !== null && timeOf(arrives_at)}</td>
              <td>{departs_at !== null && timeOf(departs_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SectionFares({ trip }: { readonly trip: Trip }) {
  const words = w.value.timetables.fares;
  const names = trip.stops.map(({ city }) => placeName(city.city_name));
  const last = names.length - 1;
  const all = [...trip.fares, { from: 0, to: last, fare: trip.fare }];
  const fareOf = (from: number, to: number): string => {
    const priced = all.find((section) => section.from === from && section.to === to);
    return priced ? money(priced.fare) : to > from ? '–' : '';
  };
  return (
    <div>
      <h2>{words.title}</h2>
      {/* Lets users scroll a wide table of fares by the keyboard, too. */}
      <div class="wide-table" tabIndex={0}>
        <table class="fares" aria-label={words.title}>
          <thead>
            <tr>
              <td />
              {names.slice(1).map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.slice(0, -1).map((name, from) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {names.slice(1).map((other, index) => (
                  <td key={other}>{fareOf(from, index + 1)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Points({ trip }: { readonly trip: Trip }) {
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
          <span class="number">{timeOf(Date.parse(departure) + minutes * 60_000)}</span> {placeName(name)}
        </li>
      ))}
    </ul>
  </div>
);
