import { type AgentCaller, actorOf } from '../agents/caller.ts';
import type { AgentStores } from '../agents/world.ts';
import { isClosed } from '../bookings/booking.ts';
import { journeyOn } from '../bookings/journey.ts';
import type { BookingId } from '../kernel/ids.ts';
import { type Paisa, minus, NOTHING } from '../kernel/money.ts';
import { moneyOf } from '../payments/money.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { tripDeparted } from '../trips/refusals.ts';
import { hasDeparted, type Trip } from '../trips/trip.ts';
import { commissionOf } from '../ledger/agent-commission.ts';
import { priceOfPart } from '../bookings/cancelled-part.ts';
import { askedPart, type GivenPart, isWhole, refuseBoarded, refuseUnlessThere } from './asked-part.ts';
import { lockSold, type SoldBooking, viewAgentBooking } from './agents-booking.ts';
import { tellCustomer } from './cancel-for-office.ts';
import { endAsked } from './end-asked.ts';
import { cutReason, type Ended } from './end-booking.ts';
import { quoteForPart } from './end-part.ts';
import { type RefundQuote, atMost, quoteFor } from './refund-tiers.ts';
import { bookingOver, changeOpen } from './refusals.ts';
import type { ChangeWorld } from './world.ts';

/** The amount that a cancellation credits the agent with: the refund less the commission that goes back. */
export interface Credited {
  readonly credited: Paisa;
}

const creditedBy = ({ agent, total }: SoldBooking, amount: Paisa, refund: Paisa): Paisa =>
  minus(refund, minus(NOTHING, commissionOf(agent.rate, { kind: 'cancellation', total, amount, refund })));

async function tripOf({ trips }: AgentStores, { id, tripId }: SoldBooking): Promise<Trip> {
  const trip = await trips.find(tripId);
  if (!trip) throw new Error(`Booking ${id} is for a trip that does not exist.`);
  return trip;
}

export type QuoteCancellationForAgent = ReturnType<typeof quoteCancellationForAgent>;

/** Quotes the fee, the refund and the credit for cancelling an agent's booking, or some of its seats. */
export const quoteCancellationForAgent =
  (world: ChangeWorld) =>
  async (caller: AgentCaller, id: BookingId, given: GivenPart = {}): Promise<RefundQuote & Credited> =>
    world.transact(async (stores) => {
      const view = await viewAgentBooking(stores)(caller, id);
      const booking = await lockSold(stores, caller, id);
      const part = askedPart(given, view);
      if (isClosed(booking.status)) throw bookingOver(booking.status);
      if (part) refuseUnlessThere(part, booking);
      const now = world.clock();
      const trip = journeyOn(booking, await tripOf(stores, booking));
      const quoteOf = (of: typeof booking) => quoteFor(of, trip, now, world.cancellationTiers);
      const { left } = await moneyOf(stores, booking);
      if (!part || isWhole(part, booking)) {
        const quote = atMost(quoteOf(booking), left);
        return { ...quote, credited: creditedBy(booking, booking.total, quote.refund) };
      }
      if ((await stores.changes.open([id], now)).length > 0) throw changeOpen();
      refuseBoarded(part, booking, await stores.boardings.marks([id]));
      const quote = quoteForPart(booking, part, (of) => quoteFor(of, trip, now, world.cancellationTiers), left);
      return { ...quote, credited: creditedBy(booking, priceOfPart(booking, part.count), quote.refund) };
    });

export type CancelForAgent = ReturnType<typeof cancelForAgent>;

/**
 * Cancels an agent's booking, or some of its seats, by the rules and fees of a passenger's cancellation. The agent is
 * credited at once. The traveller is told, unless the agent does that itself.
 */
export const cancelForAgent =
  (world: ChangeWorld) =>
  async (
    caller: AgentCaller,
    id: BookingId,
    reason: string,
    given: GivenPart = {},
    keep?: KeepResult<Ended & Credited>,
  ): Promise<Ended & Credited> =>
    world.transact(async (stores) => {
      const booking = await lockSold(stores, caller, id);
      const view = await viewAgentBooking(stores)(caller, id);
      const part = askedPart(given, view);
      if (isClosed(booking.status)) throw bookingOver(booking.status);
      const trip = journeyOn(booking, await tripOf(stores, booking));
      const now = world.clock();
      if (trip.status === 'ACTIVE' && hasDeparted(trip, now)) throw tripDeparted();
      const said = cutReason(reason) || 'Cancelled by the agent.';
      const amount = part && !isWhole(part, booking) ? priceOfPart(booking, part.count) : booking.total;
      const ended = await endAsked(stores, part, {
        booking,
        trip,
        quoteOf: (of) => quoteFor(of, trip, now, world.cancellationTiers),
        by: 'AGENT',
        actor: actorOf(caller),
        reason: said,
        now,
      });
      const cancelled = await stores.officeBookings.find(id);
      if (!cancelled) throw new Error(`Booking ${id} is gone.`);
      if (booking.agent.messages === 'service')
        await tellCustomer(stores, world, { cancelled, trip, by: 'AGENT', reason: said, now });
      const answer = { ...ended, credited: creditedBy(booking, amount, ended.refund) };
      await keep?.(answer, stores);
      return answer;
    });
