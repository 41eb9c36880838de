import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';
import type { Step } from './step.ts';
import { changeChecks } from './widened-checks.ts';

const OF_A_COMPANY = 'operator_id integer not null references operators (id)';
const OF_EITHER = 'operator_id integer references operators (id)';
const ACTORS = `('PASSENGER', 'OPERATOR', 'ADMIN', 'SYSTEM', 'DEVICE')`;
const ACTORS_WITH_AGENTS = `('PASSENGER', 'OPERATOR', 'ADMIN', 'SYSTEM', 'DEVICE', 'AGENT')`;
const withoutParens = (list: string): string => list.slice(1, -1);

/** Lets rows of a table belong to an agent in place of a company. */
async function shareWithAgents(db: Knex, table: string): Promise<void> {
  if (isPostgres(db)) await db.raw('alter table ?? alter column operator_id drop not null', [table]);
  else await changeChecks(db, table, [[OF_A_COMPANY, OF_EITHER]]);
  await db.raw(
    `alter table ?? add column agent_id integer references agents (id)
     check ((operator_id is null) <> (agent_id is null))`,
    [table],
  );
}

async function takeFromAgents(db: Knex, table: string): Promise<void> {
  await db.raw('alter table ?? drop column agent_id', [table]);
  if (isPostgres(db)) await db.raw('alter table ?? alter column operator_id set not null', [table]);
  else await changeChecks(db, table, [[OF_EITHER, OF_A_COMPANY]]);
}

/** Lets agents have staff and act, and lets companies refuse to be sold by agents. */
export const agentStaffStep: Step = {
  async up(db) {
    await db.raw('alter table operators add column agents_allowed boolean not null default true');
    for (const table of ['staff', 'sent_invitations']) await shareWithAgents(db, table);
    await db.raw('create index staff_agent_id_index on staff (agent_id) where agent_id is not null');
    await db.raw(
      'create unique index staff_invited_once_by_agent on staff (email, agent_id) where agent_id is not null',
    );
    await db.raw(
      'create index sent_invitations_agent_id_sent_at_index on sent_invitations (agent_id, sent_at) where agent_id is not null',
    );
    await changeChecks(db, 'activity_log', [[withoutParens(ACTORS), withoutParens(ACTORS_WITH_AGENTS)]]);
    await db.raw('alter table activity_log add column actor_agent_key_id integer references agent_keys (id)');
  },

  async down(db) {
    await db.raw('alter table activity_log drop column actor_agent_key_id');
    await changeChecks(db, 'activity_log', [[withoutParens(ACTORS_WITH_AGENTS), withoutParens(ACTORS)]]);
    for (const index of [
      'sent_invitations_agent_id_sent_at_index',
      'staff_invited_once_by_agent',
      'staff_agent_id_index',
    ])
      await db.raw('drop index ??', [index]);
    for (const table of ['sent_invitations', 'staff']) await takeFromAgents(db, table);
    await db.raw('alter table operators drop column agents_allowed');
  },

  async losses(db) {
    const [refusing] = await db('operators').where({ agents_allowed: false }).count<{ count: number }[]>('* as count');
    const [people] = await db('staff').whereNotNull('agent_id').count<{ count: number }[]>('* as count');
    return [
      ...(Number(refusing?.count) > 0 ? [`operators.agents_allowed: ${Number(refusing?.count)}`] : []),
      ...(Number(people?.count) > 0 ? [`staff.agent_id: ${Number(people?.count)}`] : []),
    ];
  },
};
