import type { AgentKeyId, DeviceId, OperatorId, UserId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Actor, Changes, KeptEntry, SubjectType, Trail, TrailKind } from '../../../core/platform/trail.ts';
import { type Fragment, type Sql, fragment, raw } from '../engine/sql.ts';

export interface TrailRow {
  readonly kind: TrailKind;
  readonly actor_role: Actor['role'];
  readonly actor_user_id: UserId | null;
  readonly actor_device_id: DeviceId | null;
  readonly actor_agent_key_id: AgentKeyId | null;
  readonly operator_id: OperatorId | null;
  readonly subject_type: SubjectType;
  readonly subject_id: number;
  /** The changed values as JSON; null if no values changed. */
  readonly changes: string | null;
  readonly description: string;
  readonly amount_paisa: Paisa | null;
  readonly at: Instant;
}

export const TRAIL_COLUMNS = raw(`
  log.kind, log.actor_role, log.actor_user_id, log.actor_device_id, log.actor_agent_key_id, log.operator_id, log.subject_type, log.subject_id, log.changes, log.description,
  log.amount_paisa, log.at`);

export const entryOf = (row: TrailRow): KeptEntry => ({
  kind: row.kind,
  actor: actorOf(row),
  operatorId: row.operator_id,
  subject: { type: row.subject_type, id: row.subject_id },
  changes: row.changes === null ? {} : (JSON.parse(row.changes) as Changes),
  description: row.description,
  at: row.at,
  ...(row.amount_paisa !== null && { amount: row.amount_paisa }),
});

function actorOf({ actor_role: role, actor_user_id: userId, actor_device_id: deviceId, ...row }: TrailRow): Actor {
  if (role === 'DEVICE') return deviceId === null ? { role: 'SYSTEM' } : { role, deviceId };
  if (role === 'AGENT' && row.actor_agent_key_id !== null) return { role, keyId: row.actor_agent_key_id };
  return role === 'SYSTEM' || userId === null ? { role: 'SYSTEM' } : { role, userId };
}

/** The actor's name, read inside the transaction. */
function nameOf(actor: Actor): Fragment {
  if ('userId' in actor) return fragment`(select full_name from users where id = ${actor.userId})`;
  if ('keyId' in actor)
    return fragment`(
      select agents.name || ' (' || agent_keys.label || ')' from agent_keys join agents on agents.id = agent_keys.agent_id
      where agent_keys.id = ${actor.keyId})`;
  return 'deviceId' in actor ? fragment`(select name from devices where id = ${actor.deviceId})` : raw('null');
}

/** Stores the activity log in `activity_log`. Rows never change. */
export const knexTrail = (sql: Sql): Trail => ({
  async add({ kind, actor, operatorId, subject, changes = {}, description, amount }, at) {
    const written = Object.keys(changes).length === 0 ? null : JSON.stringify(changes);
    sql.post`
      insert into activity_log (kind, actor_role, actor_user_id, actor_device_id, actor_agent_key_id, actor_name, operator_id, subject_type, subject_id, changes, description, amount_paisa, at)
      values (${kind}, ${actor.role}, ${'userId' in actor ? actor.userId : null}, ${'deviceId' in actor ? actor.deviceId : null}, ${'keyId' in actor ? actor.keyId : null}, ${nameOf(actor)}, ${operatorId},
        ${subject.type}, ${subject.id}, ${written}, ${description}, ${amount ?? null}, ${at})`;
  },

  async of({ type, id }) {
    const rows = await sql.rows<TrailRow>`
      select ${TRAIL_COLUMNS} from activity_log log
      where log.subject_type = ${type} and log.subject_id = ${id} order by log.at, log.id`;
    return rows.map(entryOf);
  },
});
