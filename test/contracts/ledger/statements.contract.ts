import { expect } from 'chai';
import type { StatementId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type Position, wholeList } from '../../../core/kernel/page.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { earned } from '../../../core/ledger/entries.ts';
import type { StatementFilter } from '../../../core/ledger/statement-ports.ts';
import { numberOf } from '../../../core/ledger/statement.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { codeOf } from '../../support/refusals.ts';
import {
  type StatedCompany,
  aCancellation,
  aJourney,
  aSale,
  aStatedCompany,
  record,
  statingOn,
} from '../../support/stating.ts';

const NOBODYS = 999_999 as StatementId;

onEveryEngine('statements', (engine) => {
  let clock: HandClock;
  let company: StatedCompany;

  beforeEach(async () => {
    clock = handClock();
    company = await aStatedCompany(engine());
  });

  const make = ({ operatorId, admin } = company, until = '2026-11-20') =>
    statingOn(engine(), clock).make(admin, { operatorId, until });
  const begin = async () => {
    const { operatorId, admin } = company;
    const given = { operatorId, until: '2026-11-20', end: hoursAfter(START, 1), madeBy: admin };
    const draft = await engine().transact(({ statements }) => statements.begin(given));
    if (!draft) throw new Error('Somebody else has begun a statement.');
    return draft;
  };
  const add = async (year = 2026) => {
    const { id, operatorId } = await begin();
    return engine().transact(async ({ statements }) => {
      const number = await statements.nextNumber(year);
      const about = { companyName: 'Blue Sky', panNo: '301234567', from: '2026-11-20', until: '2026-11-20' };
      await statements.add({ id, operatorId, ...number, ...about, madeAt: START });
      return { ...number, id };
    });
  };
  const linesOf = (id: StatementId) => wholeList((page) => engine().statementViews.lines(id, page), 2);

  it('statement numbers begin at 1 in each year', async () => {
    const numbers = [await add(), await add(), await add(2027), await add()];
    expect(numbers.map(({ year, sequence }) => [year, sequence])).to.deep.equal([
      [2026, 1],
      [2026, 2],
      [2027, 1],
      [2026, 3],
    ]);
  });

  it('a statement number is used again if its transaction was rolled back', async () => {
    const rolledBack = engine().transact(async ({ statements }) => {
      await statements.nextNumber(2026);
      throw new Error('Nothing came of it.');
    });
    expect(await rolledBack.catch(String)).to.include('Nothing came of it');
    expect((await add()).sequence).to.equal(1);
  });

  it('a new statement shows sums of zero until its sums are stored', async () => {
    const { id } = await add();
    expect(await engine().statementViews.find(id)).to.deep.equal({
      id,
      operatorId: company.operatorId,
      companyName: 'Blue Sky',
      panNo: '301234567',
      year: 2026,
      sequence: 1,
      from: '2026-11-20',
      until: '2026-11-20',
      madeAt: START,
      openingBalance: 0,
      net: 0,
      cashHeld: 0,
      total: 0,
      status: 'OPEN',
      reference: null,
      paidAt: null,
    });
    expect(await linesOf(id)).to.deep.equal([]);
  });

  it('a company’s negative total is carried over only once, to its next statement', async () => {
    await aSale(engine(), company, 100_000);
    const owed = await make();
    const [first, second] = [await add(), await add()];
    const carryOver = (id: StatementId) =>
      engine().transact(({ statements }) => statements.carryOver(id, company.operatorId));
    expect(owed.total).to.equal(-100_000);
    expect(await carryOver(first.id)).to.equal(-100_000);
    expect(await carryOver(first.id)).to.equal(0);
    expect(await carryOver(second.id)).to.equal(0);
  });

  it('a statement carries over neither a positive total nor the debt of another company', async () => {
    const other = await aStatedCompany(engine());
    await aSale(engine(), other, 100_000);
    await aJourney(engine(), company);
    await make();
    await make(other);
    const { id } = await add();
    expect(await engine().transact(({ statements }) => statements.carryOver(id, company.operatorId))).to.equal(0);
  });

  it('a statement’s sums are read as they were stored', async () => {
    const { id } = await add();
    const sums = { openingBalance: paisa(-1), net: paisa(2), cashHeld: paisa(3), total: paisa(-2) };
    await engine().transact(({ statements }) => statements.setSums(id, sums));
    expect(await engine().statementViews.find(id)).to.deep.include({ ...sums, until: '2026-11-20' });
  });

  it('a statement is paid only once', async () => {
    const { id } = await add();
    const pay = (reference: string) =>
      engine().transact(({ statements }) => statements.pay(id, { reference, paidAt: START }));
    expect([await pay('NIC-1'), await pay('NIC-2')]).to.deep.equal([true, false]);
    expect(await engine().statementViews.find(id)).to.deep.include({
      status: 'PAID',
      reference: 'NIC-1',
      paidAt: START,
    });
    const unknown = engine().transact(({ statements }) =>
      statements.pay(NOBODYS, { reference: 'NIC-3', paidAt: START }),
    );
    expect(await unknown).to.equal(false);
  });

  it('a statement’s company is found by the statement’s id, and an unknown statement is not found', async () => {
    const { id } = await add();
    expect(await engine().statementViews.ownerOf(id)).to.equal(company.operatorId);
    expect(await engine().statementViews.ownerOf(NOBODYS)).to.equal(undefined);
    expect(await engine().statementViews.find(NOBODYS)).to.equal(undefined);
  });

  it('statements are listed newest first, page by page, filtered by company and state', async () => {
    const other = await aStatedCompany(engine());
    const made: number[] = [];
    for (const whose of [company, other, company, company]) {
      await aJourney(engine(), whose);
      made.unshift((await make(whose)).id);
    }
    const [fourth, third, second, first] = made as [number, number, number, number];
    await statingOn(engine(), clock).pay(company.admin, third as StatementId, 'NIC');
    const ids = async (filter: StatementFilter = {}) => {
      const seen: number[] = [];
      for (let after: Position | undefined, more = true; more;) {
        const page = await engine().statementViews.list(filter, { limit: 2, ...(after && { after }) });
        seen.push(...page.rows.map(({ id }) => id));
        [after, more] = [page.next, page.next !== undefined];
      }
      return seen;
    };
    expect(await ids()).to.deep.equal(made);
    expect(await ids({ operatorId: company.operatorId })).to.deep.equal([fourth, third, first]);
    expect(await ids({ status: 'OPEN' })).to.deep.equal([fourth, second, first]);
    expect(await ids({ status: 'PAID', operatorId: company.operatorId })).to.deep.equal([third]);
    expect(await ids({ status: 'PAID', operatorId: other.operatorId })).to.deep.equal([]);
    const [row] = (await engine().statementViews.list({}, { limit: 1 })).rows;
    expect(row).to.deep.equal(await engine().statementViews.find(fourth as StatementId));
  });

  it('two statements in a row have the same lines and sums on SQLite and Postgres', async () => {
    const [online, sale] = [await aJourney(engine(), company), await aSale(engine(), company, 33_335)];
    expect(await make()).to.include({ net: 185_046, cashHeld: 33_335, total: 151_711 });
    await aCancellation(engine(), online, { isEarned: true });
    await record(engine(), earned(sale));
    const second = await make();
    expect(second).to.include({ openingBalance: 0, net: -151_711, cashHeld: 0, total: -151_711 });
    expect(second.lines.map(({ kind, net }) => [kind, net])).to.deep.equal([
      ['CANCELLATION', -185_046],
      ['EARNED', 33_335],
    ]);
    const paid = await statingOn(engine(), clock).pay(company.admin, second.id, 'Nothing to transfer');
    expect([numberOf(paid), paid.status]).to.deep.equal(['ST-2026-000002', 'PAID']);
    expect(await codeOf(make())).to.equal('NOTHING_TO_STATE');
  });
});
