import { expect } from 'chai';
import type { Member } from '../../../core/companies/member.ts';
import type { NewShift, ShiftFilter } from '../../../core/counter/ports.ts';
import type { OperatorId, ShiftId, StaffId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { START } from '../../support/clock.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { aPassengerId, anOperator } from '../../support/people.ts';

const NOBODYS = 999_999 as ShiftId;

const closing = { closedAt: hoursAfter(START, 8), countedCash: paisa(0), note: 'Nobody came.' };

const shiftOf = (member: Member, traits: Partial<NewShift> = {}): NewShift => ({
  operatorId: member.operatorId,
  userId: member.userId,
  staffId: 7 as StaffId,
  openedAt: START,
  openingCash: paisa(50_050),
  ...traits,
});
const open = (engine: Engine, shift: NewShift) => engine.transact(({ shifts }) => shifts.open(shift));
const close = (engine: Engine, id: ShiftId) => engine.transact(({ shifts }) => shifts.close(id, closing));

async function aMember(engine: Engine): Promise<Member> {
  const { id: userId, operatorId } = await anOperator(engine, { fullName: 'Sita Rai' });
  return { userId, operatorId };
}

onEveryEngine('shifts', (engine) => {
  let sita: Member;
  beforeEach(async () => {
    sita = await aMember(engine());
  });

  const opened = (traits: Partial<NewShift> = {}) => open(engine(), shiftOf(sita, traits));

  it('a counter shift is open and without sales at its start, and closed with its sales at its end', async () => {
    const id = (await opened())!;
    const shift = {
      ...shiftOf(sita),
      id,
      sales: 0,
      refunds: 0,
      closedAt: null,
      countedCash: null,
      note: null,
    };
    expect(await engine().transact(({ shifts }) => shifts.lock(id))).to.deep.equal(shift);
    expect(await engine().shiftViews.find(id)).to.deep.equal({
      ...shift,
      staffName: 'Sita Rai',
      isCountedBlind: false,
    });
    await engine().transact(async ({ shifts }) => {
      await shifts.addSale(id, paisa(120_000));
      await shifts.addSale(id, paisa(5));
    });
    await close(engine(), id);
    expect(await engine().transact(({ shiftViews }) => shiftViews.find(id))).to.deep.equal({
      ...shift,
      ...closing,
      sales: 120_005,
      staffName: 'Sita Rai',
      isCountedBlind: false,
    });
  });

  it('an unknown counter shift is not found', async () => {
    expect(await engine().transact(({ shifts }) => shifts.lock(NOBODYS))).to.equal(undefined);
    expect(await engine().shiftViews.find(NOBODYS)).to.equal(undefined);
  });

  it('a person has at most one open counter shift in each company', async () => {
    const [ram, other] = [await aPassengerId(engine()), await anOperator(engine())];
    const first = (await opened())!;
    expect(await opened()).to.equal(undefined);
    const rams = (await opened({ userId: ram }))!;
    expect(await opened({ operatorId: other.operatorId })).to.be.a('number');
    const openOf = (userId: typeof ram) =>
      engine().transact(({ shifts }) => shifts.lockOpen({ operatorId: sita.operatorId, userId }));
    expect([(await openOf(sita.userId))?.id, (await openOf(ram))?.id]).to.deep.equal([first, rams]);
    await close(engine(), first);
    expect(await openOf(sita.userId)).to.equal(undefined);
    expect(await opened()).to.be.above(first);
  });

  it('a clerk with an open counter shift cannot leave the staff', async () => {
    const id = (await opened())!;
    const hasOpenShift = (operatorId: OperatorId) =>
      engine().transact(({ staff }) => staff.hasOpenShift(operatorId, sita.userId));
    expect(await hasOpenShift(sita.operatorId)).to.equal(true);
    expect(await hasOpenShift((await anOperator(engine())).operatorId)).to.equal(false);
    await close(engine(), id);
    expect(await hasOpenShift(sita.operatorId)).to.equal(false);
  });
});

onEveryEngine('the list of shifts', (engine) => {
  it('counter shifts are listed newest first, page by page, and filtered by company, person, membership and status', async () => {
    const [sita, ram] = [await aMember(engine()), await aPassengerId(engine())];
    const opened = async (traits: Partial<NewShift> = {}) => (await open(engine(), shiftOf(sita, traits)))!;
    const ids = async (filter: Partial<ShiftFilter> = {}) =>
      (await engine().shiftViews.list({ operatorId: sita.operatorId, ...filter }, { limit: 10 })).rows.map(
        ({ id }) => id,
      );
    const closed = await opened();
    await close(engine(), closed);
    const unclosed = await opened({ staffId: 8 as StaffId });
    const rams = await opened({ userId: ram, staffId: 9 as StaffId });
    await opened({ operatorId: (await anOperator(engine())).operatorId });
    expect(await ids()).to.deep.equal([rams, unclosed, closed]);
    expect(await ids({ status: 'OPEN' })).to.deep.equal([rams, unclosed]);
    expect(await ids({ status: 'CLOSED' })).to.deep.equal([closed]);
    expect(await ids({ userId: sita.userId })).to.deep.equal([unclosed, closed]);
    expect(await ids({ staffId: 8 as StaffId })).to.deep.equal([unclosed]);
    expect(await ids({ userId: ram, staffId: 8 as StaffId })).to.deep.equal([]);
    const page = await engine().shiftViews.list({ operatorId: sita.operatorId }, { limit: 2 });
    const rest = await engine().shiftViews.list({ operatorId: sita.operatorId }, { limit: 2, after: page.next! });
    expect([...page.rows, ...rest.rows].map(({ id }) => id)).to.deep.equal([rams, unclosed, closed]);
    expect(rest.next).to.equal(undefined);
  });
});
