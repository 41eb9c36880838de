import { type Position, reaches } from '../accounts/membership.ts';
import type { Member } from '../companies/member.ts';
import type { ShiftId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { ShiftFilter, ShiftTakings, ShiftViews, ShownShift } from './ports.ts';
import { shiftUnknown } from './refusals.ts';
import { hidesSums, isOpenTo } from './shift.ts';
import type { CounterWorld } from './world.ts';

/** Reads a shift, and throws an Error if it does not exist. */
export async function shownShift(
  { shiftViews }: { readonly shiftViews: Pick<ShiftViews, 'find'> },
  id: ShiftId,
): Promise<ShownShift> {
  const shift = await shiftViews.find(id);
  if (!shift) throw new Error(`Shift ${id} is gone.`);
  return shift;
}

export type ViewShift = ReturnType<typeof viewShift>;

/** Reads a shift of the caller. A MANAGER may read any shift of the company. */
export const viewShift =
  ({ shiftViews }: CounterWorld) =>
  async (member: Member, position: Position, id: ShiftId): Promise<ShownShift> => {
    const shift = await shiftViews.find(id);
    if (!shift || !isOpenTo(shift, member, position)) throw shiftUnknown();
    return shift;
  };

/** A shift with its sales and refunds. `takings` is null if the caller may not see them yet. */
export interface ShiftReport {
  readonly shift: ShownShift;
  readonly takings: ShiftTakings | null;
}

/** Whether a member may not see the sums of a shift: it is open, and the company's clerks count blindly. */
export const sumsAreHidden = ({ closedAt, isCountedBlind }: ShownShift, position: Position): boolean =>
  closedAt === null && hidesSums({ blindCount: isCountedBlind }, position);

export type ReportShift = ReturnType<typeof reportShift>;

/** Reads a shift with its sales and refunds. A MANAGER may read any shift of the company, others only their own. */
export const reportShift =
  (world: CounterWorld) =>
  async (member: Member, position: Position, id: ShiftId): Promise<ShiftReport> => {
    const { shiftViews } = world;
    const shift = await viewShift(world)(member, position, id);
    return { shift, takings: sumsAreHidden(shift, position) ? null : await shiftViews.takings(shift) };
  };

export type ListShifts = ReturnType<typeof listShifts>;

/** Lists the shifts of the caller. For a MANAGER, lists all shifts of the company. */
export const listShifts =
  ({ shiftViews }: CounterWorld) =>
  async (
    { operatorId, userId }: Member,
    position: Position,
    filter: Pick<ShiftFilter, 'status' | 'staffId'>,
    page: Page,
  ): Promise<Listing<ShownShift>> =>
    shiftViews.list({ ...filter, operatorId, ...(!reaches(position, 'MANAGER') && { userId }) }, page);
