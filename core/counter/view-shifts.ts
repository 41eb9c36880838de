import { type Position, reaches } from '../accounts/membership.ts';
import type { Member } from '../companies/member.ts';
import type { ShiftId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { ShiftFilter, ShiftViews, ShownShift } from './ports.ts';
import { shiftUnknown } from './refusals.ts';
import { isOpenTo } from './shift.ts';

/** Reads a shift, and throws an Error if it does not exist. */
export async function shownShift(
  { shiftViews }: { readonly shiftViews: Pick<ShiftViews, 'find'> },
  id: ShiftId,
): Promise<ShownShift> {
  const shift = await shiftViews.find(id);
  if (!shift) throw new Error(`Shift ${id} is gone.`);
  return shift;
}

interface Needs {
  readonly shiftViews: ShiftViews;
}

export type ViewShift = ReturnType<typeof viewShift>;

/** Reads a shift of the caller. A MANAGER may read any shift of the company. */
export const viewShift =
  ({ shiftViews }: Needs) =>
  async (member: Member, position: Position, id: ShiftId): Promise<ShownShift> => {
    const shift = await shiftViews.find(id);
    if (!shift || !isOpenTo(shift, member, position)) throw shiftUnknown();
    return shift;
  };

export type ListShifts = ReturnType<typeof listShifts>;

/** Lists the shifts of the caller. For a MANAGER, lists all shifts of the company. */
export const listShifts =
  ({ shiftViews }: Needs) =>
  async (
    { operatorId, userId }: Member,
    position: Position,
    filter: Pick<ShiftFilter, 'status' | 'staffId'>,
    page: Page,
  ): Promise<Listing<ShownShift>> =>
    shiftViews.list({ ...filter, operatorId, ...(!reaches(position, 'MANAGER') && { userId }) }, page);
