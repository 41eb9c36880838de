import type { OperatorId, TimetableId } from '../kernel/ids.ts';
import type { ShownTimetable } from './ports.ts';
import { timetableUnknown } from './refusals.ts';
import type { PlanningWorld } from './world.ts';

export type ViewTimetable = ReturnType<typeof viewTimetable>;

/** Reads a timetable. Throws TIMETABLE_UNKNOWN if it belongs to another company. */
export const viewTimetable =
  ({ timetableViews }: PlanningWorld) =>
  async (operator: OperatorId, id: TimetableId): Promise<ShownTimetable> => {
    const timetable = await timetableViews.find(id);
    if (timetable?.operatorId !== operator) throw timetableUnknown();
    return timetable;
  };
