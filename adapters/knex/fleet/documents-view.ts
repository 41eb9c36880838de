import type { DocumentViews } from '../../../core/fleet/document-ports.ts';
import type { OperatorId } from '../../../core/kernel/ids.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import { type Sql, fragment, list, raw } from '../engine/sql.ts';
import { type DocumentRow, DOCUMENT_COLUMNS, toDocument, toDocumentedBus } from './documents.ts';
import { behind, where } from '../engine/keyset.ts';

interface BusRow {
  readonly operator_id: OperatorId;
  readonly registration_no: string;
}

/** Reads `bus_documents`. A bus has few documents. Documents that wait for a review have a sorted index. */
export const knexDocumentViews = (read: Sql): DocumentViews => ({
  async find(id) {
    const row = await read.one<DocumentRow & BusRow>`
      select ${DOCUMENT_COLUMNS}, buses.operator_id, buses.registration_no
      from bus_documents join buses on buses.id = bus_documents.bus_id where bus_documents.id = ${id}`;
    return row && { document: toDocument(row), bus: toDocumentedBus({ ...row, id: row.bus_id }) };
  },

  async list(bus, page) {
    const rows = await read.rows<DocumentRow>`
      select ${DOCUMENT_COLUMNS} from bus_documents
      ${where([fragment`bus_id = ${bus}`, ...behind(raw('id'), page.after, 'desc')])}
      order by id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(toDocument), page, ({ id }) => [id]);
  },

  async waiting(page) {
    const rows = await read.rows<DocumentRow>`
      select ${DOCUMENT_COLUMNS} from bus_documents
      ${where([raw(`status = 'PENDING'`), ...behind(raw('uploaded_at, id'), page.after, 'asc')])}
      order by uploaded_at, id limit ${page.limit + 1}`;
    return listingOf(rows.map(toDocument), page, ({ uploadedAt, id }) => [uploadedAt, id]);
  },

  async toRemindOf(today, limit) {
    const rows = await read.rows<Pick<DocumentRow, 'id'>>`
      select id from bus_documents where remind_on <= ${today} order by remind_on, id limit ${limit}`;
    return rows.map(({ id }) => id);
  },

  async validBeyond(day, limit) {
    const rows = await read.rows<Pick<DocumentRow, 'id'>>`
      select id from bus_documents where status = 'VERIFIED' and (valid_from > ${day} or valid_until > ${day})
      order by id limit ${limit}`;
    return rows.map(({ id }) => id);
  },

  async keysInUse(keys) {
    const rows = await read.rows<{ file_key: string }>`
      select file_key from bus_documents where file_key in ${list(keys)}`;
    return rows.map((row) => row.file_key);
  },
});
