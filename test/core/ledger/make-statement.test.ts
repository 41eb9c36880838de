import { expect } from 'chai';
import type { OperatorId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type Instant, hoursAfter } from '../../../core/kernel/time.ts';
import { earned } from '../../../core/ledger/entries.ts';
import { numberOf } from '../../../core/ledger/statement.ts';
import { viewStatement } from '../../../core/ledger/view-statements.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { codeOf } from '../../support/refusals.ts';
import {
  type StatedCompany,
  aCancellation,
  aCashRefund,
  aJourney,
  aPaidBooking,
  aSale,
  aStatedCompany,
  record,
  statingOn,
} from '../../support/stating.ts';

const TODAY = '2026-11-20';

describe('making statements', () => {
  let engine: Engine;
  let clock: HandClock;
  let company: StatedCompany;

  beforeEach(async () => {
    [engine, clock] = [memoryEngine(), handClock()];
    company = await aStatedCompany(engine);
  });

  const make = (until = TODAY, operatorId = company.operatorId) =>
    statingOn(engine, clock).make(company.admin, { operatorId, until });
  const refused = (until = TODAY, operatorId?: OperatorId) => codeOf(make(until, operatorId));

  it('a statement lists the company’s earnings to the paisa', async () => {
    const { id, code } = await aJourney(engine, company);
    const departsAt = (await engine.transact(({ trips }) => trips.find(company.tripId)))!.departsAt;
    const made = await make();
    expect(made).to.deep.equal({
      id: made.id,
      operatorId: company.operatorId,
      companyName: 'Blue Sky Yatayat',
      panNo: null,
      year: 2026,
      sequence: 1,
      from: TODAY,
      until: TODAY,
      madeAt: START,
      openingBalance: 0,
      net: 185_046,
      cashHeld: 0,
      total: 185_046,
      lines: [
        {
          bookingId: id,
          bookingCode: code,
          departsAt,
          kind: 'EARNED',
          gross: 200_050,
          commission: 15_004,
          net: 185_046,
        },
      ],
      status: 'OPEN',
      reference: null,
      paidAt: null,
    });
    expect(await viewStatement(engine)(made.id)).to.deep.equal(made);
  });

  it('a statement stores who made it', async () => {
    await aJourney(engine, company);
    const { id } = await make();
    const [entry] = await engine.transact(({ trail }) => trail.of({ type: 'statement', id }));
    expect(entry).to.deep.include({
      kind: 'STATEMENT_MADE',
      actor: { role: 'ADMIN', userId: company.admin },
      operatorId: company.operatorId,
      description: `Made statement ST-2026-000001 of Blue Sky Yatayat from ${TODAY} until ${TODAY}: NPR 1850.46.`,
      changes: {
        number: { old: null, new: 'ST-2026-000001' },
        from: { old: null, new: TODAY },
        until: { old: null, new: TODAY },
        total: { old: null, new: 1850.46 },
        status: { old: null, new: 'OPEN' },
      },
    });
  });

  it('a statement covers the local days from its earliest ledger row to the given day', async () => {
    // Midnight in Kathmandu is 18:15 UTC of the day before.
    const midnight = Date.UTC(2026, 10, 18, 18, 15) as Instant;
    const [before, after] = [
      await aJourney(engine, company, {}, (midnight - 1) as Instant),
      await aJourney(engine, company, {}, midnight),
    ];
    expect(await refused('2026-11-17')).to.equal('NOTHING_TO_STATE');
    const first = await make('2026-11-18');
    expect([first.from, first.until]).to.deep.equal(['2026-11-18', '2026-11-18']);
    expect(first.lines.map(({ bookingId }) => bookingId)).to.deep.equal([before.id]);
    const second = await make();
    expect([second.from, second.until]).to.deep.equal(['2026-11-19', TODAY]);
    expect(second.lines.map(({ bookingId }) => bookingId)).to.deep.equal([after.id]);
  });

  it('a statement is refused for a future day', async () => {
    await aJourney(engine, company);
    expect(await refused('2026-11-21')).to.equal('VALIDATION');
    clock.set(Date.UTC(2026, 10, 20, 18, 14) as Instant);
    expect(await refused('2026-11-21')).to.equal('VALIDATION');
    clock.set(Date.UTC(2026, 10, 20, 18, 15) as Instant);
    expect((await make('2026-11-21')).until).to.equal('2026-11-21');
  });

  it('a statement is refused for an unknown company', async () => {
    expect(await refused(TODAY, 999_999 as OperatorId)).to.equal('OPERATOR_UNKNOWN');
  });

  it('a statement is refused if there are no new ledger rows, and uses up no statement number', async () => {
    expect(await refused()).to.equal('NOTHING_TO_STATE');
    await aJourney(engine, company);
    await make();
    expect(await refused()).to.equal('NOTHING_TO_STATE');
    await aJourney(engine, company);
    expect(numberOf(await make())).to.equal('ST-2026-000002');
    expect((await engine.statementViews.list({}, { limit: 9 })).rows).to.have.length(2);
  });

  it('a statement’s number counts the statements of all companies in the local year in which it is made', async () => {
    const other = await aStatedCompany(engine);
    await aJourney(engine, company);
    await aJourney(engine, other);
    expect(numberOf(await make())).to.equal('ST-2026-000001');
    expect(numberOf(await make(TODAY, other.operatorId))).to.equal('ST-2026-000002');
    await aJourney(engine, company);
    // The clock shows 00:15 on 1 January in Kathmandu, and 18:30 on 31 December in London.
    clock.set(Date.UTC(2026, 11, 31, 18, 30) as Instant);
    expect(numberOf(await make())).to.equal('ST-2027-000001');
  });

  it('a statement includes ledger rows written after the previous statement, even if they are dated earlier', async () => {
    await aJourney(engine, company);
    await make();
    const { id } = await aJourney(engine, company, {}, hoursAfter(START, -100));
    const late = await make();
    expect(late.lines.map(({ bookingId }) => bookingId)).to.deep.equal([id]);
    expect(late.from).to.equal('2026-11-16');
  });

  it('a statement has no ledger rows of other companies', async () => {
    const other = await aStatedCompany(engine);
    await aJourney(engine, other);
    expect(await refused()).to.equal('NOTHING_TO_STATE');
  });

  it('a statement’s line for a cancellation shows the fee, the commission on it and what the company gets', async () => {
    const booking = await aPaidBooking(engine, company);
    await aCancellation(engine, { ...booking, paymentId: null as never }, { fee: paisa(50_013) });
    const { lines, total } = await make();
    expect(lines.map(({ kind, gross, commission, net }) => [kind, gross, commission, net])).to.deep.equal([
      ['CANCELLATION', 50_013, 3_751, 46_262],
    ]);
    expect(total).to.equal(46_262);
  });

  describe('statements after a return of earnings', () => {
    it('a statement subtracts earnings of refunded bookings once, and the next statement carries the debt over', async () => {
      const booking = await aJourney(engine, company);
      const first = await make();
      await aCancellation(engine, booking, { isEarned: true });
      const second = await make();
      expect(second.lines.map(({ kind, gross, commission, net }) => [kind, gross, commission, net])).to.deep.equal([
        ['CANCELLATION', -200_050, -15_004, -185_046],
      ]);
      expect([first, second].map(({ openingBalance, total }) => [openingBalance, total])).to.deep.equal([
        [0, 185_046],
        [0, -185_046],
      ]);

      await aJourney(engine, company, { total: 50_005 });
      // The company gets 46,255 of 50,005 paisa: the commission of 7.5 % is 3,750.375.
      const third = await make();
      expect(third).to.include({ openingBalance: -185_046, net: 46_255, total: -138_791 });
      // The next statement includes only the booking that was earned after the third statement.
      await aJourney(engine, company, { total: 300_000 });
      const fourth = await make();
      expect(fourth).to.include({ openingBalance: -138_791, net: 277_500, total: 138_709 });
      await aJourney(engine, company, { total: 100 });
      expect(await make()).to.include({ openingBalance: 0, total: 92 });
    });

    it('a statement carries over the company’s whole debt, even if the previous statement was marked as paid', async () => {
      for (const total of [100_000, 30_000]) {
        await aSale(engine, company, total);
        const { id } = await make();
        if (total === 30_000) await statingOn(engine, clock).pay(company.admin, id, 'Set off');
      }
      // The second statement began with the debt of the first statement.
      const [second, first] = (await engine.statementViews.list({}, { limit: 9 })).rows;
      expect([first!.total, second!.openingBalance, second!.total]).to.deep.equal([-100_000, -100_000, -130_000]);
      await aJourney(engine, company);
      expect(await make()).to.include({ openingBalance: -130_000, total: 55_046 });
    });

    it('a statement ignores the debts of other companies', async () => {
      const other = await aStatedCompany(engine);
      await aSale(engine, other);
      await make(TODAY, other.operatorId);
      await aJourney(engine, company);
      expect((await make()).openingBalance).to.equal(0);
    });
  });

  describe('statements with counter sales', () => {
    it('a statement subtracts cash of counter sales until their journeys take place', async () => {
      const sale = await aSale(engine, company);
      const first = await make();
      expect(first).to.include({ net: 0, cashHeld: 120_000, total: -120_000 }).and.to.deep.include({ lines: [] });
      await record(engine, earned(sale));
      expect(await make()).to.include({ openingBalance: -120_000, net: 120_000, cashHeld: 0, total: 0 });
    });

    it('a statement credits the company with refunds that it paid in cash from its till', async () => {
      const sale = await aSale(engine, company);
      await make();
      await aCancellation(engine, sale, { fee: paisa(20_001) });
      await aCashRefund(engine, sale, paisa(99_999));
      expect(await make()).to.include({ openingBalance: -120_000, net: 20_001, cashHeld: -99_999, total: 0 });
    });
  });

  it('a statement never changes after it was made', async () => {
    await aJourney(engine, company);
    const made = await make();
    await engine.transact(async ({ companies }) => {
      const known = (await companies.lock(company.operatorId))!;
      await companies.save({ ...known, companyName: 'Red Earth', panNo: '301234567' });
    });
    expect(await viewStatement(engine)(made.id)).to.deep.equal(made);
    await aJourney(engine, company);
    expect(await make()).to.include({ companyName: 'Red Earth', panNo: '301234567' });
  });
});
