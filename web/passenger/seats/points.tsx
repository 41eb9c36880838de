import type { Schemas } from '../../api/operations.ts';
import { timeOf } from '../../parts/moment.ts';
import { Select } from '../../parts/select.tsx';
import { placeName } from '../../words/places.ts';
import { WhereIs } from '../road/where-is.tsx';

type Point = Schemas['PointInTime'];

/**
 * A field for a boarding or dropping point, with the time of the bus at each. Without points, shows the city and the
 * time of `end`.
 */
export const Points = ({
  label,
  points,
  end,
  value,
  onValue,
}: {
  readonly label: string;
  readonly points: readonly Point[];
  readonly end: Point;
  readonly value: string;
  readonly onValue: (name: string) => void;
}) => (
  <Select label={label} value={value} onValue={onValue}>
    {points.length === 0 && (
      <option value="">
        {timeOf(end.at)} · {placeName(end.name)}
      </option>
    )}
    {points.map(({ name, at }) => (
      <option key={name} value={name}>
        {timeOf(at)} · {placeName(name)}
      </option>
    ))}
  </Select>
);

/** Lists boarding or dropping points where the user need not choose one. */
export const PointList = ({
  label,
  points,
  city,
}: {
  readonly label: string;
  readonly points: readonly Schemas['PlacedPoint'][];
  readonly city: string;
}) =>
  points.length === 0 ? null : (
    <>
      <h3>{label}</h3>
      <ul class="plain-list point-list">
        {points.map(({ name, at, place }) => (
          <li key={name}>
            <strong class="number">{timeOf(at)}</strong> {placeName(name)}
            <WhereIs name={name} place={place} city={city} points={points} />
          </li>
        ))}
      </ul>
    </>
  );

/** The name of the chosen point if the trip still has it, otherwise of the usual point. */
export const pointOf = (points: readonly Point[], chosen: string | null, usual: Point | undefined): string =>
  points.some(({ name }) => name === chosen) && chosen !== null ? chosen : (usual?.name ?? '');
