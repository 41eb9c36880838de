import type { TransactionNeeds } from '../../../core/stores.ts';
import type { CrewMember, TripCrews } from '../../../core/trips/crew.ts';
import type { Sql } from '../engine/sql.ts';

/** The stored form of a crew: `[["DRIVER", "Ram Thapa", "9841000000"]]`. */
type Stored = readonly (readonly [role: CrewMember['role'], name: string, phone: string])[];

export const toCrew = (text: string): readonly CrewMember[] =>
  (JSON.parse(text) as Stored).map(([role, name, phone]) => ({ role, name, phone }));

/** Stores the crew of a trip in the column `crew` of `schedules`. */
export const knexTripCrews = (sql: Sql, { manifestChanged }: Pick<TransactionNeeds, 'manifestChanged'>): TripCrews => ({
  async put(id, crew) {
    const stored = JSON.stringify(crew.map(({ role, name, phone }) => [role, name, phone]));
    await sql.changes`update schedules set crew = ${stored} where id = ${id}`;
    manifestChanged({ of: 'trip', id });
  },
});
