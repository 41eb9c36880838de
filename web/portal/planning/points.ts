import type { Schemas } from '../../api/operations.ts';
import { numberIn } from '../parts/number-in.ts';
import type { StopDraft } from './road.ts';

type Point = Schemas['Point'];

/** A boarding or dropping point while it is typed. */
export interface PointDraft {
  /** Identifies the row while the user adds and removes rows. */
  readonly key: number;
  readonly name: string;
  readonly minutes: string;
  /**
   * The key of the stop at which the point lies. Null for the origin (boarding points) or the destination (dropping
   * points).
   */
  readonly stop: number | null;
}

/** Begins with the time, so that no new row gets the key of a row that was kept before a reload. */
let keys = Date.now();

export const newPoint = (): PointDraft => ({ key: ++keys, name: '', minutes: '', stop: null });

export const draftOfPoints = (points: readonly Point[], stops: readonly StopDraft[]): readonly PointDraft[] =>
  points.map(({ name, minutes, stop = 0 }) => ({
    key: ++keys,
    name,
    minutes: String(minutes),
    stop: stops[stop - 1]?.key ?? null,
  }));

/** The points as request fields, in the given order. Sort the drafts with `inOrder` first. */
export const pointsOf = (drafts: readonly PointDraft[], stops: readonly StopDraft[]): Point[] =>
  drafts.map(({ name, minutes, stop }) => {
    const point = { name: name.trim(), minutes: numberIn(minutes) };
    const index = stops.findIndex(({ key }) => key === stop);
    return index < 0 ? point : { ...point, stop: index + 1 };
  });

/** Sorts points by minutes. Points without minutes stay last. */
export const inOrder = (drafts: readonly PointDraft[]): readonly PointDraft[] =>
  [...drafts].sort((a, b) => minutesOf(a) - minutesOf(b));

const minutesOf = ({ minutes }: PointDraft): number => (minutes.trim() === '' ? Infinity : Number(minutes));
