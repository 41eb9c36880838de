import type { Member } from '../companies/member.ts';
import type { OperatorId, ShiftId, StaffId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Shift, SHIFT_STATUSES } from './shift.ts';

export type NewShift = Pick<Shift, 'operatorId' | 'userId' | 'staffId' | 'openedAt' | 'openingCash'>;

export type Closing = { readonly [Field in 'closedAt' | 'countedCash']: NonNullable<Shift[Field]> } & Pick<
  Shift,
  'note'
>;

/**
 * Shifts, inside a transaction. Of each person and company at most one is open, however many are opened at once. A
 * shift is locked before anything is sold in it, so that nothing is added to one that is closed.
 */
export interface ShiftRepo {
  /** Undefined if the person has one open already. */
  open(shift: NewShift): Promise<ShiftId | undefined>;
  /** Locks a shift: until the transaction ends nobody else sells in it or closes it. */
  lock(id: ShiftId): Promise<Shift | undefined>;
  /** The same of the one that a person has open. */
  lockOpen(person: Member): Promise<Shift | undefined>;
  /** Adds what was sold for cash to a locked shift. */
  addSale(id: ShiftId, amount: Paisa): Promise<void>;
  /** The same of what was paid back in cash. */
  addRefund(id: ShiftId, amount: Paisa): Promise<void>;
  /** Closes a locked shift. */
  close(id: ShiftId, closing: Closing): Promise<void>;
}

/** A shift as the staff see it. */
export interface ShownShift extends Shift {
  /** The present name of whose shift it is. */
  readonly staffName: string;
}

export interface ShiftFilter {
  readonly operatorId: OperatorId;
  readonly userId?: UserId;
  readonly staffId?: StaffId;
  readonly status?: (typeof SHIFT_STATUSES)[number];
}

export interface ShiftViews {
  /** Newest first; a position is the moment at which a shift was opened, and its id. */
  list(filter: ShiftFilter, page: Page): Promise<Listing<ShownShift>>;
  find(id: ShiftId): Promise<ShownShift | undefined>;
}
