import { addBooking } from '../bookings/add-booking.ts';
import type { AGENT_MESSAGES, AgentSale, Contact } from '../bookings/booking.ts';
import { afterExpiry, type ExpireBookings } from '../bookings/expire-bookings.ts';
import { refuseKeptSeats } from '../bookings/kept-seats.ts';
import { priceOf } from '../bookings/price.ts';
import { busNotApproved, noSeatAsked, noSeatChosen, selectionExpired, tooFewSeatsLeft } from '../bookings/refusals.ts';
import { type GivenPassenger, seatPassengers } from '../bookings/seat-passengers.ts';
import { notSoManyPlaces, tooManySeats } from '../counter/refusals.ts';
import { MOST_PLACES } from '../counter/sought-seats.ts';
import { takePayment } from '../counter/take-payment.ts';
import { asNumbered } from '../fleet/seat-numbers.ts';
import { isId, type BookingId, NOBODY, type SeatNumber, type TripId } from '../kernel/ids.ts';
import { type Paisa, minus, plus } from '../kernel/money.ts';
import type { Language } from '../kernel/text.ts';
import type { Instant } from '../kernel/time.ts';
import { commissionOf } from '../ledger/agent-commission.ts';
import { agentEarns } from '../ledger/agent-entries.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { ON_ACCOUNT } from '../payments/payment.ts';
import { findServed } from '../seats/line.ts';
import { seatsKept } from '../seats/kept-seats.ts';
import { recordSeats } from '../seats/seat-events.ts';
import { MOST_SEATS } from '../seats/seat-map.ts';
import { chosenSection, sectionForStores } from '../trips/choose-section.ts';
import { tripDeparted, tripNotBookable, tripUnknown } from '../trips/refusals.ts';
import { type Section, type SoldSection, wholeRoad } from '../trips/sections.ts';
import { hasSectionDeparted, isBookable, type Trip } from '../trips/trip.ts';
import { refuseBeforeSale } from '../trips/sale-opening.ts';
import { availableOf } from './agent.ts';
import { type AgentCaller, sellerOf } from './caller.ts';
import { holderOf, referenceOf } from './holder.ts';
import { type LockedAgent, lockAgent } from './lock-agent.ts';
import { logAgentSale, tellOfAgentSale } from './record-agent-sale.ts';
import { creditExhausted, fareChanged, keyLimitReached, referenceUsed } from './refusals.ts';
import type { AgentBooking } from './sale-ports.ts';
import { sellsFor } from './sells-for.ts';
import { soldText } from './sold-text.ts';
import type { AgentStores, AgentWorld } from './world.ts';

export interface AgentOrder {
  /** The requested trip id: any whole number. A trip with this id may not exist. */
  readonly tripId: number;
  readonly seatNumbers: readonly SeatNumber[];
  /** The number of places on a bus without a seat map: any whole number, whose range is not checked yet. */
  readonly seats: number;
  readonly section?: Section | undefined;
  readonly passengers: readonly GivenPassenger[];
  readonly contact: Contact;
  readonly reference: string;
  readonly holder: string | undefined;
  /** The price that the agent's customer saw; undefined if the agent takes any price. */
  readonly total: Paisa | undefined;
  readonly messages: (typeof AGENT_MESSAGES)[number];
  readonly language: Language;
}

export interface SoldByAgent {
  readonly booking: AgentBooking;
  /** False if the agent had sold the same before under this reference. */
  readonly isNew: boolean;
  /** The amount for which the key may still sell today; undefined without a daily limit. */
  readonly quotaLeft: Paisa | undefined;
}

/** The seats of an order, as the bus numbers them. */
interface Ordered {
  readonly seats: readonly SeatNumber[];
  readonly count: number;
}

export type SellForAgent = ReturnType<typeof sellForAgent>;

/**
 * Sells seats that an agent's customer holds, or places on a bus without a seat map. The agent owes the price less its
 * commission. A reference names one sale for ever: the same order again answers the booking as it is now.
 */
