import type { AgentHolders, AgentHolderViews, AgentSales, KnownSale } from '../../../core/agents/sale-ports.ts';
import type { AgentId, BookingId, HolderId, OperatorId } from '../../../core/kernel/ids.ts';
import { type Paisa, paisa } from '../../../core/kernel/money.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { type Fragment, type Sql, forUpdateSkipLocked, fragment, raw } from '../engine/sql.ts';
import { endHoldsWhere } from '../seats/holds-let-go.ts';
import { soldByAgent } from './agent-companies.ts';

/** Stores references in `agent_references`, whose key makes other sales with the same reference wait. */
export const knexAgentSales = (sql: Sql): AgentSales => ({
  async claim(agentId, reference) {
    const added = await sql.changes`
      insert into agent_references (agent_id, reference) values (${agentId}, ${reference}) on conflict do nothing`;
    if (added > 0) return undefined;
    const row = await sql.one<{ readonly booking_id: BookingId; readonly sold: string }>`
      select booking_id, sold from agent_references where agent_id = ${agentId} and reference = ${reference}`;
    if (!row) throw new Error('A reference is neither new nor known.');
    return { bookingId: row.booking_id, sold: row.sold };
  },

  async fulfil(agentId: AgentId, reference: string, { bookingId, sold }: KnownSale) {
    await sql.changes`
      update agent_references set booking_id = ${bookingId}, sold = ${sold}
      where agent_id = ${agentId} and reference = ${reference}`;
  },

  async soldBy(key, { start, end }) {
    const row = await sql.one<{ readonly sold: Paisa | null }>`
      select cast(sum(payments.amount_paisa) as bigint) as sold
      from bookings join payments on payments.booking_id = bookings.id and payments.gateway = 'AGENT'
      where bookings.agent_key_id = ${key} and bookings.booked_at >= ${start} and bookings.booked_at < ${end}
        and not exists (select 1 from booking_changes where booking_changes.booking_id = bookings.id)`;
    return paisa(Number(row?.sold ?? 0));
  },
});

/** Stores holders in `agent_holders`. Their keys outside are negative, so that they differ from those of users. */
export const knexAgentHolders = (sql: Sql, { lineChanged }: Pick<TransactionNeeds, 'lineChanged'>): AgentHolders => ({
  async of(agentId, name, now) {
    const row = await sql.one<{ readonly id: number }>`
      insert into agent_holders (agent_id, holder, used_at) values (${agentId}, ${name}, ${now})
      on conflict (agent_id, holder) do update set used_at = excluded.used_at
      returning id`;
    if (!row) throw new Error('A holder was not added.');
    return keyOf(row);
  },

  async heldSeats(agentId, now) {
    const row = await sql.one<{ readonly count: number }>`
      select count(*) as count from agent_holders join seat_locks on seat_locks.locked_by = -agent_holders.id
      where agent_holders.agent_id = ${agentId} and seat_locks.expires_at > ${now}`;
    return row?.count ?? 0;
  },

  async endUnsoldHolds(of, now) {
    const unsold = fragment`${'agentId' in of ? heldFor(of.agentId) : heldWith(of.operatorId)} and not exists (
        select 1 from agent_holders join schedules as sold on sold.id = seat_locks.schedule_id
          join buses on buses.id = sold.bus_id join operators on operators.id = buses.operator_id
        where agent_holders.id = -seat_locks.locked_by and ${soldByAgent(raw('agent_holders.agent_id'))})`;
    // Locks the trips before their holds, the order of everybody. Their lines are served before this commits.
    if (sql.dialect === 'postgres')
      await sql.rows`
        select id from schedules where id in (select seat_locks.schedule_id from seat_locks where ${unsold})
        order by id for no key update`;
    const freed = await endHoldsWhere(sql, unsold, now);
    for (const { tripId } of freed) lineChanged({ of: 'freed', tripId, at: now });
    return freed;
  },

  prune: (before, limit) => sql.changes`
    with unused as materialized (
      select id from agent_holders
      where used_at < ${before} and not exists (select 1 from seat_locks where seat_locks.locked_by = -agent_holders.id)
      order by used_at limit ${limit} ${forUpdateSkipLocked(sql)})
    delete from agent_holders where id in (select id from unused)`,
});

/** Holds of an agent's customers. */
const heldFor = (agentId: AgentId): Fragment => fragment`
  seat_locks.locked_by in (select -agent_holders.id from agent_holders where agent_holders.agent_id = ${agentId})`;

/** Holds of agents' customers on trips of a company. The inner select lets SQLite use the index of `locked_by`. */
const heldWith = (operatorId: OperatorId): Fragment => fragment`
  seat_locks.locked_by in (select of_agent.locked_by from seat_locks as of_agent where of_agent.locked_by < 0) and exists (
    select 1 from schedules as held join buses on buses.id = held.bus_id
    where held.id = seat_locks.schedule_id and buses.operator_id = ${operatorId})`;

export const knexAgentHolderViews = (read: Sql): AgentHolderViews => ({
  async find(agentId, name) {
    const row = await read.one<{ readonly id: number }>`
      select id from agent_holders where agent_id = ${agentId} and holder = ${name}`;
    return row && keyOf(row);
  },
});

const keyOf = ({ id }: { readonly id: number }): HolderId => -id as HolderId;
