import type { DocumentId } from '../kernel/ids.ts';
import { changesBetween } from '../platform/trail.ts';
import { lastBelievedDay, validityFaults } from './documents.ts';
import { gateTrips } from './gate-trips.ts';
import type { FleetWorld } from './world.ts';

const BATCH = 100;

export type RecallDocuments = ReturnType<typeof recallDocuments>;

/**
 * Puts verified documents with a day of validity that is too far ahead back among those that wait for a review. Earlier
 * versions accepted such days, most of which are days of Bikram Sambat. Returns the number of documents.
 */
export const recallDocuments =
  (world: FleetWorld) =>
  async (batch = BATCH): Promise<number> => {
    const { clock, calendar, documentViews } = world;
    const today = calendar.date(clock());
    let recalled = 0;
    // This loop ends, because a recalled document is not found again.
    for (let found = batch; found === batch;) {
      const documents = await documentViews.validBeyond(lastBelievedDay(today), batch);
      for (const id of documents) if (await recall(world, id, today)) recalled += 1;
      found = documents.length;
    }
    return recalled;
  };

const recall = ({ clock, calendar, transact }: FleetWorld, id: DocumentId, today: string): Promise<boolean> =>
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
