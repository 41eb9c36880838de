import type { Calendar } from '../kernel/calendar.ts';
import type { DocumentId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { type Trail, changesBetween } from '../platform/trail.ts';
import type { DocumentRepo, DocumentViews } from './document-ports.ts';
import { lastBelievedDay, validityFaults } from './documents.ts';
import { type GateStores, gateTrips } from './gate-trips.ts';

interface Stores extends GateStores {
  readonly documents: Pick<DocumentRepo, 'lock' | 'lockOf' | 'recall'>;
  readonly trail: Trail;
}

interface Needs {
  readonly clock: Clock;
  readonly calendar: Pick<Calendar, 'day' | 'date'>;
  readonly documentViews: Pick<DocumentViews, 'validBeyond'>;
  readonly transact: Transact<Stores>;
}

const BATCH = 100;

export type RecallDocuments = ReturnType<typeof recallDocuments>;

/**
 * Puts verified documents with a day of validity that is too far ahead back among those that wait for a review. Earlier
 * versions accepted such days, most of which are days of Bikram Sambat. Returns the number of documents.
 */
export const recallDocuments =
  ({ clock, calendar, documentViews, transact }: Needs) =>
  async (batch = BATCH): Promise<number> => {
    const today = calendar.date(clock());
    let recalled = 0;
    // This loop ends, because a recalled document is not found again.
    for (let found = batch; found === batch;) {
      const documents = await documentViews.validBeyond(lastBelievedDay(today), batch);
      for (const id of documents) if (await recall({ clock, calendar, transact }, id, today)) recalled += 1;
      found = documents.length;
    }
    return recalled;
  };

const recall = (
  { clock, calendar, transact }: Omit<Needs, 'documentViews'>,
  id: DocumentId,
  today: string,
): Promise<boolean> =>
  transact(async (stores) => {
    const found = await stores.documents.lock(id);
    // Meanwhile an administrator may have rejected the document.
    if (found?.document.status !== 'VERIFIED') return false;
    const { document, bus } = found;
    const [fault] = validityFaults(document, today);
    if (!fault) return false;

    await stores.documents.recall(id);
    await gateTrips(stores, calendar, [bus.id]);
    await stores.trail.add(
      {
        kind: 'DOCUMENT_RECALLED',
        actor: { role: 'SYSTEM' },
        operatorId: bus.operatorId,
        subject: { type: 'document', id },
        changes: changesBetween({ status: document.status }, { status: 'PENDING' }),
        description: `Put a paper of ${bus.registrationNo} back to review: ${fault.field} ${fault.message}.`,
      },
      clock(),
    );
    return true;
  });
