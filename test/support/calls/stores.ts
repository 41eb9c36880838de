import type { Stores } from '../../../core/stores.ts';
import { ACCOUNT_CALLS } from './accounts.ts';
import { AGENT_CALLS } from './agents.ts';
import { BOOKED_SEAT_CALLS } from './booked-seats.ts';
import { BOARDING_CALLS } from './boarding.ts';
import { CHANGE_CALLS } from './changes.ts';
import { COMPANY_CALLS } from './companies.ts';
import { ADJUSTMENT_CALLS, ADJUSTMENT_VIEW_CALLS, RECEIPT_CALLS } from './corrections.ts';
import { DELIVERY_CALLS } from './delivery.ts';
import { LINE_CALLS } from './line.ts';
import { LEDGER_CALLS, SETTLEMENT_CALLS } from './ledger.ts';
import type { Calls } from './rows.ts';
import { DOOR_ANSWER_CALLS, DOOR_CALLS } from './doors.ts';
import { LISTENING_CALLS } from './listening.ts';
import { DOCUMENT_CALLS } from './documents.ts';
import { FOUND_PAYMENT_CALLS } from './refunds.ts';
import { ROAD_CALLS } from './road.ts';
import { SALES_CALLS } from './sales.ts';
import { SOLD_SEAT_CALLS } from './sold-seats.ts';
import { STATEMENT_ANSWER_CALLS, STATEMENT_CALLS } from './statements.ts';

export const STORE_CALLS = {
  ...ACCOUNT_CALLS,
  ...AGENT_CALLS,
  ...BOARDING_CALLS,
  ...COMPANY_CALLS,
  ...DELIVERY_CALLS,
  ...DOCUMENT_CALLS,
  ...LINE_CALLS,
  ...SALES_CALLS,
  ledger: LEDGER_CALLS,
  settlements: SETTLEMENT_CALLS,
  adjustments: ADJUSTMENT_CALLS,
  adjustmentRecords: { find: ADJUSTMENT_VIEW_CALLS.find },
  receipts: RECEIPT_CALLS,
  foundPayments: FOUND_PAYMENT_CALLS,
  statements: STATEMENT_CALLS,
  statementViews: STATEMENT_ANSWER_CALLS,
  doors: DOOR_CALLS,
  doorViews: DOOR_ANSWER_CALLS,
  soldSeats: SOLD_SEAT_CALLS,
  bookedSeats: BOOKED_SEAT_CALLS,
  changes: CHANGE_CALLS,
  ...LISTENING_CALLS,
  ...ROAD_CALLS,
} as const satisfies Calls<Stores, Stores>;
