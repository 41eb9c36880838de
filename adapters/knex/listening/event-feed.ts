import type { BookingId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { EventType } from '../../../core/listening/event-types.ts';
import type { OwnerKind } from '../../../core/listening/owner.ts';
import type { EventChoice, EventFeed, PlacedEvent } from '../../../core/listening/ports.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { type Fragment, type Sql, forUpdate, fragment, list, powersOfTwo, raw, tuples } from '../engine/sql.ts';

interface Row {
  readonly id: number;
  readonly event_id: string;
  readonly owner_kind: OwnerKind;
  readonly owner_id: number;
  readonly type: EventType;
  readonly booking_id: BookingId | null;
  readonly body: string;
  readonly at: Instant;
  readonly place: number;
}

const COLUMNS = raw('id, event_id, owner_kind, owner_id, type, booking_id, body, at, place');

const toPlacedEvent = (row: Row): PlacedEvent => ({
  id: row.event_id,
  owner: { kind: row.owner_kind, id: row.owner_id },
  type: row.type,
  bookingId: row.booking_id,
  body: row.body,
  at: row.at,
  place: row.place,
});

/** Condition for an owner's events of some types. */
const chosenEvents = ({ owner, types }: Pick<EventChoice, 'owner' | 'types'>): Fragment => fragment`
  owner_kind = ${owner.kind} and owner_id = ${owner.id} ${types ? fragment`and type in ${list(types)}` : raw('')}`;

/**
 * Stores events in `feed_events`. The lock of the row of `feed_position` is held while events get their places.
 * Therefore places become visible in their order, although the transactions that add events commit in any order.
 */
export const knexEventFeed = (sql: Sql, { recordChange }: Pick<TransactionNeeds, 'recordChange'>): EventFeed => ({
  async add(events) {
    recordChange({ thing: 'heard event' });
    const rows = events.map(({ id, owner, type, bookingId, body, at }) => [
      ...[id, owner.kind, owner.id, type],
      ...[bookingId, body, at],
    ]);
    for (const batch of powersOfTwo(rows))
      sql.post`
        insert into feed_events (event_id, owner_kind, owner_id, type, booking_id, body, at) values ${tuples(batch)}`;
  },

  async number(limit) {
    const position = await sql.one<{ last_place: number }>`
      select last_place from feed_position where id = 1 ${forUpdate(sql)}`;
    if (!position) throw new Error('The table feed_position has no row.');
    const rows = await sql.rows<Row>`
      select ${COLUMNS} from feed_events where place is null order by id limit ${limit}`;
    const placed = rows.map((row, index) => ({ ...row, place: position.last_place + index + 1 }));
    for (const batch of powersOfTwo(placed.map(({ id, place }) => [id, place])))
      sql.post`
        update feed_events set place = given.place
        from (select cast(column1 as bigint) as id, cast(column2 as bigint) as place
          from (values ${tuples(batch)}) as rows) as given
        where feed_events.id = given.id`;
    const last = placed.at(-1);
    if (last) sql.post`update feed_position set last_place = ${last.place} where id = 1`;
    return placed.map(toPlacedEvent);
  },

  async lastPlace() {
    const row = await sql.one<{ last_place: number }>`select last_place from feed_position where id = 1`;
    return row?.last_place ?? 0;
  },

  async list({ owner, types, since, behind, limit }, lastPlace) {
    const rows = await sql.rows<Row>`
      select ${COLUMNS} from feed_events
      where ${chosenEvents({ owner, types })} and place > ${behind} and place <= ${lastPlace} and at >= ${since}
      order by place limit ${limit}`;
    return rows.map(toPlacedEvent);
  },

  async listByMoment({ owner, types, since, limit }) {
    const rows = await sql.rows<Row>`
      select ${COLUMNS} from feed_events
      where ${chosenEvents({ owner, types })} and place is not null and at >= ${since}
      order by at, place limit ${limit}`;
    return rows.map(toPlacedEvent);
  },

  async count(choice, { start, end }) {
    const row = await sql.one<{ count: number }>`
      select count(*) as count from feed_events where ${chosenEvents(choice)} and at >= ${start} and at < ${end}`;
    return row?.count ?? 0;
  },

  prune: (before, limit) =>
    sql.changes`
      delete from feed_events where id in (
        select id from feed_events where at < ${before} and place is not null order by at limit ${limit})`,
});
