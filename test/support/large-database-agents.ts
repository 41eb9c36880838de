import type { Filling } from './filling.ts';

/** SQL that is true of every tenth row. The booking, hold and ledger row of such an n belong to an agent. */
const OF_AGENT = 'n % 10 = 4';

/** The SQL of a column that has a value only in rows of agents. */
export const ofAgent = (value: string, otherwise: number | string = 'null'): string =>
  `case when ${OF_AGENT} then ${value} else ${otherwise} end`;

/** The SQL of the agent of row n. */
export const agentOf = (agents: number): string => `n / 10 % ${agents} + 1`;

/** The columns of bookings that agents sold, each with a key of its agent. */
export const agentSaleColumns = (agents: number): Filling['columns'] => ({
  user_id: ofAgent('null', 'n'),
  agent_id: ofAgent(agentOf(agents)),
  agent_key_id: ofAgent(`n / 10 % ${agents} + ${agents}`),
  agent_reference: ofAgent("'A-' || n"),
  channel: ofAgent("'AGENT'", "'ONLINE'"),
});

/** The customers, references and payments of agents. */
export const agentRows = (agents: number, past: string): readonly Filling[] => [
  {
    table: 'agent_holders',
    columns: { id: 'n', agent_id: agentOf(agents), holder: "'named ' || n", used_at: past },
  },
  {
    table: 'agent_references',
    columns: { agent_id: agentOf(agents), reference: "'A-' || n", booking_id: 'n', sold: "'[]'" },
  },
  {
    table: 'agent_payments',
    columns: {
      id: 'n',
      agent_id: agentOf(agents),
      at: past,
      amount_paisa: 100_000,
      reference: "'NIC-' || n",
      added_by: 'n',
      statement_id: 'n',
    },
  },
];

/** The statements of agents. Their rows name rows of the ledger. */
export const agentStatementRows = (agents: number, past: string): readonly Filling[] => [
  { table: 'agent_statement_numbers', rows: 1, columns: { year: 2026, last: 1_000_000 } },
  {
    table: 'agent_statements',
    columns: {
      id: 'n',
      agent_id: agentOf(agents),
      year: 2026,
      sequence: 'n',
      agent_name: "'Agent'",
      from_day: "'2026-01-01'",
      until_day: "'2026-01-31'",
      made_at: past,
      opening_balance_paisa: 0,
      net_paisa: 1,
      paid_paisa: 0,
      total_paisa: 1,
      status: "case when n % 1000 = 1 then 'OPEN' else 'PAID' end",
      paid_at: `case when n % 1000 <> 1 then ${past} end`,
    },
  },
  { table: 'agent_statement_entries', columns: { entry_id: 'n', statement_id: 'n' } },
  {
    table: 'agent_statement_lines',
    columns: {
      statement_id: 'n',
      position: 1,
      section: 0,
      rank: 0,
      booking_code: "'BT' || n",
      booking_id: 'n',
      departure_time: past,
      kind: "'SALE'",
      gross_paisa: 1,
      net_paisa: 1,
    },
  },
];
