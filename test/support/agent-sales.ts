import { systemRandom } from '../../adapters/crypto/random.ts';
import { keyedMutex } from '../../adapters/crypto/keyed-mutex.ts';
import { makeAgentStatement } from '../../core/agents/make-agent-statement.ts';
import type { SliceNeeds } from '../../core/ledger/make-in-slices.ts';
import { addAgentPayment } from '../../core/agents/add-agent-payment.ts';
import { allowAgent } from '../../core/agents/allow-agent.ts';
import type { Agent } from '../../core/agents/agent.ts';
import { type AgentCaller, programCalling } from '../../core/agents/caller.ts';
import { endAgentHolds } from '../../core/agents/end-agent-holds.ts';
import { forgetPositions } from '../../core/road/take-points.ts';
import { changeAgent } from '../../core/agents/manage-agent.ts';
import { changeCompany } from '../../core/companies/change-company.ts';
import { holdSeatsForAgent, releaseSeatsForAgent } from '../../core/agents/hold-seats.ts';
import { type AgentOrder, sellForAgent } from '../../core/agents/sell.ts';
import type { ChangeWorld } from '../../core/changes/world.ts';
import { runAudit } from '../../core/audit/run-audit.ts';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import { cancelForAgent } from '../../core/changes/cancel-for-agent.ts';
import { changeForAgent, quoteChangeForAgent } from '../../core/changes/change-for-agent.ts';
import { changePassengersForAgent } from '../../core/changes/change-passengers.ts';
import type { AgentId, BookingId, TripId, UserId } from '../../core/kernel/ids.ts';
import { basisPoints } from '../../core/kernel/money.ts';
import type { Clock } from '../../core/kernel/time.ts';
import type { Section } from '../../core/trips/sections.ts';
import { addGoodwill } from '../../core/refunds/add-goodwill.ts';
import { sendRefund } from '../../core/refunds/send-refund.ts';
import { anAgentKey } from './agents.ts';
import { TIERS } from './cancelling.ts';
import { calendar, seat } from './catalogue.ts';
import { CHANGE_TIERS } from './changing.ts';
import type { Engine } from './engines.ts';
import { KNOWN } from './known-gateways.ts';
import { NEWS } from './news.ts';
import { aWorld } from './world.ts';

type Wanted = Partial<Omit<AgentOrder, 'tripId' | 'seatNumbers'>> & { readonly numbers?: readonly string[] };

/** A program of an agent, with a new key. */
export const aProgram = async (
  engine: Parameters<typeof anAgentKey>[0],
  agent: Agent,
  traits: Parameters<typeof anAgentKey>[2] = {},
) => programCalling(await anAgentKey(engine, agent, traits));

const partOf = (part: readonly string[] | number | undefined) =>
  part === undefined ? {} : typeof part === 'number' ? { places: part } : { seats: part };

/** The use cases by which agents sell, on one storage engine. */
export function agentSalesOn(
  engine: Omit<Engine, 'committed' | 'reported'>,
  clock: Clock,
  given: Partial<Pick<ChangeWorld, 'cancellationTiers' | 'changeTiers' | 'changeMinHours' | 'commissionRate'>> = {},
) {
  const terms = { cancellationTiers: TIERS, changeTiers: CHANGE_TIERS, changeMinHours: 2, ...given };
  const rates = { commissionRate: basisPoints(1_000), seatLockMinutes: 10, agentHeldSeats: 200, rateLimit: false };
  const world = { ...aWorld, ...engine, ...NEWS, ...rates, ...terms, clock, calendar, random: systemRandom };
  const needs = { ...world, expireBookings: expireBookings(world) };
  const [hold, sell, change] = [holdSeatsForAgent(needs), sellForAgent(needs), changeForAgent(needs)];
  const seats = (numbers: readonly string[] = []) => numbers.map(seat);
  return {
    world: needs,
    hold: (caller: AgentCaller, trip: TripId, numbers: readonly string[], holder?: string, section?: Section) =>
      hold(caller, trip, { seats: seats(numbers), holder, section, keptFor: [] }),
    release: releaseSeatsForAgent(needs),
    /** Sells seats that are held. */
    order: (caller: AgentCaller, tripId: number, { numbers, ...wanted }: Wanted) =>
      sell(caller, {
        tripId,
        seatNumbers: seats(numbers),
        seats: 1,
        passengers: [],
        contact: { name: 'Asha Gurung', phone: '9812345678', email: null },
        reference: 'HT-1',
        holder: undefined,
        total: undefined,
        messages: 'service',
        language: 'en',
        ...wanted,
      }),
    /** Cancels a booking, some of its seats, or a number of its places on a bus without a seat map. */
    cancel: (caller: AgentCaller, id: BookingId, part?: readonly string[] | number) =>
      cancelForAgent(needs)(caller, id, '', partOf(part)),
    changePassengers: changePassengersForAgent(needs),
    quote: quoteChangeForAgent(needs),
    /** Changes a booking to held seats, or to a number of places on a bus without a seat map. */
    change: (caller: AgentCaller, id: BookingId, tripId: TripId, wanted: readonly string[] | number, holder?: string) =>
      change(caller, id, {
        tripId,
        seatNumbers: typeof wanted === 'number' ? undefined : seats(wanted),
        seats: typeof wanted === 'number' ? wanted : undefined,
        passengers: [],
        toPay: undefined,
        toRefund: undefined,
        holder,
      }),
    changeAgent: changeAgent(needs),
    changeCompany: changeCompany({ ...needs, endAgentHolds, forgetPositions }),
    allow: allowAgent(needs),
    addPayment: addAgentPayment(needs),
    /** Makes a statement, by default from so many rows at a time that it is made at once. */
    state: (admin: UserId, agentId: AgentId, until: string, slices: SliceNeeds = {}) =>
      makeAgentStatement({ ...needs, ...slices, mutex: keyedMutex() })(admin, { agentId, until }),
    addGoodwill: addGoodwill(needs),
    sendRefund: sendRefund(needs),
    audit: () => runAudit({ gateways: KNOWN, clock, calendar, auditReader: engine.auditReader })(),
  };
}
