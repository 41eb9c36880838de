import type { Step } from './step.ts';

/** Adds the Nepali name and the centre of cities. */
export const cityCoordinatesStep: Step = {
  async up(db) {
    await db.raw('alter table cities add column name_ne text');
    // In degrees, with at most 6 decimals.
    await db.raw('alter table cities add column lat double precision');
    await db.raw('alter table cities add column lon double precision check ((lat is null) = (lon is null))');
  },

  async down(db) {
    for (const column of ['lon', 'lat', 'name_ne']) await db.raw('alter table cities drop column ??', [column]);
  },

  async losses(db) {
    const [row] = await db('cities')
      .whereNotNull('name_ne')
      .orWhereNotNull('lat')
      .count<{ count: number }[]>('* as count');
    return Number(row?.count) > 0 ? [`cities.name_ne, cities.lat: ${Number(row?.count)}`] : [];
  },
};
