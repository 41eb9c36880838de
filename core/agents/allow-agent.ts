import { shareCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { AgentId } from '../kernel/ids.ts';
import type { Clock, Instant, Span } from '../kernel/time.ts';
import { changesBetween } from '../platform/trail.ts';
import { endHoldsOfAgent } from './end-agent-holds.ts';
import type { CompanyAgent, CompanyAgentViews } from './ports.ts';
import { agentUnknown } from '../companies/refusals.ts';
import type { AgentWorld } from './world.ts';

const DAYS = 30;

/** The local days before today that the figures of a company's agents cover. */
export function daysOfFigures(calendar: Calendar, now: Instant): Span {
  const today = calendar.date(now);
  const [first, next] = [calendar.day(calendar.dateAfter(today, -DAYS)), calendar.day(today)];
  if (!first || !next) throw new Error('Today is no day.');
  return { start: first.start, end: next.start };
}

interface Needs {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly companyAgents: Pick<CompanyAgentViews, 'find'>;
}

export type FindCompanyAgent = ReturnType<typeof findCompanyAgent>;

/** Finds an ACTIVE agent whose terms let it sell for the member's company. */
export const findCompanyAgent =
  ({ clock, calendar, companyAgents }: Needs) =>
  async ({ operatorId }: Member, id: AgentId): Promise<CompanyAgent> => {
    const agent = await companyAgents.find(operatorId, id, daysOfFigures(calendar, clock()));
    if (!agent) throw agentUnknown();
    return agent;
  };

export interface AgentVerdict {
  readonly allowed: boolean;
  /** The reason for the activity log, which the agent does not see. Empty if there is none. */
  readonly reason: string;
}

export type AllowAgent = ReturnType<typeof allowAgent>;

/** Lets an agent sell for the member's company, or refuses it. A refused agent's holds end; its bookings stay. */
export const allowAgent =
  (world: AgentWorld) =>
  async (member: Member, id: AgentId, { allowed, reason }: AgentVerdict): Promise<CompanyAgent> => {
    const { clock, calendar, transact } = world;
    const judged = await transact(async (stores) => {
      const { operatorId } = member;
      await shareCompany(stores, member, 'OWNER');
      const locked = await stores.agents.lock(id);
      const now = clock();
      const find = findCompanyAgent({ ...stores, clock: () => now, calendar });
      const before = locked && (await find(member, id));
      if (!before) throw agentUnknown();
      if (before.allowed === allowed) return before;
      if (allowed) await stores.companyAgents.allow(operatorId, id);
      else await stores.companyAgents.refuse(operatorId, id, now);
      const action = allowed ? `Let ${before.name} sell for the company` : `Refused ${before.name} as an agent`;
      await stores.trail.add(
        memberEntry(member, {
          kind: allowed ? 'AGENT_ALLOWED' : 'AGENT_REFUSED',
          subject: { type: 'agent', id },
          changes: changesBetween({ allowed: before.allowed }, { allowed }),
          description: reason === '' ? `${action}.` : `${action}: ${reason}`,
        }),
        now,
      );
      return find(member, id);
    });
    if (!allowed) await endHoldsOfAgent(world, id);
    return judged;
  };
