import type { Schemas } from '../../../api/operations.ts';
import { numberIn } from './number-in.ts';

type Point = Schemas['Point'];

/** A place to get on or off while it is typed. */
export interface PointDraft {
  /** Keeps a row what it is when another one goes. */
  readonly key: number;
  readonly name: string;
  readonly minutes: string;
}

let keys = 0;

export const newPoint = (): PointDraft => ({ key: ++keys, name: '', minutes: '' });

export const draftOfPoints = (points: readonly Point[]): readonly PointDraft[] =>
  points.map(({ name, minutes }) => ({ key: ++keys, name, minutes: String(minutes) }));

/** What is sent. The service wants them in the order of the bus: whoever adds one need not care. */
export const pointsOf = (drafts: readonly PointDraft[]): Point[] =>
  drafts.map(({ name, minutes }) => ({ name: name.trim(), minutes: numberIn(minutes) }));

/** In the order of the bus; what has no time yet stays last. */
export const inOrder = (drafts: readonly PointDraft[]): readonly PointDraft[] =>
  [...drafts].sort((a, b) => minutesOf(a) - minutesOf(b));

const minutesOf = ({ minutes }: PointDraft): number => (minutes.trim() === '' ? Infinity : Number(minutes));
