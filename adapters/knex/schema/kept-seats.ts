import { schemaSqlOf } from './area-schema.ts';
import { countColumn, ignoreColumn } from './catalogue-revision.ts';
import type { Step } from './step.ts';

/**
 * Lets companies keep seats for women, people with disabilities and elderly people, until some hours before the
 * departure. Processes cache the seats of a bus, so a change raises the catalogue's revision.
 */
export const keptSeatsStep: Step = {
  async up(db) {
    // WOMEN, DISABLED or ELDERLY; null means anybody.
    await db.raw(`alter table bus_seats add column kept_for text check (kept_for in ('WOMEN', 'DISABLED', 'ELDERLY'))`);
    await db.raw(countColumn(schemaSqlOf(db), 'bus_seats', 'kept_for'));
    // Each hold asks for the kept seats of a bus. Most buses have none.
    await db.raw('create index bus_seats_kept on bus_seats (bus_id) where kept_for is not null');
    // Null means the platform's hours.
    await db.raw('alter table operators add column kept_until_hours integer');
  },

  async down(db) {
    await db.raw('alter table operators drop column kept_until_hours');
    await db.raw('drop index bus_seats_kept');
    await db.raw(ignoreColumn(schemaSqlOf(db), 'bus_seats', 'kept_for'));
    await db.raw('alter table bus_seats drop column kept_for');
  },

  async losses(db) {
    const lost: string[] = [];
    for (const [table, column] of [
      ['bus_seats', 'kept_for'],
      ['operators', 'kept_until_hours'],
    ] as const) {
      const [row] = await db(table).whereNotNull(column).count<{ count: number }[]>('* as count');
      if (Number(row?.count) > 0) lost.push(`${table}.${column}: ${Number(row?.count)}`);
    }
    return lost;
  },
};
