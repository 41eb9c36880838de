import type { Schemas } from '../../api/operations.ts';
import { timeOf } from '../../parts/moment.ts';
import { Select } from '../../parts/select.tsx';

type Point = Schemas['PointInTime'];

/**
 * The choice of a point on the way, with when the bus is there. A trip that names none has the city: `end` says which
 * and when.
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
        {timeOf(end.at)} · {end.name}
      </option>
    )}
    {points.map(({ name, at }) => (
      <option key={name} value={name}>
        {timeOf(at)} · {name}
      </option>
    ))}
  </Select>
);

/** Where people get on and off, for those who need not say where they will. */
export const PointList = ({ label, points }: { readonly label: string; readonly points: readonly Point[] }) =>
  points.length === 0 ? null : (
    <>
      <h3>{label}</h3>
      <ul class="plain-list point-list">
        {points.map(({ name, at }) => (
          <li key={name}>
            <strong class="number">{timeOf(at)}</strong> {name}
          </li>
        ))}
      </ul>
    </>
  );

/** The point that somebody chose, if the trip still has it; else the one that most people take. */
export const pointOf = (points: readonly Point[], chosen: string | null, usual: Point | undefined): string =>
  points.some(({ name }) => name === chosen) && chosen !== null ? chosen : (usual?.name ?? '');
