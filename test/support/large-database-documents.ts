import type { Filling } from './filling.ts';

interface Given {
  readonly buses: number;
  /** SQL for `due` in one of a thousand rows, and `otherwise` in all others. */
  readonly seldom: (due: string, otherwise: string) => string;
  readonly past: string;
}

/** A hundred documents of each bus. */
export const documentRows = ({ buses, seldom, past }: Given): Filling => ({
  table: 'bus_documents',
  columns: {
    id: 'n',
    bus_id: `n % ${buses} + 1`,
    type: "'INSURANCE'",
    number: "'N-' || n",
    valid_until: "'2027-01-01'",
    status: seldom("'PENDING'", "'VERIFIED'"),
    file_key: "'file ' || n",
    file_name: "'a.pdf'",
    media_type: "'application/pdf'",
    size_bytes: 1,
    uploaded_at: past,
    remind_on: seldom("'2026-11-20'", "'2026-12-02'"),
  },
});
