import { expect } from 'chai';
import type { Position } from '../../../core/accounts/membership.ts';
import type { Member } from '../../../core/companies/member.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import { dayAfter } from '../../../core/kernel/calendar.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { viewToday } from '../../../core/reports/view-today.ts';
import { aBus, allVerified, aTrip, calendar, changePlan, verified } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { aClerk, aNewShift } from '../../support/counter.ts';
import { type Engine, onSqlite } from '../../support/engines.ts';
import { anOperator } from '../../support/people.ts';
import { aPaidBooking, aRefund } from '../../support/refunds.ts';

const TODAY = calendar.date(START);

onSqlite('the daily overview of a company', (empty) => {
  let engine: Engine;
  let sita: Member;
  beforeEach(async () => {
    engine = empty();
    const { id: userId, operatorId } = await anOperator(engine);
    sita = { userId, operatorId };
  });

  const view = (member = sita, position: Position = 'OWNER') =>
    viewToday({ ...engine, clock: handClock(), calendar })(member, position);

  it('a company’s overview of today is empty if the company has no trips today', async () => {
    expect(await view()).to.deep.equal({ today: [], tomorrow: [], papers: [], openShifts: [], cashRefunds: [] });
  });

  it('a company’s overview of today shows the trips of today and tomorrow, departed and cancelled ones too', async () => {
    const busId = await aBus(engine, { operatorId: sita.operatorId });
    const leaving = async (day: string, time: string): Promise<TripId> =>
      (await aTrip(engine, { busId, departsAt: calendar.at(day, time)! })).id;
    const [first, second, third] = [-1, 0, 1].map((days) => dayAfter(TODAY, days)) as [string, string, string];
    await leaving(first, '23:59');
    const late = await leaving(second, '23:59');
    const early = await leaving(second, '00:00');
    const cancelled = await leaving(third, '00:00');
    await changePlan(engine, cancelled, { status: 'CANCELLED' });
    const last = await leaving(third, '23:59');
    await leaving(dayAfter(TODAY, 2), '00:00');
    await aTrip(engine, { departsAt: START });
    const { today, tomorrow } = await view();
    expect([today.map(({ id }) => id), tomorrow.map(({ id }) => id)]).to.deep.equal([
      [early, late],
      [cancelled, last],
    ]);
  });

  it('a company’s overview of today shows all trips, however many', async () => {
    const busId = await aBus(engine, { operatorId: sita.operatorId });
    for (let count = 0; count < 201; count += 1) await aTrip(engine, { busId, departsAt: START });
    expect(new Set((await view()).today.map(({ id }) => id))).to.have.property('size', 201);
  });

  it('a company’s overview of today warns of vehicle documents that expire within 30 days, the earliest first', async () => {
    const insuredUntil = (days: number, ...more: Parameters<typeof verified>[]) =>
      aBus(engine, {
        operatorId: sita.operatorId,
        registrationNo: `GA ${days}`,
        documents: [
          ...allVerified.filter(({ type }) => type !== 'INSURANCE'),
          verified('INSURANCE', undefined, dayAfter(TODAY, days)),
          ...more.map((one) => verified(...one)),
        ],
      });
    const [inTime, today] = [await insuredUntil(30), await insuredUntil(0)];
    await insuredUntil(31);
    await insuredUntil(-1);
    await insuredUntil(5, ['INSURANCE', dayAfter(TODAY, 6)]);
    await insuredUntil(7, ['POLLUTION', undefined, dayAfter(TODAY, 6)], ['INSURANCE', dayAfter(TODAY, 8)]);
    await aBus(engine, { documents: allVerified.map(({ type }) => verified(type, undefined, TODAY)) });
    expect((await view()).papers).to.deep.equal([
      { busId: today, registrationNo: 'GA 0', type: 'INSURANCE', validUntil: TODAY },
      { busId: inTime, registrationNo: 'GA 30', type: 'INSURANCE', validUntil: dayAfter(TODAY, 30) },
    ]);
  });

  it('a company’s overview of today shows a CLERK only their own open shift, and a MANAGER all shifts', async () => {
    const [ram, hari] = [await aClerk(engine, sita), await aClerk(engine, sita)];
    const [his, other] = [await aNewShift(engine, ram), await aNewShift(engine, hari)];
    const { id: userId, operatorId } = await anOperator(engine);
    await aNewShift(engine, { userId, operatorId });
    const shifts = async (...of: Parameters<typeof view>) => (await view(...of)).openShifts.map(({ id }) => id);
    expect(await shifts(ram, 'CLERK')).to.deep.equal([his]);
    expect(await shifts(sita, 'MANAGER')).to.deep.equal([other, his]);
    await aNewShift(engine, ram);
    expect(await shifts(ram, 'CLERK'))
      .to.have.length(1)
      .and.not.include(his);
    expect(await shifts(sita, 'CLERK')).to.deep.equal([]);
  });

  it('a company’s overview of today shows refunds due at its counter, the earliest due first', async () => {
    const { operatorId } = sita;
    const late = await aRefund(engine, { operatorId, gateway: 'CASH', dueAt: daysAfter(START, -1) });
    const qr = await aRefund(engine, { operatorId, gateway: 'QR', dueAt: daysAfter(START, -2) });
    await aRefund(engine, { operatorId, gateway: 'ESEWA', dueAt: START });
    await aRefund(engine, { gateway: 'CASH', dueAt: START, operatorId: (await anOperator(engine)).operatorId });
    const paid = await aPaidBooking(engine, { operatorId, gateway: 'CASH' });
    await aRefund(engine, { paid, reason: 'GOODWILL', dueAt: START });
    const done = await aRefund(engine, { operatorId, gateway: 'CASH', dueAt: START });
    await engine.transact(({ refunds }) => refunds.move(done.id, 'payCash', START));
    expect((await view()).cashRefunds.map(({ id, isOverdue }) => [id, isOverdue])).to.deep.equal([
      [qr.id, true],
      [late.id, true],
    ]);
  });
});
