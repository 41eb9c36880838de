import type { BusFilter, FleetBus, FleetViews } from '../../../core/fleet/ports.ts';
import type { BusDocument } from '../../../core/fleet/documents.ts';
import { foldedCode } from '../../../core/kernel/folding.ts';
import type { BusId } from '../../../core/kernel/ids.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import { type Fragment, type Sql, fragment, jsonRows, list, padded, raw } from '../engine/sql.ts';
import { seatMapsOf } from './bus-seats.ts';
import { type BusRow, BUS_COLUMNS, toBus } from './buses.ts';
import { behind, contains, where } from '../engine/keyset.ts';

interface Row extends BusRow {
  readonly seat_rows: number;
  readonly seat_cols: number;
  readonly deck_count: number;
  readonly company_name: string;
  /** An array of DocumentRow as JSON. */
  readonly documents: string | null;
}

type DocumentRow = [BusDocument['type'], BusDocument['status'], string | null, string | null];

const DOCUMENT = [raw('type'), raw('status'), raw('valid_from'), raw('valid_until')];
const DOCUMENTS = raw('bus_documents where bus_documents.bus_id = buses.id');

const columns = ({ dialect }: Pick<Sql, 'dialect'>): Fragment => fragment`
  ${BUS_COLUMNS}, buses.seat_rows, buses.seat_cols, buses.deck_count, operators.company_name,
  ${jsonRows(dialect, DOCUMENT, DOCUMENTS)} as documents`;

const toView = (row: Row): FleetBus => ({
  ...toBus(row),
  layout: row.has_seat_map ? { rows: row.seat_rows, cols: row.seat_cols, deckCount: row.deck_count } : null,
  companyName: row.company_name,
  documents: (JSON.parse(row.documents ?? '[]') as DocumentRow[]).map(([type, status, validFrom, validUntil]) => ({
    type,
    status,
    validFrom,
    validUntil,
  })),
});

const conditions = ({ operatorId, status, approvalStatus, q }: BusFilter): readonly Fragment[] => [
  ...(operatorId === undefined ? [] : [fragment`buses.operator_id = ${operatorId}`]),
  ...(status === undefined ? [] : [fragment`buses.status = ${status}`]),
  ...(approvalStatus === undefined ? [] : [fragment`buses.approval_status = ${approvalStatus}`]),
  ...(q === undefined
    ? []
    : [
        fragment`(${contains(raw('buses.search_key'), q)} or ${contains(raw('buses.registration_key'), foldedCode(q))})`,
      ]),
];

/**
 * Reads buses for the offices of companies and of the platform. A company's buses are read from the index
 * `buses_of_company`, newest first.
 */
export const knexFleetViews = (sql: Sql): FleetViews => ({
  async list(filter, page) {
    const rows = await sql.rows<Row>`
      select ${columns(sql)} from buses join operators on operators.id = buses.operator_id
      ${where([...conditions(filter), ...behind(raw('buses.id'), page.after, 'desc')])}
      order by buses.id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(toView), page, ({ id }) => [id]);
  },

  async find(id) {
    const row = await sql.one<Row>`
      select ${columns(sql)} from buses join operators on operators.id = buses.operator_id where buses.id = ${id}`;
    return row && toView(row);
  },

  async some(ids) {
    const rows = await sql.rows<Row>`
      select ${columns(sql)} from buses join operators on operators.id = buses.operator_id
      where buses.id in ${list(padded(ids))}`;
    return new Map(rows.map((row) => [row.id, toView(row)]));
  },

  async seatMap(id) {
    const bus = await sql.one<{ id: BusId }>`select id from buses where id = ${id}`;
    return bus && ((await seatMapsOf(sql, [id])).get(id) ?? null);
  },

  async waiting(page) {
    const rows = await sql.rows<Row>`
      select ${columns(sql)} from buses join operators on operators.id = buses.operator_id
      ${where([raw(`buses.approval_status = 'PENDING'`), ...behind(raw('buses.waiting_since, buses.id'), page.after, 'asc')])}
      order by buses.waiting_since, buses.id limit ${page.limit + 1}`;
    return listingOf(rows.map(toView), page, ({ waitingSince, id }) => [waitingSince ?? 0, id]);
  },
});
