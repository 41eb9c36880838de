import type { DocumentRepo, NewDocument } from '../../../core/fleet/document-ports.ts';
import type {
  BusDocument,
  DocumentOnRecord,
  DocumentStatus,
  DocumentType,
  DocumentedBus,
  FileType,
  StoredFile,
} from '../../../core/fleet/documents.ts';
import { firstReminder } from '../../../core/fleet/reminders.ts';
import type { BusId, DocumentId, OperatorId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Fragment, type Sql, forUpdate, fragment, inBatches, list, raw } from '../engine/sql.ts';
import { saveListed } from './listed-documents.ts';

export interface DocumentRow {
  readonly id: DocumentId;
  readonly bus_id: BusId;
  readonly type: DocumentType;
  readonly number: string | null;
  readonly valid_from: string | null;
  readonly valid_until: string | null;
  readonly status: DocumentStatus;
  readonly rejection_reason: string | null;
  readonly file_key: string | null;
  readonly file_name: string | null;
  readonly media_type: FileType | null;
  readonly size_bytes: number | null;
  readonly uploaded_at: Instant;
  readonly reviewed_at: Instant | null;
}

const COLUMNS: readonly (keyof DocumentRow)[] = [
  ...(['id', 'bus_id', 'type', 'number', 'valid_from', 'valid_until', 'status', 'rejection_reason'] as const),
  ...(['file_key', 'file_name', 'media_type', 'size_bytes', 'uploaded_at', 'reviewed_at'] as const),
];
export const DOCUMENT_COLUMNS: Fragment = raw(COLUMNS.map((column) => `bus_documents.${column}`).join(', '));

const fileOf = ({ file_key, file_name, media_type, size_bytes }: DocumentRow): StoredFile | null =>
  file_key === null || file_name === null || media_type === null || size_bytes === null
    ? null
    : { key: file_key, name: file_name, mediaType: media_type, sizeBytes: size_bytes };

export const toDocument = (row: DocumentRow): DocumentOnRecord => ({
  id: row.id,
  busId: row.bus_id,
  type: row.type,
  number: row.number,
  validFrom: row.valid_from,
  validUntil: row.valid_until,
  status: row.status,
  rejectionReason: row.rejection_reason,
  file: fileOf(row),
  uploadedAt: row.uploaded_at,
  reviewedAt: row.reviewed_at,
});

/** Stores documents in `bus_documents`. A lock on the row of a bus also serves as the lock on its documents. */
export const knexDocuments = (sql: Sql): DocumentRepo => ({
  async lockOf(buses) {
    const locked = await lockBuses(sql, buses);
    const found = new Map<BusId, BusDocument[]>(locked.map(({ id }) => [id, []]));
    const rows = await inBatches(
      locked.map(({ id }) => id),
      (batch) => sql.rows<DocumentRow>`
      select ${DOCUMENT_COLUMNS} from bus_documents where bus_id in ${list(batch)} order by id`,
    );
    for (const row of rows) {
      const { type, status, validFrom, validUntil } = toDocument(row);
      found.get(row.bus_id)?.push({ type, status, validFrom, validUntil });
    }
    return found;
  },

  async lock(id) {
    // A document never changes its bus, so the bus can be locked first.
    const known = await sql.one<{ bus_id: BusId }>`select bus_id from bus_documents where id = ${id}`;
    const [bus] = known ? await lockBuses(sql, [known.bus_id]) : [];
    const row = bus && (await sql.one<DocumentRow>`select ${DOCUMENT_COLUMNS} from bus_documents where id = ${id}`);
    return row && { bus, document: toDocument(row) };
  },

  async add(document) {
    const row = await sql.one<DocumentRow>`${insertion(document)}`;
    if (!row) throw new Error('The document was not saved.');
    return toDocument(row);
  },

  async review(id, { status, rejectionReason, validUntil, reviewedAt }) {
    const row = await sql.one<DocumentRow>`
      update bus_documents set status = ${status}, rejection_reason = ${rejectionReason}, valid_until = ${validUntil},
        reviewed_at = ${reviewedAt}, remind_on = ${firstReminder({ status, validUntil })}
      where id = ${id} returning ${DOCUMENT_COLUMNS}`;
    if (!row) throw new Error(`There is no document ${id}.`);
    return toDocument(row);
  },

  async recall(id) {
    await sql.changes`
      update bus_documents set status = 'PENDING', rejection_reason = null, reviewed_at = null, remind_on = null,
        reminded = null
      where id = ${id}`;
  },

  async lockToRemind(id, today) {
    const known = await sql.one<{ bus_id: BusId }>`select bus_id from bus_documents where id = ${id}`;
    const [bus] = known ? await lockBuses(sql, [known.bus_id]) : [];
    if (!bus) return undefined;
    const rows = await sql.rows<DocumentRow & { readonly reminded: number | null; readonly remind_on: string | null }>`
      select ${DOCUMENT_COLUMNS}, reminded, remind_on from bus_documents where bus_id = ${bus.id} order by id`;
    const row = rows.find((one) => one.id === id);
    return row && row.remind_on !== null && row.remind_on <= today
      ? { bus, document: toDocument(row), reminded: row.reminded, all: rows.map(toDocument) }
      : undefined;
  },

  async saveReminder(id, { reminded, remindOn }) {
    sql.post`update bus_documents set reminded = ${reminded}, remind_on = ${remindOn} where id = ${id}`;
  },

  saveListed: (buses, now) => saveListed(sql, buses, now),
});

const insertion = ({ busId, type, number, validFrom, validUntil, file, uploadedAt }: NewDocument): Fragment => fragment`
  insert into bus_documents (bus_id, type, number, valid_from, valid_until, status,
                             file_key, file_name, media_type, size_bytes, uploaded_at)
  values (${busId}, ${type}, ${number}, ${validFrom}, ${validUntil}, 'PENDING',
          ${file?.key ?? null}, ${file?.name ?? null}, ${file?.mediaType ?? null}, ${file?.sizeBytes ?? null}, ${uploadedAt})
  returning ${DOCUMENT_COLUMNS}`;

interface BusRow {
  readonly id: BusId;
  readonly operator_id: OperatorId;
  readonly registration_no: string;
}

export const toDocumentedBus = (row: BusRow): DocumentedBus => ({
  id: row.id,
  operatorId: row.operator_id,
  registrationNo: row.registration_no,
});

/** Locks existing buses, in the order of their keys. */
async function lockBuses(sql: Sql, buses: readonly BusId[]): Promise<readonly DocumentedBus[]> {
  const inOrder = [...buses].sort((one, other) => one - other);
  const rows = await inBatches(
    inOrder,
    (batch) => sql.rows<BusRow>`
    select id, operator_id, registration_no from buses where id in ${list(batch)} order by id ${forUpdate(sql)}`,
  );
  return rows.map(toDocumentedBus);
}
