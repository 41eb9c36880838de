import { bookings } from './admin/bookings.ts';
import { common } from './admin/common.ts';
import { companies } from './admin/companies.ts';
import { corrections } from './admin/corrections.ts';
import { ledger } from './admin/ledger.ts';
import { logs } from './admin/logs.ts';
import { money } from './admin/money.ts';
import { overview } from './admin/overview.ts';
import { payments } from './admin/payments.ts';
import { refunds } from './admin/refunds.ts';
import { reviews } from './admin/reviews.ts';
import { users } from './admin/users.ts';

/** What administrators read. */
export const admin = {
  bookings,
  common,
  companies,
  corrections,
  ledger,
  logs,
  money,
  overview,
  payments,
  refunds,
  reviews,
  users,
};
