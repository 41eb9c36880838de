import type { Knex } from 'knex';

/*
 * Companies plan trips themselves, by timetables or one by one. A trip says whose it is, since lists of trips are in
 * order of departure; which timetable made it; where passengers get on and off; and when it really left.
 */

const TRIP_COLUMNS = [
  ['operator_id', 'integer references operators (id)'],
  ['timetable_id', 'integer references timetables (id)'],
  ['timetable_day', 'text'], // the local day for which the timetable made it
  ['boarding_points', `text not null default '[]'`], // [[name, minutes after departure], …]
  ['dropping_points', `text not null default '[]'`],
  ['departed_at', 'bigint'],
  ['changed_in_office', 'boolean not null default false'],
] as const;

const INDEXES = {
  schedules_of_company: 'schedules (operator_id, departure_time, id)',
  schedules_of_bus: 'schedules (bus_id, arrival_time)',
  schedules_of_timetable: 'schedules (timetable_id, departure_time) where timetable_id is not null',
};

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('timetables', (t) => {
    t.increments('id');
    t.integer('operator_id').notNullable().references('operators.id');
    t.integer('route_id').notNullable().references('routes.id');
    t.integer('bus_id').notNullable().index().references('buses.id');
    t.bigInteger('fare_paisa').notNullable();
    t.text('departs').notNullable(); // local time, HH:MM
    t.integer('duration_minutes').notNullable();
    t.text('days').notNullable(); // of the week, as JSON: ["MON", "FRI"]
    t.text('valid_from').notNullable(); // local days YYYY-MM-DD, both included
    t.text('valid_until');
    t.text('except_dates').notNullable(); // local days, as JSON
    t.text('boarding_points').notNullable(); // as those of a trip
    t.text('dropping_points').notNullable();
    t.text('generated_until'); // the last local day for which trips were made
    t.text('clashes').notNullable(); // local days on which the bus was elsewhere, as JSON
    t.text('due_on'); // the local day on which it is next looked for trips to be made; null when there are none
    t.bigInteger('created_at').notNullable();
    t.index(['operator_id', 'id']);
    t.index(['due_on', 'id']);
  });
  for (const [name, type] of TRIP_COLUMNS) await db.raw(`alter table schedules add column ${name} ${type}`);
  await db.raw('update schedules set operator_id = (select operator_id from buses where buses.id = schedules.bus_id)');
  for (const [name, on] of Object.entries(INDEXES)) await db.raw(`create index ${name} on ${on}`);
  await db.raw('drop index schedules_bus_id_index'); // schedules_of_bus begins as it does
}

export async function down(db: Knex): Promise<void> {
  await db.raw('create index schedules_bus_id_index on schedules (bus_id)');
  for (const name of Object.keys(INDEXES)) await db.raw(`drop index ${name}`);
  for (const [name] of TRIP_COLUMNS.toReversed()) await db.raw(`alter table schedules drop column ${name}`);
  await db.schema.dropTable('timetables');
}
