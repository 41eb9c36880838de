import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';
import type { Step } from './step.ts';

const COLUMNS = 'account, gateway, balance_paisa';

/** The trigger that lists new rows of the ledger for the next closing, with or without their gateway. */
const listing = async (db: Knex, withGateway: boolean): Promise<void> => {
  const columns = `entry_id, at, debit, credit, amount_paisa${withGateway ? ', gateway' : ''}`;
  const values = (row: string): string =>
    `${row}id, ${row}at, ${row}debit, ${row}credit, ${row}amount_paisa${withGateway ? `, coalesce(${row}gateway, '')` : ''}`;
  const insert = `insert into unclosed_entries (${columns})`;
  if (isPostgres(db)) {
    await db.raw(`create or replace function list_unclosed_entries() returns trigger language plpgsql as
      $$ begin ${insert} select ${values('')} from added; return null; end $$`);
    return;
  }
  await db.raw('drop trigger ledger_unclosed');
  await db.raw(`create trigger ledger_unclosed after insert on ledger_entries begin
    ${insert} values (${values('new.')});
  end`);
};

/** SQLite cannot change a primary key, so the table is recreated. The table is small: one row for each account. */
const remake = async (db: Knex, columns: string, key: string, from: string): Promise<void> => {
  await db.raw(`create table ledger_balances_remade (${columns}, primary key (${key}))`);
  await db.raw(`insert into ledger_balances_remade ${from}`);
  await db.raw('drop table ledger_balances');
  await db.raw('alter table ledger_balances_remade rename to ledger_balances');
};

/**
 * Splits the balance of the ledger account GATEWAY by gateway. Older ledger rows wrongly say that eSewa paid some
 * refunds of other gateways' payments. Such a refund keeps eSewa in `drawn_from`; newer refunds of this kind are paid
 * by the bank. During the upgrade the previous version cannot close the ledger, and need not.
 */
export const gatewayBalancesStep: Step = {
  async up(db) {
    await db.raw(`alter table unclosed_entries add column gateway text not null default ''`);
    await listing(db, true);
    await db.raw(`update unclosed_entries set gateway = coalesce(
      (select gateway from ledger_entries where ledger_entries.id = unclosed_entries.entry_id), '')`);
    await remake(
      db,
      `account text not null, gateway text not null, balance_paisa bigint not null`,
      'account, gateway',
      `(${COLUMNS}) select account, case account when 'GATEWAY' then 'ESEWA' else '' end, balance_paisa from ledger_balances`,
    );
    await db.raw('alter table refunds add column drawn_from text');
    await db.raw(`update refunds set drawn_from = 'ESEWA'
      where payment_id in (select id from payments where gateway <> 'ESEWA')
        and id in (select refund_id from ledger_entries where kind = 'REFUND' and credit = 'GATEWAY' and gateway = 'ESEWA')`);
  },

  async down(db) {
    await db.raw('alter table refunds drop column drawn_from');
    await remake(
      db,
      'account text not null, balance_paisa bigint not null',
      'account',
      '(account, balance_paisa) select account, sum(balance_paisa) from ledger_balances group by account',
    );
    await listing(db, false);
    await db.raw('alter table unclosed_entries drop column gateway');
  },

  /** Rolling back loses nothing: the rows of the ledger keep their gateways. */
  losses: async () => [],
};
