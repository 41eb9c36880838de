import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { bothCalendars, dayAndTime } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { w } from '../words.ts';
import { Download } from '../parts/download.tsx';
import { Facts } from '../parts/facts.tsx';
import { More } from '../parts/paged.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { StatementState } from './statement-list.tsx';
import './statement.css';

type Statement = Schemas['Statement'];
type Line = Statement['lines'][number];

/**
 * The statement's lines loaded after the first page, and the cursor of the next page. The cursor is null when all lines
 * are loaded.
 */
interface Further {
  readonly lines: readonly Line[];
  readonly next: string | null;
}

/** Shows a statement with its lines, to read, print and download. `address` is the API path of its files. */
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
  const { number, operator, from, until, opening_balance, cash_held, total } = statement;
  const further = useSignal<Further>({ lines: [], next: statement.lines_next });
  const { next } = further.value;
  const lines = [...statement.lines, ...further.value.lines];
  const more = async (): Promise<void> => {
    if (next === null) return;
    const { results, next_cursor } = await linesAfter(next);
    further.value = { lines: [...further.value.lines, ...results], next: next_cursor };
  };
  return (
    <>
      <PageTitle small={`${operator.company_name} · ${words.fromTo(bothCalendars(from), bothCalendars(until))}`}>
        {number}
      </PageTitle>
      <div class="row no-print statement-actions">
        <Download address={`${address}.csv`} name={`${number}.csv`}>
          {words.csv}
        </Download>
        <Download address={`${address}.pdf`} name={`${number}.pdf`}>
          {words.pdf}
        </Download>
        <button type="button" onClick={() => print()}>
          {words.print}
        </button>
        {children}
      </div>
      <section class="card">
        <p>
          <StatementState of={statement} />{' '}
          {statement.paid_at !== null && words.paidAt(dayAndTime(statement.paid_at), statement.reference ?? '–')}
        </p>
        <Facts
          of={{
            [words.opening]: opening_balance !== 0 && money(opening_balance),
            [words.earned]: money(total - opening_balance + cash_held),
            [words.cash]: money(-cash_held),
            [total < 0 ? words.owes : words.pays]: <span class="statement-total number">{money(total)}</span>,
          }}
        />
      </section>
      <section class="card">
        <h2>{words.lines}</h2>
        <Table label={words.lines} rows={lines} keyOf={(line) => lines.indexOf(line)} columns={columns(booking)} />
        {next === null ? <Sums lines={lines} /> : <More of={more} />}
      </section>
    </>
  );
}

const Sums = ({ lines }: { readonly lines: readonly Line[] }) => {
  const words = w.value.statements;
  const sum = (of: 'gross' | 'commission' | 'net'): string => money(lines.reduce((total, line) => total + line[of], 0));
  return (
    <p class="statement-sums">
      <strong>{words.sum}</strong> {words.gross} {sum('gross')} · {words.commission} {sum('commission')} ·{' '}
      <strong>
        {words.net} {sum('net')}
      </strong>
    </p>
  );
};

function columns(booking: string): readonly Column<Line>[] {
  const words = w.value.statements;
  const amount = (title: string, of: (line: Line) => number): Column<Line> => ({
    title,
    isNumber: true,
    cell: (line) => money(of(line)),
  });
  return [
    {
      title: words.booking,
      cell: ({ booking_code: code }) =>
        code === null ? '–' : <Link page={`${booking}?q=${encodeURIComponent(code)}`}>{code}</Link>,
    },
    { title: words.departure, cell: ({ departure_time: at }) => (at === null ? '–' : dayAndTime(at)) },
    { title: words.kind, cell: ({ kind }) => words.kinds[kind] },
    amount(words.gross, ({ gross }) => gross),
    amount(words.commission, ({ commission }) => commission),
    amount(words.net, ({ net }) => net),
  ];
}
