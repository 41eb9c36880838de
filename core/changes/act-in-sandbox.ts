import { type AgentCaller, actorOf } from '../agents/caller.ts';
import { lockKnown } from '../agents/manage-agent.ts';
import { notAnAgent } from '../agents/refusals.ts';
import { bookingUnknown } from '../bookings/refusals.ts';
import { KEPT_FOR } from '../fleet/kept-seats.ts';
import type { BookingId, SeatNumber, TripId } from '../kernel/ids.ts';
import { type Paisa, toRupees } from '../kernel/money.ts';
import { changesBetween } from '../platform/trail.ts';
import type { LockedSeats } from '../seats/hold-selection.ts';
import { lockSeats } from '../seats/lock-seats.ts';
import { tripUnknown } from '../trips/refusals.ts';
import { cancelForOffice } from './cancel-for-office.ts';
import type { ChangeWorld } from './world.ts';

/* What others do to an agent's sales: on a sandbox a program lets it happen, to see how it copes. */

/** Refuses people, who have the pages of the portal for all of this. */
function refusePeople({ by }: AgentCaller): void {
  if (!('keyId' in by)) throw notAnAgent();
}

export type CancelByCompany = ReturnType<typeof cancelByCompany>;

/** Lets the company cancel a booking of the agent, without a fee, as an owner of the company would. */
export const cancelByCompany =
  (world: ChangeWorld) =>
  async (caller: AgentCaller, id: BookingId): Promise<void> => {
    refusePeople(caller);
    const office = await world.transact(async ({ bookings, owners, users }) => {
      const booking = await bookings.find(id);
      if (booking?.agent?.agentId !== caller.agentId) throw bookingUnknown();
      const [owner] = await owners.of(booking.operatorId);
      const user = owner && (await users.findByEmail(owner.email));
      if (!user) throw bookingUnknown();
      return { role: 'OPERATOR', userId: user.id, operatorId: booking.operatorId } as const;
    });
    await cancelForOffice(world)(office, id, { reason: 'Cancelled in the sandbox.', fee: 'none' });
  };

export type TakeSeatsByStranger = ReturnType<typeof takeSeatsByStranger>;

/**
 * Lets a stranger hold seats, as far as they are free: nobody of the agent can release them. An agent has one stranger,
 * who holds seats on few trips, like any passenger, so that nobody can take the whole sandbox away from the others.
 */
export const takeSeatsByStranger =
  (world: ChangeWorld) =>
  async (caller: AgentCaller, tripId: TripId, seats: readonly SeatNumber[]): Promise<LockedSeats> => {
    refusePeople(caller);
    const stranger = await world.transact(async ({ agentCompanies, agentHolders }) => {
      if (!(await agentCompanies.readsTrip(caller.agentId, tripId))) throw tripUnknown();
      // No request can name this holder: the names of customers begin otherwise.
      return agentHolders.of(caller.agentId, 'stranger', world.clock());
    });
    return lockSeats(world)(stranger, tripId, seats, undefined, undefined, KEPT_FOR);
  };

export type SetOwnCredit = ReturnType<typeof setOwnCredit>;

/** Sets the credit limit of the calling agent. */
export const setOwnCredit =
  ({ clock, transact }: ChangeWorld) =>
  async (caller: AgentCaller, creditLimit: Paisa): Promise<void> => {
    refusePeople(caller);
    await transact(async (stores) => {
      const before = await lockKnown(stores, caller.agentId);
      if (before.creditLimit === creditLimit) return;
      await stores.agents.save({ ...before, creditLimit });
      await stores.trail.add(
        {
          kind: 'AGENT_CHANGED',
          actor: actorOf(caller),
          operatorId: null,
          subject: { type: 'agent', id: before.id },
          changes: changesBetween(
            { credit_limit: toRupees(before.creditLimit) },
            { credit_limit: toRupees(creditLimit) },
          ),
          description: `Changed the credit limit of ${before.name} in the sandbox.`,
        },
        clock(),
      );
    });
  };
