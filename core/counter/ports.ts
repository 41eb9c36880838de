import { type Shift, type SHIFT_STATUSES } from './shift.ts';
import type { Member } from '../companies/member.ts';
import type { BookingId, OperatorId, ShiftId, StaffId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';

export type NewShift = Pick<Shift, 'operatorId' | 'userId' | 'staffId' | 'openedAt' | 'openingCash'>;

export type Closing = { readonly [Field in 'closedAt' | 'countedCash']: NonNullable<Shift[Field]> } & Pick<
  Shift,
  'note'
>;

/**
 * Stores shifts, inside a transaction. A person has at most one open shift in each company. A sale locks the shift
 * first, so that no sale is added to a closed shift.
 */
export interface ShiftRepo {
  /** Opens a shift. Undefined if the person has an open shift already. */
  open(shift: NewShift): Promise<ShiftId | undefined>;
  /** Locks a shift until the transaction ends. No other transaction can add a sale to it or close it. */
  lock(id: ShiftId): Promise<Shift | undefined>;
  /** Locks the person's open shift; undefined if the person has none. */
  lockOpen(person: Member): Promise<Shift | undefined>;
  /** Locks the shift in which a booking was paid in cash; undefined if the booking was not paid in cash. */
  lockOfSale(booking: BookingId): Promise<Shift | undefined>;
  /** Adds the amount of a cash sale to a locked shift. */
  addSale(id: ShiftId, amount: Paisa): Promise<void>;
  /** Adds the amount of a cash refund to a locked shift. */
  addRefund(id: ShiftId, amount: Paisa): Promise<void>;
  /** Closes a locked shift. */
  close(id: ShiftId, closing: Closing): Promise<void>;
}

/** A shift as the company's staff see it. */
export interface ShownShift extends Shift {
  /** The present name of the member whose shift it is. */
  readonly staffName: string;
  /** Whether the company hides the sums of open shifts from clerks. */
  readonly isCountedBlind: boolean;
}

/** The sales and refunds of a shift's person while the shift was open. */
export interface ShiftTakings {
  /** The number of sold seats and places, including those that were cancelled or undone since. */
  readonly tickets: number;
  /** The cash of the shift's sales. */
  readonly cash: Paisa;
  /** The payments by the company's own QR code. */
  readonly qr: Paisa;
  /** The payments by a gateway's code. */
  readonly codes: Paisa;
  /** The cash that the shift gave back, and the QR payments of these sales that the company gave back. */
  readonly refunded: Paisa;
}

export interface ShiftFilter {
  readonly operatorId: OperatorId;
  readonly userId?: UserId;
  readonly staffId?: StaffId;
  readonly status?: (typeof SHIFT_STATUSES)[number];
}

export interface ShiftViews {
  /** Lists shifts, newest first. The page cursor is the moment when a shift was opened, and the shift's id. */
  list(filter: ShiftFilter, page: Page): Promise<Listing<ShownShift>>;
  find(id: ShiftId): Promise<ShownShift | undefined>;
  /** Adds up the sales and refunds of a shift. An open shift lasts until now. */
  takings(shift: Shift): Promise<ShiftTakings>;
}

/** The slip of a shift, which the seller signs. Times are local, `YYYY-MM-DD HH:MM`. */
export interface PrintedShift {
  readonly number: number;
  readonly companyName: string;
  readonly staffName: string;
  readonly openedAt: string;
  /** Null while the shift is open. */
  readonly closedAt: string | null;
  readonly openingCash: Paisa;
  /** The sales and refunds; null if the person who prints the slip may not see them yet. */
  readonly sums: {
    readonly tickets: number;
    readonly cash: Paisa;
    readonly qr: Paisa;
    readonly codes: Paisa;
    readonly refunded: Paisa;
    /** The cash that was paid back from the till. */
    readonly paidBack: Paisa;
    readonly expected: Paisa;
  } | null;
  readonly counted: Paisa | null;
  readonly difference: Paisa | null;
  readonly note: string | null;
}

/** Prints the slip of a shift as a PDF. */
export interface ShiftPrinter {
  print(shift: PrintedShift): Promise<Uint8Array>;
}
