import type { BookingStores, BookingWorld } from '../bookings/world.ts';
import type { TimetableRepo, TimetableViews } from './ports.ts';

/** The stores of one transaction: those of the area `planning` and of the areas below it. */
export interface PlanningStores extends BookingStores {
  readonly timetables: TimetableRepo;
  readonly timetableViews: Pick<TimetableViews, 'find'>;
}

/** The dependencies of use cases of the area `planning`. */
export interface PlanningWorld<Stores extends PlanningStores = PlanningStores> extends BookingWorld<Stores> {
  readonly timetableViews: TimetableViews;
  readonly timetableDays: number;
}
