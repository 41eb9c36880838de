import { type TellingStores, tellOwners } from '../companies/tell-owners.ts';
import type { Recorder } from '../platform/outbox.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { DocumentId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { DOCUMENT_NAMES, type PapersExpiring } from './documents.ts';
import type { DocumentRepo, DocumentViews } from './document-ports.ts';
import { endingWith } from './papers.ts';
import { reminderOf } from './reminders.ts';

interface Stores extends TellingStores {
  readonly documents: Pick<DocumentRepo, 'lockToRemind' | 'saveReminder'>;
  readonly events: Recorder<PapersExpiring>;
}

interface Needs {
  readonly clock: Clock;
  readonly calendar: Pick<Calendar, 'date'>;
  readonly documentViews: Pick<DocumentViews, 'toRemindOf'>;
  readonly transact: Transact<Stores>;
}

const BATCH = 100;

export type RemindOfPapers = ReturnType<typeof remindOfPapers>;

/** Reminds companies of documents that will expire and so stop the sale of a bus. Returns the number of documents. */
export const remindOfPapers =
  ({ clock, calendar, documentViews, transact }: Needs) =>
  async (batch = BATCH): Promise<number> => {
    const today = calendar.date(clock());
    let told = 0;
    // This loop ends, because a checked document is not due for another check on the same day.
    for (let found = batch; found === batch;) {
      const documents = await documentViews.toRemindOf(today, batch);
      for (const id of documents) if (await remindOf({ clock, transact }, id, today)) told += 1;
      found = documents.length;
    }
    return told;
  };

const remindOf = (
  { clock, transact }: Pick<Needs, 'clock' | 'transact'>,
  id: DocumentId,
  today: string,
): Promise<boolean> =>
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
