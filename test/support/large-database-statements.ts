import type { Filling } from './filling.ts';

/** One statement for each ledger row, with one line. One statement in a thousand is not paid yet. */
export const statementRows = (companies: number, past: string): readonly Filling[] => [
  { table: 'statement_numbers', rows: 1, columns: { year: 2026, last: 1_000_000 } },
  {
    table: 'statements',
    columns: {
      id: 'n',
      operator_id: `n % ${companies} + 1`,
      year: 2026,
      sequence: 'n',
      company_name: "'Company'",
      from_day: "'2026-01-01'",
      until_day: "'2026-01-31'",
      made_at: past,
      net_paisa: 'case when n % 1000 = 1 then -1 else 1 end',
      total_paisa: 'case when n % 1000 = 1 then -1 else 1 end',
      status: "case when n % 1000 = 1 then 'OPEN' else 'PAID' end",
      reference: "case when n % 1000 <> 1 then '' end",
      paid_at: `case when n % 1000 <> 1 then ${past} end`,
    },
  },
  { table: 'statement_entries', columns: { entry_id: 'n', statement_id: 'n' } },
  {
    table: 'statement_lines',
    columns: {
      statement_id: 'n',
      position: 1,
      section: 0,
      rank: 0,
      booking_code: "'BT' || n",
      booking_id: 'n',
      departure_time: past,
      kind: "'EARNED'",
      gross_paisa: 1,
      net_paisa: 1,
    },
  },
];
