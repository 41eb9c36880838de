import { expect } from 'chai';
import type { Booking } from '../../core/bookings/booking.ts';
import type { StatementId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import type { Position } from '../../core/kernel/page.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { earned } from '../../core/ledger/entries.ts';
import type { StatementFilter } from '../../core/statements/ports.ts';
import { numberOf } from '../../core/statements/statement.ts';
import { handClock, START } from '../support/clock.ts';
import type { HandClock } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { codeOf } from '../support/refusals.ts';
import {
  aCancellation,
  aCashRefund,
  aJourney,
  aPaidBooking,
  aSale,
  aStatedCompany,
  record,
  statingOn,
} from '../support/stating.ts';
import type { StatedCompany } from '../support/stating.ts';

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
  const add = (year = 2026) =>
    engine().transact(async ({ statements }) => {
      const number = await statements.nextNumber(year);
      const { operatorId } = company;
      const about = { operatorId, companyName: 'Blue Sky', panNo: '301234567', until: '2026-11-20', madeAt: START };
      return { ...number, id: await statements.add({ ...number, ...about }) };
    });
  const takeUp = (id: StatementId, end: Instant = hoursAfter(START, 1)) =>
    engine().transact(({ statements }) => statements.takeUp(id, company.operatorId, end));

  it('are numbered from 1 in each year', async () => {
    const numbers = [await add(), await add(), await add(2027), await add()];
    expect(numbers.map(({ year, sequence }) => [year, sequence])).to.deep.equal([
      [2026, 1],
      [2026, 2],
      [2027, 1],
      [2026, 3],
    ]);
  });

  it('give a number back that was taken in vain', async () => {
    const inVain = engine().transact(async ({ statements }) => {
      await statements.nextNumber(2026);
      throw new Error('Nothing came of it.');
    });
    expect(await inVain.catch(String)).to.include('Nothing came of it');
    expect((await add()).sequence).to.equal(1);
  });

  it('say nothing until they are drawn up', async () => {
    const { id } = await add();
    expect(await engine().statementViews.find(id)).to.deep.equal({
      ...{ id, operatorId: company.operatorId, companyName: 'Blue Sky', panNo: '301234567', year: 2026, sequence: 1 },
      ...{ from: '2026-11-20', until: '2026-11-20', madeAt: START },
      ...{ openingBalance: 0, net: 0, cashHeld: 0, total: 0, lines: [] },
      ...{ status: 'OPEN', reference: null, paidAt: null },
    });
  });

  it('take up rows of OPERATOR and CASH with what is known of their bookings', async () => {
    const online = await aJourney(engine(), company);
    await aCancellation(engine(), online, { fee: paisa(50_013), isEarned: true }, hoursAfter(START, -1));
    const sale = await aSale(engine(), company, 33_335);
    await aCashRefund(engine(), sale, paisa(5));
    const { id } = await add();
    const taken = await takeUp(id);
    const departsAt = hoursAfter(START, 48);
    const [first, second] = [
      { id: online.id, code: online.code, departsAt, total: 200_050, fee: 50_013 },
      { id: sale.id, code: sale.code, departsAt, total: 33_335, fee: null },
    ];
    const rows = taken.map(({ id: _, ...row }) => row);
    expect(rows).to.have.deep.members([
      { at: START, kind: 'EARNED', debit: 'UNEARNED', credit: 'OPERATOR', amount: 185_046, booking: first },
      ...[{ kind: 'CANCELLATION', debit: 'OPERATOR', credit: 'REFUND_DUE', amount: 138_784, booking: first }].map(
        (row) => ({ ...row, at: hoursAfter(START, -1) }),
      ),
      { at: START, kind: 'PAYMENT', debit: 'CASH', credit: 'UNEARNED', amount: 33_335, booking: second },
      { at: START, kind: 'REFUND', debit: 'REFUND_DUE', credit: 'CASH', amount: 5, booking: second },
    ]);
    expect(new Set(taken.map((row) => row.id))).to.have.property('size', 4);
  });

  it('leave what is dated at their end or later to others, and what others have', async () => {
    await aJourney(engine(), company, {}, START);
    await aJourney(engine(), company, {}, (START + 1) as Instant);
    const [one, other] = [await add(), await add()];
    expect(await takeUp(one.id, START)).to.deep.equal([]);
    expect(await takeUp(one.id, (START + 1) as Instant)).to.have.length(1);
    expect(await takeUp(other.id)).to.have.length(1);
    expect(await takeUp(other.id)).to.have.length(1);
    expect((await engine().statementViews.find(other.id))?.lines).to.deep.equal([]);
  });

  it('give up what they took up in vain', async () => {
    await aJourney(engine(), company);
    const inVain = engine().transact(async ({ statements }) => {
      const number = await statements.nextNumber(2026);
      const about = { operatorId: company.operatorId, companyName: '', panNo: null, until: '', madeAt: START };
      const id = await statements.add({ ...number, ...about });
      expect(await statements.takeUp(id, company.operatorId, hoursAfter(START, 1))).to.have.length(1);
      throw new Error('Nothing came of it.');
    });
    expect(await inVain.catch(String)).to.include('Nothing came of it');
    expect((await make()).lines).to.have.length(1);
  });

  it('carry a negative total over once', async () => {
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

  it('never carry over a total above nothing, nor what another company owes', async () => {
    const other = await aStatedCompany(engine());
    await aSale(engine(), other, 100_000);
    await aJourney(engine(), company);
    await make();
    await make(other);
    const { id } = await add();
    expect(await engine().transact(({ statements }) => statements.carryOver(id, company.operatorId))).to.equal(0);
  });

  it('keep thousands of lines in their order', async () => {
    const bookings: Booking[] = [];
    for (let made = 0; made < 30; made += 1) bookings.push(await aPaidBooking(engine(), company));
    const lines = Array.from({ length: 1_503 }, (_, index) => {
      const { id, code } = bookings[index % 30]!;
      const gross = paisa((index % 2 === 0 ? 1 : -1) * (index + 1_000));
      const kind = index % 2 === 0 ? ('EARNED' as const) : ('CANCELLATION' as const);
      return {
        ...{ bookingId: id, bookingCode: code, departsAt: hoursAfter(START, index), kind },
        ...{ gross, commission: paisa(gross + index), net: paisa(0 - index) },
      };
    });
    const { id } = await add();
    const sums = { openingBalance: paisa(-1), net: paisa(2), cashHeld: paisa(3), total: paisa(-2) };
    await engine().transact(({ statements }) => statements.drawUp(id, { ...sums, from: '2026-11-01', lines }));
    const drawn = await engine().statementViews.find(id);
    expect(drawn).to.deep.include({ ...sums, from: '2026-11-01', until: '2026-11-20' });
    expect(drawn!.lines).to.deep.equal(lines);
  });

  it('are paid once', async () => {
    const { id } = await add();
    const pay = (reference: string) =>
      engine().transact(({ statements }) => statements.pay(id, { reference, paidAt: START }));
    expect([await pay('NIC-1'), await pay('NIC-2')]).to.deep.equal([true, false]);
    expect(await engine().statementViews.find(id)).to.deep.include({
      ...{ status: 'PAID', reference: 'NIC-1', paidAt: START },
    });
    const unknown = engine().transact(({ statements }) =>
      statements.pay(NOBODYS, { reference: 'NIC-3', paidAt: START }),
    );
    expect(await unknown).to.equal(false);
  });

  it('say whose they are', async () => {
    const { id } = await add();
    expect(await engine().statementViews.ownerOf(id)).to.equal(company.operatorId);
    expect(await engine().transact(({ statementViews }) => statementViews.ownerOf(id))).to.equal(company.operatorId);
    expect(await engine().statementViews.ownerOf(NOBODYS)).to.equal(undefined);
    expect(await engine().statementViews.find(NOBODYS)).to.equal(undefined);
  });

  it('are listed newest first, page by page, by company and state', async () => {
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
    const { lines, ...listed } = (await engine().statementViews.find(fourth as StatementId))!;
    expect(row).to.deep.equal(listed);
    expect(lines).to.have.length(1);
  });

  it('come to the same from the ledger to the payment, on every engine', async () => {
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
