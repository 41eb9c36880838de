import { type Position, reaches } from '../accounts/membership.ts';
import { type Booking, sectionOnRoad } from '../bookings/booking.ts';
import { buyerOf } from '../bookings/buyer.ts';
import type { ExpireBookings } from '../bookings/expire-bookings.ts';
import { shareCompany } from '../companies/lock-company.ts';
import type { Member } from '../companies/member.ts';
import { positionTooLow } from '../companies/refusals.ts';
import { noOpenShift, paidByMissing, seatUnknown } from '../counter/refusals.ts';
import type { Shift } from '../counter/shift.ts';
import { takeSeats } from '../counter/sought-seats.ts';
import type { CounterStores } from '../counter/world.ts';
import { takePayment } from '../counter/take-payment.ts';
import type { BookingId, SeatNumber } from '../kernel/ids.ts';
import { NOTHING } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { completeChange } from '../payments/complete-change.ts';
import type { OfficeBooking } from '../payments/office-booking.ts';
import { noSuchBooking } from '../payments/refusals.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { lockShare, refuseBeyondDay } from '../seats/door-limits.ts';
import { sectionForStores } from '../trips/choose-section.ts';
import { noSuchTrip } from '../trips/refusals.ts';
import type { Trip } from '../trips/trip.ts';
import { type AskedChange, askedTrip } from './asked-change.ts';
import type { ChangeQuote } from './change-quote.ts';
import { confirmChanged, tellConfirmed } from './confirm-changed.ts';
import { exchangeSeats } from './exchange-seats.ts';
import { addChanged, keepPassengers, type MadeBooking, passengersOf, refuseOtherQuote } from './make-change.ts';
import { inMapOrder, mapOf } from './map-order.ts';
import type { NewPassenger } from './new-passengers.ts';
import { type ChangePlan, type ChangeRules, planChange } from './plan-change.ts';
import { agentPays } from './refusals.ts';
import type { OFFICE_FEES } from './cancel-for-office.ts';
import type { ChangeWorld } from './world.ts';

/** A change that the company's staff make for a customer. */
export interface OfficeChange extends AskedChange {
  readonly fee: (typeof OFFICE_FEES)[number];
}

/** A change, and how the customer pays the price difference. */
export interface PaidOfficeChange extends OfficeChange {
  /** How the customer pays: CASH, or QR for the company's own code. Undefined if the request does not say. */
  readonly paidBy: string | undefined;
  /** The reference number under which the company finds the payment. */
  readonly reference: string | null;
}

export type QuoteChangeForOffice = ReturnType<typeof quoteChangeForOffice>;

/** Quotes the amounts for changing one of the company's bookings to another of its trips. */
export const quoteChangeForOffice =
  (world: ChangeWorld) =>
  async (member: Member, id: BookingId, asked: OfficeChange, keep?: KeepResult<ChangeQuote>): Promise<ChangeQuote> =>
    world.transact(async (stores) => {
      await admitted(stores, member, asked);
      const booking = await lockOwn(stores, member, id);
      const planning = { booking, asked, isQuote: true, clock: world.clock };
      const { quote } = await planChange(stores, world, rulesOf(stores, asked), planning);
      await keep?.(quote, stores);
      return quote;
    });

/** The booking after a change: the new booking, or the same booking with other seats. */
export interface ChangedForOffice {
  readonly booking: OfficeBooking;
  readonly isNew: boolean;
}

export type ChangeForOffice = ReturnType<typeof changeForOffice>;

/**
 * Changes one of the company's bookings to free seats of another of its trips, or of the same trip. The customer pays
 * the price difference at once, in cash or by the company's QR code.
 */
export const changeForOffice =
  (needs: ChangeWorld & { readonly expireBookings: ExpireBookings }) =>
  async (
    member: Member,
    id: BookingId,
    asked: PaidOfficeChange,
    keep?: KeepResult<ChangedForOffice>,
  ): Promise<ChangedForOffice> => {
    // Ends overdue unpaid bookings first, because their seats would not be free otherwise.
    await needs.expireBookings(needs.clock(), askedTrip(asked));
    const transactionUuid = needs.random.uuid();
    return needs.transact(async (stores) => {
      const position = await admitted(stores, member, asked);
      const shift = asked.paidBy === 'CASH' ? await stores.shifts.lockOpen(member) : undefined;
      const booking = await lockOwn(stores, member, id);
      const [tripId, buyer] = [askedTrip(asked), buyerOf(booking)];
      if (tripId && buyer) await stores.doorSeats.lockBuyer(buyer, tripId);
      const planning = { booking, asked, isQuote: false, clock: needs.clock };
      const plan = await planChange(stores, needs, rulesOf(stores, asked), planning);
      const { now } = plan;
      const seats = inMapOrder(plan.seats ?? [], await mapOf(stores, plan.trip));
      const passengers = await passengersOf(stores, plan, seats, asked);

      const changing = { booking, plan, asked, passengers, member, position, shift, transactionUuid, now };
      const changedId = plan.isSameTrip ? await exchange(stores, changing) : await move(needs, stores, changing);
      const shown = await stores.officeBookings.find(changedId);
      if (!shown) throw new Error(`Booking ${changedId} is gone.`);
      const changed = { booking: shown, isNew: !plan.isSameTrip };
      await keep?.(changed, stores);
      return changed;
    });
  };

