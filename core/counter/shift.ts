import { type Position, reaches } from '../accounts/membership.ts';
import type { Member } from '../companies/member.ts';
import type { OperatorId, ShiftId, StaffId, UserId } from '../kernel/ids.ts';
import { type Paisa, minus, plus, toRupees } from '../kernel/money.ts';
import { type Instant, toIso } from '../kernel/time.ts';
import type { JsonValue } from '../kernel/json.ts';

export const SHIFT_STATUSES = ['OPEN', 'CLOSED'] as const;

/**
 * The time in which one person has a till at a counter: the cash at its start, cash sales and refunds, and the counted
 * cash at its end.
 */
export interface Shift {
  readonly id: ShiftId;
  readonly operatorId: OperatorId;
  readonly userId: UserId;
  /** The membership of the person who opened the shift. The membership may have ended since. */
  readonly staffId: StaffId;
  readonly openedAt: Instant;
  /** The moment at which the shift was closed; null while the shift is open. */
  readonly closedAt: Instant | null;
  readonly openingCash: Paisa;
  /** The sum of the cash sales in this shift. */
  readonly sales: Paisa;
  /** The sum of the cash refunds from this shift's till. */
  readonly refunds: Paisa;
  /** The cash that the person counted at the end; null while the shift is open. */
  readonly countedCash: Paisa | null;
  readonly note: string | null;
}

/** The cash that should be in the till. */
export const expectedCash = ({ openingCash, sales, refunds }: Shift): Paisa => minus(plus(openingCash, sales), refunds);

/** The counted cash minus the expected cash: negative if cash is missing. Null while the shift is open. */
export const difference = (shift: Shift): Paisa | null =>
  shift.countedCash === null ? null : minus(shift.countedCash, expectedCash(shift));

/**
 * Whether a member may see and close the shift. A MANAGER may close any shift of the company, others only their own.
 */
export const isOpenTo = (shift: Shift, { userId, operatorId }: Member, position: Position): boolean =>
  shift.operatorId === operatorId && (shift.userId === userId || reaches(position, 'MANAGER'));

interface Counted {
  readonly blindCount: boolean;
}

/** Whether a member may not see how much cash an open shift should hold, because the company counts blindly. */
export const hidesSums = ({ blindCount }: Counted, position: Position): boolean =>
  blindCount && !reaches(position, 'MANAGER');

/** The fields of a shift for the activity log, with the API's field names. */
export const loggedShift = (shift: Shift): Readonly<Record<string, JsonValue>> => ({
  opening_cash: toRupees(shift.openingCash),
  closed_at: shift.closedAt && toIso(shift.closedAt),
  counted_cash: shift.countedCash && toRupees(shift.countedCash),
  note: shift.note,
});
