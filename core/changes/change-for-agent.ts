import type { AgentBooking } from '../agents/sale-ports.ts';
import { type AgentCaller, actorOf } from '../agents/caller.ts';
import { holderOf } from '../agents/holder.ts';
import { keepCompanyOfBooking } from '../agents/keep-company.ts';
import { lockAgent } from '../agents/lock-agent.ts';
import { sellsFor } from '../agents/sells-for.ts';
import { agentBooking, refuseUnlessAfforded } from '../agents/sell.ts';
import type { AgentStores } from '../agents/world.ts';
import { sectionOnRoad } from '../bookings/booking.ts';
import { afterExpiry, type ExpireBookings } from '../bookings/expire-bookings.ts';
import { selectionExpired } from '../bookings/refusals.ts';
import { seatsTaken } from '../counter/refusals.ts';
import { takePayment } from '../counter/take-payment.ts';
import { type BookingId, type HolderId, NOBODY } from '../kernel/ids.ts';
import { minus, NOTHING } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { commissionOf } from '../ledger/agent-commission.ts';
import { completeChange } from '../payments/complete-change.ts';
import { ON_ACCOUNT } from '../payments/payment.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { recordSeats } from '../seats/seat-events.ts';
import { sectionForStores } from '../trips/choose-section.ts';
import { tripUnknown } from '../trips/refusals.ts';
import { lockSold, type SoldBooking } from './agents-booking.ts';
import { type AskedChange, askedTrip, refuseOtherCount } from './asked-change.ts';
import { changeRules, redeemHeld, sellHeld } from './change-booking.ts';
import type { ChangeQuote } from './change-quote.ts';
import { confirmChanged, tellConfirmed } from './confirm-changed.ts';
import { exchangeSeats } from './exchange-seats.ts';
import { addChanged, keepPassengers, passengersOf, refuseOtherQuote } from './make-change.ts';
import { inMapOrder, mapOf } from './map-order.ts';
import type { NewPassenger } from './new-passengers.ts';
import { type ChangePlan, type ChangeRules, planChange } from './plan-change.ts';
import type { ChangeWorld } from './world.ts';

/** A change that an agent asks for. The new seats are held by `holder`. */
export interface AgentChange extends AskedChange {
  readonly holder: string | undefined;
}

/** Refuses another trip that the agent may not sell. Seats of the booking's own trip can always be exchanged. */
async function refuseUnsold(
  stores: AgentStores,
  caller: AgentCaller,
  booking: SoldBooking,
  asked: AskedChange,
  now: Instant,
): Promise<void> {
  const id = askedTrip(asked);
  if (id === booking.tripId) return;
  const trip = id && (await stores.trips.find(id));
  if (trip && (await sellsFor(stores, caller, trip.bus.operatorId, now))) return;
  refuseOtherCount(asked, booking);
  throw tripUnknown();
}

const agentRules = (minHours: number): ChangeRules => ({ ...changeRules(minHours), isAgent: true });

export type QuoteChangeForAgent = ReturnType<typeof quoteChangeForAgent>;

/** Quotes the amounts for changing an agent's booking to another trip at this moment. */
export const quoteChangeForAgent =
  (world: ChangeWorld) =>
  async (caller: AgentCaller, id: BookingId, asked: AskedChange): Promise<ChangeQuote> =>
    world.transact(async (stores) => {
      const booking = await lockSold(stores, caller, id);
      await refuseUnsold(stores, caller, booking, asked, world.clock());
      const planning = { booking, asked, isQuote: true, clock: world.clock };
      return (await planChange(stores, world, agentRules(world.changeMinHours), planning)).quote;
    });

export interface ChangedForAgent {
  readonly booking: AgentBooking;
  readonly isNew: boolean;
}

interface Changing {
  readonly booking: SoldBooking;
  readonly plan: ChangePlan;
  readonly asked: AgentChange;
  readonly passengers: readonly NewPassenger[];
  readonly caller: AgentCaller;
  readonly holder: HolderId;
  readonly transactionUuid: string;
  readonly now: Instant;
}

export type ChangeForAgent = ReturnType<typeof changeForAgent>;

/**
 * Changes an agent's booking to seats of another trip, or to other seats of its trip, which its customer holds. A price
 * difference is taken on account, and money left over is credited, at once.
 */
