import type { PointDraft } from './points.ts';
import type { RoadDraft } from './road.ts';

/** The typed stops, fares and points of a trip or timetable. */
export interface RoadAndPoints {
  readonly road: RoadDraft;
  readonly boarding: readonly PointDraft[];
  readonly dropping: readonly PointDraft[];
}

/** The typed fields that single trips and timetables share. */
export interface DepartureDraft extends RoadAndPoints {
  readonly source: string;
  readonly destination: string;
  readonly bus: string;
  readonly fare: string;
}
