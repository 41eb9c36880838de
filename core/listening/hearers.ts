import type { AgentId } from '../kernel/ids.ts';
import type { FeedEvent } from './event.ts';
import { type Owner, PLATFORM, agentAs, companyAs } from './owner.ts';

type ToldEvent = Exclude<FeedEvent, { readonly type: 'webhook.test' }>;

/**
 * Everybody who hears an event: the company whose trip, booking, refund or statement it is about, the agent that sold
 * the booking, gets the statement or has the account, the agents with an active booking on the trip, and the platform.
 */
export function hearersOf(event: FeedEvent): readonly Owner[] {
  if (event.type === 'webhook.test') return [];
  const company = companyOf(event);
  return [...(company === null ? [] : [companyAs(company)]), ...agentsOf(event).map(agentAs), PLATFORM];
}

function companyOf(event: ToldEvent): number | null {
  if ('booking' in event) return event.booking.operatorId;
  if ('refund' in event) return event.refund.operatorId;
  if ('trip' in event) return event.trip.operatorId;
  if ('account' in event) return null;
  return event.statement.operatorId;
}

function agentsOf(event: ToldEvent): readonly AgentId[] {
  if ('trip' in event) return event.trip.agents;
  if ('account' in event) return [event.account.id];
  const { agentId } = 'booking' in event ? event.booking : 'refund' in event ? event.refund : event.statement;
  return agentId === null ? [] : [agentId];
}
