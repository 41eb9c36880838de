import type { Booking } from '../bookings/booking.ts';
import type { RefundSource } from '../ledger/entries.ts';
import type { Gateways } from './gateway.ts';
import type { Refund } from './refund.ts';

/**
 * The source of the money for a refund. A company's own money is CASH, also when it returns it by
 * its own QR code. Automatic refunds come out of the money that the gateway holds. So do refunds
 * by hand to the kind of account that the gateway pays out to. All other refunds that the platform sends come from its
 * bank account. The agent that sold the booking is credited with every refund of it.
 */
export function refundSourceOf(
  { gateway, method, takenOver }: Pick<Refund, 'gateway' | 'method' | 'takenOver'>,
  { known }: Pick<Gateways, 'known'>,
  agent: Booking['agent'] = null,
): RefundSource {
  if (agent !== null) return { agentId: agent.agentId };
  if (takenOver) return 'BANK';
  if (method === 'CASH' || method === 'QR') return 'CASH';
  const facts = known.find(({ name }) => name === gateway);
  return facts && (method === 'AUTOMATIC' || method === facts.paysOutTo) ? { gateway } : 'BANK';
}
