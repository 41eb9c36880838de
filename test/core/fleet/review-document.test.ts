import { expect } from 'chai';
import type { DocumentType } from '../../../core/fleet/documents.ts';
import { gateTrips } from '../../../core/fleet/gate-trips.ts';
import { recallDocuments } from '../../../core/fleet/recall-documents.ts';
import { rejectDocument, verifyDocument } from '../../../core/fleet/review-document.ts';
import type { DocumentId, TripId } from '../../../core/kernel/ids.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import { aBus, aTrip, calendar, verified } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { aBareBus, PDF } from '../../support/documents.ts';
import { memoryEngine } from '../../support/engines.ts';
import { recorded } from '../../support/events.ts';
import { recordingMailer } from '../../../adapters/memory/mailer.ts';
import { mailed } from '../../support/mailer.ts';
import { aPassenger, anAdmin } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

const OTHERS = ['REGISTRATION', 'ROUTE_PERMIT', 'FITNESS'] as const;

describe('reviewing a document', () => {
  const given = async () => {
    const engine = memoryEngine();
    const bus = await aBareBus(engine, { registrationNo: 'BA 1 KHA 1' });
    await engine.transact(({ documents }) =>
      documents.saveListed([{ busId: bus.busId, documents: OTHERS.map((type) => verified(type)) }], START),
    );
    const admin = (await anAdmin(engine)).id;
    const mailer = recordingMailer();
    const clock = handClock();
    clock.advance(60);
    const needs = {
      ...engine,
      clock,
      calendar,
    };
    const added = (
      type: DocumentType = 'INSURANCE',
      validFrom: string | null = null,
      validUntil: string | null = null,
    ) =>
      engine.transact(async ({ documents }) => {
        const file = {
          key: `file ${type} ${validUntil}`,
          name: 'a.pdf',
          mediaType: 'application/pdf' as const,
          sizeBytes: PDF.length,
        };
        return (
          await documents.add({ busId: bus.busId, type, number: 'N-1', validFrom, validUntil, file, uploadedAt: START })
        ).id;
      });
    const trip = (await aTrip(engine, { busId: bus.busId })).id;
    const isOnSale = async (id: TripId = trip) => (await engine.tripSearch.find(id, START)) !== undefined;
    return {
      engine,
      mailer,
      clock,
      added,
      isOnSale,
      admin,
      ...bus,
      verify: (id: DocumentId, validUntil?: string | null) => verifyDocument(needs)(admin, id, validUntil),
      reject: (id: DocumentId, reason = 'Not readable.') => rejectDocument(needs)(admin, id, reason),
      mails: () => mailed(engine, clock, mailer),
    };
  };

  it('a verified vehicle document puts trips on sale at once', async () => {
    const { engine, added, isOnSale, verify, clock } = await given();
    const id = await added();
    expect(await isOnSale()).to.equal(false);
    const document = await verify(id);
    expect(document).to.include({ id, status: 'VERIFIED', rejectionReason: null, reviewedAt: clock() });
    expect((await engine.documentViews.find(id))?.document).to.deep.equal(document);
    expect(await isOnSale()).to.equal(true);
  });

  it('a verified vehicle document puts trips on sale only on its valid days, up to the expiry date set by the reviewer', async () => {
    // The trip departs on 22 November. Some of the documents below are valid on this day.
    const { added, isOnSale, verify } = await given();
    const early = await added('INSURANCE', null, '2026-11-20');
    await verify(early);
    expect(await isOnSale()).to.equal(false);
    const typed = await added('INSURANCE', '2026-11-21', '2026-11-21');
    expect(await verify(typed, '2026-11-22')).to.include({ validFrom: '2026-11-21', validUntil: '2026-11-22' });
    expect(await isOnSale()).to.equal(true);
  });

  it('a verified vehicle document without an expiry date never expires', async () => {
    const { added, isOnSale, verify } = await given();
    expect(await verify(await added('INSURANCE', null, '2026-11-20'), null)).to.include({ validUntil: null });
    expect(await isOnSale()).to.equal(true);
  });

  it('a rejected vehicle document no longer puts trips on sale, and shows the reason of the rejection', async () => {
    const { added, isOnSale, verify, reject, clock } = await given();
    const id = await added();
    await verify(id);
    clock.advance(1);
    expect(await reject(id, 'A copy of another bus’s.')).to.include({
      status: 'REJECTED',
      rejectionReason: 'A copy of another bus’s.',
      reviewedAt: clock(),
    });
    expect(await isOnSale()).to.equal(false);
  });

  it('a vehicle document that waits for review can be rejected', async () => {
    const { added, reject } = await given();
    expect((await reject(await added())).status).to.equal('REJECTED');
  });

  it('a vehicle document can be verified only once, and a rejected one stays rejected', async () => {
    const { added, verify, reject } = await given();
    const id = await added();
    await verify(id);
    expect(await refusalOf(verify(id))).to.deep.equal(['conflict', 'DOCUMENT_REVIEWED']);
    await reject(id);
    for (const again of [verify(id), reject(id)])
      expect(await refusalOf(again)).to.deep.equal(['conflict', 'DOCUMENT_REVIEWED']);
  });

  it('a review of a vehicle document is refused for an unknown document, and for an expiry date before its first day', async () => {
    const { engine, added, verify, reject } = await given();
    for (const absent of [verify(2_000_000_000 as DocumentId), reject(2_000_000_000 as DocumentId)])
      expect(await refusalOf(absent)).to.deep.equal(['absent', 'DOCUMENT_UNKNOWN']);
    const id = await added('INSURANCE', '2026-11-21');
    expect(await refusalOf(verify(id, '2026-11-20'))).to.deep.equal(['invalid', 'VALIDATION']);
    expect((await engine.documentViews.find(id))?.document).to.include({ status: 'PENDING', validUntil: null });
  });

  it('a vehicle document is not verified with a day more than 30 years ahead, but can be rejected', async () => {
    const { added, verify, reject } = await given();
    const faults = (verified: Promise<unknown>) =>
      verified.then(
        () => [],
        (error: unknown) => (error as Refusal).faults.map(({ field }) => field),
      );
    const id = await added('INSURANCE', null, '2083-04-13');
    expect(await faults(verify(id))).to.deep.equal(['valid_until']);
    expect(await faults(verify(id, '2056-11-21'))).to.deep.equal(['valid_until']);
    expect(await faults(verify(await added('INSURANCE', '2082-01-01', '2083-01-01'), null))).to.deep.equal([
      'valid_from',
    ]);
    expect((await reject(id)).status).to.equal('REJECTED');
    const other = await added('INSURANCE', null, '2083-04-14');
    expect((await verify(other, '2027-04-13')).status).to.equal('VERIFIED');
  });

  it('a verified vehicle document with a day more than 30 years ahead comes back to review, and its bus is not on sale', async () => {
    const { engine, added, verify, isOnSale, busId, operatorId, clock } = await given();
    const recall = () => recallDocuments({ ...engine, clock, calendar })(1);
    const [far, near] = [await added(), await added('POLLUTION', null, '2056-11-20')];
    for (const id of [far, near]) await verify(id);
    await engine.transact(({ documents }) =>
      documents.review(far, { status: 'VERIFIED', rejectionReason: null, validUntil: '2083-04-13', reviewedAt: START }),
    );
    expect(await isOnSale()).to.equal(true);
    expect(await recall()).to.equal(1);
    const waiting = (await engine.documentViews.waiting({ limit: 9 })).rows;
    expect(waiting).to.have.length(1);
    expect(waiting[0]).to.include({ id: far, busId, status: 'PENDING', validUntil: '2083-04-13', reviewedAt: null });
    expect(await isOnSale()).to.equal(false);
    expect((await engine.transact(({ trail }) => trail.of({ type: 'document', id: far }))).at(-1)).to.deep.include({
      kind: 'DOCUMENT_RECALLED',
      actor: { role: 'SYSTEM' },
      operatorId,
      changes: { status: { old: 'VERIFIED', new: 'PENDING' } },
    });
    expect(await recall()).to.equal(0);
    await verify(far, '2027-04-13');
    expect(await isOnSale()).to.equal(true);
  });

  it('a review of a vehicle document is in the activity log', async () => {
    const { engine, added, verify, reject, admin, operatorId, clock } = await given();
    const id = await added('INSURANCE', null, '2026-11-22');
    await verify(id, '2026-11-25');
    await reject(id, 'Forged.');
    const common = {
      actor: { role: 'ADMIN', userId: admin },
      operatorId,
      subject: { type: 'document', id },
      at: clock(),
    };
    expect(await engine.transact(({ trail }) => trail.of({ type: 'document', id }))).to.deep.equal([
      {
        ...common,
        kind: 'DOCUMENT_VERIFIED',
        changes: {
          status: { old: 'PENDING', new: 'VERIFIED' },
          valid_until: { old: '2026-11-22', new: '2026-11-25' },
        },
        description: 'Verified INSURANCE N-1 of BA 1 KHA 1.',
      },
      {
        ...common,
        kind: 'DOCUMENT_REJECTED',
        changes: {
          status: { old: 'VERIFIED', new: 'REJECTED' },
          rejection_reason: { old: null, new: 'Forged.' },
        },
        description: 'Rejected INSURANCE N-1 of BA 1 KHA 1: Forged.',
      },
    ]);
  });

  it('a review of a vehicle document sends the company a notification', async () => {
    const { engine, added, verify, reject, busId, operatorId } = await given();
    const id = await added();
    await verify(id);
    await reject(id, 'Forged.');
    const message = (status: string, reason: string | null) => [
      `operators/${operatorId}/notifications`,
      {
        operator_id: operatorId,
        type: 'document_reviewed',
        payload: { document_id: id, bus_id: busId, type: 'INSURANCE', status, reason },
      },
    ];
    expect(await recorded(engine)).to.deep.equal([message('VERIFIED', null), message('REJECTED', 'Forged.')]);
  });

  it('a review of a vehicle document is mailed to the OWNERs of the company, and to nobody else', async () => {
    const { engine, added, reject, verify, email, mails } = await given();
    await aPassenger(engine);
    const id = await added();
    await verify(id, '2027-04-13');
    await reject(id, 'Forged.');
    const common = {
      kind: 'document-reviewed',
      to: email,
      name: 'Sita Rai',
      documentName: 'insurance',
      registrationNo: 'BA 1 KHA 1',
      validUntil: '2027-04-13',
    };
    expect(await mails()).to.deep.equal([
      { ...common, isVerified: true, reason: null },
      { ...common, isVerified: false, reason: 'Forged.' },
    ]);
  });

  it('a reviewed vehicle document stays unchanged when an import lists it again', async () => {
    const { engine, reject } = await given();
    const listed = [...OTHERS, 'INSURANCE' as const].map((type) => verified(type));
    const busId = await aBus(engine, { documents: listed });
    const trip = await aTrip(engine, { busId });
    const { rows } = await engine.documentViews.list(busId, { limit: 10 });
    const fitness = rows.find(({ type }) => type === 'FITNESS')!;
    await reject(fitness.id);
    const kept = await engine.transact(async (stores) => {
      const left = await stores.documents.saveListed([{ busId, documents: [...listed, verified('POLLUTION')] }], START);
      await gateTrips(stores, calendar, [busId]);
      return left;
    });
    expect(kept).to.equal(1);
    expect(await engine.tripSearch.find(trip.id, START)).to.equal(undefined);
    await engine.transact(({ documents }) => documents.saveListed([{ busId, documents: [] }], START));
    expect(
      (await engine.documentViews.list(busId, { limit: 10 })).rows.map(({ id, status }) => [id, status]),
    ).to.deep.equal([[fitness.id, 'REJECTED']]);
  });
});
