import type { AgentCaller } from '../agents/caller.ts';
import type { AgentBooking } from '../agents/sale-ports.ts';
import type { AgentStores, AgentWorld } from '../agents/world.ts';
import type { AgentSale, Booking } from '../bookings/booking.ts';
import { bookingUnknown } from '../bookings/refusals.ts';
import type { BookingId } from '../kernel/ids.ts';

/** A booking that is known to be an agent's. */
export interface SoldBooking extends Booking {
  readonly agent: AgentSale;
}

/** Locks a booking of the caller's agent. Another agent's booking is refused like an unknown one. */
export async function lockSold(
  { bookings }: AgentStores,
  { agentId }: AgentCaller,
  id: BookingId,
): Promise<SoldBooking> {
  const booking = await bookings.lock(id);
  if (!booking?.agent || booking.agent.agentId !== agentId) throw bookingUnknown();
  return { ...booking, agent: booking.agent };
}

export type ViewAgentBooking = ReturnType<typeof viewAgentBooking>;

/** Reads a booking of the caller's agent. */
export const viewAgentBooking =
  ({ agentBookings }: { readonly agentBookings: Pick<AgentWorld['agentBookings'], 'find'> }) =>
  async ({ agentId }: AgentCaller, id: BookingId): Promise<AgentBooking> => {
    const booking = await agentBookings.find(agentId, id);
    if (!booking) throw bookingUnknown();
    return booking;
  };
