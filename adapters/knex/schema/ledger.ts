import type { AreaSchema } from './area-schema.ts';
import { dropFunctions, listNewEntries, onlyAdded } from './ledger-triggers.ts';

export const ledgerSchema: AreaSchema = {
  about: 'The ledger, its balances, statements and corrections.',
  tables: [
    'adjustments',
    'receipts',
    'settlements',
    'statement_numbers',
    'statements',
    'statement_drafts',
    'ledger_entries',
    'ledger_balances',
    'unclosed_entries',
    'unstated_entries',
    'statement_entries',
    'statement_lines',
  ],
  create: (sql) => [
    `create table adjustments (
      ${sql.id},
      status text not null,
      debit text not null,
      credit text not null,
      amount_paisa bigint not null,
      operator_id integer references operators (id),
      gateway text,
      reason text not null,
      proposed_by integer not null references users (id),
      proposed_at bigint not null,
      decided_by integer references users (id),
      decided_at bigint,
      check (status in ('PROPOSED', 'CONFIRMED', 'REJECTED')),
      check (debit in ('GATEWAY', 'CASH', 'OPERATOR', 'COMMISSION', 'BANK', 'FEES') and credit in ('GATEWAY', 'CASH', 'OPERATOR', 'COMMISSION', 'BANK', 'FEES') and debit <> credit),
      check (amount_paisa > 0),
      check ((status = 'PROPOSED') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
      check (status <> 'CONFIRMED' or decided_by <> proposed_by),
      check (operator_id is not null or not (debit in ('OPERATOR', 'CASH') or credit in ('OPERATOR', 'CASH'))),
      check ((gateway is not null) = ('GATEWAY' in (debit, credit)))
    )`,
    'create index adjustments_proposed_at_id_index on adjustments (proposed_at, id)',
    'create index adjustments_status_proposed_at_id_index on adjustments (status, proposed_at, id)',
    `create table receipts (
      ${sql.id},
      operator_id integer not null references operators (id),
      amount_paisa bigint not null,
      reference text not null,
      at bigint not null,
      check (amount_paisa > 0)
    )`,
    'create unique index receipts_operator_id_reference_unique on receipts (operator_id, reference)',
    `create table settlements (
      ${sql.id},
      amount_paisa bigint not null,
      fee_paisa bigint not null,
      reference text not null,
      at bigint not null,
      gateway text not null default 'ESEWA',
      forced boolean not null default true, -- nothing was checked against what the gateway owed
      repeats integer -- the settlement that this one was typed again for
    )`,
    // A reference is unique for its gateway, so that a repeated settlement is found.
    'create unique index settlements_once on settlements (gateway, reference) where repeats is null',
    `create table statement_numbers (
      year integer primary key,
      last integer not null
    )`,
    `create table statements (
      ${sql.id},
      operator_id integer not null references operators (id),
      year integer not null references statement_numbers (year),
      sequence integer not null,
      company_name text not null,
      pan_no text,
      from_day text not null,
      until_day text not null,
      made_at bigint not null,
      opening_balance_paisa bigint not null default 0,
      net_paisa bigint not null default 0,
      cash_held_paisa bigint not null default 0,
      total_paisa bigint not null default 0,
      carried_to integer references statements (id), -- the later statement that began with this negative total
      status text not null default 'OPEN',
      reference text,
      paid_at bigint,
      check (status in ('OPEN', 'PAID')),
      check ((status = 'PAID') = (paid_at is not null and reference is not null)),
      check (total_paisa = opening_balance_paisa + net_paisa - cash_held_paisa)
    )`,
    'create unique index statements_year_sequence_unique on statements (year, sequence)',
    'create index statements_operator_id_id_index on statements (operator_id, id)',
    'create index statements_status_id_index on statements (status, id)',
    'create index statements_carried_to_index on statements (carried_to)',
    'create index statements_to_carry on statements (operator_id) where total_paisa < 0 and carried_to is null',
    // A statement is an invisible draft until all its ledger rows are marked. The row in `statements` is added last.
    `create table statement_drafts (
      id ${sql.idOf('statements')}, -- the statement gets the same id
      operator_id integer not null unique references operators (id),
      made_by integer not null references users (id),
      until_day text not null,
      end_at bigint not null,
      up_to integer not null, -- the newest row of the ledger that it may state
      passed bigint not null, -- the last group of rows that was stated
      first_at bigint,
      net_paisa bigint not null,
      cash_held_paisa bigint not null
    )`,
    `create table ledger_entries (
      ${sql.id},
      at bigint not null,
      kind text not null,
      debit text not null,
      credit text not null,
      amount_paisa bigint not null,
      booking_id integer references bookings (id),
      operator_id integer references operators (id),
      payment_id integer references payments (id),
      refund_id integer references refunds (id),
      statement_id integer, -- of a PAYOUT
      gateway text,
      adjustment_id integer references adjustments (id),
      receipt_id integer references receipts (id),
      check (kind in ('PAYMENT', 'EARNED', 'CANCELLATION', 'GOODWILL', 'REFUND', 'PAYOUT', 'SETTLEMENT', 'ADJUSTMENT', 'RECEIPT')),
      check (debit in ('GATEWAY', 'CASH', 'BANK', 'UNEARNED', 'OPERATOR', 'COMMISSION', 'REFUND_DUE', 'FEES') and credit in ('GATEWAY', 'CASH', 'BANK', 'UNEARNED', 'OPERATOR', 'COMMISSION', 'REFUND_DUE', 'FEES') and debit <> credit),
      check (amount_paisa > 0)
    )`,
    'create index ledger_newest on ledger_entries (at, id)',
    'create index ledger_of_debit on ledger_entries (debit, at, id)',
    'create index ledger_of_credit on ledger_entries (credit, at, id)',
    'create index ledger_of_kind on ledger_entries (kind, at, id)',
    'create index ledger_of_company on ledger_entries (operator_id, at, id)',
    'create index ledger_of_booking on ledger_entries (booking_id, at, id)',
    'create index ledger_of_statement on ledger_entries (statement_id) where statement_id is not null',
    // A payment, a refund and an earned share may each have only one row in the ledger.
    `create unique index ledger_payment_once on ledger_entries (payment_id) where kind = 'PAYMENT'`,
    `create unique index ledger_refund_once on ledger_entries (refund_id) where kind = 'REFUND'`,
    `create unique index ledger_earned_once on ledger_entries (booking_id, credit) where kind = 'EARNED'`,
    'create unique index ledger_adjustment_once on ledger_entries (adjustment_id) where adjustment_id is not null',
    'create unique index ledger_receipt_once on ledger_entries (receipt_id) where receipt_id is not null',
    `create table ledger_balances (
      account text primary key,
      balance_paisa bigint not null -- debit less credit
    )`,
    // Rows of the ledger that are not in `ledger_balances` yet. A trigger adds each new row.
    `create table unclosed_entries (
      entry_id integer primary key,
      at bigint not null,
      debit text not null,
      credit text not null,
      amount_paisa bigint not null
    )`,
    // Rows of the ledger that are on no statement yet. A trigger adds each new row.
    `create table unstated_entries (
      operator_id integer not null,
      line_group bigint not null, -- the booking; a row without one is its own group, its negated id
      entry_id integer not null,
      at bigint not null,
      primary key (operator_id, line_group, entry_id)
    )${sql.withoutRowid}`,
    // The key allows each ledger row on one statement only.
    `create table statement_entries (
      entry_id integer primary key references ledger_entries (id),
      statement_id integer not null
    )`,
    'create index statement_entries_statement_id_index on statement_entries (statement_id)',
    `create table statement_lines (
      statement_id integer not null,
      position integer not null,
      section integer not null,
      departure_time bigint not null,
      booking_code text not null,
      rank integer not null,
      booking_id integer references bookings (id),
      kind text not null check (kind in ('EARNED', 'CANCELLATION', 'RECEIPT', 'ADJUSTMENT')),
      gross_paisa bigint not null,
      net_paisa bigint not null,
      primary key (statement_id, position)
    )`,
    'create index statement_lines_sorted on statement_lines (statement_id, section, departure_time, booking_code, rank, position)',
    ...onlyAdded(sql),
    ...listNewEntries(sql),
  ],
  drop: dropFunctions,
};
