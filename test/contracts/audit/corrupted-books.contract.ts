import { expect } from 'chai';
import { toLine } from '../../../core/audit/finding.ts';
import { runAudit } from '../../../core/audit/run-audit.ts';
import { ACCOUNTS, ENTRY_KINDS } from '../../../core/ledger/entry.ts';
import { PAYMENT_STATUSES } from '../../../core/payments/payment.ts';
import type { Clock } from '../../../core/kernel/time.ts';
import { calendar } from '../../support/catalogue.ts';
import { type Books, type Change, type Row, databaseBooks } from '../../support/corrupting.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { healthyBooks } from '../../support/healthy-books.ts';
import { KNOWN } from '../../support/known-gateways.ts';

/** A change of stored rows by hand, and the pattern that a finding must match. */
interface Corruption {
  readonly title: string;
  readonly change: Change;
  readonly names: RegExp;
}

const DAY = 86_400_000;

/** Returns a key that differs from `present`, and also null if `present` is not null. */
const otherKeys = (keys: readonly number[], present: Row[string] | undefined): readonly (number | null)[] => [
  ...keys.filter((key) => key !== present).slice(0, 1),
  ...(present === null ? [] : [null]),
];

/** Whether a statement has a PAYOUT row: its total is positive, or the company holds cash. */
const hasPayout = (statement: Row): boolean =>
  Number(statement['total_paisa']) > 0 || Number(statement['cash_held_paisa']) !== 0;

const TITLE = 'the audit of corrupted rows';

onEveryEngine(TITLE, (engine, database) => corruptedBooks(engine, () => databaseBooks(database())));

onEveryEngine('the audit of sums that know no reasons', (engine, database) => {
  it('the audit names a chain of bookings, an account and a gateway whose sums are wrong', async () => {
    const { clock } = await healthyBooks(engine());
    const books = databaseBooks(database());
    const [bookings, entries] = [await books.rowsOf('bookings'), await books.rowsOf('ledger_entries')];
    const charged = bookings.find((row) => Number(row['cancellation_fee_paisa']) > 0);
    const paid = entries.find(({ kind, credit, gateway }) => kind === 'PAYMENT' && credit === 'UNEARNED' && gateway);
    const [fee, gone] = await books.linesAfter(clock, [
      { table: 'bookings', where: { id: charged?.['id'] ?? null }, add: { cancellation_fee_paisa: 1 } },
      { table: 'ledger_entries', where: { id: paid?.['id'] ?? null }, isGone: true },
    ]);
    const booking = (row: Row | undefined, column: string) => new RegExp(`\\(booking ${row?.[column]}\\)$`);
    const found = (lines: readonly string[] | undefined, code: string, of: RegExp) =>
      lines?.some((line) => line.startsWith(`${code}: `) && of.test(line));
    expect([
      found(fee, 'CHAIN_DIFFERS', booking(charged, 'id')),
      found(gone, 'UNEARNED_DIFFERS', booking(paid, 'booking_id')),
      found(gone, 'UNEARNED_DIFFERS', /\(account UNEARNED\)$/),
      found(gone, 'GATEWAY_DIFFERS', /\(gateway ESEWA\)$/),
    ]).to.deep.equal([true, true, true, true]);
  });
});

