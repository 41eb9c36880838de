import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../api/operations.ts';
import { money } from '../../parts/money.ts';
import { dayAndTime } from '../../parts/moment.ts';
import { w } from '../words.ts';
import { Facts } from '../parts/facts.tsx';
import type { Column } from '../parts/table.tsx';
import { StatementState } from './statement-list.tsx';
import { amountColumns, bookingColumns, StatementPaper } from './statement-paper.tsx';

type Statement = Schemas['Statement'];
type Line = Statement['lines'][number];

/** Shows a company's statement with its lines. `address` is the API path of its files. */
export function StatementShown({
  of: statement,
  address,
  booking,
  linesAfter,
  children,
}: {
  readonly of: Statement;
  readonly address: string;
  /** The address of the page that searches bookings by code. */
  readonly booking: string;
  /** Loads the next page of the statement's lines. */
  readonly linesAfter: (cursor: string) => Promise<{ readonly results: Line[]; readonly next_cursor: string | null }>;
  /** Buttons for actions on the statement. */
  readonly children?: ComponentChildren;
}) {
  const words = w.value.statements;
  const { operator, opening_balance, cash_held, total, paid_at, reference } = statement;
  return (
    <StatementPaper
      of={statement}
      name={operator.company_name}
      address={address}
      title={words.lines}
      columns={columns(booking)}
      linesAfter={linesAfter}
      actions={children}
    >
      <p>
        <StatementState of={statement} /> {paid_at !== null && words.paidAt(dayAndTime(paid_at), reference ?? '–')}
      </p>
      <Facts
        of={{
          [words.opening]: opening_balance !== 0 && money(opening_balance),
          [words.earned]: money(total - opening_balance + cash_held),
          [words.cash]: money(-cash_held),
          [total < 0 ? words.owes : words.pays]: <span class="statement-total number">{money(total)}</span>,
        }}
      />
    </StatementPaper>
  );
}

const columns = (booking: string): readonly Column<Line>[] => [
  ...bookingColumns(booking),
  { title: w.value.statements.kind, cell: ({ kind }) => w.value.statements.kinds[kind] },
  ...amountColumns(),
];
