import type { TimetableRepo, TimetableViews } from './ports.ts';

/** The stores of this area. A use case names those it uses. */
export interface PlanningStores {
  readonly timetables: TimetableRepo;
  readonly timetableViews: Pick<TimetableViews, 'find'>;
}