onEveryEngine('the audit of ledger rows that wait for a statement', (engine, database) => {
  it('the audit reports each missing, repeated or wrong row in the table of ledger rows that wait for a statement', async () => {
    const { clock, owner } = await healthyBooks(engine());
    const books = databaseBooks(database());
    const listed = await books.rowsOf('unstated_entries');
    const stated = await books.rowsOf('statement_entries');
    expect([listed.length, stated.length].map((count) => count > 0)).to.deep.equal([true, true]);
    const changes = listed.flatMap((row): readonly Change[] => {
      const change = { table: 'unstated_entries', where: { entry_id: row['entry_id'] ?? null } };
      return [
        { ...change, isGone: true },
        ...Object.keys(row).map((column) => ({ ...change, add: { [column]: 999_999 } })),
      ];
    });
    const ledger = await books.rowsOf('ledger_entries');
    const asListed = ({ id = 0, operator_id = null, booking_id = null, at = null }: Row): Row => ({
      operator_id,
      line_group: booking_id ?? -Number(id),
      entry_id: id,
      at,
    });
    // Rows that do not wait for a statement: one on a statement, a payout, a payment, and a row that does not exist.
    const rows = [
      ledger.find(({ id }) => stated.some(({ entry_id: entry }) => entry === id)),
      ledger.find(({ kind, operator_id: company }) => kind === 'PAYOUT' && company !== null),
      ledger.find(({ kind, debit }) => kind === 'PAYMENT' && debit === 'GATEWAY'),
      { id: 999_999, operator_id: owner.operatorId, booking_id: null, at: 1 },
    ];
    expect(rows).to.not.include(undefined);
    const added = rows.map((row): Change => ({ table: 'unstated_entries', where: {}, added: asListed(row ?? {}) }));
    const found = await books.linesAfter(clock, [...changes, ...added]);
    const unnoticed = [...changes, ...added].filter(({ where, added }, index) => {
      const names = new RegExp(
        `^STATEMENT_DIFFERS: .* \\(company \\d+, row ${added?.['entry_id'] ?? where['entry_id']}\\)$`,
      );
      return !found[index]?.some((line) => names.test(line));
    });
    expect(unnoticed).to.deep.equal([]);
  });
});

onEveryEngine('the audit of stored balances', (engine, database) => {
  it('the audit reports each ledger account whose stored balance is wrong, missing or surplus', async () => {
    const { clock } = await healthyBooks(engine());
    await engine().transact(({ ledger }) => ledger.close(clock(), 20));
    const books = databaseBooks(database());
    const [sums, open] = [await books.rowsOf('ledger_balances'), await books.rowsOf('unclosed_entries')];
    expect([sums.length, open.length].map((count) => count > 0)).to.deep.equal([true, true]);
    const nameOf = (account: Row[string], gateway: Row[string]): string =>
      account === 'GATEWAY' ? `account GATEWAY, gateway ${gateway}` : `account ${account}`;
    const corruptions = [
      ...sums.flatMap(({ account = null, gateway = null }) =>
        [
          { isGone: true },
          { add: { balance_paisa: 1 } },
          ...(account === 'GATEWAY' ? [{ set: { gateway: 'OTHER' } }] : []),
        ].map((changed) => ({
          account: nameOf(account, gateway),
          change: { table: 'ledger_balances', where: { account, gateway }, ...changed },
        })),
      ),
      ...open.slice(0, 20).flatMap(({ entry_id: id = null, debit: account = null, gateway = null }) =>
        [
          { isGone: true },
          { add: { amount_paisa: 1 } },
          { set: { debit: 'TRANSFER' } },
          ...(account === 'GATEWAY' ? [{ set: { gateway: 'OTHER' } }] : []),
        ].map((changed) => ({
          account: nameOf(account, gateway),
          change: { table: 'unclosed_entries', where: { entry_id: id }, ...changed },
        })),
      ),
    ];
    const found = await books.linesAfter(
      clock,
      corruptions.map(({ change }) => change),
    );
    const unnoticed = corruptions.filter(
      ({ account }, index) => !found[index]?.some((line) => line.endsWith(`(${account})`)),
    );
    expect(unnoticed).to.deep.equal([]);
  });
});

