import { expect } from 'chai';
import { runAudit } from '../../../core/audit/run-audit.ts';
import type { StatementOnRecord } from '../../../core/audit/statement-on-record.ts';
import { statementFaults } from '../../../core/audit/statements.ts';
import type { OperatorId, StatementId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { earned, payout } from '../../../core/ledger/entries.ts';
import { calendar } from '../../support/catalogue.ts';
import { handClock } from '../../support/clock.ts';
import { type Engine, memoryEngine, onEveryEngine } from '../../support/engines.ts';
import {
  aCancellation,
  aCashRefund,
  aJourney,
  aSale,
  aStatedCompany,
  record,
  statingOn,
} from '../../support/stating.ts';

const audit = async (engine: Engine) =>
  (await runAudit({ ...engine, clock: handClock(), calendar })()).findings.filter(
    ({ invariant }) => invariant === 'STATEMENT_DIFFERS',
  );

/** Makes three statements: a paid one, one that the company owes, and a paid one that begins with this debt. */
async function threeStatements(engine: Engine) {
  const company = await aStatedCompany(engine);
  const { make, pay } = statingOn(engine, handClock());
  const { operatorId, admin } = company;
  const next = () => make(admin, { operatorId, until: '2026-11-20' });
  const online = await aJourney(engine, company);
  const sale = await aSale(engine, company, 33_335);
  const first = await next();
  await pay(admin, first.id, 'NIC-1');
  await aCancellation(engine, online, { fee: paisa(10), isEarned: true });
  await aCashRefund(engine, sale, paisa(5));
  const second = await next();
  await aJourney(engine, company, { total: 50_005 });
  const third = await next();
  await pay(admin, third.id, 'NIC-3');
  return { company, online, ids: [first.id, second.id, third.id] as const };
}

onEveryEngine('an audit of statements', (engine) => {
  it('an audit finds nothing wrong with statements that were made through the service', async () => {
    await threeStatements(engine());
    await threeStatements(engine());
    expect(await audit(engine())).to.deep.equal([]);
  });

  it('an audit reads many statements in small batches', async () => {
    await threeStatements(engine());
    const [first, second] = await engine().auditReader.statements(0, 2);
    const [third, ...more] = await engine().auditReader.statements(second!.id, 2);
    expect([first, second, third].map((statement) => statement?.sequence)).to.deep.equal([1, 2, 3]);
    expect(more).to.deep.equal([]);
  });

  it('an audit finds a payout to a company in the ledger without a statement', async () => {
    const { operatorId } = await aStatedCompany(engine());
    const paid = { statementId: 999_999 as StatementId, operatorId, cashHeld: paisa(0), total: paisa(500) };
    await record(engine(), payout(paid));
    const { findings } = await runAudit({ ...engine(), clock: handClock(), calendar })();
    expect(findings.map(({ invariant, row, says }) => [invariant, row.replace(/\d+/g, 'N'), says])).to.deep.equal([
      ['LEDGER_DIFFERS', 'statement N, row N', 'the row PAYOUT OPERATOR / BANK NPR 5 is about nothing that is there'],
    ]);
  });
});

describe('findings on a statement', () => {
  type Change = (statement: StatementOnRecord) => Partial<StatementOnRecord>;
  let statements: readonly StatementOnRecord[];

  beforeEach(async () => {
    const engine = memoryEngine();
    await threeStatements(engine);
    statements = await engine.auditReader.statements(0, 3);
  });

  /** Changes a copy of the first, second or third statement, and returns the findings about it. */
  const found = (turn: 1 | 2 | 3, change: Change) => {
    const statement = statements[turn - 1]!;
    return statementFaults({ ...statement, ...change(statement) }, calendar).map(({ says }) =>
      says.replace(/^ST-2026-00000\d: /, ''),
    );
  };
  const UNKNOWN = 999_999 as OperatorId;

  it('an audit finds nothing wrong with a correct statement', () => {
    for (const turn of [1, 2, 3] as const) expect(found(turn, () => ({}))).to.deep.equal([]);
  });

  it('an audit finds a statement with a ledger row of another company, or with the ledger row of a payout', () => {
    expect(
      found(1, ({ entries: [first, ...entries] }) => ({
        entries: [{ ...first!, operatorId: UNKNOWN }, ...entries],
      })).at(0),
    ).to.match(/rows \d+ of the ledger are none/);
    expect(
      found(1, ({ entries: [first, ...entries] }) => ({ entries: [{ ...first!, kind: 'PAYOUT' }, ...entries] })).at(0),
    ).to.match(/rows \d+ of the ledger are none/);
  });

  it('an audit finds a ledger row on a statement that is later than the statement’s last day', () => {
    expect(found(1, () => ({ until: '2026-11-19' })).at(0)).to.match(/rows .* later than 2026-11-19/);
  });

  it('an audit accepts a statement’s ledger rows up to the last millisecond of its last day, and no later', () => {
    const at = (millis: number) => {
      const last = (calendar.day('2026-11-20')?.end ?? NaN) + millis;
      return found(1, ({ entries: [first, ...others] }) => ({
        entries: [first!, ...others.map((entry) => ({ ...entry, at: last as Instant }))],
      }));
    };
    expect(at(0).join()).to.match(/rows .* later than 2026-11-20/);
    expect(at(-1)).to.deep.equal([]);
  });

  it('an audit finds a statement with a ledger row before its first day, or without a row on its first day', () => {
    expect(found(1, () => ({ from: '2026-11-21' })).join()).to.match(/rows .* are earlier than 2026-11-21/);
    expect(found(1, () => ({ from: '2026-11-19' }))).to.deep.equal([
      'no row of the ledger is of 2026-11-19, its first day',
    ]);
  });

  it('an audit finds a statement without ledger rows', () => {
    expect(found(1, () => ({ entries: [] })).at(0)).to.equal('no row of the ledger is on it');
  });

  it('an audit finds a statement with a sum that differs from its ledger rows', () => {
    expect(found(1, ({ net }) => ({ net: paisa(net + 1) }))).to.have.length(1);
    expect(found(1, ({ cashHeld }) => ({ cashHeld: paisa(cashHeld - 1) })).join()).to.include('cash held');
    expect(found(2, ({ total }) => ({ total: paisa(total - 1) })).join()).to.include('should be');
  });

  it('an audit finds a statement with a missing, extra, wrong or repeated line', () => {
    expect(found(1, () => ({ lines: [] })).join()).to.include('missing');
    expect(found(1, ({ lines }) => ({ lines: [...lines, ...lines] })).join()).to.include(
      'lines that its rows do not make',
    );
    expect(found(1, ({ lines: [line] }) => ({ lines: [{ ...line!, gross: paisa(1) }] }))).to.have.length(2);
    expect(found(1, ({ lines: [line] }) => ({ lines: [line!, { ...line!, kind: 'CANCELLATION' }] })).join()).to.include(
      'do not make',
    );
  });

  it('an audit finds a statement whose opening balance differs from the balance that an earlier statement left', () => {
    expect(found(3, () => ({ carried: [] })).join()).to.include('0 were left');
    expect(found(1, ({ total }) => ({ openingBalance: paisa(-1), total: paisa(total - 1) })).join()).to.include('left');
    for (const change of [{ operatorId: UNKNOWN }, { id: 999_999 as StatementId }])
      expect(found(3, ({ carried: [one] }) => ({ carried: [{ ...one!, ...change }] })).join()).to.include(
        'not all of which',
      );
    expect(
      found(3, ({ carried: [one] }) => ({
        carried: [
          { ...one!, total: paisa(one!.total - 5) },
          { ...one!, total: paisa(5) },
        ],
      })).join(),
    ).to.include('not all of which');
  });

  it('an audit finds a company’s debt on one statement that no later statement carries over', () => {
    expect(found(2, () => ({ carriedTo: null })).join()).to.include('no later statement begins with');
    expect(found(2, () => ({ carriedTo: null, isFollowed: false }))).to.deep.equal([]);
  });

  it('an audit finds a statement’s payout that is missing, too large, wrong or of another company', () => {
    const [setOff, transferred] = ['OPERATOR / CASH NPR 333.35', 'OPERATOR / BANK NPR 1517.11'];
    expect(found(1, () => ({ payouts: [] }))).to.deep.equal(
      [setOff, transferred].map((row) => `it is PAID, and the row PAYOUT ${row} is missing`),
    );
    expect(found(1, () => ({ status: 'OPEN', paidAt: null }))).to.deep.equal(
      [setOff, transferred].map((row) => `it is OPEN, and nothing explains the row PAYOUT ${row}`),
    );
    expect(found(1, ({ payouts: [one] }) => ({ payouts: [one!] })).join()).to.include(`${transferred} is missing`);
    expect(found(1, ({ payouts }) => ({ payouts: [...payouts, payouts[0]!] })).join()).to.include('nothing explains');
    for (const change of [{ amount: paisa(1) }, { operatorId: UNKNOWN }, { debit: 'BANK' } as const])
      expect(
        found(1, ({ payouts: [one, ...more] }) => ({ payouts: [{ ...one!, ...change }, ...more] })).join(),
      ).to.match(/it is PAID, and the row PAYOUT .* is wrong: (amount|company|debit) \S/);
  });
});

onEveryEngine('an audit of corrupted statements', (engine, database) => {
  const db = (table: string) => database().knex(table);
  const findings = async () => (await audit(engine())).map(({ row, says }) => `${row}: ${says}`);

  it('an audit finds that a line of a statement is missing or was changed', async () => {
    const { ids } = await threeStatements(engine());
    await db('statement_lines').where({ statement_id: ids[0] }).delete();
    await db('statement_lines').where({ statement_id: ids[1] }).update({ gross_paisa: 1 });
    const [gone, changed] = await findings();
    expect(gone).to.include(`statement ${ids[0]}: ST-2026-000001: lines are missing`);
    expect(changed).to.include(`statement ${ids[1]}: ST-2026-000002: lines are missing or differ`);
  });

  it('an audit finds a ledger row that is no longer on any statement', async () => {
    const { ids } = await threeStatements(engine());
    await db('statement_entries').where({ statement_id: ids[2] }).delete();
    expect((await findings()).join()).to.include(`statement ${ids[2]}: ST-2026-000003: no row of the ledger`);
  });

  it('an audit finds a statement number that was skipped, and a stored last number that no statement has', async () => {
    await threeStatements(engine());
    await db('statements').where({ sequence: 3 }).update({ sequence: 5 });
    expect(await findings()).to.deep.equal([
      'year 2026: of 2026 there are 3 statements, the highest is number 5, and 3 was given out last',
    ]);
    await db('statement_numbers').update({ last: 5 });
    expect(await findings()).to.have.length(1);
    await db('statements').where({ sequence: 5 }).update({ sequence: 3 });
    expect(await findings()).to.deep.equal([
      'year 2026: of 2026 there are 3 statements, the highest is number 3, and 5 was given out last',
    ]);
  });

  it('an audit finds a payout that names no statement', async () => {
    const { ids, company, online } = await threeStatements(engine());
    await record(engine(), [
      { ...earned(online)[0]!, kind: 'PAYOUT', statementId: ids[1], operatorId: company.operatorId },
    ]);
    const [finding] = await findings();
    expect(finding).to.match(
      new RegExp(
        `^statement ${ids[1]}, row \\d+: ST-2026-000002: it is OPEN, and nothing explains the row PAYOUT UNEARNED`,
      ),
    );
  });
});
