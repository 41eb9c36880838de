import { type CodeWorld, beginCode, codeGateway, hasNoCode, isTakenByCompany, openCode } from './counter-code.ts';
import { earn } from '../bookings/earn-bookings.ts';
import { type AddedBooking, addBooking } from '../bookings/add-booking.ts';
import type { Contact } from '../bookings/booking.ts';
import type { ExpireBookings } from '../bookings/expire-bookings.ts';
import { refuseKeptSeats } from '../bookings/kept-seats.ts';
import { priceOf } from '../bookings/price.ts';
import { shareCompany } from '../companies/lock-company.ts';
import type { Member } from '../companies/member.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { BookingId, TripId } from '../kernel/ids.ts';
import type { Language } from '../kernel/text.ts';
import { minutesAfter } from '../kernel/time.ts';
import type { OfficeBooking } from '../payments/office-booking.ts';
import type { Unopened } from '../payments/open-page.ts';
import { lockShare, refuseBeyondDay } from '../seats/door-limits.ts';
import { findServed } from '../seats/line.ts';
import { seatsKept } from '../seats/kept-seats.ts';
import { notSoldReason } from '../trips/not-bookable.ts';
import { noSuchTrip, tripCancelled } from '../trips/refusals.ts';
import { chosenSection, sectionForStores } from '../trips/choose-section.ts';
import type { Section, SoldSection } from '../trips/sections.ts';
import { type Trip, hasArrived, hasLeft } from '../trips/trip.ts';
import { refuseBeforeSale } from '../trips/sale-opening.ts';
import { busLeft, noOpenShift, tripNotSold, tripOver } from './refusals.ts';
import { logSale, tellOfSale } from './record-sale.ts';
import { answerSale, type SoldAtCounter } from './sold.ts';
import { takePayment } from './take-payment.ts';
import { type SoughtSeats, soughtSeats, takeSeats } from './sought-seats.ts';
import type { Shift } from './shift.ts';

export type CancelUnsold = (member: Member, booking: BookingId) => Promise<void>;

export interface CounterSale extends SoughtSeats {
  /** The section of the trip to travel; from the first stop to the last one by default. */
  readonly section?: Section | undefined;
  readonly contact: Contact;
  /** How the customer pays: CASH, QR for the company's own code, or the name of a gateway that makes payment codes. */
  readonly paidBy: string;
  /** True if the passengers are already on the bus. After the departure, seats are sold to such passengers only. */
  readonly onBoard?: boolean;
  /** The reference number under which the company finds the payment; null if there is none. */
  readonly reference: string | null;
  /** The seller's language, in which the ticket and the mails are written; English by default. */
  readonly language?: Language;
}

interface SellingWorld extends CodeWorld {
  readonly expireBookings: ExpireBookings;
  /** Cancels a sale if the gateway made no payment code for it. */
  readonly cancelUnsold: CancelUnsold;
}

export type SellAtCounter = ReturnType<typeof sellAtCounter>;

/**
 * Sells seats or places at the counter. The customer pays at once in cash or by the company's QR code, or within
 * minutes by a gateway's code. Cash belongs to the seller's open shift. Sells until the bus arrives, even if it is
 * late. After the departure, sells only to passengers on board.
 *
 * @throws Refusal GATEWAY_UNAVAILABLE if the gateway made no code: the sale is cancelled.
 */