function corruptedBooks(engine: () => Engine, books: () => Books): void {
  const rowsOf = (table: string) => books().rowsOf(table);
  const keysOf = async (table: string) => (await rowsOf(table)).map(({ id }) => Number(id)).reverse();

  /** Returns the last ledger row for each combination of kind, debit and credit. */
  async function samples(): Promise<readonly Row[]> {
    const byFlow = new Map<string, Row>();
    for (const row of await rowsOf('ledger_entries')) {
      const flow = `${row['kind']} ${row['debit']} ${row['credit']}`;
      byFlow.set(flow, row);
    }
    return [...byFlow.values()];
  }

  /** Returns every other value that a ledger column could have. */
  async function otherValues(): Promise<Readonly<Record<string, (row: Row) => readonly Row[string][]>>> {
    const key = async (table: string) => {
      const keys = await keysOf(table);
      return (column: string) => (row: Row) => otherKeys(keys, row[column]);
    };
    const [bookings, operators, payments] = [await key('bookings'), await key('operators'), await key('payments')];
    const [refunds, statements] = [await key('refunds'), await key('statements')];
    const [adjustments, receipts] = [await key('adjustments'), await key('receipts')];
    const [agents, agentPayments] = [await key('agents'), await key('agent_payments')];
    const account = (mine: string, other: string) => (row: Row) =>
      ACCOUNTS.filter((name) => name !== row[mine] && name !== row[other]);
    return {
      at: ({ at, kind }) => [Number(at) - DAY, ...(kind === 'EARNED' ? [] : [Number(at) + DAY])],
      kind: ({ kind }) => ENTRY_KINDS.filter((one) => one !== kind),
      debit: account('debit', 'credit'),
      credit: account('credit', 'debit'),
      amount_paisa: ({ amount_paisa: amount }) => [Number(amount) + 1],
      booking_id: bookings('booking_id'),
      operator_id: operators('operator_id'),
      payment_id: payments('payment_id'),
      refund_id: refunds('refund_id'),
      statement_id: statements('statement_id'),
      gateway: ({ gateway }) => ['ESEWA', 'KHALTI', null].filter((name) => name !== gateway),
      adjustment_id: adjustments('adjustment_id'),
      receipt_id: receipts('receipt_id'),
      agent_id: agents('agent_id'),
      agent_payment_id: agentPayments('agent_payment_id'),
    };
  }

  const ownerOf = (row: Row): string =>
    row['booking_id'] !== null
      ? `booking ${row['booking_id']}\\b`
      : row['statement_id'] !== null
        ? `statement ${row['statement_id']}\\b`
        : row['adjustment_id'] !== null
          ? `adjustment ${row['adjustment_id']}\\b`
          : row['receipt_id'] !== null
            ? `receipt ${row['receipt_id']}\\b`
            : 'settlement \\d+';

  async function ofLedger(): Promise<readonly Corruption[]> {
    const values = await otherValues();
    return (await samples()).flatMap((row): readonly Corruption[] => {
      const id = Number(row['id']);
      const flow = `${row['kind']} ${row['debit']} / ${row['credit']}, row ${id}`;
      const columns = Object.keys(row).filter((column) => column !== 'id');
      const own = { table: 'ledger_entries', where: { id } };
      return [
        ...columns.flatMap((column) => {
          const others = values[column];
          if (!others) throw new Error(`No test corrupts the column ${column} of the ledger.`);
          return others(row).map((value) => ({
            title: `${flow}: ${column} ${row[column]} becomes ${value}`,
            change: { ...own, set: { [column]: value ?? null } },
            names: new RegExp(`row ${id}\\b`),
          }));
        }),
        {
          title: `${flow} is gone`,
          change: { ...own, isGone: true },
          names: new RegExp(ownerOf(row)),
        },
        {
          title: `${flow} is there twice`,
          change: { ...own, copiedAs: 999_999 },
          names: new RegExp(`row (${id}|999999)\\b`),
        },
      ];
    });
  }

  /** Lists corruptions of every row from which ledger rows are computed, one column at a time. */
  async function ofSources(): Promise<readonly Corruption[]> {
    const companies = await keysOf('operators');
    const other = ({ operator_id: present = null }: Row) => ({ operator_id: otherKeys(companies, present)[0] ?? null });
    type Changes = readonly Pick<Change, 'set' | 'add'>[];
    const change = (table: string, row: Row, names: RegExp, changes: Changes): readonly Corruption[] =>
      changes.map(({ set, add }) => ({
        title: `${table} ${row['id']}: ${JSON.stringify(set ?? add)}`,
        change: { table, where: { id: row['id'] ?? null }, ...(set && { set }), ...(add && { add }) },
        names,
      }));
    const ofBooking = (id: Row[string] | undefined) => new RegExp(`booking ${id}\\b`);
    const came = (await rowsOf('payments')).filter(({ paid_at: at }) => at !== null);
    const paid = new Set(came.map(({ booking_id: id }) => id));
    const statements = await rowsOf('statements');
    return [
      ...came.flatMap((row) =>
        change('payments', row, ofBooking(row['booking_id']), [
          { add: { amount_paisa: 1 } },
          { set: { gateway: row['gateway'] === 'CASH' ? 'ESEWA' : 'CASH' } },
          { set: { gateway: 'KHALTI' } },
          { add: { paid_at: DAY } },
          ...PAYMENT_STATUSES.filter((status) => status !== row['status']).map((status) => ({ set: { status } })),
        ]),
      ),
      ...(await rowsOf('refunds')).flatMap((row) =>
        change('refunds', row, ofBooking(row['booking_id']), [
          { add: { amount_paisa: 1 } },
          { set: other(row) },
          { set: { status: row['status'] === 'PAID' ? 'DUE' : 'PAID' } },
          { set: { reason: row['reason'] === 'GOODWILL' ? 'LATE_PAYMENT' : 'GOODWILL' } },
          ...(row['reason'] === 'GOODWILL' ? [{ add: { created_at: -DAY } }] : []),
          ...(row['status'] === 'PAID'
            ? [
                { add: { paid_at: DAY } },
                // If the platform took over a refund, the bank pays it, whatever its method.
                { set: { taken_over: false, method: row['method'] === 'CASH' ? 'BANK' : 'CASH' } },
              ]
            : []),
        ]),
      ),
      ...(await rowsOf('bookings'))
        .filter(({ id }) => paid.has(id))
        .flatMap((row) =>
          change('bookings', row, ofBooking(row['id']), [
            { add: { total_amount_paisa: 2 } },
            { add: { commission_amount_paisa: 1 } },
            { add: { operator_earning_paisa: 1 } },
            { set: other(row) },
            { set: { earned_at: row['earned_at'] === null ? 1 : null } },
            ...(row['booking_status'] === 'REFUNDED' || Number(row['cancellation_fee_paisa']) > 0
              ? [{ add: { cancelled_at: DAY } }]
              : []),
          ]),
        ),
      ...(await rowsOf('settlements')).flatMap((row) =>
        change('settlements', row, /settlement \d+|row \d+/, [
          { add: { amount_paisa: 1 } },
          { add: { fee_paisa: 1 } },
          { set: { gateway: 'KHALTI' } },
          { add: { at: DAY } },
        ]),
      ),
      ...(await rowsOf('adjustments')).flatMap((row) =>
        change(
          'adjustments',
          row,
          new RegExp(`adjustment ${row['id']}\\b`),
          row['status'] === 'CONFIRMED'
            ? [
                { set: { status: 'PROPOSED' } },
                { set: { status: 'REJECTED' } },
                { add: { amount_paisa: 1 } },
                { add: { decided_at: DAY } },
                { set: other(row) },
                { set: { debit: 'BANK' } },
                { set: { credit: 'BANK' } },
                { set: { gateway: row['gateway'] === null ? 'ESEWA' : null } },
              ]
            : [{ set: { status: 'CONFIRMED', decided_at: row['proposed_at'] ?? null } }],
        ),
      ),
      ...(await rowsOf('receipts')).flatMap((row) =>
        change('receipts', row, new RegExp(`receipt ${row['id']}\\b`), [
          { add: { amount_paisa: 1 } },
          { add: { at: DAY } },
          { set: other(row) },
        ]),
      ),
      ...statements.flatMap((row) => [
        ...change('statements', row, ofStatement(row), [
          { set: other(row) },
          { set: { from_day: '2026-01-01' } },
          { set: { from_day: '2026-12-31' } },
          { set: { until_day: '2026-01-01' } },
          { add: { net_paisa: 1, total_paisa: 1 } },
          { add: { cash_held_paisa: 1, total_paisa: -1 } },
          { add: { opening_balance_paisa: -1, total_paisa: -1 } },
          ...(row['paid_at'] === null
            ? [{ set: { status: 'PAID', reference: 'X', paid_at: row['made_at'] ?? null } }]
            : hasPayout(row)
              ? [{ set: { status: 'OPEN', reference: null, paid_at: null } }, { add: { paid_at: DAY } }]
              : []),
        ]),
        ...change('statements', row, /year 2026/, [{ add: { sequence: 100 } }]),
        ...ofStatementRows(row),
      ]),
    ];
  }

  const ofStatement = ({ id }: Row) => new RegExp(`statement ${id}\\b`);

  /** Lists corruptions of a statement's lines and ledger rows. */
  const ofStatementRows = (row: Row): readonly Corruption[] =>
    (
      [
        ['statement_lines', { add: { gross_paisa: 1 } }],
        ['statement_lines', { add: { net_paisa: 1 } }],
        ['statement_lines', { isGone: true }],
        ['statement_entries', { isGone: true }],
        ['statement_entries', { set: { statement_id: 999_999 } }],
      ] as const
    ).map(([table, changed]) => ({
      title: `${table} of statement ${row['id']}: ${JSON.stringify(changed)}`,
      change: { table, where: { statement_id: row['id'] ?? null }, ...changed },
      names: ofStatement(row),
    }));

  async function missedCorruptions(clock: Clock, corruptions: readonly Corruption[]): Promise<readonly string[]> {
    const found = await books().linesAfter(
      clock,
      corruptions.map(({ change }) => change),
    );
    return corruptions.flatMap(({ title, names }, index) => {
      const lines = found[index] ?? [];
      return lines.some((line) => names.test(line)) ? [] : [`${title}: ${lines.join('; ') || 'silence'}`];
    });
  }

  it('the audit finds nothing wrong in a correct ledger', async () => {
    const { clock } = await healthyBooks(engine());
    const { findings } = await runAudit({ gateways: KNOWN, clock, calendar, auditReader: engine().auditReader })();
    expect(findings.map(toLine)).to.deep.equal([]);
  });

  it('the audit reports each ledger row that is missing, repeated or wrong in any column', async function () {
    this.timeout(300_000);
    const { clock } = await healthyBooks(engine());
    const corruptions = await ofLedger();
    expect(new Set(corruptions.map(({ title }) => title.split(',')[0])).size).to.be.at.least(22);
    expect(await missedCorruptions(clock, corruptions)).to.deep.equal([]);
  });

  it('the audit reports money on the ledger account TRANSFER, which the database would refuse', async () => {
    const { clock } = await healthyBooks(engine());
    const [lines] = await books().linesAfter(clock, [
      { table: 'ledger_entries', where: { kind: 'RECEIPT' }, set: { debit: 'TRANSFER' } },
    ]);
    expect(lines).to.include('LEDGER_DIFFERS: TRANSFER holds NPR 300.01, and should hold nothing (account TRANSFER)');
  });

  it('the audit reports each booking, settlement, correction and statement that disagrees with its ledger rows', async function () {
    this.timeout(300_000);
    const { clock } = await healthyBooks(engine());
    expect(await missedCorruptions(clock, await ofSources())).to.deep.equal([]);
  });

  it('the audit reports ledger rows that belong to a statement that does not exist', async () => {
    const { clock, statements } = await healthyBooks(engine());
    const rows = (await rowsOf('statement_entries')).filter(({ statement_id: id }) => id === statements[0]);
    const [lines] = await books().linesAfter(clock, [
      { table: 'statement_entries', where: { statement_id: statements[0] }, set: { statement_id: 999_999 } },
    ]);
    const named = rows.filter(({ entry_id: id }) =>
      lines?.some((line) => line.endsWith(`, row ${id})`) && line.includes('is on no statement')),
    );
    expect(named.length).to.equal(rows.length).and.to.be.above(0);
  });
}
