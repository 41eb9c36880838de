import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { digits } from '../../words/digits.ts';
import { Empty } from '../../parts/empty.tsx';
import { money } from '../../parts/money.ts';
import { dayAfter, gregorian, today } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { Select } from '../../parts/select.tsx';
import { DayFilters, daysOf } from '../parts/days.tsx';
import { Download } from '../parts/download.tsx';
import { isOneOf } from '../parts/options.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { type Filters, useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { Bars } from './bars.tsx';
import { Figures } from './figures.tsx';

type Row = Schemas['SalesReport']['rows'][number];
type By = 'day' | 'trip' | 'bus' | 'route';

/** The number of days that the report covers if the user has not chosen any. */
const USUAL_DAYS = 30;

/** The number of days between a figure and the earlier figure beside it. */
const WEEK = 7;

/** The report of sales: as figures, as bars, and as a table with the same values. */
export function SalesPage() {
  const words = w.value.sales;
  const [filters, change] = useUrlState();
  const query = queryOf(filters);
  const asked = useAsked(
    (signal) => api.get('/api/operator/reports/sales', { query, signal }),
    [JSON.stringify(query)],
  );
  // Compares with the same days one week earlier, because sales depend on the day of the week.
  const earlier = { ...query, from: dayAfter(query.from, -WEEK), to: dayAfter(query.to, -WEEK) };
  const askedBefore = useAsked(
    (signal) => api.get('/api/operator/reports/sales', { query: earlier, signal }),
    [JSON.stringify(earlier)],
  );
  const before = askedBefore.state.value.is === 'here' ? askedBefore.state.value.value : undefined;
  const address = `/api/operator/reports/sales.csv?${new URLSearchParams(query).toString()}`;
  return (
    <>
      <div class="row apart">
        <PageTitle small={words.text}>{words.title}</PageTitle>
        <Download address={address} name={`sales-${query.from}-${query.to}.csv`}>
          {words.csv}
        </Download>
      </div>
      <div class="filters no-print">
        <DayFilters filters={query} change={change} from={words.from} to={words.to} required />
        <Select label={words.by} value={query.by} onValue={(by) => change({ by })}>
          {Object.entries(words.bys).map(([by, title]) => (
            <option key={by} value={by} selected={by === query.by}>
              {title}
            </option>
          ))}
        </Select>
      </div>
      <Asked of={asked}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Empty title={words.empty}>
              <p>{words.emptyText}</p>
            </Empty>
          ) : (
            <>
              <Figures of={total} before={before?.total} />
              <section class="card">
                <h2>{words.bars}</h2>
                <Bars
                  label={words.bars}
                  bars={rows.map((row) => ({
                    key: row.key,
                    name: nameOf(row, query.by),
                    value: row.earning,
                    said: money(row.earning),
                  }))}
                />
              </section>
              <section class="card">
                <Table
                  label={words.title}
                  rows={rows}
                  keyOf={({ key }) => key}
                  columns={columns(query.by, before?.rows ?? [])}
                />
              </section>
            </>
          )
        }
      </Asked>
    </>
  );
}

function queryOf(filters: Filters): { readonly from: string; readonly to: string; readonly by: By } {
  const { from, to } = daysOf(filters);
  const until = to ?? (from === undefined ? today() : dayAfter(from, USUAL_DAYS - 1));
  const by = filters['by'] ?? '';
  return {
    from: from ?? dayAfter(until, 1 - USUAL_DAYS),
    to: until,
    by: isOneOf(w.value.sales.bys, by) ? by : 'day',
  };
}

const nameOf = ({ key, label }: Row, by: By): string => (by === 'day' ? gregorian(key) : label);

function columns(by: By, before: readonly Row[]): readonly Column<Row>[] {
  const words = w.value.sales;
  const amount = (title: string, of: (row: Row) => number): Column<Row> => ({
    title,
    isNumber: true,
    cell: (row) => money(of(row)),
  });
  const count = (title: string, of: (row: Row) => number): Column<Row> => ({
    title,
    isNumber: true,
    cell: (row) => digits(of(row)),
  });
  const earned = new Map(before.map(({ key, earning }) => [key, earning]));
  /** The key of the row to compare with, one week earlier. A report by trip has no such row. */
  const earlierKey = ({ key }: Row): string => (by === 'day' ? dayAfter(key, -WEEK) : key);
  const earning: Column<Row> = {
    title: words.earning,
    isNumber: true,
    cell: (row) => (
      <span>
        {money(row.earning)}
        {by !== 'trip' && (
          <span class="block small faint row-before">{words.weekBefore(money(earned.get(earlierKey(row)) ?? 0))}</span>
        )}
      </span>
    ),
  };
  return [
    { title: words.bys[by], cell: (row) => nameOf(row, by) },
    count(words.trips, ({ trips }) => trips),
    {
      title: words.seats,
      isNumber: true,
      cell: ({ seats_sold, seats_offered }) => words.ofSeats(digits(seats_sold), digits(seats_offered)),
    },
    count(words.boarded, ({ boarded }) => boarded),
    count(words.noShows, ({ no_shows }) => no_shows),
    amount(words.gross, ({ gross }) => gross),
    amount(words.refunds, ({ refunds }) => refunds),
    amount(words.commission, ({ commission }) => commission),
    earning,
  ];
}