export const sellForAgent =
  (world: AgentWorld & { readonly expireBookings: ExpireBookings }) =>
  async (caller: AgentCaller, given: AgentOrder, keep?: KeepResult<SoldByAgent>): Promise<SoldByAgent> => {
    const order = { ...given, reference: referenceOf(given.reference) };
    const holder = holderOf(caller, order.holder);
    const tripId = isId(order.tripId) ? (order.tripId as TripId) : undefined;
    const transactionUuid = world.random.uuid();
    return afterExpiry(world, { now: world.clock(), neededNow: tripId }, async (stores) => {
      const named = tripId && (await stores.trips.find(tripId));
      const ordered = await orderedSeats(stores, order, named);
      const text = named && soldText(named.id, order.section ?? wholeRoad(named), ordered.seats, ordered.count);
      const known = await stores.agentSales.claim(caller.agentId, order.reference);
      const before = known && (await soldBefore(stores, caller, known, text));
      if (before?.isSame) {
        const sold = { booking: before.booking, isNew: false, quotaLeft: undefined };
        await keep?.(sold, stores);
        return sold;
      }
      // Refuses a section that is not sold. An order that was sold before needs no such check.
      if (named) chosenSection(named, order.section);
      if (before) throw referenceUsed(before.booking.id);

      // The company stays as it is from here on, so that it cannot switch agents off before this commits.
      if (named) await stores.companies.share(named.bus.operatorId);
      const trip = tripId && (await findServed(stores, tripId, world.clock)).trip;
      // Read after the trip is locked: whoever held the lock may have taken a while.
      const now = world.clock();
      if (!trip || trip.status !== 'ACTIVE') throw tripUnknown();
      if (!(await sellsFor(stores, caller, trip.bus.operatorId, now))) throw tripUnknown();
      const section = chosenSection(trip, order.section);
      const passengers = seatPassengers(ordered.seats, order.passengers, order.contact.name);
      const kept = await seatsKept(world, stores, { trip, section, now });
      refuseKeptSeats({ kept, passengers, given: order.passengers });
      refuseUnlessSold(trip, section, now);
      const holderId = await stores.agentHolders.of(caller.agentId, holder, now);
      const redeemed = await takeSeats(stores, trip, { ...ordered, section, holderId, now });

      const { company } = trip;
      const price = priceOf(section.fare, ordered.count, company.commissionRate ?? world.commissionRate);
      if (order.total !== undefined && order.total !== price.total) throw fareChanged(price.total);
      const locked = await lockAgent(stores, caller, now);
      // While this waited for the agent's lock, the right to sell for the company may have been taken away.
      if (!(await stores.agentCompanies.maySell(caller.agentId, trip.bus.operatorId))) throw tripUnknown();
      const quotaLeft = await refuseBeyondCredit(world, stores, locked, price.total, now);
      const agent: AgentSale = {
        agentId: caller.agentId,
        rate: locked.agent.commissionRate,
        reference: order.reference,
        ...(await sellerOf(stores, caller)),
        messages: order.messages,
      };
      const booking = await addBooking(
        world,
        stores,
        {
          ...price,
          userId: NOBODY,
          tripId: trip.id,
          section: { from: section.from, to: section.to },
          operatorId: trip.bus.operatorId,
          seatsCount: ordered.count,
          channel: 'AGENT',
          contact: order.contact,
          agent,
          language: order.language,
          cancellationTiers: company.cancellationTiers ?? world.cancellationTiers,
          changeTiers: company.changeTiers ?? world.changeTiers,
          bookedAt: now,
          paymentDeadline: now,
        },
        passengers,
      );
      const onRoad = sectionForStores(trip, section);
      if (redeemed.length > 0) {
        const sale = { tripId: trip.id, booking: booking.id, redeemed, seats: passengers, section: onRoad };
        const sold = await stores.seatLocks.sell({ ...sale, paymentDeadline: now });
        if (sold.length < passengers.length) throw selectionExpired();
        await stores.seatLocks.finalize(booking.id);
        await recordSeats(stores, trip.id, [{ seats: sold, section: onRoad, was: 'LOCKED', status: 'BOOKED' }], now);
      }
      const payment = { gateway: ON_ACCOUNT, reference: null, shift: undefined, transactionUuid };
      await takePayment(stores, booking, payment, now);
      await stores.ledger.record(agentEarns({ ...booking, agent }, { kind: 'sale', total: booking.total }), now);
      await stores.agentSales.fulfil(caller.agentId, order.reference, { bookingId: booking.id, sold: text ?? '' });
      await logAgentSale(stores, locked, booking, passengers, now);
      await tellOfAgentSale(stores, booking, section, now);
      const sold = { booking: await agentBooking(stores, caller, booking.id), isNew: true, quotaLeft };
      await keep?.(sold, stores);
      return sold;
    });
  };

