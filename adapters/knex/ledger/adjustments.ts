import type { AdjustmentRecord, AdjustmentRecords } from '../../../core/ledger/corrections.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import { type Sql, fragment, raw } from '../engine/sql.ts';
import { type AdjustmentRow, ADJUSTMENT_COLUMNS, toAdjustment } from './corrections.ts';
import { behind, where } from '../engine/keyset.ts';

interface Row extends AdjustmentRow {
  readonly proposer: string;
  readonly decider: string | null;
}

const COLUMNS = fragment`${ADJUSTMENT_COLUMNS},
  (select full_name from users where users.id = proposed_by) as proposer,
  (select full_name from users where users.id = decided_by) as decider`;

const toRecord = ({ proposer, decider, ...row }: Row): AdjustmentRecord => {
  const { proposedBy, decidedBy, ...adjustment } = toAdjustment(row);
  return {
    ...adjustment,
    proposedBy: { id: proposedBy, fullName: proposer },
    decidedBy: decidedBy === null ? null : { id: decidedBy, fullName: decider ?? '' },
  };
};

/** Lists adjustments. Each filter has an index that ends with the moment of the proposal and the id. */
export const knexAdjustmentRecords = (read: Sql): AdjustmentRecords => ({
  async list({ status }, page) {
    const criteria = [
      ...(status === undefined ? [] : [fragment`status = ${status}`]),
      ...behind(raw('proposed_at, id'), page.after, 'desc'),
    ];
    const rows = await read.rows<Row>`
      select ${COLUMNS} from adjustments ${where(criteria)} order by proposed_at desc, id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(toRecord), page, ({ proposedAt, id }) => [proposedAt, id]);
  },

  async find(id) {
    const row = await read.one<Row>`select ${COLUMNS} from adjustments where id = ${id}`;
    return row && toRecord(row);
  },
});
