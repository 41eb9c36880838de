import type { DocumentRepo, ListedDocuments, TripGate } from '../../../core/fleet/document-ports.ts';
import type { BusDocument, DocumentStatus, DocumentType } from '../../../core/fleet/documents.ts';
import { firstReminder } from '../../../core/fleet/reminders.ts';
import type { BusId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { forUpdate, inBatches, list, tuples } from '../engine/sql.ts';
import type { Sql, SqlValue } from '../engine/sql.ts';

interface Row {
  readonly bus_id: BusId;
  readonly type: DocumentType;
  readonly status: DocumentStatus;
  readonly valid_from: string | null;
  readonly valid_until: string | null;
}

const toDocument = (row: Row): BusDocument => ({
  type: row.type,
  status: row.status,
  validFrom: row.valid_from,
  validUntil: row.valid_until,
});

/** Rows of `bus_documents`. The row of the bus is the lock of all its documents. */
export const knexDocuments = (sql: Sql): DocumentRepo => ({
  async lockOf(buses) {
    const locked = await lockBuses(sql, buses);
    const found = new Map<BusId, BusDocument[]>(locked.map((id) => [id, []]));
    const rows = await inBatches(
      locked,
      (batch) => sql.rows<Row>`
      select bus_id, type, status, valid_from, valid_until from bus_documents where bus_id in ${list(batch)} order by id`,
    );
    for (const row of rows) found.get(row.bus_id)?.push(toDocument(row));
    return found;
  },

  saveListed: (buses, now) => saveListed(sql, buses, now),
});

/** Locks buses that are there, in the order of their keys, and names them. */
async function lockBuses(sql: Sql, buses: readonly BusId[]): Promise<readonly BusId[]> {
  const inOrder = [...buses].sort((one, other) => one - other);
  const rows = await inBatches(
    inOrder,
    (batch) => sql.rows<{ id: BusId }>`select id from buses where id in ${list(batch)} order by id ${forUpdate(sql)}`,
  );
  return rows.map(({ id }) => id);
}

interface ListedRow extends Row {
  readonly id: number;
  readonly listed_as: number;
  readonly reviewed_at: Instant | null;
}

/** A document, and that it is the first, second, … of its type that is listed for its bus. */
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

/** Writes only what has changed, so that a document keeps its key for as long as it is listed. */
async function saveListed(sql: Sql, buses: readonly ListedDocuments[], now: Instant): Promise<number> {
  const there = await inBatches(
    buses.map(({ busId }) => busId),
    (batch) => sql.rows<ListedRow>`
      select id, bus_id, type, status, valid_from, valid_until, listed_as, reviewed_at
      from bus_documents where bus_id in ${list(batch)} and listed_as is not null`,
  );
  const known = new Map(there.map((row) => [listedKey(row.bus_id, row.type, row.listed_as), row]));
  const listed = buses.flatMap(listedIn);
  const isReviewed = ({ key }: Listed): boolean => (known.get(key)?.reviewed_at ?? null) !== null;
  const changed = listed.filter((one) => {
    const row = known.get(one.key);
    return !row || !(isReviewed(one) || isSame(one.document, row));
  });
  await inBatches(changed, async (batch) => [await writeListed(sql, batch, now)]);

  const keys = new Set(listed.map(({ key }) => key));
  const gone = [...known].flatMap(([key, row]) => (keys.has(key) || row.reviewed_at !== null ? [] : [row.id]));
  await inBatches(gone, async (batch) => [await sql.changes`delete from bus_documents where id in ${list(batch)}`]);
  return listed.filter(isReviewed).length;
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

/** Rows of `schedules`. Few of them change, and only these are written. */
export const knexTripGate = (sql: Sql): TripGate => ({
  async openWithin(spans) {
    await inBatches([...spans], async (batch) => {
      const open = batch.flatMap(([bus, within]) => within.map(({ start, end }): SqlValue[] => [bus, start, end]));
      // The bus and the departure are those of the row that is written, even if somebody has changed it meanwhile.
      return [
        await sql.changes`
        with spans as (
          select cast(column1 as bigint) as bus, cast(column2 as bigint) as since, cast(column3 as bigint) as until
          from (values ${tuples([[0, 0, 0], ...open])}) as given)
        update schedules set papers_ok = not papers_ok
        where bus_id in ${list(batch.map(([bus]) => bus))} and papers_ok <> exists (
          select 1 from spans where spans.bus = schedules.bus_id
            and spans.since <= schedules.departure_time and schedules.departure_time < spans.until)`,
      ];
    });
  },
});
