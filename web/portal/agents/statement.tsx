import { useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { money } from '../../parts/money.ts';
import { dayAndTime } from '../../parts/moment.ts';
import { StatementState } from '../ledger/statement-list.tsx';
import { amountColumns, bookingColumns, StatementPaper } from '../ledger/statement-paper.tsx';
import { Facts } from '../parts/facts.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

type Statement = Schemas['AgentStatement'];
type Line = Statement['lines'][number];

/** The most lines that the API sends in a page. */
const LINES = 1_000;

/** The page of one of the agent's own statements. */
export function OwnStatementPage() {
  const id = Number(useRoute().params['id']);
  const asked = useAsked(
    (signal) => api.get('/api/agent/statements/{statement}', { path: { statement: id }, signal }),
    [id],
  );
  return (
    <Asked of={asked} isPage>
      {(statement) => (
        <Shown
          of={statement}
          address={`/api/agent/statements/${id}`}
          booking="/portal/agency/bookings"
          linesAfter={(cursor) =>
            api.get('/api/agent/statements/{statement}/lines', {
              path: { statement: id },
              query: { cursor, limit: LINES },
            })
          }
        />
      )}
    </Asked>
  );
}

/** The page of a statement of any agent, for administrators. */
export function AnyAgentStatementPage() {
  const { params } = useRoute();
  const path = { id: Number(params['id']), statement: Number(params['statement']) };
  const asked = useAsked(
    (signal) => api.get('/api/admin/agents/{id}/statements/{statement}', { path, signal }),
    [path.id, path.statement],
  );
  return (
    <Asked of={asked} isPage>
      {(statement) => (
        <Shown
          of={statement}
          address={`/api/admin/agents/${path.id}/statements/${path.statement}`}
          booking="/portal/admin/bookings"
          linesAfter={(cursor) =>
            api.get('/api/admin/agents/{id}/statements/{statement}/lines', { path, query: { cursor, limit: LINES } })
          }
        />
      )}
    </Asked>
  );
}

/** Shows an agent's statement with its lines and payments. `address` is the API path of its files. */
function Shown({
  of: statement,
  address,
  booking,
  linesAfter,
}: {
  readonly of: Statement;
  readonly address: string;
  /** The address of the page that searches bookings by code. */
  readonly booking: string;
  readonly linesAfter: (cursor: string) => Promise<{ readonly results: Line[]; readonly next_cursor: string | null }>;
}) {
  const words = w.value.agency.statement;
  const { agent, opening_balance, total, payments, paid_at } = statement;
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <>
      <StatementPaper
        of={statement}
        name={agent.name}
        address={address}
        title={words.lines}
        columns={columns(booking)}
        linesAfter={linesAfter}
      >
        <p>
          <StatementState of={statement} /> {paid_at !== null && words.paidAt(dayAndTime(paid_at))}
        </p>
        <Facts
          of={{
            [w.value.statements.opening]: opening_balance !== 0 && money(opening_balance),
            [words.sold]: money(total - opening_balance + paid),
            [words.payments]: paid !== 0 && money(-paid),
            [total < 0 ? words.ahead : words.owed]: (
              <span class="statement-total number">{money(Math.abs(total))}</span>
            ),
          }}
        />
      </StatementPaper>
      {payments.length > 0 && (
        <section class="card">
          <h2>{words.payments}</h2>
          <Table
            label={words.payments}
            rows={payments}
            keyOf={({ reference }) => reference}
            columns={[
              { title: w.value.agency.account.at, cell: ({ at }) => dayAndTime(at) },
              { title: w.value.agency.account.reference, cell: ({ reference }) => reference },
              { title: w.value.admin.common.amount, isNumber: true, cell: ({ amount }) => money(amount) },
            ]}
          />
        </section>
      )}
    </>
  );
}

const columns = (booking: string): readonly Column<Line>[] => [
  ...bookingColumns(booking),
  { title: w.value.agency.account.reference, cell: ({ reference }) => reference ?? '–' },
  { title: w.value.statements.kind, cell: ({ kind }) => w.value.agency.statement.kinds[kind] },
  ...amountColumns(),
];
