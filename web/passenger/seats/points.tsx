import type { Schemas } from '../../api/operations.ts';
import { timeOf } from '../../parts/moment.ts';
import { Select } from '../../parts/select.tsx';
import { placeName } from '../../words/places.ts';

type Point = Schemas['PointInTime'];

/**
 * Chooses a boarding or dropping point, with the bus's time there. Without points the city is used: `end` gives its
 * name and time.
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

/** Boarding or dropping points as a list, where no choice is needed. */
export const PointList = ({ label, points }: { readonly label: string; readonly points: readonly Point[] }) =>
  points.length === 0 ? null : (
    <>
      <h3>{label}</h3>
      <ul class="plain-list point-list">
        {points.map(({ name, at }) => (
          <li key={name}>
            <strong class="number">{timeOf(at)}</strong> {placeName(name)}
          </li>
        ))}
      </ul>
    </>
  );

/** The chosen point if the trip still has it, else the given usual point. */
export const pointOf = (points: readonly Point[], chosen: string | null, usual: Point | undefined): string =>
  points.some(({ name }) => name === chosen) && chosen !== null ? chosen : (usual?.name ?? '');
