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
import { Bars } from './bars.tsx';
import { Figures } from './figures.tsx';
import { w } from '../../words/sales.ts';

type Row = Schemas['SalesReport']['rows'][number];
type By = 'day' | 'trip' | 'bus' | 'route';

/** The number of days that the report covers if the user has not chosen any: whole weeks, as the days before them. */
const USUAL_DAYS = 28;

const WEEK = 7;

/**
 * The number of days between the report and the earlier days that stand beside it. Each period is compared with the
 * days right before it, and a single day with the same day of the week before.
 */
const daysBack = ({ from, to }: Days): number => (from === to ? WEEK : daysFrom(from, to));

interface Days {
  readonly from: string;
  readonly to: string;
}

/** The periods that one press chooses. All end today or before. */
function presets(): Readonly<Record<'week' | 'weeks' | 'month' | 'monthBefore', Days>> {
  const now = today();
  const first = `${now.slice(0, 7)}-01`;
  const endBefore = dayAfter(first, -1);
  return {
    week: { from: dayAfter(now, 1 - WEEK), to: now },
    weeks: { from: dayAfter(now, 1 - USUAL_DAYS), to: now },
    month: { from: first, to: now },
    monthBefore: { from: `${endBefore.slice(0, 7)}-01`, to: endBefore },
  };
}

/** The number of days from one day to a later one, both counted. */
const daysFrom = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

const DAY_MS = 86_400_000;

/** The report of sales: as figures, as bars, and as a table with the same values. */
export function SalesPage() {
  const words = w.value;
  const [filters, change] = useUrlState();
  const query = queryOf(filters);
  const asked = useAsked(
    (signal) => api.get('/api/operator/reports/sales', { query, signal }),
    [JSON.stringify(query)],
  );
  const back = daysBack(query);
  const earlier = { ...query, from: dayAfter(query.from, -back), to: dayAfter(query.to, -back) };
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
      <div class="row presets no-print" role="group" aria-label={words.presets}>
        {Object.entries(presets()).map(([name, days]) => (
          <button
            key={name}
            type="button"
            class="small"
            aria-pressed={days.from === query.from && days.to === query.to}
            onClick={() => change({ ...days })}
          >
            {words.presetNames[name as keyof typeof words.presetNames]}
          </button>
        ))}
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
              <Figures of={total} before={before?.total} days={back} />
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
                  columns={columns(query.by, before, back)}
                  total={{ key: TOTAL, label: words.total, ...total }}
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
    by: isOneOf(w.value.bys, by) ? by : 'day',
  };
}

/** The key of the row that adds up all others. */
const TOTAL = 'total';

const nameOf = ({ key, label }: Row, by: By): string => (by === 'day' && key !== TOTAL ? gregorian(key) : label);

/** The columns of the table. `before` is the report of the days that are `back` days earlier. */
function columns(by: By, before: Schemas['SalesReport'] | undefined, back: number): readonly Column<Row>[] {
  const words = w.value;
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
  const earned = new Map(before?.rows.map(({ key, earning }) => [key, earning]));
  if (before) earned.set(TOTAL, before.total.earning);
  /** The key of the earlier row to compare with. A report by trip has such a row for the total only. */
  const earlierKey = ({ key }: Row): string => (by === 'day' && key !== TOTAL ? dayAfter(key, -back) : key);
  const earning: Column<Row> = {
    title: words.earning,
    isNumber: true,
    cell: (row) => (
      <span>
        {money(row.earning)}
        {before && (by !== 'trip' || row.key === TOTAL) && (
          <span class="block small faint row-before">
            {words.daysBefore(digits(back), money(earned.get(earlierKey(row)) ?? 0))}
          </span>
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
