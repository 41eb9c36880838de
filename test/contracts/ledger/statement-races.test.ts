import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../../core/stores.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { earned } from '../../../core/ledger/entries.ts';
import { type StatementWithLines, numberOf } from '../../../core/ledger/statement.ts';
import { handClock, START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { beforeCommit } from '../../support/overlap.ts';
import { anAdmin } from '../../support/people.ts';
import {
  type StatedCompany,
  aJourney,
  aPaidBooking,
  aSale,
  aStatedCompany,
  balanceOf,
  record,
  statingOn,
} from '../../support/stating.ts';

/* Tests of administrators who make and pay statements: at the same time on Postgres, one after the other on SQLite. */

const TWENTY = Array.from({ length: 20 }, (_, index) => index);

onEveryEngine('statements made and paid at once', (engine, database, kind) => {
  const clock = handClock();
  let company: StatedCompany;
  let admins: readonly UserId[];

  beforeEach(async () => {
    company = await aStatedCompany(engine());
    admins = await Promise.all([1, 2, 3, 4].map(async () => (await anAdmin(engine())).id));
  });

  const adminOf = (turn: number): UserId => admins[turn % admins.length]!;
  const make = (turn = 0, { operatorId } = company) =>
    statingOn(engine(), clock).make(adminOf(turn), { operatorId, until: '2026-11-20' });
  /** Returns results and the codes of refusals; throws any other error. */
  const settled = async <Result>(works: readonly Promise<Result>[]) => {
    const endings = await Promise.allSettled(works);
    return endings.map((ending) => {
      if (ending.status === 'fulfilled') return ending.value;
      if (!(ending.reason instanceof Refusal)) throw ending.reason;
      return ending.reason.code;
    });
  };
  const isMade = <Result>(ending: Result | string): ending is Result => typeof ending !== 'string';

  it('twenty requests at once for one company’s statement make only one statement, with every ledger row', async () => {
    for (let made = 0; made < 5; made += 1) await aJourney(engine(), company);
    const endings = await settled(TWENTY.map((turn) => make(turn)));
    const made = endings.filter(isMade);
    expect(made.map((one) => [numberOf(one), one.lines.length, one.total])).to.deep.equal([
      ['ST-2026-000001', 5, 5 * 185_046],
    ]);
    expect(endings.filter((ending) => ending === 'NOTHING_TO_STATE')).to.have.length(19);
    await aJourney(engine(), company);
    expect(numberOf(await make())).to.equal('ST-2026-000002');
  });

  it('statements of twenty companies made at once have numbers without gaps', async () => {
    const companies: StatedCompany[] = [];
    for (const turn of TWENTY) {
      companies.push(await aStatedCompany(engine(), `Company ${turn}`));
      if (turn % 2 === 0) await aJourney(engine(), companies[turn]!);
    }
    const endings = await settled(companies.map((whose, turn) => make(turn, whose)));
    expect(
      endings
        .filter(isMade)
        .map((one) => one.sequence)
        .sort((one, other) => one - other),
    ).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('a booking’s fare is on only one statement, even if more of the booking’s ledger rows are written meanwhile', async () => {
    const made: StatementWithLines[] = [];
    const booked: Booking[] = [];
    while (booked.length < 20) booked.push(await aPaidBooking(engine(), company));
    const journeys = Promise.all(booked.map((booking) => record(engine(), earned(booking))));
    for (let round = 0; round < 4; round += 1)
      made.push(...(await settled([0, 1, 2, 3, 4].map((turn) => make(turn)))).filter(isMade));
    await journeys;
    made.push(...(await settled([make()])).filter(isMade));
    const stated = made.flatMap(({ lines }) => lines.map(({ bookingId }) => bookingId));
    expect(stated)
      .to.have.members(booked.map(({ id }) => id))
      .and.to.have.length(20);
    expect(made.reduce((sum, { net }) => sum + net, 0)).to.equal(20 * 185_046);
  });

  // SQLite has one writer at a time, so no row is written before a statement and committed after it.
  const onSeveralConnections = kind === 'Postgres' ? it : () => undefined;
  onSeveralConnections('a ledger row that is committed only after a statement is on the next one', async () => {
    const [early, late] = [await aJourney(engine(), company), await aPaidBooking(engine(), company)];
    const writeLate = (transact: Transact<Stores>) =>
      transact(({ ledger }) => ledger.record(earned(late), hoursAfter(START, -1)));
    const [, first] = await beforeCommit(database(), engine().transact, writeLate, () => make());
    expect(first.lines.map(({ bookingId }) => bookingId)).to.deep.equal([early.id]);
    const second = await make();
    expect(second.lines.map(({ bookingId }) => bookingId)).to.deep.equal([late.id]);
  });

  it('a company’s debt is carried over to only one of twenty statements requested at once', async () => {
    await aSale(engine(), company, 100_000);
    await make();
    for (let made = 0; made < 3; made += 1) await aJourney(engine(), company);
    const endings = await settled(TWENTY.map((turn) => make(turn)));
    expect(endings.filter(isMade).map(({ openingBalance }) => openingBalance)).to.deep.equal([-100_000]);
  });

  it('a statement is paid only once when twenty requests pay it at once', async () => {
    await aJourney(engine(), company);
    const { id } = await make();
    const pay = (turn: number) => statingOn(engine(), clock).pay(adminOf(turn), id, `NIC-${turn}`);
    const endings = await settled(TWENTY.map(pay));
    expect(endings.filter(isMade)).to.have.length(1);
    expect(endings.filter((ending) => ending === 'STATEMENT_PAID')).to.have.length(19);
    expect((await engine().ledgerViews.list({ kind: 'PAYOUT' }, { limit: 99 })).rows).to.have.length(1);
    expect(await balanceOf(engine(), company.operatorId, 'OPERATOR')).to.equal(0);
  });

  it('statements are paid while others are made, without a deadlock', async () => {
    const paid: string[] = [];
    await aSale(engine(), company, 500_000);
    for (let round = 0; round < 5; round += 1) {
      await aJourney(engine(), company);
      const { rows } = await engine().statementViews.list({ status: 'OPEN' }, { limit: 99 });
      const endings = await settled<StatementWithLines>([
        ...rows.map(({ id }, turn) => statingOn(engine(), clock).pay(adminOf(turn), id, 'NIC')),
        ...[0, 1, 2].map((turn) => make(turn)),
      ]);
      paid.push(...endings.filter(isMade).map((one) => numberOf(one)));
    }
    const { rows } = await engine().statementViews.list({}, { limit: 99 });
    expect(rows).to.have.length(5);
    expect(rows.map(({ sequence }) => sequence)).to.deep.equal([5, 4, 3, 2, 1]);
    expect(rows.reduce((sum, { net, cashHeld }) => sum + net - cashHeld, 0)).to.equal(5 * 185_046 - 500_000);
  });
});