/** Returns the member's position. Refuses a CLERK who charges no fee. */
async function admitted(stores: CounterStores, member: Member, { fee }: OfficeChange): Promise<Position> {
  const { membership } = await shareCompany(stores, member, 'CLERK');
  if (fee === 'none') refuseUnlessManager(membership.position);
  return membership.position;
}

/** Throws if the position is below MANAGER. */
export function refuseUnlessManager(position: Position): void {
  if (!reaches(position, 'MANAGER')) throw positionTooLow('MANAGER');
}

async function lockOwn({ bookings }: CounterStores, { operatorId }: Member, id: BookingId): Promise<Booking> {
  const booking = await bookings.lock(id);
  if (booking?.operatorId !== operatorId) throw noSuchBooking();
  return booking;
}

const rulesOf = (stores: CounterStores, { fee }: OfficeChange): ChangeRules => ({
  minHours: undefined,
  isFree: fee === 'none',
  seesForeign: false,
  unknown: noSuchTrip,
  refuseUnknownSeats: (trip, seats) => refuseUnknown(stores, trip, seats),
});

/** Refuses seats that the new bus does not have. */
async function refuseUnknown(stores: CounterStores, trip: Trip, seats: readonly SeatNumber[]): Promise<void> {
  const map = await mapOf(stores, trip);
  const inUse = new Set((map?.seats ?? []).filter(({ isActive }) => isActive).map(({ number }) => number));
  const unknown = seats.findIndex((seat) => !inUse.has(seat));
  if (unknown !== -1) throw seatUnknown(unknown);
}

interface Changing {
  readonly booking: Booking;
  readonly plan: ChangePlan;
  readonly asked: PaidOfficeChange;
  readonly passengers: readonly NewPassenger[];
  readonly member: Member;
  readonly position: Position;
  /** The member's open shift; undefined if the member has none. */
  readonly shift: Shift | undefined;
  readonly transactionUuid: string;
  readonly now: Instant;
}

async function exchange(
  stores: CounterStores,
  { booking, plan, asked, passengers, member, now }: Changing,
): Promise<BookingId> {
  const { before, quote, trip } = plan;
  const coming = passengers.filter(({ seat }) => before.every((one) => one.seat !== seat));
  const section = sectionOnRoad(booking);
  const taking = { passengers: coming, busy: plan.busy, paymentDeadline: null, section };
  await takeSeats(stores, { ...booking, bookedAt: now }, taking);
  refuseOtherQuote(asked, quote);
  const askedBy = { role: 'OPERATOR', userId: member.userId } as const;
  await exchangeSeats(stores, { booking, trip, before, passengers, askedBy, now });
  return booking.id;
}

async function move(
  needs: ChangeWorld & { readonly expireBookings: ExpireBookings },
  stores: CounterStores,
  changing: Changing,
): Promise<BookingId> {
  const { booking: old, plan, asked, passengers, member, position, now } = changing;
  const askedBy = { role: 'OPERATOR', userId: member.userId } as const;
  const refuseBeyondShare = await lockShare(needs, stores, plan.trip, now);
  // The customer pays the difference at once, so the deadline is now.
  const making = { old, plan, passengers, askedBy, paymentDeadline: now, now };
  const { made, change } = await addChanged(needs, stores, making);
  const section = sectionForStores(plan.trip, plan.section);
  await takeSeats(stores, made, { passengers, busy: plan.busy, paymentDeadline: null, section });
  refuseOtherQuote(asked, plan.quote);
  if (plan.quote.toRefund > NOTHING) refuseUnlessManager(position);
  if (plan.quote.toPay > NOTHING) refuseUnlessPaid(changing);
  await keepPassengers(stores, made, passengers);
  await completeChange(stores, needs, { change, old, made, now });
  await confirm(stores, changing, made);
  // Checked last, because a booking counts once it is paid.
  const buyer = buyerOf(old);
  if (buyer) await refuseBeyondDay(needs, stores, { trip: plan.trip, buyer, count: old.seatsCount }, now);
  await refuseBeyondShare();
  return made.id;
}

function refuseUnlessPaid({ booking: { agent }, asked: { paidBy }, shift }: Changing): void {
  if (agent) throw agentPays();
  if (paidBy === undefined) throw paidByMissing();
  if (paidBy === 'CASH' && !shift) throw noOpenShift();
}

async function confirm(
  stores: CounterStores,
  { plan, asked: { paidBy, reference }, shift, transactionUuid, now }: Changing,
  made: MadeBooking['made'],
): Promise<void> {
  if (plan.quote.toPay === NOTHING || paidBy === undefined) return confirmChanged(stores, made, plan.trip, now);
  await takePayment(stores, made, { gateway: paidBy, reference, shift, transactionUuid }, now);
  await tellConfirmed(stores, made, plan.trip, now);
}