export const changeForAgent =
  (needs: ChangeWorld & { readonly expireBookings: ExpireBookings }) =>
  async (
    caller: AgentCaller,
    id: BookingId,
    asked: AgentChange,
    keep?: KeepResult<ChangedForAgent>,
  ): Promise<ChangedForAgent> => {
    const name = holderOf(caller, asked.holder);
    const transactionUuid = needs.random.uuid();
    return afterExpiry(needs, { now: needs.clock(), neededNow: askedTrip(asked) }, async (stores) => {
      await keepCompanyOfBooking(stores, id);
      const booking = await lockSold(stores, caller, id);
      await refuseUnsold(stores, caller, booking, asked, needs.clock());
      const planning = { booking, asked, isQuote: false, clock: needs.clock };
      const plan = await planChange(stores, needs, agentRules(needs.changeMinHours), planning);
      const { now } = plan;
      const holder = await stores.agentHolders.of(caller.agentId, name, now);
      const seats = inMapOrder(plan.seats ?? [], await mapOf(stores, plan.trip));
      const passengers = await passengersOf(stores, plan, seats, asked);
      const changing = { booking, plan, asked, passengers, caller, holder, transactionUuid, now };
      const changedId = plan.isSameTrip ? await exchange(stores, changing) : await move(needs, stores, changing);
      const changed = { booking: await agentBooking(stores, caller, changedId), isNew: !plan.isSameTrip };
      await keep?.(changed, stores);
      return changed;
    });
  };

const askedByOf = ({ by }: AgentCaller) => ({ role: 'AGENT', userId: 'userId' in by ? by.userId : NOBODY }) as const;

async function exchange(stores: AgentStores, changing: Changing): Promise<BookingId> {
  const { booking, plan, asked, passengers, caller, holder, now } = changing;
  const { before, trip } = plan;
  const coming = passengers.filter(({ seat }) => before.every((one) => one.seat !== seat));
  const section = sectionOnRoad(booking);
  const { id, tripId, paymentDeadline } = booking;
  const isTold = booking.agent.messages === 'service';
  if (await sellsFor(stores, caller, booking.operatorId, now)) {
    const redeemed = await redeemHeld(stores, { tripId, passenger: holder, section }, coming, now);
    refuseOtherQuote(asked, plan.quote);
    await sellHeld(stores, { tripId, booking: id, redeemed, seats: coming, paymentDeadline, section }, now);
  } else {
    await takeFree(stores, changing, coming);
    refuseOtherQuote(asked, plan.quote);
  }
  // Locked after the seats, as in sales: otherwise an exchange and a sale could wait for each other.
  await lockAgent(stores, caller, now);
  await exchangeSeats(stores, { booking, trip, before, passengers, askedBy: actorOf(caller), isTold, now });
  return id;
}

/** Takes free seats without a hold, for an agent that the company or its terms let hold none on the trip any more. */
async function takeFree(
  stores: AgentStores,
  { booking: { id, tripId, userId: seller, paymentDeadline, ...booking }, plan: { busy }, now }: Changing,
  coming: readonly NewPassenger[],
): Promise<void> {
  const seats = coming.map(({ seat }) => seat).sort();
  if (seats.length === 0) return;
  const section = sectionOnRoad(booking);
  const sale = { tripId, seller, booking: id, seats: coming, paymentDeadline, lent: [], section };
  if (seats.some((seat) => busy.has(seat))) throw selectionExpired();
  if ((await stores.seatLocks.sellAtCounter(sale, now)).length > 0) throw selectionExpired();
  await recordSeats(stores, tripId, [{ seats, section, was: 'AVAILABLE', status: 'BOOKED' }], now);
}

async function move(needs: ChangeWorld, stores: AgentStores, changing: Changing): Promise<BookingId> {
  const { booking: old, plan, asked, passengers, caller, holder, transactionUuid, now } = changing;
  const { trip, quote } = plan;
  const section = sectionForStores(trip, plan.section);
  const redeemed = await redeemHeld(stores, { tripId: trip.id, passenger: holder, section }, passengers, now);
  const making = { old, plan, passengers, askedBy: askedByOf(caller), paymentDeadline: now, now };
  const { made, change } = await addChanged(needs, stores, making);
  if (!trip.bus.hasSeatMap && !(await stores.trips.takePlaces(trip.id, old.seatsCount, now, section)))
    throw seatsTaken([], await stores.trips.placesLeft(trip.id, now, section));
  const sale = { tripId: trip.id, booking: made.id, redeemed, seats: passengers, paymentDeadline: now, section };
  await sellHeld(stores, sale, now);
  refuseOtherQuote(asked, quote);
  const { agent } = await lockAgent(stores, caller, now);
  // While this waited for the agent's lock, the right to sell for the company may have been taken away.
  if (!(await stores.agentCompanies.maySell(caller.agentId, trip.bus.operatorId))) throw tripUnknown();
  const { oldTotal, credit, newTotal, toPay, toRefund } = quote;
  const earned = commissionOf(old.agent.rate, { kind: 'change', oldTotal, credit, newTotal });
  refuseUnlessAfforded(agent, minus(minus(toPay, toRefund), earned));
  await keepPassengers(stores, made, passengers);
  await completeChange(stores, needs, { change, old, made, actor: actorOf(caller), now });
  const isTold = old.agent.messages === 'service';
  if (toPay === NOTHING) await confirmChanged(stores, made, trip, now, isTold);
  else {
    await takePayment(stores, made, { gateway: ON_ACCOUNT, reference: null, shift: undefined, transactionUuid }, now);
    await stores.seatLocks.finalize(made.id);
    await tellConfirmed(stores, made, trip, now, isTold);
  }
  return made.id;
}
