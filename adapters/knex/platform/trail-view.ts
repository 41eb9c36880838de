import { listingOf } from '../../../core/kernel/page.ts';
import type { ShownEntry, TrailFilter, TrailViews } from '../../../core/platform/trail.ts';
import { type Fragment, type Sql, fragment, raw } from '../engine/sql.ts';
import { type TrailRow, entryOf, TRAIL_COLUMNS } from './trail.ts';
import { behind, where } from '../engine/keyset.ts';

interface Row extends TrailRow {
  readonly id: number;
  readonly actor_name: string | null;
  readonly agent_name: string | null;
}

const shown = (row: Row): ShownEntry => ({
  ...entryOf(row),
  id: row.id,
  actorName: row.actor_name,
  agentName: row.agent_name,
});

/** The agent that acted: the key's, or else the one that sold the booking, on whose bookings alone its people act. */
const AGENT_NAME = raw(`
  case when log.actor_role = 'AGENT' then coalesce(
    (select agents.name from agent_keys join agents on agents.id = agent_keys.agent_id
      where agent_keys.id = log.actor_agent_key_id),
    (select agents.name from bookings join agents on agents.id = bookings.agent_id
      where log.subject_type = 'booking' and bookings.id = log.subject_id)) end`);

const NEWEST = raw('log.at, log.id');

function conditions({ operatorId, userId, byOutsiders, kind, subject, during }: TrailFilter): readonly Fragment[] {
  return [
    ...(operatorId === undefined ? [] : [fragment`log.operator_id = ${operatorId}`]),
    ...(userId === undefined ? [] : [fragment`log.actor_user_id = ${userId}`]),
    ...(byOutsiders === false ? [raw(`log.actor_role not in ('ADMIN', 'AGENT')`)] : []),
    ...(kind === undefined ? [] : [fragment`log.kind = ${kind}`]),
    ...(subject ? [fragment`log.subject_type = ${subject.type} and log.subject_id = ${subject.id}`] : []),
    ...(during?.start === undefined ? [] : [fragment`log.at >= ${during.start}`]),
    ...(during?.end === undefined ? [] : [fragment`log.at < ${during.end}`]),
  ];
}

/**
 * Reads the activity log. Rows that the previous version wrote contain no name, so the actor's present name is shown.
 * Every filter that leaves few rows has an index that ends with the row's moment and id.
 */
export const knexTrailViews = (read: Sql): TrailViews => ({
  async list(filter, page) {
    const rows = await read.rows<Row>`
      select log.id, ${TRAIL_COLUMNS}, coalesce(log.actor_name, users.full_name, devices.name) as actor_name, ${AGENT_NAME} as agent_name
      from activity_log log left join users on users.id = log.actor_user_id
        left join devices on devices.id = log.actor_device_id
      ${where([...conditions(filter), ...behind(NEWEST, page.after, 'desc')])}
      order by log.at desc, log.id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(shown), page, ({ at, id }) => [at, id]);
  },
});
