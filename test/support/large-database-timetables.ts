import type { Filling } from './filling.ts';

interface Given {
  readonly buses: number;
  /** SQL for `due` in one of a thousand rows, and null in all others. */
  readonly seldom: (due: string) => string;
  readonly past: string;
}

/** A hundred timetables of each company. For one in a thousand, the job must make trips now. */
export const timetableRows = ({ buses, seldom, past }: Given): Filling => ({
  table: 'timetables',
  columns: {
    id: 'n',
    operator_id: `n % ${buses} + 1`,
    route_id: 'n % 500 + 1',
    bus_id: `n % ${buses} + 1`,
    fare_paisa: 50_000,
    departs: "'07:00'",
    duration_minutes: 420,
    days: `'["MON"]'`,
    valid_from: "'2026-01-01'",
    except_dates: "'[]'",
    boarding_points: "'[]'",
    dropping_points: "'[]'",
    clashes: "'[]'",
    due_on: seldom("'2026-11-20'"),
    created_at: past,
  },
});
