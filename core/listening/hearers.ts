import type { FeedEvent } from './event.ts';
import { type Owner, PLATFORM, companyAs } from './owner.ts';

/** Everybody who hears an event: the company whose trip, booking, refund or statement it is about, and the platform. */
export function hearersOf(event: FeedEvent): readonly Owner[] {
  if (event.type === 'webhook.test') return [];
  const company = companyOf(event);
  return [...(company === null ? [] : [companyAs(company)]), PLATFORM];
}

function companyOf(event: Exclude<FeedEvent, { readonly type: 'webhook.test' }>): number | null {
  if ('booking' in event) return event.booking.operatorId;
  if ('refund' in event) return event.refund.operatorId;
  if ('trip' in event) return event.trip.operatorId;
  return event.statement.operatorId;
}
