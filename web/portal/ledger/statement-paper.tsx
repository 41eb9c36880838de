import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { bothCalendars, dayAndTime } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { w } from '../words.ts';
import { Download } from '../parts/download.tsx';
import { More } from '../parts/paged.tsx';
import { type Column, Table } from '../parts/table.tsx';
import './statement.css';

/** A line of a statement, of a company or of an agent. */
interface AnyLine {
  readonly booking_code: string | null;
  readonly departure_time: string | null;
  readonly gross: number;
  readonly commission: number;
  readonly net: number;
}

interface AnyStatement<Line> {
  readonly number: string;
  readonly from: string;
  readonly until: string;
  /** The first page of the lines, and the cursor of the next page; null if there is none. */
  readonly lines: readonly Line[];
  readonly lines_next: string | null;
}

/**
 * The statement's lines loaded after the first page, and the cursor of the next page. The cursor is null when all lines
 * are loaded.
 */
interface Further<Line> {
  readonly lines: readonly Line[];
  readonly next: string | null;
}

interface Paper<Line> {
  readonly of: AnyStatement<Line>;
  /** The company or agent whose statement it is. */
  readonly name: string;
  /** The API path of the statement's files. */
  readonly address: string;
  readonly title: string;
  readonly columns: readonly Column<Line>[];
  /** Loads the next page of the statement's lines. */
  readonly linesAfter: (cursor: string) => Promise<{ readonly results: Line[]; readonly next_cursor: string | null }>;
  /** Buttons for actions on the statement. */
  readonly actions?: ComponentChildren;
  /** The statement's state and sums, above its lines. */
  readonly children: ComponentChildren;
}

/** Shows a statement with its lines, to read, print and download. */
export function StatementPaper<Line extends AnyLine>({
  of: { number, from, until, ...statement },
  name,
  address,
  title,
  columns,
  linesAfter,
  actions,
  children,
}: Paper<Line>) {
  const words = w.value.statements;
  const further = useSignal<Further<Line>>({ lines: [], next: statement.lines_next });
  const { next } = further.value;
  const lines = [...statement.lines, ...further.value.lines];
  const more = async (): Promise<void> => {
    if (next === null) return;
    const { results, next_cursor } = await linesAfter(next);
    further.value = { lines: [...further.value.lines, ...results], next: next_cursor };
  };
  return (
    <>
      <PageTitle small={`${name} · ${words.fromTo(bothCalendars(from), bothCalendars(until))}`}>{number}</PageTitle>
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
        {actions}
      </div>
      <section class="card">{children}</section>
      <section class="card">
        <h2>{title}</h2>
        <Table label={title} rows={lines} keyOf={(line) => lines.indexOf(line)} columns={columns} />
        {next === null ? <Sums lines={lines} /> : <More of={more} />}
      </section>
    </>
  );
}

const Sums = ({ lines }: { readonly lines: readonly AnyLine[] }) => {
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

/** The columns of a line's booking and departure. `page` is the address of the page that searches bookings by code. */
export const bookingColumns = (page: string): readonly Column<AnyLine>[] => [
  {
    title: w.value.statements.booking,
    cell: ({ booking_code: code }) =>
      code === null ? '–' : <Link page={`${page}?q=${encodeURIComponent(code)}`}>{code}</Link>,
  },
  {
    title: w.value.statements.departure,
    cell: ({ departure_time: at }) => (at === null ? '–' : dayAndTime(at)),
  },
];

/** The columns of a line's amounts. */
export const amountColumns = (): readonly Column<AnyLine>[] =>
  (['gross', 'commission', 'net'] as const).map((amount) => ({
    title: w.value.statements[amount],
    isNumber: true,
    cell: (line) => money(line[amount]),
  }));
