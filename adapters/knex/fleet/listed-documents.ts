import type { ListedDocuments } from '../../../core/fleet/document-ports.ts';
import type { BusDocument, DocumentStatus, DocumentType } from '../../../core/fleet/documents.ts';
import { firstReminder } from '../../../core/fleet/reminders.ts';
import type { BusId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Sql, type SqlValue, inBatches, list, tuples } from '../engine/sql.ts';

interface Row {
  readonly id: number;
  readonly bus_id: BusId;
  readonly type: DocumentType;
  readonly status: DocumentStatus;
  readonly valid_from: string | null;
  readonly valid_until: string | null;
  readonly listed_as: number;
  readonly reviewed_at: Instant | null;
}

/** A document that a catalogue lists, with its position among the documents of the same type and bus. */
interface Listed {
  readonly key: string;
  readonly busId: BusId;
  readonly nth: number;
  readonly document: BusDocument;
}

const listedKey = (busId: BusId, type: DocumentType, nth: number): string => `${busId} ${type} ${nth}`;

function listedIn({ busId, documents }: ListedDocuments): readonly Listed[] {
  const counts = new Map<DocumentType, number>();
  return documents.map((document) => {
    const nth = (counts.get(document.type) ?? 0) + 1;
    counts.set(document.type, nth);
    return { key: listedKey(busId, document.type, nth), busId, nth, document };
  });
}

const isSame = (document: BusDocument, row: Row): boolean =>
  row.status === document.status && row.valid_from === document.validFrom && row.valid_until === document.validUntil;

/** Writes only changed rows, so that a document keeps its key for as long as it is listed. */
export async function saveListed(sql: Sql, buses: readonly ListedDocuments[], now: Instant): Promise<number> {
  const there = await inBatches(
    buses.map(({ busId }) => busId),
    (batch) => sql.rows<Row>`
      select id, bus_id, type, status, valid_from, valid_until, listed_as, reviewed_at
      from bus_documents where bus_id in ${list(batch)} and listed_as is not null`,
  );
  const known = new Map(there.map((row) => [listedKey(row.bus_id, row.type, row.listed_as), row]));
  const listed = buses.flatMap(listedIn);
  const differing = listed.filter(({ key, document }) => {
    const row = known.get(key);
    return !row || !isSame(document, row);
  });
  const isReviewed = ({ key }: Listed): boolean => (known.get(key)?.reviewed_at ?? null) !== null;
  const changed = differing.filter((one) => !isReviewed(one));
  await inBatches(changed, async (batch) => [await writeListed(sql, batch, now)]);

  const keys = new Set(listed.map(({ key }) => key));
  const gone = [...known].flatMap(([key, row]) => (keys.has(key) || row.reviewed_at !== null ? [] : [row.id]));
  await inBatches(gone, async (batch) => [await sql.changes`delete from bus_documents where id in ${list(batch)}`]);
  return differing.length - changed.length;
}

const writeListed = (sql: Sql, batch: readonly Listed[], now: Instant): Promise<number> =>
  sql.changes`
    insert into bus_documents (bus_id, type, status, valid_from, valid_until, uploaded_at, listed_as, remind_on)
    values ${tuples(
      batch.map(({ busId, nth, document }): SqlValue[] => [
        ...[busId, document.type, document.status, document.validFrom, document.validUntil],
        ...[now, nth, firstReminder(document)],
      ]),
    )}
    on conflict (bus_id, type, listed_as) do update set
      status = excluded.status, valid_from = excluded.valid_from, valid_until = excluded.valid_until,
      remind_on = excluded.remind_on, reminded = null`;
