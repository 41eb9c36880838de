import { reaches } from '../accounts/membership.ts';
import type { Position } from '../accounts/membership.ts';
import type { Member } from '../companies/member.ts';
import type { OperatorId, ShiftId, StaffId, UserId } from '../kernel/ids.ts';
import { minus, plus, toRupees } from '../kernel/money.ts';
import type { Paisa } from '../kernel/money.ts';
import { toIso } from '../kernel/time.ts';
import type { Instant } from '../kernel/time.ts';
import type { Told } from '../kernel/told.ts';

export const SHIFT_STATUSES = ['OPEN', 'CLOSED'] as const;

/** One person's till at a counter: the cash that it begins with, what is sold, and what is counted at the end. */
export interface Shift {
  readonly id: ShiftId;
  readonly operatorId: OperatorId;
  readonly userId: UserId;
  /** Of the membership in which it was opened; it may have ended since. */
  readonly staffId: StaffId;
  readonly openedAt: Instant;
  /** Null while it is open. */
  readonly closedAt: Instant | null;
  readonly openingCash: Paisa;
  /** What was sold for cash in it. */
  readonly sales: Paisa;
  /** What was paid back in cash out of it. */
  readonly refunds: Paisa;
  /** Null while it is open. */
  readonly countedCash: Paisa | null;
  readonly note: string | null;
}

/** The cash that should be in the till. */
export const expectedCash = ({ openingCash, sales, refunds }: Shift): Paisa => minus(plus(openingCash, sales), refunds);

/** By how much the count differs from it, negative when cash is missing; null while the shift is open. */
export const difference = (shift: Shift): Paisa | null =>
  shift.countedCash === null ? null : minus(shift.countedCash, expectedCash(shift));

/** Whether a member of the staff may look at a shift and close it: their own, and a MANAGER all of the company's. */
export const isOpenTo = (shift: Shift, { userId, operatorId }: Member, position: Position): boolean =>
  shift.operatorId === operatorId && (shift.userId === userId || reaches(position, 'MANAGER'));

/** For the activity log, by the names that the API gives the fields. */
export const toldShift = (shift: Shift): Readonly<Record<string, Told>> => ({
  opening_cash: toRupees(shift.openingCash),
  closed_at: shift.closedAt && toIso(shift.closedAt),
  counted_cash: shift.countedCash && toRupees(shift.countedCash),
  note: shift.note,
});
