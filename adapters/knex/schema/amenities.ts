import { countColumn, ignoreColumn } from './catalogue-revision.ts';
import { schemaSqlOf } from './area-schema.ts';
import type { Step } from './step.ts';

/** Amenities that buses offer. Processes cache them with the buses, so a change raises the catalogue's revision. */
export const amenitiesStep: Step = {
  async up(db) {
    // The names of the amenities, as JSON.
    await db.raw("alter table buses add column amenities text not null default '[]'");
    await db.raw(countColumn(schemaSqlOf(db), 'buses', 'amenities'));
  },

  async down(db) {
    await db.raw(ignoreColumn(schemaSqlOf(db), 'buses', 'amenities'));
    await db.raw('alter table buses drop column amenities');
  },

  async losses(db) {
    const [row] = await db('buses').whereRaw("amenities <> '[]'").count<{ count: number }[]>('* as count');
    return Number(row?.count) > 0 ? [`buses.amenities: ${Number(row?.count)}`] : [];
  },
};
