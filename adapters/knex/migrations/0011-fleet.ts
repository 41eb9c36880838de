import type { Knex } from 'knex';
import { keyOfRegistration } from '../../../core/fleet/registration.ts';
import { busSearchKey } from '../../../core/fleet/bus.ts';
import { isPostgres } from '../engine/knex-client.ts';

/*
 * Companies keep their buses themselves. A registration number exists once however it is spelt, a bus waits for a
 * review, and a seat that is no longer on the map stays on record for the tickets that name it, while its number and
 * its place are free again.
 */

export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('buses', (t) => {
    t.text('registration_key').notNullable().defaultTo(''); // as it is compared: without spaces, folded in code
    t.text('search_key').notNullable().defaultTo(''); // name and registration number, folded in code
    t.text('rejection_reason');
    t.integer('revision').notNullable().defaultTo(1);
    t.bigInteger('created_at').notNullable().defaultTo(0);
    t.bigInteger('waiting_since'); // for a review; null when it waits for none
    t.boolean('changed_in_office').notNullable().defaultTo(false); // then an import leaves it alone
    t.boolean('map_changed_in_office').notNullable().defaultTo(false); // the same for its seat map
  });
  const now = Date.now();
  await db('buses').update({ created_at: now });
  await db('buses').where({ approval_status: 'PENDING' }).update({ waiting_since: now });
  await fillKeys(db);
  await db.raw('create unique index buses_registration_key on buses (registration_key)');
  await db.raw('create index buses_of_company on buses (operator_id, id)');
  await db.raw(`create index buses_waiting on buses (waiting_since, id) where approval_status = 'PENDING'`);
  await db.schema.alterTable('buses', (t) => t.dropUnique(['registration_no']));

  await db.schema.alterTable('bus_seats', (t) => {
    t.boolean('in_map').notNullable().defaultTo(true);
    t.dropUnique(['bus_id', 'seat_number']);
  });
  await takeOffTheMap(db);
  await db.raw('create unique index bus_seats_by_number on bus_seats (bus_id, seat_number) where in_map');
  await db.raw(
    'create unique index bus_seats_by_place on bus_seats (bus_id, deck, row_number, col_number) where in_map',
  );
}

/**
 * Two buses whose numbers differ only in spaces or case both stay: the later one gets a key that no number has, since
 * keys hold no spaces.
 */
async function fillKeys(db: Knex): Promise<void> {
  const buses = await db('buses').select<{ id: number; bus_name: string; registration_no: string }[]>().orderBy('id');
  const taken = new Set<string>();
  for (const { id, bus_name: name, registration_no: number } of buses) {
    const key = keyOfRegistration(number);
    await db('buses')
      .where({ id })
      .update({
        registration_key: taken.has(key) ? `${key} ${id}` : key,
        search_key: busSearchKey(name, number),
      });
    taken.add(key);
  }
}

/**
 * Until now, a seat that was gone from the map but had been held or sold stayed among the others, out of use. Those
 * that can be told from the rest leave the map: on a bus without one, outside its bounds, or where another seat is.
 */
async function takeOffTheMap(db: Knex): Promise<void> {
  const no = isPostgres(db) ? 'false' : '0';
  await db.raw(`
    update bus_seats set in_map = ${no} where not is_active and exists (
      select 1 from buses where buses.id = bus_seats.bus_id and (not has_seat_map
        or bus_seats.row_number > seat_rows or bus_seats.col_number > seat_cols or bus_seats.deck > deck_count))`);
  await db.raw(`
    update bus_seats set in_map = ${no} where in_map and not is_active and exists (
      select 1 from bus_seats as other
      where other.bus_id = bus_seats.bus_id and other.deck = bus_seats.deck and other.row_number = bus_seats.row_number
        and other.col_number = bus_seats.col_number and other.id <> bus_seats.id
        and other.in_map and (other.is_active or other.id > bus_seats.id))`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop index bus_seats_by_place');
  await db.raw('drop index bus_seats_by_number');
  await db.raw('alter table bus_seats drop column in_map');
  await db.schema.alterTable('bus_seats', (t) => t.unique(['bus_id', 'seat_number']));
  for (const index of ['buses_waiting', 'buses_of_company', 'buses_registration_key'])
    await db.raw(`drop index ${index}`);
  for (const column of ADDED) await db.raw(`alter table buses drop column ${column}`);
  await db.schema.alterTable('buses', (t) => t.unique(['registration_no']));
}

const ADDED = [
  'registration_key',
  'search_key',
  'rejection_reason',
  'revision',
  'created_at',
  'waiting_since',
  'changed_in_office',
  'map_changed_in_office',
];
