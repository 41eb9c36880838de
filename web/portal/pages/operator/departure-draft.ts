import type { PointDraft } from './points.ts';

/** What a departure says while it is typed, whether it happens once or repeats. */
export interface DepartureDraft {
  readonly source: string;
  readonly destination: string;
  readonly bus: string;
  readonly fare: string;
  readonly boarding: readonly PointDraft[];
  readonly dropping: readonly PointDraft[];
}
