import { expect } from 'chai';
import { closeShift } from '../../../core/counter/close-shift.ts';
import { openShift } from '../../../core/counter/open-shift.ts';
import type { ShownShift } from '../../../core/counter/ports.ts';
import { difference, expectedCash } from '../../../core/counter/shift.ts';
import { listShifts, reportShift, viewShift } from '../../../core/counter/view-shifts.ts';
import type { Member } from '../../../core/companies/member.ts';
import type { ShiftId, StaffId } from '../../../core/kernel/ids.ts';
import { NOTHING, paisa } from '../../../core/kernel/money.ts';
import { type Companies, companiesOn } from '../../support/companies.ts';
import { type Engine, onSqlite } from '../../support/engines.ts';
import { codeOf, refused } from '../../support/refusals.ts';

onSqlite('shifts at the counter', (empty) => {
  let engine: Engine;
  let companies: Companies;
  let owner: Member;
  let ram: Member & { readonly staffId: StaffId };
  let hari: Member;

  beforeEach(async () => {
    engine = empty();
    companies = companiesOn(engine);
    owner = await companies.company();
    ram = await aClerk();
    hari = await aClerk();
  });

  const aClerk = async () => {
    const { id, userId } = await companies.joined(owner, { position: 'CLERK' });
    return { userId: userId!, operatorId: owner.operatorId, staffId: id };
  };
  const open = ({ userId, operatorId }: Member): Promise<ShownShift> =>
    openShift({ ...engine, clock: companies.clock })({ userId, operatorId }, paisa(50_000));
  const close = (by: Member, id: ShiftId, countedCash = paisa(50_000), note: string | null = null) =>
    closeShift({ ...engine, clock: companies.clock })(by, id, { countedCash, note });
  const sold = (id: ShiftId) => engine.transact(({ shifts }) => shifts.addSale(id, paisa(120_000)));
  const suspend = () =>
    companies.changeTerms(owner.userId, owner.operatorId, { status: 'SUSPENDED', reason: 'Debts.' });

  it('a counter shift expects its opening cash plus cash sales less refunds, and shows the difference from the counted cash', async () => {
    const shift = await open(ram);
    expect(shift).to.include({ ...ram, staffName: 'Ram Thapa', openingCash: 50_000, sales: 0, refunds: 0 });
    expect([expectedCash(shift), difference(shift)]).to.deep.equal([50_000, null]);
    await sold(shift.id);
    const closed = await close(ram, shift.id, paisa(169_950), 'A porter.');
    expect([expectedCash(closed), difference(closed)]).to.deep.equal([170_000, -50]);
    expect(closed).to.include({ closedAt: companies.clock(), countedCash: 169_950, note: 'A porter.' });
    expect(expectedCash({ ...closed, refunds: paisa(20_000) })).to.equal(150_000);
  });

  it('a shift whose counted cash differs is closed only with a note that says why', async () => {
    const { id } = await open(ram);
    const refusal = await refused(close(ram, id, paisa(48_000)));
    expect([refusal.code, refusal.extra]).to.deep.equal(['CASH_DIFFERS', { difference: -20 }]);
    expect((await viewShift(engine)(ram, 'CLERK', id)).closedAt).to.equal(null);
    expect((await close(ram, id, paisa(48_000), 'Change to a porter.')).note).to.equal('Change to a porter.');
  });

  it('a clerk whose company counts blindly sees no sums of an open shift, and a MANAGER sees them', async () => {
    await companies.changeCompany(owner, { blindCount: true });
    const { id } = await open(ram);
    await sold(id);
    const report = reportShift(engine);
    expect((await report(ram, 'CLERK', id)).takings).to.equal(null);
    expect((await report(owner, 'OWNER', id)).takings).not.to.equal(null);
    expect((await refused(close(ram, id, paisa(1)))).extra).to.deep.equal({});
    expect((await refused(close(owner, id, paisa(1)))).extra).to.deep.equal({ difference: -1_699.99 });
    await close(ram, id, paisa(170_000));
    expect((await report(ram, 'CLERK', id)).takings).not.to.equal(null);
  });

  it('a person has at most one open counter shift', async () => {
    const { id } = await open(ram);
    expect(await codeOf(open(ram))).to.equal('SHIFT_OPEN');
    await open(hari);
    await close(ram, id);
    expect(await codeOf(close(ram, id))).to.equal('SHIFT_CLOSED');
    expect((await open(ram)).id).not.to.equal(id);
  });

  it('a counter shift is closed by the clerk who opened it or by a MANAGER', async () => {
    const [rams, haris] = [await open(ram), await open(hari)];
    const stranger = await companies.company('Night Queen');
    expect(await codeOf(close(hari, rams.id))).to.equal('SHIFT_UNKNOWN');
    expect(await codeOf(close(stranger, rams.id))).to.equal('SHIFT_UNKNOWN');
    await close(owner, rams.id);
    await close(hari, haris.id);
  });

  it('a clerk sees only their own counter shift, and a MANAGER sees all shifts', async () => {
    const [rams, haris] = [await open(ram), await open(hari)];
    const view = viewShift(engine);
    const list = async (by: Member, position: 'CLERK' | 'MANAGER') =>
      (await listShifts(engine)(by, position, {}, { limit: 10 })).rows.map(({ id }) => id);
    expect(await codeOf(view(ram, 'CLERK', haris.id))).to.equal('SHIFT_UNKNOWN');
    expect((await view(ram, 'CLERK', rams.id)).id).to.equal(rams.id);
    expect((await view(ram, 'MANAGER', haris.id)).id).to.equal(haris.id);
    expect(await list(ram, 'CLERK')).to.deep.equal([rams.id]);
    expect(await list(ram, 'MANAGER')).to.deep.equal([haris.id, rams.id]);
    const stranger = await companies.company('Night Queen');
    expect(await codeOf(view(stranger, 'OWNER', rams.id))).to.equal('SHIFT_UNKNOWN');
    expect(await list(stranger, 'MANAGER')).to.deep.equal([]);
  });

  it('a counter shift can be opened and closed while the company is suspended', async () => {
    const { id } = await open(ram);
    await suspend();
    expect((await close(ram, id)).closedAt).to.equal(companies.clock());
    expect((await open(ram)).closedAt).to.equal(null);
  });

  it('a person with an open counter shift cannot leave the staff before the cash is counted', async () => {
    const { id } = await open(ram);
    expect(await codeOf(companies.removeStaff(owner, ram.staffId))).to.equal('SHIFT_OPEN');
    await close(owner, id);
    await companies.removeStaff(owner, ram.staffId);
    expect(await codeOf(open(ram))).to.equal('POSITION_TOO_LOW');
    expect((await viewShift(engine)(owner, 'OWNER', id)).staffName).to.equal('Ram Thapa');
  });

  it('the opening and closing of a counter shift are in the activity log', async () => {
    const { id } = await open(ram);
    await close(owner, id, NOTHING, 'It was stolen.');
    const [opened, closed, ...more] = await engine.transact(({ trail }) => trail.of({ type: 'shift', id }));
    expect(more).to.deep.equal([]);
    expect(opened).to.deep.include({
      kind: 'SHIFT_OPENED',
      actor: { role: 'OPERATOR', userId: ram.userId },
      operatorId: owner.operatorId,
      changes: { opening_cash: { old: null, new: 500 } },
    });
    expect(closed).to.deep.include({
      kind: 'SHIFT_CLOSED',
      actor: { role: 'OPERATOR', userId: owner.userId },
      changes: {
        closed_at: { old: null, new: new Date(companies.clock()).toISOString() },
        counted_cash: { old: null, new: 0 },
        note: { old: null, new: 'It was stolen.' },
      },
    });
  });
});