export const sellAtCounter =
  (needs: SellingWorld) =>
  async (
    member: Member,
    tripId: TripId,
    sale: CounterSale,
    keep?: KeepResult<SoldAtCounter>,
  ): Promise<SoldAtCounter> => {
    const { paidBy } = sale;
    const gateway = isTakenByCompany(paidBy) ? undefined : codeGateway(needs, paidBy);
    // Ends overdue unpaid bookings first, because otherwise their seats would not be free.
    await needs.expireBookings(needs.clock(), tripId);
    const transactionUuid = needs.random.uuid();

    const sold = await needs.transact(async (stores): Promise<OfficeBooking | Unopened> => {
      await shareCompany(stores, member, 'CLERK');
      const shift = paidBy === 'CASH' ? await stores.shifts.lockOpen(member) : undefined;
      const buyer = { phone: sale.contact.phone };
      await stores.doorSeats.lockBuyer(buyer, tripId);
      const { trip, busy } = await findServed(stores, tripId, needs.clock);
      // Read after the locks: whoever held them may have taken a while.
      const now = needs.clock();
      if (trip?.bus.operatorId !== member.operatorId) throw noSuchTrip();
      const chosen = chosenSection(trip, sale.section);
      const { passengers, seatsCount } = await soughtSeats(stores, trip, sale);
      const kept = await seatsKept(needs, stores, { trip, section: chosen, now });
      refuseKeptSeats({ kept, passengers, given: sale.passengers });
      refuseUnlessSold(trip, chosen, sale, shift, now);
      const refuseBeyondShare = await lockShare(needs, stores, trip, now);

      const paymentDeadline = gateway ? minutesAfter(now, needs.counterQrMinutes) : null;
      const booking = await addBooking(
        needs,
        stores,
        {
          ...priceOf(chosen.fare, seatsCount, needs.counterCommissionRate),
          userId: member.userId,
          tripId,
          section: { from: chosen.from, to: chosen.to },
          operatorId: member.operatorId,
          seatsCount,
          channel: 'COUNTER',
          contact: sale.contact,
          language: sale.language ?? 'en',
          cancellationTiers: trip.company.cancellationTiers ?? needs.cancellationTiers,
          changeTiers: trip.company.changeTiers ?? needs.changeTiers,
          bookedAt: now,
          // A sale without a deadline is paid at once, so its deadline is now.
          paymentDeadline: paymentDeadline ?? now,
        },
        passengers,
      );
      await takeSeats(stores, booking, { passengers, busy, paymentDeadline, section: sectionForStores(trip, chosen) });
      // Called once the sale is paid or waits for its payment, because it counts only then.
      const refuseBeyondLimits = async (): Promise<void> => {
        await refuseBeyondDay(needs, stores, { trip, buyer, count: seatsCount }, now);
        await refuseBeyondShare();
      };
      const logged = { passengers, paidBy, before: null };
      if (gateway) {
        await refuseBeyondLimits();
        const attempt = await beginCode(stores, needs, { gateway, booking, earlier: [] }, now);
        await logSale(stores, member, booking, { ...logged, after: 'PENDING_PAYMENT' }, now);
        return { opensAt: gateway, attempt };
      }
      await takePayment(stores, booking, { gateway: paidBy, reference: sale.reference, shift, transactionUuid }, now);
      await refuseBeyondLimits();
      if (chosen.departsAt <= now) await earn(stores, [booking], now);
      await logSale(stores, member, booking, { ...logged, after: 'CONFIRMED' }, now);
      await tellOfSale(stores, member, booking, { contact: sale.contact, arrivesAt: chosen.arrivesAt }, now);
      return answerSale(stores, booking.id, undefined, keep);
    });
    if (!('opensAt' in sold)) return sold;
    const { bookingId } = sold.attempt;
    return openCode(needs, sold, keep).catch(async (error: unknown) => {
      if (hasNoCode(error)) await needs.cancelUnsold(member, bookingId);
      throw error;
    });
  };

function refuseUnlessSold(
  trip: Trip,
  section: SoldSection,
  { paidBy, onBoard = false }: CounterSale,
  shift: Shift | undefined,
  now: AddedBooking['bookedAt'],
): void {
  const reason = notSoldReason(trip);
  if (reason === 'TRIP_CANCELLED') throw tripCancelled();
  if (reason) throw tripNotSold(reason);
  if (hasArrived(section, now)) throw tripOver();
  if (hasLeft(trip, section.from) && !onBoard) throw busLeft();
  refuseBeforeSale(trip, now);
  if (paidBy === 'CASH' && !shift) throw noOpenShift();
}
