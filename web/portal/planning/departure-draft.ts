import type { PointDraft } from './points.ts';

/** The typed fields that single trips and timetables share. */
export interface DepartureDraft {
  readonly source: string;
  readonly destination: string;
  readonly bus: string;
  readonly fare: string;
  readonly boarding: readonly PointDraft[];
  readonly dropping: readonly PointDraft[];
}