/** The ordered seats without duplicates. Refuses an order without seats, or with more than a counter may sell. */
async function orderedSeats({ buses }: AgentStores, order: AgentOrder, trip: Trip | undefined): Promise<Ordered> {
  if (trip && !trip.bus.hasSeatMap) {
    if (order.seats < 1) throw noSeatAsked();
    if (order.seats > MOST_PLACES) throw notSoManyPlaces(MOST_PLACES);
    return { seats: [], count: order.seats };
  }
  const map = trip && (await buses.seatMaps([trip.bus.id])).get(trip.bus.id);
  const numbered = order.seatNumbers.map(asNumbered((map?.seats ?? []).map(({ number }) => number)));
  const seats = [...new Set(numbered)];
  if (seats.length > MOST_SEATS) throw tooManySeats(MOST_SEATS);
  if (trip && seats.length === 0) throw noSeatChosen();
  return { seats, count: seats.length };
}

/** The newest booking of the sale that has the reference, and whether the order is that sale or that booking. */
async function soldBefore(
  stores: AgentStores,
  caller: AgentCaller,
  { bookingId, sold }: { readonly bookingId: BookingId; readonly sold: string },
  wanted: string | undefined,
): Promise<Pick<SoldByAgent, 'booking'> & { readonly isSame: boolean }> {
  const booking = await agentBooking(stores, caller, await stores.changes.heir(bookingId));
  const seats = booking.seats.map(({ seat }) => seat);
  const newest = soldText(booking.tripId, booking.section, seats, seats.length || booking.seatsCount);
  return { booking, isSame: wanted === sold || wanted === newest };
}

/** Reads a booking of the agent inside the transaction that made or found it. */
export async function agentBooking(
  { agentBookings }: AgentStores,
  { agentId }: AgentCaller,
  id: BookingId,
): Promise<AgentBooking> {
  const booking = await agentBookings.find(agentId, id);
  if (!booking) throw new Error(`Booking ${id} is gone.`);
  return booking;
}

function refuseUnlessSold(trip: Trip, section: SoldSection, now: Instant): void {
  if (trip.bus.approvalStatus !== 'APPROVED') throw busNotApproved();
  if (!isBookable(trip)) throw tripNotBookable();
  if (hasSectionDeparted(trip, section, now)) throw tripDeparted();
  refuseBeforeSale(trip, now, { isAgent: true });
}

interface Taking extends Ordered {
  readonly section: SoldSection;
  readonly holderId: Parameters<AgentStores['seatLocks']['redeem']>[0]['passenger'];
  readonly now: Instant;
}

/** Ends the holds on the ordered seats, or takes the ordered places. Refuses an order that is not free any more. */
async function takeSeats(
  { seatLocks, trips }: AgentStores,
  trip: Trip,
  { seats, count, section, holderId, now }: Taking,
): ReturnType<AgentStores['seatLocks']['redeem']> {
  const onRoad = sectionForStores(trip, section);
  if (!trip.bus.hasSeatMap) {
    if (!(await trips.takePlaces(trip.id, count, now, onRoad)))
      throw tooFewSeatsLeft(await trips.placesLeft(trip.id, now, onRoad));
    return [];
  }
  const redeemed = await seatLocks.redeem({ tripId: trip.id, passenger: holderId, seats, section: onRoad }, now);
  if (redeemed.length < seats.length) throw selectionExpired();
  return redeemed;
}

/**
 * Refuses a sale that the agent's credit, or the key's daily limit, does not allow. Returns the amount for which the
 * key may still sell today.
 */
async function refuseBeyondCredit(
  { calendar }: AgentWorld,
  { agentSales }: AgentStores,
  { agent, caller: { by } }: LockedAgent,
  total: Paisa,
  now: Instant,
): Promise<Paisa | undefined> {
  refuseUnlessAfforded(agent, minus(total, commissionOf(agent.commissionRate, { kind: 'sale', total })));
  if (!('keyId' in by) || by.dailyAmount === null) return undefined;
  const today = calendar.day(calendar.date(now));
  if (!today) throw new Error('Today is no day.');
  const sold = plus(await agentSales.soldBy(by.keyId, today), total);
  if (sold > by.dailyAmount) throw keyLimitReached(by.dailyAmount);
  return minus(by.dailyAmount, sold);
}

/** Refuses a cost that takes the locked agent's available credit below nothing. */
export function refuseUnlessAfforded(agent: LockedAgent['agent'], cost: Paisa): void {
  const available = availableOf(agent);
  if (cost > 0 && cost > available) throw creditExhausted(available);
}
