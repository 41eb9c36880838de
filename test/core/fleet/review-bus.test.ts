import { expect } from 'chai';
import type { Account } from '../../../core/accounts/account.ts';
import type { ApprovalStatus } from '../../../core/fleet/bus.ts';
import type { BusId } from '../../../core/kernel/ids.ts';
import { type Administration, administrationOn } from '../../support/administration.ts';
import { aBus } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { anAdmin, anOperator } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

const NOBODYS = 77_777 as BusId;

describe('reviewing a bus', () => {
  let engine: Engine;
  let administration: Administration;
  let anil: Account;
  let sita: Awaited<ReturnType<typeof anOperator>>;

  beforeEach(async () => {
    engine = memoryEngine();
    administration = administrationOn(engine);
    [anil, sita] = [await anAdmin(engine), await anOperator(engine)];
  });

  const bus = (approvalStatus: ApprovalStatus) =>
    aBus(engine, { operatorId: sita.operatorId, registrationNo: 'BA 3 KHA 77', name: 'Night Queen', approvalStatus });
  const approve = (id: BusId, revision?: number) => administration.approveBus(anil.id, id, revision);
  const reject = (id: BusId, revision?: number) =>
    administration.rejectBus(anil.id, id, { reason: 'No such number.', revision });
  const revisionOf = async (id: BusId) => (await engine.fleetViews.find(id))!.revision;

  it('a bus that is approved no longer waits for review', async () => {
    const id = await bus('PENDING');
    const before = await revisionOf(id);
    const approved = await approve(id);
    expect(approved).to.deep.include({
      id,
      approvalStatus: 'APPROVED',
      rejectionReason: null,
      waitingSince: null,
      revision: before + 1,
      // The office has changed this bus, so an import no longer changes it.
      changedInOffice: true,
    });
    const { papers, waitingPapers, ...kept } = approved;
    expect(await engine.fleetViews.find(id)).to.deep.equal(kept);
    expect(papers).to.deep.equal({ complete: true, validUntil: null, missing: [] });
    expect(waitingPapers).to.deep.equal([]);
  });

  it('a bus can be rejected, even after it was approved', async () => {
    for (const status of ['PENDING', 'APPROVED'] as const) {
      const id = await aBus(engine, { approvalStatus: status });
      expect(await reject(id)).to.deep.include({
        approvalStatus: 'REJECTED',
        rejectionReason: 'No such number.',
        waitingSince: null,
      });
    }
  });

  it('a review of a bus is in the activity log, with old and new values', async () => {
    const id = await bus('PENDING');
    await approve(id);
    await reject(id);
    const [approved, rejected, ...others] = await administration.trailOf('bus', id);
    expect(others).to.deep.equal([]);
    expect(approved).to.deep.equal({
      kind: 'BUS_APPROVED',
      actor: { role: 'ADMIN', userId: anil.id },
      operatorId: sita.operatorId,
      subject: { type: 'bus', id },
      changes: { approval_status: { old: 'PENDING', new: 'APPROVED' } },
      description: 'Approved Night Queen, BA 3 KHA 77.',
      at: START,
    });
    expect(rejected).to.deep.include({
      kind: 'BUS_REJECTED',
      changes: {
        approval_status: { old: 'APPROVED', new: 'REJECTED' },
        rejection_reason: { old: null, new: 'No such number.' },
      },
      description: 'Rejected Night Queen, BA 3 KHA 77: No such number.',
    });
  });

  it('a review of a bus is mailed to the company’s owners, and notified to the company at once', async () => {
    const id = await bus('PENDING');
    await approve(id);
    await reject(id);
    const addressed = { kind: 'bus-reviewed', to: sita.email, name: 'Sita Rai', busName: 'Night Queen' };
    expect(await administration.mails()).to.deep.equal([
      { ...addressed, registrationNo: 'BA 3 KHA 77', isApproved: true, reason: null },
      { ...addressed, registrationNo: 'BA 3 KHA 77', isApproved: false, reason: 'No such number.' },
    ]);
    const events = await engine.transact(({ outbox }) => outbox.pending(10));
    expect(events.map(({ topic }) => topic)).to.deep.equal(
      Array.from({ length: 2 }, () => `operators/${sita.operatorId}/notifications`),
    );
    expect(
      events.map(({ payload }) => JSON.parse(payload) as object).map((payload) => ({ ...payload, event_id: '' })),
    ).to.deep.equal(
      [
        ['APPROVED', null],
        ['REJECTED', 'No such number.'],
      ].map(([approval_status, reason]) => ({
        event_id: '',
        operator_id: sita.operatorId,
        type: 'bus_reviewed',
        payload: { bus_id: id, registration_no: 'BA 3 KHA 77', approval_status, reason },
        at: '2026-11-20T04:15:00.000Z',
      })),
    );
  });

  it('a reviewed bus cannot be reviewed again until its company changes the bus', async () => {
    const [approved, rejected] = [await bus('APPROVED'), await aBus(engine, { approvalStatus: 'REJECTED' })];
    for (const review of [approve(approved), approve(rejected), reject(rejected)])
      expect(await refusalOf(review)).to.deep.equal(['conflict', 'BUS_REVIEWED']);
    for (const review of [approve(NOBODYS), reject(NOBODYS)])
      expect(await refusalOf(review)).to.deep.equal(['absent', 'BUS_UNKNOWN']);
    expect(await administration.trailOf('bus', approved)).to.deep.equal([]);
    expect(await administration.mails()).to.deep.equal([]);
  });

  it('a review of a bus is refused if the company changed the bus after the reviewer read it', async () => {
    const id = await bus('PENDING');
    const seen = await revisionOf(id);
    for (const review of [approve(id, seen + 1), reject(id, seen - 1)])
      expect(await refusalOf(review)).to.deep.equal(['conflict', 'BUS_CHANGED']);
    expect(await approve(id, seen)).to.include({ approvalStatus: 'APPROVED' });
    // The approval raised the bus's revision.
    expect(await refusalOf(reject(id, seen))).to.deep.equal(['conflict', 'BUS_CHANGED']);
    expect(await reject(id, seen + 1)).to.include({ approvalStatus: 'REJECTED' });
  });
});
