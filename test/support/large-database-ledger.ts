import type { Filling } from './filling.ts';
import { agentOf, ofAgent } from './large-database-agents.ts';

/** One ledger row for each booking: a PAYMENT row or an EARNED row. Each agent owes what its bookings cost. */
export const ledgerRows = (companies: number, agents: number, past: string): Filling => ({
  table: 'ledger_entries',
  columns: {
    id: 'n',
    at: past,
    kind: "case n % 2 when 0 then 'PAYMENT' else 'EARNED' end",
    debit: ofAgent("'AGENT'", "case n % 2 when 0 then 'GATEWAY' else 'UNEARNED' end"),
    credit: "case n % 2 when 0 then 'UNEARNED' else 'OPERATOR' end",
    amount_paisa: 100_000,
    gateway: ofAgent('null', "case n % 2 when 0 then 'ESEWA' end"),
    booking_id: 'n',
    operator_id: `n % ${companies} + 1`,
    agent_id: ofAgent(agentOf(agents)),
  },
});
