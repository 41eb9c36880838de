import { reaches } from '../accounts/membership.ts';
import { isOnBoard, numbersOf, passengersOf } from '../boarding/passengers.ts';
import { type Booking, isTicketed } from '../bookings/booking.ts';
import { journeyOn } from '../bookings/journey.ts';
import { endBooking } from '../changes/end-booking.ts';
import { atMost, freeOfCharge } from '../changes/refund-tiers.ts';
import { bookingClosed, seatBoarded, tooLateToUndo } from '../changes/refusals.ts';
import { shareCompany } from '../companies/lock-company.ts';
import type { Member } from '../companies/member.ts';
import { positionTooLow } from '../companies/refusals.ts';
import { notCounterSale, tillTooLow } from '../counter/refusals.ts';
import { type Shift, expectedCash, hidesSums } from '../counter/shift.ts';
import type { BookingId, RefundId } from '../kernel/ids.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';
import { refundPaid } from '../ledger/entries.ts';
import { type BookingMoney, moneyOf } from '../payments/money.ts';
import type { OfficeBooking } from '../payments/office-booking.ts';
import { type Payment, isAtGateway } from '../payments/payment.ts';
import { noSuchBooking } from '../payments/refusals.ts';
import { smsAbout } from '../payments/sms-number.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { newCancellationSms } from '../platform/sms.ts';
import type { RefundStores, RefundWorld } from './world.ts';

/** A sale can be undone within this many minutes. */
const UNDO_MINUTES = 10;

export type UndoSale = ReturnType<typeof undoSale>;

/** Refuses a member who neither made the sale nor is a MANAGER. */
export function refuseUnlessSeller(
  position: Parameters<typeof reaches>[0],
  { userId }: Pick<Member, 'userId'>,
  { channel, userId: seller }: Pick<Booking, 'channel' | 'userId'>,
): void {
  const isSeller = channel === 'COUNTER' && seller === userId;
  if (!isSeller && !reaches(position, 'MANAGER')) throw positionTooLow('MANAGER');
}

/**
 * Undoes a counter sale that the seller made a moment ago by mistake. The whole price is given back at once: cash from
 * the till of the sale's own shift; a payment by the company's QR code is returned by the company itself. The seats are
 * free again, or blocked if they were blocked before the sale. Works while the company is suspended.
 */
export const undoSale =
  ({ clock, transact }: RefundWorld) =>
  async (member: Member, bookingId: BookingId, keep?: KeepResult<OfficeBooking>): Promise<OfficeBooking> =>
    transact(async (stores) => {
      const { company, membership } = await shareCompany(stores, member, 'CLERK', { whileSuspended: true });
      // Locks the shift first, as sales and cash refunds do.
      const shift = await stores.shifts.lockOfSale(bookingId);
      const booking = await stores.bookings.lock(bookingId);
      if (booking?.operatorId !== member.operatorId) throw noSuchBooking();
      refuseUnlessSeller(membership.position, member, booking);
      if (!isTicketed(booking.status) || booking.status === 'COMPLETED') throw bookingClosed(booking.status);
      if (booking.channel !== 'COUNTER') throw notCounterSale();
      const aboard = passengersOf(booking, await stores.boardings.marks([bookingId])).filter(isOnBoard);
      if (aboard.length > 0) throw seatBoarded(numbersOf(aboard));

      const now = clock();
      const money = await moneyOf(stores, booking);
      const paid = paidJustNow(booking, money, shift, now);
      const quote = atMost(freeOfCharge(booking, UNDONE), money.left);
      if (paid.gateway === 'CASH' && shift && quote.refund > expectedCash(shift))
        throw tillTooLow(hidesSums(company, membership.position) ? undefined : expectedCash(shift));

      const trip = await stores.trips.find(booking.tripId);
      if (!trip) throw new Error(`Booking ${bookingId} is for a trip that does not exist.`);
      const before = new Set((await stores.refunds.ofPayment(paid.id)).map(({ id }) => id));
      const journey = journeyOn(booking, trip);
      const actor = { role: 'OPERATOR', userId: member.userId } as const;
      const ending = {
        booking,
        trip: journey,
        quote,
        by: 'OPERATOR',
        actor,
        reason: UNDONE,
        now,
        isUndone: true,
      } as const;
      await endBooking(stores, ending);
      await payBack(stores, { booking, paid, before, shift }, now);
      const undone = await stores.officeBookings.find(bookingId);
      if (!undone) throw new Error(`Booking ${bookingId} is gone.`);
      await stores.mailQueue.add({ kind: 'BOOKING_CANCELLED', bookingId }, now);
      const texts = smsAbout(undone, { kind: 'CANCELLED' });
      await stores.smsQueue.add(
        texts.map((sms) => newCancellationSms(sms, journey, now)),
        now,
      );
      await keep?.(undone, stores);
      return undone;
    });

const UNDONE = 'The sale was undone at the counter.';

/**
 * The payment of the sale. Refuses a sale that a gateway's code or another booking paid for, an old sale, and a cash
 * sale whose shift is closed.
 */
function paidJustNow(
  { changedFrom }: Pick<Booking, 'changedFrom'>,
  { payments }: BookingMoney,
  shift: Shift | undefined,
  now: Instant,
): Payment {
  const [brought, ...others] = payments;
  const payment = brought?.payment;
  if (!payment || others.length > 0 || changedFrom !== null || isAtGateway(payment)) throw tooLateToUndo();
  if (now >= minutesAfter(payment.createdAt, UNDO_MINUTES)) throw tooLateToUndo();
  if (payment.gateway === 'CASH' && (!shift || shift.closedAt !== null)) throw tooLateToUndo();
  return payment;
}

interface PaidBack {
  readonly booking: Booking;
  readonly paid: Payment;
  /** Refunds of the payment from before the sale was undone. */
  readonly before: ReadonlySet<RefundId>;
  readonly shift: Shift | undefined;
}

/** Pays the refund that undoing the sale has added. */
async function payBack(
  { refunds, ledger, shifts }: RefundStores,
  { booking, paid, before, shift }: PaidBack,
  now: Instant,
): Promise<void> {
  const added = (await refunds.ofPayment(paid.id)).filter(({ id }) => !before.has(id));
  for (const { id: refundId, paymentId, amount } of added) {
    const till = paid.gateway === 'CASH' ? shift : undefined;
    const details = till ? ({ method: 'CASH', shiftId: till.id } as const) : ({ method: 'QR' } as const);
    if (!(await refunds.move(refundId, 'payCash', now, details)))
      throw new Error(`Refund ${refundId} was changed while its booking was locked.`);
    await ledger.record(refundPaid(booking, { paymentId, refundId, amount, from: 'CASH' }), now);
    if (till) await shifts.addRefund(till.id, amount);
  }
}
