import type { TimetableRepo, TimetableViews } from './ports.ts';

/** The stores of the area `planning`. A use case picks only the stores that it needs. */
export interface PlanningStores {
  readonly timetables: TimetableRepo;
  readonly timetableViews: Pick<TimetableViews, 'find'>;
}
