import type { KeptFor } from '../fleet/kept-seats.ts';
import type { SeatNumber, TripId } from '../kernel/ids.ts';
import type { SeatWish } from '../seats/choosable-seats.ts';
import type { HoldRules, LockedSeats } from '../seats/hold-selection.ts';
import { lockSeats } from '../seats/lock-seats.ts';
import { releaseSeats } from '../seats/release-seats.ts';
import { viewSeatMap } from '../seats/view-seat-map.ts';
import { tripUnknown } from '../trips/refusals.ts';
import type { Section } from '../trips/sections.ts';
import { type AgentCaller } from './caller.ts';
import { holderOf } from './holder.ts';
import { keepCompanyOfTrip } from './keep-company.ts';
import { lockAgent } from './lock-agent.ts';
import { tooManyHolds } from './refusals.ts';
import { sellsFor } from './sells-for.ts';
import type { AgentStores, AgentWorld } from './world.ts';

/** The seats of a trip that an agent's customer wants to hold. */
export interface WantedHold {
  /** The numbers of the seats, or a wish for which the best ones are chosen. */
  readonly seats: readonly SeatNumber[] | SeatWish;
  readonly section?: Section | undefined;
  /** The kinds of kept seats that the passengers may have. */
  readonly keptFor: readonly KeptFor[];
  /** The name of the customer; by default the calling key or person is the customer. */
  readonly holder: string | undefined;
}

/**
 * Refuses trips that the agent may not sell, and more held seats than an agent may have at a time. `mostHeld` is
 * undefined if there is no limit.
 */
const rulesFor = (
  caller: AgentCaller,
  mostHeld: number | undefined,
  clock: AgentWorld['clock'],
): HoldRules<AgentStores> => ({
  prepare: keepCompanyOfTrip,
  async refuseTrip(stores, { bus }) {
    if (!(await sellsFor(stores, caller, bus.operatorId, clock()))) throw tripUnknown();
  },
  async refuseHeld(stores, { bus }, now) {
    const { agentHolders, agentCompanies } = stores;
    // The lock also keeps two simultaneous requests from exceeding the limit together.
    await lockAgent(stores, caller, now);
    // While this waited for the lock, a company may have refused the agent. That ended the holds it had before.
    if (!(await agentCompanies.maySell(caller.agentId, bus.operatorId))) throw tripUnknown();
    if (mostHeld === undefined) return;
    if ((await agentHolders.heldSeats(caller.agentId, now)) > mostHeld) throw tooManyHolds(mostHeld);
  },
});

export type HoldSeatsForAgent = ReturnType<typeof holdSeatsForAgent>;

/** Holds seats for an agent's customer, as a passenger would hold them. */
export const holdSeatsForAgent =
  (world: AgentWorld) =>
  async (
    caller: AgentCaller,
    tripId: TripId,
    { seats, section, holder, keptFor }: WantedHold,
  ): Promise<LockedSeats> => {
    const name = holderOf(caller, holder);
    const id = await world.transact(({ agentHolders }) => agentHolders.of(caller.agentId, name, world.clock()));
    const rules = rulesFor(caller, world.rateLimit ? world.agentHeldSeats : undefined, world.clock);
    return lockSeats(world)(id, tripId, seats, section, rules, keptFor);
  };

export type ReleaseSeatsForAgent = ReturnType<typeof releaseSeatsForAgent>;

/** Releases the seats that an agent's customer holds on a trip. Returns the number of seats. */
export const releaseSeatsForAgent =
  (world: AgentWorld) =>
  async (
    caller: AgentCaller,
    tripId: TripId,
    { section, holder }: Pick<WantedHold, 'section' | 'holder'>,
  ): Promise<number> => {
    const name = holderOf(caller, holder);
    const id = await world.transact(({ agentHolders }) => agentHolders.of(caller.agentId, name, world.clock()));
    return releaseSeats(world)(id, tripId, section);
  };

export type ViewSeatsForAgent = ReturnType<typeof viewSeatsForAgent>;

/** The seats of a trip as an agent's customer sees them. */
export const viewSeatsForAgent =
  (world: AgentWorld) =>
  async (caller: AgentCaller, tripId: TripId, { section, holder }: Pick<WantedHold, 'section' | 'holder'>) => {
    const viewer = await world.agentHolderViews.find(caller.agentId, holderOf(caller, holder));
    return viewSeatMap(world)(tripId, viewer, section);
  };
