import { tellOwners } from '../companies/tell-owners.ts';
import type { DocumentId } from '../kernel/ids.ts';
import { DOCUMENT_NAMES } from './documents.ts';
import { endingWith } from './papers.ts';
import { reminderOf } from './reminders.ts';
import type { FleetWorld } from './world.ts';

const BATCH = 100;

export type RemindOfPapers = ReturnType<typeof remindOfPapers>;

/** Reminds companies of documents that will expire and so stop the sale of a bus. Returns the number of documents. */
export const remindOfPapers =
  (world: FleetWorld) =>
  async (batch = BATCH): Promise<number> => {
    const { clock, calendar, documentViews } = world;
    const today = calendar.date(clock());
    let told = 0;
    // This loop ends, because a checked document is not due for another check on the same day.
    for (let found = batch; found === batch;) {
      const documents = await documentViews.toRemindOf(today, batch);
      for (const id of documents) if (await remindOf(world, id, today)) told += 1;
      found = documents.length;
    }
    return told;
  };

const remindOf = ({ clock, transact }: FleetWorld, id: DocumentId, today: string): Promise<boolean> =>
  transact(async (stores) => {
    const { documents, events } = stores;
    const found = await documents.lockToRemind(id, today);
    // Another process has already handled the document.
    if (!found) return false;
    const { document, bus, reminded, all } = found;
    const { validUntil, type } = document;
    const isEnding = endingWith(all, today).some((one) => one.id === id);
    const { isDue, ...state } = reminderOf({ validUntil, reminded }, isEnding, today);
    await documents.saveReminder(id, state);
    if (!isDue || validUntil === null) return false;

    const { operatorId, registrationNo } = bus;
    const now = clock();
    await events.record(
      { type: 'papers expiring', operatorId, busId: bus.id, registrationNo, documentType: type, validUntil },
      now,
    );
    const documentName = DOCUMENT_NAMES[type];
    await tellOwners(
      stores,
      operatorId,
      (owner) => ({ kind: 'papers-expiring', ...owner, documentName, registrationNo, validUntil }),
      now,
    );
    return true;
  });
