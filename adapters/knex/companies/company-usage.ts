import type { CompanyUsage } from '../../../core/companies/ports.ts';
import { ONCE } from '../../../core/trips/planned-trips.ts';
import { type Sql, list } from '../engine/sql.ts';

interface CountRow {
  readonly count: number;
}

/** Counts a company's rows at each request: a company has few rows, and a stored count could become wrong. */
export const knexCompanyUsage = (sql: Sql): CompanyUsage => ({
  async isNew(id) {
    const row = await sql.one<{ has_been_approved: boolean }>`select has_been_approved from operators where id = ${id}`;
    return row?.has_been_approved !== true;
  },

  async recordApproval(ids) {
    await sql.changes`
      update operators set has_been_approved = ${true}
      where id in ${list([...new Set(ids)])} and has_been_approved = ${false}`;
  },

  async buses(id) {
    const row = await sql.one<CountRow>`select count(*) as count from buses where operator_id = ${id}`;
    return row?.count ?? 0;
  },

  async timetables(id) {
    const row = await sql.one<CountRow>`select count(*) as count from timetables where operator_id = ${id}`;
    return row?.count ?? 0;
  },

  async singleTrips(id) {
    const row = await sql.one<CountRow>`
      select count(*) as count from buses join schedules on schedules.bus_id = buses.id
      where buses.operator_id = ${id} and schedules.schedule_key like ${`${ONCE}%`}`;
    return row?.count ?? 0;
  },

  async devices(id) {
    const row = await sql.one<CountRow>`select count(*) as count from devices where operator_id = ${id}`;
    return row?.count ?? 0;
  },

  async documents(id) {
    const row = await sql.one<CountRow & { bytes: number | null }>`
      select count(*) as count, sum(bus_documents.size_bytes) as bytes
      from buses join bus_documents on bus_documents.bus_id = buses.id where buses.operator_id = ${id}`;
    return { count: row?.count ?? 0, bytes: row?.bytes ?? 0 };
  },

  async places(id) {
    const row = await sql.one<CountRow>`select count(*) as count from places where coalesce(operator_id, 0) = ${id}`;
    return row?.count ?? 0;
  },

  async invitations(id, after) {
    const row = await sql.one<CountRow>`
      select count(*) as count from sent_invitations where operator_id = ${id} and sent_at > ${after}`;
    return row?.count ?? 0;
  },
});
