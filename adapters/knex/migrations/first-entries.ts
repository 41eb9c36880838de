import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';
import { oneOf } from './checks.ts';

/*
 * The rows of the ledger for what was paid before there was one, dated by the moments of what they tell of. Written
 * with the same rounding as the rows of today, in a few statements for all bookings.
 */

const FOR_CANCELLATION = `reason in (${oneOf(['PASSENGER_CANCELLATION', 'OPERATOR_CANCELLATION'])})`;
const IN_VAIN = `reason in (${oneOf(['LATE_PAYMENT', 'DUPLICATE_PAYMENT'])})`;
const AT_COUNTER = `gateway in (${oneOf(['CASH', 'QR'])})`;
const TICKETED = `booking_status in (${oneOf(['CONFIRMED', 'CHECKED_IN', 'COMPLETED'])})`;

/** A share of an amount at the rate of its booking, rounded half up. */
const share = (amount: string): string => `(${amount} * rate + 5000) / 10000`;

/** The payment of each booking that was ever paid: neither late nor a duplicate. */
const PAYMENTS = `
  select payments.booking_id, min(payments.id) as payment_id
  from payments join bookings on bookings.id = payments.booking_id
  where not exists (select 1 from refunds where refunds.payment_id = payments.id and ${IN_VAIN})
    and (payments.status = 'COMPLETE' and (${TICKETED} or booking_status = 'CANCELLED')
      or exists (select 1 from refunds where refunds.payment_id = payments.id and ${FOR_CANCELLATION}))
  group by payments.booking_id`;

/** The last move of a payment is the moment of it, unless that was the refund; the activity log knows it then. */
const PAID_AT = `
  coalesce(
    (select min(at) from activity_log where subject_type = 'booking' and subject_id = bookings.id and kind = 'PAYMENT_COMPLETED'),
    case when payments.status = 'COMPLETE' then payments.updated_at else payments.created_at end)`;

const PAID = `
  select bookings.id as booking_id, bookings.operator_id, booking_status, bookings.cancelled_at,
    cast(total_amount_paisa as bigint) as total, cast(commission_rate_bp as bigint) as rate,
    commission_amount_paisa as commission, operator_earning_paisa as earning, payments.id as payment_id, gateway,
    ${PAID_AT} as paid_at, schedules.departure_time, refunds.id as refund_id, coalesce(refunds.amount_paisa, 0) as refunded
  from (${PAYMENTS}) as came
  join payments on payments.id = came.payment_id
  join bookings on bookings.id = came.booking_id
  join schedules on schedules.id = bookings.schedule_id
  left join refunds on refunds.payment_id = payments.id and ${FOR_CANCELLATION}`;

/** What had departed while it was paid was earned then, or when it was paid, if that was later. */
const EARNED_AT = `
  case when departure_time <= case when ${TICKETED} then cast(? as bigint) else cancelled_at end
    then case when departure_time > paid_at then departure_time else paid_at end end`;

const CANCELLED = `booking_status in ('CANCELLED', 'REFUNDED')`;
const FEE = '(total - refunded)';

/** Rows: moment, kind, accounts, amount, and whether they name the payment and the refund. */
const FLOWS: readonly (readonly [rows: string, condition: string])[] = [
  [
    `paid_at, 'PAYMENT', case when ${AT_COUNTER} then 'CASH' else 'GATEWAY' end, 'UNEARNED', total, payment_id, null`,
    '1 = 1',
  ],
  [`earned_at, 'EARNED', 'UNEARNED', 'OPERATOR', earning, null, null`, 'earned_at is not null'],
  [`earned_at, 'EARNED', 'UNEARNED', 'COMMISSION', commission, null, null`, 'earned_at is not null'],
  ...[
    ["'UNEARNED', 'REFUND_DUE', refunded, payment_id, refund_id", 'earned_at is null'],
    [`'UNEARNED', 'OPERATOR', ${FEE} - ${share(FEE)}, payment_id, null`, 'earned_at is null'],
    [`'UNEARNED', 'COMMISSION', ${share(FEE)}, payment_id, null`, 'earned_at is null'],
    ["'OPERATOR', 'REFUND_DUE', earning, payment_id, refund_id", `earned_at is not null and ${FEE} = 0`],
    ["'COMMISSION', 'REFUND_DUE', commission, payment_id, refund_id", `earned_at is not null and ${FEE} = 0`],
    [
      `'OPERATOR', 'REFUND_DUE', refunded - ${share('refunded')}, payment_id, refund_id`,
      `earned_at is not null and ${FEE} > 0`,
    ],
    [`'COMMISSION', 'REFUND_DUE', ${share('refunded')}, payment_id, refund_id`, `earned_at is not null and ${FEE} > 0`],
  ].map(([row, condition]) => [`cancelled_at, 'CANCELLATION', ${row}`, `${CANCELLED} and ${condition}`] as const),
];

const NAMES = 'at, kind, debit, credit, amount_paisa, payment_id, refund_id';

/** In which order the flows of a booking follow each other where their moments are the same. */
const OF_BOOKINGS = FLOWS.map(
  ([row, condition], step) => `
    select ${step} as step, booking_id, operator_id, ${row} from paid where ${condition}`,
);

const VAIN = `
  select 0 as step, refunds.booking_id, bookings.operator_id, refunds.created_at, 'PAYMENT', 'GATEWAY', 'REFUND_DUE',
    refunds.amount_paisa, refunds.payment_id, refunds.id
  from refunds join bookings on bookings.id = refunds.booking_id where ${IN_VAIN}`;

/** Refunds were paid by hand, and of some nobody said when, or how. */
const REFUNDS = `
  select 99 as step, refunds.booking_id, bookings.operator_id, coalesce(refunds.paid_at, refunds.created_at), 'REFUND',
    'REFUND_DUE', case when refunds.method in ('KHALTI', 'BANK') then 'BANK' when ${AT_COUNTER} then 'CASH' else 'GATEWAY' end,
    refunds.amount_paisa, refunds.payment_id, refunds.id
  from refunds join bookings on bookings.id = refunds.booking_id join payments on payments.id = refunds.payment_id
  where refunds.status = 'PAID'`;

/** Writes the rows, and says of bookings since when they are earned, or when they will be. */
export async function writeFirstEntries(db: Knex, now: number): Promise<void> {
  // Nobody pays or cancels between the reading and the end of it.
  if (isPostgres(db)) await db.raw('lock table bookings, payments, refunds in share row exclusive mode');
  await db.raw(`create temporary table paid as select came.*, ${EARNED_AT} as earned_at from (${PAID}) as came`, [now]);
  await db.raw(`
    insert into ledger_entries (booking_id, operator_id, ${NAMES})
    select booking_id, operator_id, ${NAMES} from (
      select 0 as step, 0 as booking_id, 0 as operator_id, ${NAMES} from ledger_entries where 1 = 0
      union all ${[...OF_BOOKINGS, VAIN, REFUNDS].join(' union all ')}) as entries
    where amount_paisa > 0 order by at, booking_id, step`);
  await db.raw(`
    update bookings set earned_at = (select earned_at from paid where paid.booking_id = bookings.id)
    where id in (select booking_id from paid where earned_at is not null)`);
  await db.raw(`
    update bookings set earns_at = (select departure_time from schedules where schedules.id = bookings.schedule_id)
    where ${TICKETED}`);
  await db.raw('drop table paid');
}
