import { schemaSqlOf } from './area-schema.ts';
import { countColumn, ignoreColumn } from './catalogue-revision.ts';
import type { Step } from './step.ts';

/**
 * Adds aliases of cities, and a table of all their names. The table's key lets a name belong to one city only, whether
 * as its name or as an alias. Processes cache aliases with the cities, so a change raises the catalogue's revision.
 */
export const cityAliasesStep: Step = {
  async up(db) {
    // The aliases as they were typed, as JSON.
    await db.raw("alter table cities add column aliases text not null default '[]'");
    await db.raw(countColumn(schemaSqlOf(db), 'cities', 'aliases'));
    await db.raw(`create table city_names (
      name_key text not null primary key, -- a name or an alias as names are compared, folded in code
      city_id integer not null references cities (id) on delete cascade
    )`);
    await db.raw('create index city_names_city_id_index on city_names (city_id)');
    await db.raw('insert into city_names (name_key, city_id) select name_key, id from cities');
  },

  async down(db) {
    await db.raw('drop table city_names');
    await db.raw(ignoreColumn(schemaSqlOf(db), 'cities', 'aliases'));
    await db.raw('alter table cities drop column aliases');
  },

  async losses(db) {
    const [row] = await db('cities').whereRaw("aliases <> '[]'").count<{ count: number }[]>('* as count');
    return Number(row?.count) > 0 ? [`cities.aliases: ${Number(row?.count)}`] : [];
  },
  adds: { area: '0004-trips', tables: ['city_names'] },
};
