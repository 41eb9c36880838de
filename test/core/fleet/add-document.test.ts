import { expect } from 'chai';
import { type GivenDocument, addDocument } from '../../../core/fleet/add-document.ts';
import { DOCUMENT_LIMIT_BYTES } from '../../../core/fleet/documents.ts';
import { sweepFiles } from '../../../core/fleet/sweep-files.ts';
import { downloadDocument } from '../../../core/fleet/view-documents.ts';
import type { BusId, DocumentId, UserId } from '../../../core/kernel/ids.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { aBus, aTrip, calendar, verified } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { filesInMemory } from '../../../adapters/memory/files.ts';
import { aBareBus, bytes, PDF, PNG } from '../../support/documents.ts';
import { memoryEngine } from '../../support/engines.ts';
import { anOperator } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

const faultOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => (error as Error).message);
const A_FILE = { content: PDF, fileName: 'C:\\papers\\insurance.pdf' };

describe('adding a document', () => {
  const given = async () => {
    const engine = memoryEngine();
    const documentFiles = filesInMemory();
    const bus = await aBareBus(engine, { registrationNo: 'BA 1 KHA 1' });
    const needs = { ...engine, clock: handClock(), calendar, documentFiles };
    const add = (
      document: Partial<GivenDocument> = {},
      { busId = bus.busId, userId = bus.userId }: { busId?: BusId; userId?: UserId } = {},
      keep?: () => Promise<void>,
    ) =>
      addDocument(needs)(
        { userId, operatorId: bus.operatorId },
        busId,
        { type: 'INSURANCE', number: 'N-1', validFrom: null, validUntil: '2027-04-13', file: A_FILE, ...document },
        keep,
      );
    return { engine, documentFiles, add, needs, ...bus };
  };

  it('a vehicle document with a day more than 30 years ahead is refused, and a day of Bikram Sambat is called so', async () => {
    const { add } = await given();
    const faults = (days: Partial<GivenDocument>) =>
      add(days).then(
        () => [],
        (error: unknown) => (error as Refusal).faults.map(({ field, message }) => `${field} ${message}`),
      );
    const sambat = ': it looks like a day of Bikram Sambat, and the Gregorian day is needed';
    expect(await faults({ validFrom: '2056-11-20', validUntil: '2056-11-20' })).to.deep.equal([]);
    expect(await faults({ validUntil: '2056-11-21' })).to.deep.equal(['valid_until must be at most 30 years ahead']);
    expect(await faults({ validUntil: '2069-12-31' })).to.deep.equal(['valid_until must be at most 30 years ahead']);
    expect(await faults({ validFrom: '2082-08-05', validUntil: '2083-08-04' })).to.deep.equal([
      `valid_from must be at most 30 years ahead${sambat}`,
      `valid_until must be at most 30 years ahead${sambat}`,
    ]);
    expect(await faults({ validUntil: '2070-01-01' })).to.deep.equal([
      `valid_until must be at most 30 years ahead${sambat}`,
    ]);
  });

  it('an added vehicle document keeps its details and file, and waits for review', async () => {
    const { engine, documentFiles, add, busId } = await given();
    const document = await add();
    const [[key, content] = []] = [...documentFiles.kept];
    expect(content).to.equal(PDF);
    expect(document).to.deep.equal({
      id: document.id,
      busId,
      type: 'INSURANCE',
      number: 'N-1',
      validFrom: null,
      validUntil: '2027-04-13',
      status: 'PENDING',
      rejectionReason: null,
      file: { key, name: 'insurance.pdf', mediaType: 'application/pdf', sizeBytes: PDF.length },
      uploadedAt: START,
      reviewedAt: null,
    });
    expect((await engine.documentViews.find(document.id))?.document).to.deep.equal(document);
  });

  it('an added vehicle document is in the activity log without its file', async () => {
    const { engine, add, userId, operatorId } = await given();
    const { id } = await add();
    expect(await engine.transact(({ trail }) => trail.of({ type: 'document', id }))).to.deep.equal([
      {
        kind: 'DOCUMENT_ADDED',
        actor: { role: 'OPERATOR', userId },
        operatorId,
        subject: { type: 'document', id },
        changes: {
          type: { old: null, new: 'INSURANCE' },
          number: { old: null, new: 'N-1' },
          valid_until: { old: null, new: '2027-04-13' },
        },
        description: 'Added INSURANCE N-1 of BA 1 KHA 1.',
        at: START,
      },
    ]);
  });

  it('an added vehicle document puts no trip on sale before its review', async () => {
    const { engine, add, busId } = await given();
    const trip = await aTrip(engine, { busId });
    for (const type of ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'] as const) await add({ type });
    expect(await engine.tripSearch.find(trip.id, START)).to.equal(undefined);
  });

  it('a bus may have several vehicle documents of one type, and a document may be valid for a single day', async () => {
    const { engine, add, busId } = await given();
    await add();
    await add({ validFrom: '2027-04-14', validUntil: '2027-04-14', file: { content: PNG, fileName: 'a.png' } });
    const { rows } = await engine.documentViews.list(busId, { limit: 10 });
    expect(rows.map(({ file, validUntil }) => [file?.mediaType, validUntil])).to.deep.equal([
      ['image/png', '2027-04-14'],
      ['application/pdf', '2027-04-13'],
    ]);
  });

  it('an invalid vehicle document is refused, and its file is deleted', async () => {
    const { documentFiles, add } = await given();
    const faulty = async (document: Partial<GivenDocument>) =>
      add(document).then(
        () => 'added',
        (error: unknown) => (error instanceof Refusal ? [error.code, error.faults[0]?.field] : error),
      );
    const file = (content: Uint8Array) => ({ file: { content, fileName: 'a.pdf' } });
    expect(await faulty({ file: undefined })).to.deep.equal(['VALIDATION', 'file']);
    expect(await faulty(file(new Uint8Array()))).to.deep.equal(['VALIDATION', 'file']);
    expect(await faulty(file(bytes('<html>')))).to.deep.equal(['VALIDATION', 'file']);
    const most = new Uint8Array(DOCUMENT_LIMIT_BYTES);
    most.set(PDF);
    expect(await faulty(file(new Uint8Array([...PDF, ...most])))).to.deep.equal(['VALIDATION', 'file']);
    expect(await faulty({ validFrom: '2027-04-14' })).to.deep.equal(['VALIDATION', 'valid_until']);
    expect(documentFiles.kept.size).to.equal(0);
    expect((await add(file(most))).file?.sizeBytes).to.equal(DOCUMENT_LIMIT_BYTES);
  });

  it('a vehicle document for another company’s bus is refused as for an unknown bus, and the file is deleted', async () => {
    const { engine, documentFiles, add } = await given();
    const foreign = await aBus(engine);
    for (const busId of [foreign, 2_000_000_000 as BusId])
      expect(await refusalOf(add({}, { busId }))).to.deep.equal(['absent', 'BUS_UNKNOWN']);
    expect(documentFiles.kept.size).to.equal(0);
  });

  it('a vehicle document is refused to former managers and to suspended companies, and the file is deleted', async () => {
    const { engine, documentFiles, add, operatorId } = await given();
    const { id: userId } = await anOperator(engine);
    expect(await refusalOf(add({}, { userId }))).to.deep.equal(['forbidden', 'POSITION_TOO_LOW']);
    await engine.transact(async ({ companies }) => {
      const company = await companies.lock(operatorId);
      await companies.save({ ...company!, status: 'SUSPENDED' });
    });
    expect(await refusalOf(add())).to.deep.equal(['forbidden', 'COMPANY_SUSPENDED']);
    expect(documentFiles.kept.size).to.equal(0);
  });

  it('a vehicle document leaves no file behind if its transaction fails', async () => {
    const { engine, documentFiles, add, busId } = await given();
    const failing = add({}, {}, () => Promise.reject(new Error('The database is gone.')));
    expect(await faultOf(failing)).to.equal('The database is gone.');
    expect(documentFiles.kept.size).to.equal(0);
    expect((await engine.documentViews.list(busId, { limit: 10 })).rows).to.deep.equal([]);
  });

  it('a vehicle document’s file is kept if it is unknown whether the transaction was committed', async () => {
    const { needs, documentFiles, busId, userId, operatorId } = await given();
    const document: GivenDocument = { type: 'FITNESS', number: '1', validFrom: null, validUntil: null, file: A_FILE };
    const lost = addDocument({
      ...needs,
      transact: async (work) => {
        await needs.transact(work);
        throw new Error('The connection is gone.');
      },
    })({ userId, operatorId }, busId, document);
    expect(await faultOf(lost)).to.equal('The connection is gone.');
    expect(documentFiles.kept.size).to.equal(1);

    const unanswered = addDocument({
      ...needs,
      transact: () => Promise.reject(new Error('The database is gone.')),
      documentViews: { ...needs.documentViews, keysInUse: () => Promise.reject(new Error('Still gone.')) },
    })({ userId, operatorId }, busId, document);
    expect(await faultOf(unanswered)).to.equal('The database is gone.');
    expect(documentFiles.kept.size).to.equal(2);
    expect(await sweepFiles(needs)(), 'the one without a document').to.equal(1);
    expect(documentFiles.kept.size).to.equal(1);
  });

  it('the clean-up of files without a vehicle document deletes only files that are at least a day old', async () => {
    const { needs } = await given();
    const asked: number[] = [];
    const documentFiles = {
      ...needs.documentFiles,
      keptBefore: async (moment: number) => {
        asked.push(moment);
        return [];
      },
    };
    expect(await sweepFiles({ ...needs, documentFiles })()).to.equal(0);
    expect(asked).to.deep.equal([daysAfter(START, -1)]);
  });

  describe('the file of a document', () => {
    it('a vehicle document’s file can be read by its company and by administrators, and by nobody else', async () => {
      const { engine, needs, add, operatorId } = await given();
      const { id } = await add({ file: { content: PDF, fileName: 'insurance.html' } });
      const download = downloadDocument(needs);
      const downloaded = { content: PDF, fileName: 'insurance.html.pdf', mediaType: 'application/pdf' };
      expect(await download('admin', id)).to.deep.equal(downloaded);
      expect(await download({ operatorId }, id)).to.deep.equal(downloaded);
      const stranger = await anOperator(engine);
      for (const asking of [download(stranger, id), download({ operatorId }, 2_000_000_000 as DocumentId)])
        expect(await refusalOf(asking)).to.deep.equal(['absent', 'DOCUMENT_UNKNOWN']);
    });

    it('a vehicle document has no file if an import listed the document or if the file is lost', async () => {
      const { engine, needs, add, documentFiles } = await given();
      const busId = await aBus(engine, { documents: [verified('FITNESS')] });
      const [listed] = (await engine.documentViews.list(busId, { limit: 1 })).rows;
      const { id } = await add();
      documentFiles.kept.clear();
      for (const document of [listed!.id, id])
        expect(await refusalOf(downloadDocument(needs)('admin', document))).to.deep.equal([
          'absent',
          'DOCUMENT_WITHOUT_FILE',
        ]);
    });
  });
});
