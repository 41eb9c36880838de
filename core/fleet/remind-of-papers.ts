import type { Owners } from '../companies/owners.ts';
import { tellOwners } from '../companies/tell-owners.ts';
import type { TellingNeeds } from '../companies/tell-owners.ts';
import type { Recorder } from '../delivery/outbox.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { DocumentId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { DOCUMENT_NAMES } from './document-events.ts';
import type { PapersExpiring } from './document-events.ts';
import type { DocumentRepo, DocumentViews } from './document-ports.ts';
import { endingWith } from './papers.ts';
import { reminderOf } from './reminders.ts';

interface Needs extends TellingNeeds {
  readonly clock: Clock;
  readonly calendar: Pick<Calendar, 'date'>;
  readonly documentViews: Pick<DocumentViews, 'toRemindOf'>;
  readonly transact: Transact<{
    readonly documents: Pick<DocumentRepo, 'lockToRemind' | 'saveReminder'>;
    readonly owners: Owners;
    readonly events: Recorder<PapersExpiring>;
  }>;
}

const BATCH = 100;

export type RemindOfPapers = ReturnType<typeof remindOfPapers>;

/** Tells companies of documents that end the time in which a bus can be booked. Answers of how many it has told. */
export const remindOfPapers =
  ({ clock, calendar, documentViews, ...needs }: Needs) =>
  async (batch = BATCH): Promise<number> => {
    const today = calendar.date(clock());
    let told = 0;
    // Whatever has been looked at is not looked at again today.
    for (let found = batch; found === batch;) {
      const documents = await documentViews.toRemindOf(today, batch);
      for (const id of documents) if (await remindOf({ ...needs, clock }, id, today)) told += 1;
      found = documents.length;
    }
    return told;
  };

async function remindOf(
  { clock, transact, ...telling }: Pick<Needs, 'clock' | 'transact' | 'mailer' | 'runInBackground'>,
  id: DocumentId,
  today: string,
): Promise<boolean> {
  const told = await transact(async ({ documents, owners, events }) => {
    const found = await documents.lockToRemind(id, today);
    // Another process has been faster.
    if (!found) return undefined;
    const { document, bus, reminded, all } = found;
    const { validUntil, type } = document;
    const isEnding = endingWith(all, today).some((one) => one.id === id);
    const { isDue, ...state } = reminderOf({ validUntil, reminded }, isEnding, today);
    await documents.saveReminder(id, state);
    if (!isDue || validUntil === null) return undefined;

    const { operatorId, registrationNo } = bus;
    await events.record(
      { type: 'papers expiring', operatorId, busId: bus.id, registrationNo, documentType: type, validUntil },
      clock(),
    );
    return { type, validUntil, registrationNo, owners: await owners.of(operatorId) };
  });
  if (!told) return false;

  const { owners, type, registrationNo, validUntil } = told;
  tellOwners(telling, owners, (owner) => ({
    ...{ kind: 'papers-expiring', ...owner, documentName: DOCUMENT_NAMES[type], registrationNo, validUntil },
  }));
  return true;
}
