import { type CodeWorld, beginCode, codeGateway, isTakenByCompany, openCode, shownCode } from './counter-code.ts';
import { type Booking, isOverdue } from '../bookings/booking.ts';
import { earn } from '../bookings/earn-bookings.ts';
import { timesOfBooking } from '../bookings/journey.ts';
import { shareCompany } from '../companies/lock-company.ts';
import type { Member } from '../companies/member.ts';
import type { BookingId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { afterOthers, type Unopened } from '../payments/open-page.ts';
import { noSuchBooking } from '../payments/refusals.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { logSale, tellOfSale } from './record-sale.ts';
import { noOpenShift, notCounterSale, saleClosed } from './refusals.ts';
import { answerSale, type SoldAtCounter } from './sold.ts';
import { takePayment } from './take-payment.ts';
import type { CounterStores } from './world.ts';

export type CheckoutSale = ReturnType<typeof checkoutSale>;

/**
 * Lets the customer pay an unpaid sale. Shows the gateway's payment code again, or a new code if the old one has
 * expired. If the seller takes the money at the counter instead, the sale is confirmed at once. If the customer then
 * also pays by the code, that is a duplicate payment. The sale's payment deadline does not change.
 *
 * @throws Refusal GATEWAY_UNAVAILABLE if the gateway made no code: the sale stays unpaid.
 */
export const checkoutSale =
  (needs: CodeWorld) =>
  async (
    member: Member,
    bookingId: BookingId,
    paidBy: string | undefined,
    keep?: KeepResult<SoldAtCounter>,
  ): Promise<SoldAtCounter> => {
    const { clock, random, transact } = needs;
    const wanted =
      paidBy !== undefined && isTakenByCompany(paidBy) ? { here: paidBy } : { gateway: codeGateway(needs, paidBy) };
    const transactionUuid = random.uuid();

    const begin = () =>
      transact(async (stores): Promise<SoldAtCounter | Unopened> => {
        await shareCompany(stores, member, 'CLERK');
        const shift = wanted.here === 'CASH' ? await stores.shifts.lockOpen(member) : undefined;
        const booking = await stores.bookings.lock(bookingId);
        const now = clock();
        refuseUnlessWaiting(member, booking, now);
        if (wanted.here === 'CASH' && !shift) throw noOpenShift();
        const { here, gateway } = wanted;
        if (here !== undefined) {
          await takePayment(stores, booking, { gateway: here, reference: null, shift, transactionUuid }, now);
          await confirmSale(stores, member, booking, here, now);
          return answerSale(stores, bookingId, undefined, keep);
        }
        const earlier = await stores.payments.ofBooking(bookingId);
        const attempt = await beginCode(stores, needs, { gateway, booking, earlier }, now);
        if (!attempt.page) return { opensAt: gateway, attempt };
        return answerSale(stores, bookingId, shownCode(attempt.page, attempt.gatewayId), keep);
      });
    const sold = await afterOthers(needs.pages, begin);
    if (!('opensAt' in sold)) return sold;
    return openCode(needs, sold, keep);
  };

function refuseUnlessWaiting(
  { operatorId }: Member,
  booking: Booking | undefined,
  now: Instant,
): asserts booking is Booking {
  if (booking?.operatorId !== operatorId) throw noSuchBooking();
  if (booking.channel !== 'COUNTER') throw notCounterSale();
  if (isOverdue(booking, now)) throw saleClosed('EXPIRED');
  if (booking.status !== 'PENDING_PAYMENT') throw saleClosed(booking.status);
}

/**
 * Confirms a sale that was paid at the counter: removes the deadline from its seats, logs it and notifies the customer.
 */
async function confirmSale(
  stores: CounterStores,
  member: Member,
  booking: Booking,
  paidBy: string,
  now: Instant,
): Promise<void> {
  const [trip, sold] = await Promise.all([
    stores.trips.find(booking.tripId),
    stores.officeBookings.find(booking.id),
    stores.seatLocks.finalize(booking.id),
  ]);
  const { contact } = booking;
  if (!trip || !sold || !contact) throw new Error(`Booking ${booking.id} is no sale of a counter.`);
  const { departsAt, arrivesAt } = timesOfBooking(booking, trip);
  if (departsAt <= now) await earn(stores, [booking], now);
  const logged = { passengers: sold.seats, paidBy, before: booking.status, after: 'CONFIRMED' } as const;
  await logSale(stores, member, booking, logged, now);
  await tellOfSale(stores, member, booking, { contact, arrivesAt }, now);
}
