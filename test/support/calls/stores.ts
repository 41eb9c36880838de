import type { Stores } from '../../../core/stores.ts';
import { ACCOUNT_CALLS } from './accounts.ts';
import { COMPANY_CALLS } from './companies.ts';
import { DELIVERY_CALLS } from './delivery.ts';
import type { Calls } from './rows.ts';
import { DOCUMENT_CALLS } from './documents.ts';
import { SALES_CALLS } from './sales.ts';

export const STORE_CALLS = {
  ...ACCOUNT_CALLS,
  ...COMPANY_CALLS,
  ...DELIVERY_CALLS,
  ...DOCUMENT_CALLS,
  ...SALES_CALLS,
} as const satisfies Calls<Stores, Stores>;
