import { expect } from 'chai';
import type { NewDocument } from '../../../core/fleet/document-ports.ts';
import type { BusId, DocumentId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { aBus, verified } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { aBareBus } from '../../support/documents.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassenger, anOperator } from '../../support/people.ts';

const NOBODY = 2_000_000_000;

onEveryEngine('documents of buses', (engine) => {
  const inside: ReturnType<typeof engine>['transact'] = (work) => engine().transact(work);
  let files = 0;
  const add = (busId: BusId, document: Partial<NewDocument> = {}) => {
    files += 1;
    const file = {
      key: `file ${files}`,
      name: 'बिमा.pdf',
      mediaType: 'application/pdf' as const,
      sizeBytes: 8_388_608,
    };
    const given = {
      type: 'INSURANCE' as const,
      number: 'N-1',
      validFrom: '2026-11-20',
      validUntil: null,
      uploadedAt: START,
    };
    return inside(({ documents }) => documents.add({ busId, file, ...given, ...document }));
  };

  it('a vehicle document is stored as it was uploaded, and is PENDING', async () => {
    const { busId, operatorId } = await aBareBus(engine(), { registrationNo: 'BA 1 KHA 1' });
    const document = await add(busId, { validUntil: '2027-04-13' });
    expect(document).to.deep.equal({
      id: document.id,
      busId,
      type: 'INSURANCE',
      number: 'N-1',
      validFrom: '2026-11-20',
      validUntil: '2027-04-13',
      status: 'PENDING',
      rejectionReason: null,
      uploadedAt: START,
      reviewedAt: null,
      file: { key: `file ${files}`, name: 'बिमा.pdf', mediaType: 'application/pdf', sizeBytes: 8_388_608 },
    });
    const found = { document, bus: { id: busId, operatorId, registrationNo: 'BA 1 KHA 1' } };
    expect(await engine().documentViews.find(document.id)).to.deep.equal(found);
    expect(await inside(({ documents }) => documents.lock(document.id))).to.deep.equal(found);
  });

  it('an unknown vehicle document is not found', async () => {
    const document = NOBODY as DocumentId;
    expect(await engine().documentViews.find(document)).to.equal(undefined);
    expect(await inside(({ documents }) => documents.lock(document))).to.equal(undefined);
  });

  it('a vehicle document can be reviewed again after a first review', async () => {
    const { busId } = await aBareBus(engine());
    const document = await add(busId);
    const [first, second] = [minutesAfter(START, 1), minutesAfter(START, 2)];
    const review = (changes: object) =>
      inside(({ documents }) =>
        documents.review(document.id, {
          status: 'VERIFIED',
          rejectionReason: null,
          validUntil: '2027-01-01',
          reviewedAt: first,
          ...changes,
        }),
      );
    const was = { ...document, status: 'VERIFIED', validUntil: '2027-01-01', reviewedAt: first };
    expect(await review({})).to.deep.equal(was);
    const rejected = { status: 'REJECTED', rejectionReason: 'Forged.', reviewedAt: second };
    expect(await review(rejected)).to.deep.equal({ ...was, ...rejected });
    expect((await engine().documentViews.find(document.id))?.document).to.deep.equal({ ...was, ...rejected });
  });

  it('vehicle documents of a bus are listed newest first, page by page', async () => {
    const { busId } = await aBareBus(engine());
    await add((await aBareBus(engine())).busId);
    const added = [await add(busId), await add(busId), await add(busId, { type: 'POLLUTION' })].reverse();
    const first = await engine().documentViews.list(busId, { limit: 2 });
    expect(first).to.deep.equal({ rows: added.slice(0, 2), next: [added[1]!.id] });
    expect(await engine().documentViews.list(busId, { limit: 2, after: first.next! })).to.deep.equal({
      rows: added.slice(2),
      next: undefined,
    });
  });

  it('a vehicle document in an imported catalogue has no number and no file, and keeps the time of its first import', async () => {
    const busId = await aBus(engine(), { documents: [verified('FITNESS', undefined, '2027-01-01')] });
    const listed = async () => (await engine().documentViews.list(busId, { limit: 9 })).rows;
    const [fitness] = await listed();
    expect(fitness).to.deep.equal({
      id: fitness!.id,
      busId,
      type: 'FITNESS',
      number: null,
      validFrom: null,
      validUntil: '2027-01-01',
      status: 'VERIFIED',
      rejectionReason: null,
      file: null,
      uploadedAt: START,
      reviewedAt: null,
    });
    const again = [verified('FITNESS', undefined, '2027-02-01'), verified('FITNESS', '2027-02-02')];
    await inside(({ documents }) => documents.saveListed([{ busId, documents: again }], minutesAfter(START, 5)));
    const [added, kept] = await listed();
    expect(kept).to.deep.equal({ ...fitness, validUntil: '2027-02-01' });
    expect(added).to.include({ validFrom: '2027-02-02', uploadedAt: minutesAfter(START, 5) });
  });

  it('an import of a catalogue leaves documents unchanged that people uploaded or reviewed', async () => {
    const busId = await aBus(engine(), { documents: [verified('FITNESS'), verified('INSURANCE')] });
    const uploaded = await add(busId);
    const [, insurance] = (await engine().documentViews.list(busId, { limit: 9 })).rows;
    const rejected = await inside(({ documents }) =>
      documents.review(insurance!.id, {
        status: 'REJECTED',
        rejectionReason: 'Forged.',
        validUntil: null,
        reviewedAt: START,
      }),
    );
    const list = (...documents: Parameters<typeof verified>[0][]) =>
      inside((stores) =>
        stores.documents.saveListed([{ busId, documents: documents.map((type) => verified(type)) }], START),
      );
    expect(await list('INSURANCE', 'INSURANCE')).to.equal(1);
    const same = { ...verified('INSURANCE'), status: 'REJECTED' as const };
    expect(
      await inside((stores) =>
        stores.documents.saveListed([{ busId, documents: [same, verified('INSURANCE')] }], START),
      ),
    ).to.equal(0);
    const left = (await engine().documentViews.list(busId, { limit: 9 })).rows;
    expect(left.slice(1)).to.deep.equal([uploaded, rejected]);
    expect(left[0]).to.include({ type: 'INSURANCE', status: 'VERIFIED' });
    expect(await list()).to.equal(0);
    expect((await engine().documentViews.list(busId, { limit: 9 })).rows).to.deep.equal([uploaded, rejected]);
  });

  it('vehicle documents that wait for a review are listed, the longest waiting first', async () => {
    const { busId } = await aBareBus(engine());
    const late = await add(busId, { uploadedAt: minutesAfter(START, 5) });
    const early = await add(busId);
    const same = await add((await aBareBus(engine())).busId);
    const seen = await add(busId);
    await inside(({ documents }) =>
      documents.review(seen.id, { status: 'VERIFIED', rejectionReason: null, validUntil: null, reviewedAt: START }),
    );
    const first = await engine().documentViews.waiting({ limit: 2 });
    expect(first).to.deep.equal({ rows: [early, same], next: [START, same.id] });
    expect(await engine().documentViews.waiting({ limit: 2, after: first.next! })).to.deep.equal({
      rows: [late],
      next: undefined,
    });
  });

  it('a verified vehicle document is due for a reminder from its stored reminder day on, and the earliest expiry comes first', async () => {
    const { busId } = await aBareBus(engine());
    const verify = async (validUntil: string | null) => {
      const { id } = await add(busId);
      const verdict = { status: 'VERIFIED', rejectionReason: null, reviewedAt: START } as const;
      await inside(({ documents }) => documents.review(id, { ...verdict, validUntil }));
      return id;
    };
    await add(busId, { validUntil: '2026-12-20' });
    await verify(null);
    const [late, early] = [await verify('2026-12-31'), await verify('2026-12-21')];
    const due = (today: string, limit = 9) => engine().documentViews.toRemindOf(today, limit);
    expect(await due('2026-11-20')).to.deep.equal([]);
    expect(await due('2026-11-21')).to.deep.equal([early]);
    expect(await due('2026-12-01')).to.deep.equal([early, late]);
    expect(await due('2026-12-01', 1)).to.deep.equal([early]);

    const lock = (today: string) => inside(({ documents }) => documents.lockToRemind(early, today));
    expect(await lock('2026-11-20')).to.equal(undefined);
    const found = await lock('2026-11-21');
    expect(found?.reminded).to.equal(null);
    expect(found?.document.id).to.equal(early);
    expect(found?.all.length).to.equal(4);
    await inside(({ documents }) => documents.saveReminder(early, { reminded: 30, remindOn: '2026-12-14' }));
    expect(await due('2026-12-13')).to.deep.equal([late]);
    expect((await lock('2026-12-14'))?.reminded).to.equal(30);
    await inside(({ documents }) => documents.saveReminder(early, { reminded: 1, remindOn: null }));
    expect([await due('2027-12-31'), await lock('2027-12-31')]).to.deep.equal([[late], undefined]);
    const rejection = { status: 'REJECTED', rejectionReason: 'Forged.', validUntil: null, reviewedAt: START } as const;
    await inside(({ documents }) => documents.review(late, rejection));
    expect(await due('2027-12-31')).to.deep.equal([]);
    expect(await inside(({ documents }) => documents.lockToRemind(NOBODY as DocumentId, '2027-12-31'))).to.equal(
      undefined,
    );
  });

  it('an imported document is due for a second reminder only if a later import changes the document’s expiry date', async () => {
    const listed = (until: string) => [verified('FITNESS', undefined, until)];
    const busId = await aBus(engine(), { documents: listed('2026-12-31') });
    const due = () => engine().documentViews.toRemindOf('2026-12-15', 9);
    const [id] = await due();
    const list = (until: string) =>
      inside(({ documents }) => documents.saveListed([{ busId, documents: listed(until) }], START));
    await inside(({ documents }) => documents.saveReminder(id!, { reminded: 30, remindOn: '2026-12-24' }));
    await list('2026-12-31');
    expect(await due()).to.deep.equal([]);
    await list('2027-01-01');
    expect(await due()).to.deep.equal([id]);
    expect((await inside(({ documents }) => documents.lockToRemind(id!, '2026-12-15')))?.reminded).to.equal(null);
  });

  it('a file counts as in use while a vehicle document refers to it', async () => {
    const { busId } = await aBareBus(engine());
    const { file } = await add(busId);
    await add(busId);
    expect(await engine().documentViews.keysInUse(['nobody', file!.key])).to.deep.equal([file!.key]);
    expect(await engine().documentViews.keysInUse([])).to.deep.equal([]);
  });
});

onEveryEngine('owners of a company', (engine) => {
  it('a company’s owners are its members with the position OWNER who have joined and may sign in', async () => {
    const { operatorId, fullName, email } = await anOperator(engine());
    await anOperator(engine());
    await aPassenger(engine());
    const owners = () => engine().transact((stores) => stores.owners.of(operatorId));
    expect(await owners()).to.deep.equal([{ fullName, email }]);
  });

  it('a suspended owner does not count among the owners of a company', async () => {
    const { operatorId } = await anOperator(engine(), { status: 'SUSPENDED' });
    expect(await engine().transact((stores) => stores.owners.of(operatorId))).to.deep.equal([]);
  });
});
