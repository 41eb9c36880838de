import type { AgentCaller } from '../agents/caller.ts';
import { viewSeatsForAgent } from '../agents/hold-seats.ts';
import type { AgentBooking } from '../agents/sale-ports.ts';
import type { AgentStores, AgentWorld } from '../agents/world.ts';
import { type AgentSale, type Booking, sectionOnRoad } from '../bookings/booking.ts';
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

export type ViewSeatsOfAgentBooking = ReturnType<typeof viewSeatsOfAgentBooking>;

/**
 * The seats of the trip and section of an agent's booking, as the agent's customer `holder` sees them. They can also be
 * seen while the company refuses the agent, because the seats of a booking can still be exchanged then.
 */
export const viewSeatsOfAgentBooking =
  (world: AgentWorld) => async (caller: AgentCaller, id: BookingId, holder: string | undefined) => {
    const booking = await viewAgentBooking(world)(caller, id);
    return viewSeatsForAgent(world)(caller, booking.tripId, { section: sectionOnRoad(booking), holder });
  };
