import type { Database } from './database.ts';

/** Lets Postgres look at what a load has changed, so that its planner need not guess until autovacuum comes by. SQLite plans well without. */
export async function refreshStatistics({ dialect, knex }: Database): Promise<void> {
  if (dialect === 'postgres') await knex.raw('analyze cities, routes, operators, buses, bus_seats, schedules');
}
