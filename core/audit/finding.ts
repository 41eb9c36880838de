/** Rules that must always hold for bookings, blocks, trips, buses, the ledger and statements. */
export const INVARIANTS = [
  'SEAT_SOLD_TWICE',
  'SEAT_TAKEN_TWICE',
  'SEATS_DIFFER',
  'COMPANY_DIFFERS',
  'AMOUNTS_DIFFER',
  'MONEY_WITHOUT_SEAT',
  'SEAT_WITHOUT_MONEY',
  'REFUND_DIFFERS',
  'CHANGE_DIFFERS',
  'COUNTER_SALE_DIFFERS',
  'LEDGER_DIFFERS',
  'CHAIN_DIFFERS',
  'UNEARNED_DIFFERS',
  'GATEWAY_DIFFERS',
  'BLOCK_MISPLACED',
  'BUS_ELSEWHERE',
  'PLACES_OVERSOLD',
  'CANCELLATION_INCOMPLETE',
  'TOTALS_DIFFER',
  'STATEMENT_DIFFERS',
  'OVERDUE',
  'PAYMENT_OPEN',
  'PAYMENT_DIFFERS',
  'SECTION_DIFFERS',
  'BOARDING_DIFFERS',
  'TERMS_DIFFER',
  'TRAIL_DIFFERS',
  'AGENT_DIFFERS',
  'WAIT_DIFFERS',
  'DOOR_DIFFERS',
  'ROAD_DIFFERS',
  'EVENT_UNTOLD',
  'EVENT_MISSING',
] as const;
export type Invariant = (typeof INVARIANTS)[number];

/** A violation of an invariant, with its evidence. */
export interface Finding {
  readonly invariant: Invariant;
  /** The row to look up: `booking 12, row 34`. A row without a table name is a row of the ledger. */
  readonly row: string;
  readonly says: string;
}

export type Warning = Pick<Finding, 'row' | 'says'>;

/** A finding as one line of text: `REFUND_DIFFERS: the refund is missing (booking 12)`. */
export const toLine = ({ invariant, row, says }: Finding): string => `${invariant}: ${says} (${row})`;

export const toWarningLine = ({ row, says }: Warning): string => `WARNING: ${says} (${row})`;
