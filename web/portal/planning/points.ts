import type { Schemas } from '../../api/operations.ts';
import { numberIn } from '../parts/number-in.ts';

type Point = Schemas['Point'];

/** A boarding or dropping point while it is typed. */
export interface PointDraft {
  /** Identifies the row while others are removed. */
  readonly key: number;
  readonly name: string;
  readonly minutes: string;
}

let keys = 0;

export const newPoint = (): PointDraft => ({ key: ++keys, name: '', minutes: '' });

export const draftOfPoints = (points: readonly Point[]): readonly PointDraft[] =>
  points.map(({ name, minutes }) => ({ key: ++keys, name, minutes: String(minutes) }));

/** The request's points, in the given order. Sort with `inOrder` first. */
export const pointsOf = (drafts: readonly PointDraft[]): Point[] =>
  drafts.map(({ name, minutes }) => ({ name: name.trim(), minutes: numberIn(minutes) }));

/** Sorts points by minutes. Points without minutes stay last. */
export const inOrder = (drafts: readonly PointDraft[]): readonly PointDraft[] =>
  [...drafts].sort((a, b) => minutesOf(a) - minutesOf(b));

const minutesOf = ({ minutes }: PointDraft): number => (minutes.trim() === '' ? Infinity : Number(minutes));
