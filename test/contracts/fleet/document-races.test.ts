import { expect } from 'chai';
import { runAudit } from '../../../core/audit/run-audit.ts';
import { remindOfPapers } from '../../../core/fleet/remind-of-papers.ts';
import { rejectDocument, verifyDocument } from '../../../core/fleet/review-document.ts';
import type { BusId, DocumentId, UserId } from '../../../core/kernel/ids.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../../core/stores.ts';
import { aBus, allVerified, aTrip, calendar } from '../../support/catalogue.ts';
import { handClock } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { recorded } from '../../support/events.ts';
import { exchangeBus } from '../../support/exchange.ts';
import { beforeCommit } from '../../support/overlap.ts';
import { anAdmin } from '../../support/people.ts';
import { KNOWN } from '../../support/known-gateways.ts';
import { ended } from '../../support/refusals.ts';
import { aWorld } from '../../support/world.ts';

/**
 * Tests of document reviews at the same time as other reviews, or as a change of a trip's bus. They run on parallel
 * connections of Postgres, and in sequence on SQLite.
 */

onEveryEngine('parallel reviews of documents', (engine, database) => {
  const clock = handClock();
  let admins: readonly UserId[];

  beforeEach(async () => {
    admins = [(await anAdmin(engine())).id, (await anAdmin(engine())).id];
  });

  const needs = (transact: Transact<Stores> = engine().transact) => ({
    transact,
    clock,
    calendar,
  });
  const meeting = <One, Two>(first: (transact: Transact<Stores>) => Promise<One>, second: () => Promise<Two>) =>
    beforeCommit(database(), engine().transact, first, second);
  const insuranceOf = async (busId: BusId): Promise<DocumentId> =>
    (await engine().documentViews.list(busId, { limit: 9 })).rows.find(({ type }) => type === 'INSURANCE')!.id;
  const findings = async () =>
    (await runAudit({ gateways: KNOWN, clock, calendar, auditReader: engine().auditReader })()).findings.map(
      ({ says }) => says,
    );
  const waitingInsurance = allVerified.map((one) =>
    one.type === 'INSURANCE' ? { ...one, status: 'PENDING' as const } : one,
  );

  it('a vehicle document is reviewed only once when two administrators review it at once', async () => {
    const busId = await aBus(engine(), { documents: waitingInsurance });
    const id = await insuranceOf(busId);
    const verify = (admin: UserId, transact?: Transact<Stores>) =>
      ended(verifyDocument({ ...aWorld, ...needs(transact) })(admin, id, undefined));
    const outcomes = await meeting(
      (transact) => verify(admins[0]!, transact),
      () => verify(admins[1]!),
    );
    expect(outcomes).to.deep.equal(['done', 'DOCUMENT_REVIEWED']);
    const told = await engine().transact(({ trail }) => trail.of({ type: 'document', id }));
    expect(told.map(({ actor }) => actor)).to.deep.equal([{ role: 'ADMIN', userId: admins[0] }]);
    const many = await aBus(engine(), { documents: waitingInsurance });
    const next = await insuranceOf(many);
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        ended(rejectDocument({ ...aWorld, ...needs() })(admins[index % 2]!, next, `Reason ${index}.`)),
      ),
    );
    expect(all.filter((outcome) => outcome === 'done').length).to.equal(1);
  });

  it('two documents of one bus that are reviewed at once both count for the sale of the bus’s trips', async () => {
    const documents = allVerified.map((one) => ({ ...one, status: 'PENDING' as const }));
    const { busId, id: trip } = await aTrip(engine(), { bus: { documents } });
    const { rows } = await engine().documentViews.list(busId, { limit: 9 });
    const verify = (index: number, transact?: Transact<Stores>) =>
      verifyDocument({ ...aWorld, ...needs(transact) })(admins[0]!, rows[index]!.id, undefined);
    await verify(0);
    await verify(1);
    await meeting(
      (transact) => verify(2, transact),
      () => verify(3),
    );
    expect((await engine().tripSearch.find(trip, clock()))?.id).to.equal(trip);
    expect(await findings()).to.deep.equal([]);
  });

  it('a reminder of an expiring document is sent only once when two processes send reminders at once', async () => {
    const documents = allVerified.map((one) => ({ ...one, validUntil: '2026-11-27' }));
    await aBus(engine(), { documents: [...documents.slice(1), { ...documents[0]!, validUntil: null }] });
    const remind = (transact?: Transact<Stores>) =>
      remindOfPapers({ ...aWorld, ...needs(transact), documentViews: engine().documentViews })();
    const [one, other] = await meeting(remind, () => remind());
    expect(one + other).to.equal(3);
    expect((await recorded(engine())).length).to.equal(3);
  });

  it('a document reviewed while its bus is replaced on a trip no longer decides whether that trip is on sale', async () => {
    for (const isReviewFirst of [true, false])
      for (const [documents, isOpen] of [
        [waitingInsurance, false],
        [allVerified, true],
      ] as const) {
        const trip = await aTrip(engine(), { bus: { documents: waitingInsurance } });
        const other = await aBus(engine(), { documents });
        const id = await insuranceOf(trip.busId);
        const verify = (transact?: Transact<Stores>) =>
          verifyDocument({ ...aWorld, ...needs(transact) })(admins[0]!, id, undefined);
        const exchange = (transact: Transact<Stores> = engine().transact) =>
          transact((stores) => exchangeBus(stores, trip, other));
        if (isReviewFirst) await meeting(verify, () => exchange());
        else await meeting(exchange, () => verify());
        expect((await engine().tripSearch.find(trip.id, clock())) !== undefined).to.equal(isOpen);
        expect(await findings()).to.deep.equal([]);
      }
  });
});
