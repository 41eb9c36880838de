import { expect } from 'chai';
import { runAudit } from '../../core/audit/run-audit.ts';
import type { Invariant } from '../../core/audit/finding.ts';
import { type Booking, ACTIVE_STATUSES, isOverdue } from '../../core/bookings/booking.ts';
import type { BookingId, TripId, UserId } from '../../core/kernel/ids.ts';
import { type Payment, type PaymentStatus, isRefunded, isSettled } from '../../core/payments/payment.ts';
import { type Refund, isForCancellation } from '../../core/payments/refund.ts';
import type { Engine } from './engines.ts';
import { calendar } from './catalogue.ts';
import type { Paying } from './paying.ts';
import { KNOWN } from './known-gateways.ts';

/** The number of places on the trip whose bus has no seat map. */
export const PLACES = 4;

/** The data to check: two trips, one on a bus with a seat map and one without, and their bookings and payments. */
interface Model {
  readonly engine: Engine;
  readonly paying: Pick<Paying, 'clock'>;
  /** The status that the gateway reports for a payment. */
  readonly saysOf: (payment: Payment) => string | undefined;
  readonly bus: TripId;
  readonly micro: TripId;
  readonly bookings: readonly Pick<Booking, 'id' | 'userId'>[];
  /** The status of each payment at the previous check. */
  readonly before: Map<string, PaymentStatus>;
}

interface Sight {
  readonly booking: Booking;
  readonly payments: readonly (Payment & { readonly refund: Refund | undefined })[];
  readonly fee: number | null;
  readonly seats: readonly string[];
  /** The kinds of entries in the activity log about the booking and its payments. */
  readonly done: readonly string[];
}

async function look(
  { engine }: Model,
  { id, userId }: { readonly id: BookingId; readonly userId: UserId },
): Promise<Sight> {
  const view = (await engine.bookingViews.find(id, userId))!;
  return engine.transact(async ({ bookings, payments, refunds, trail }) => {
    const all = [];
    for (const payment of await payments.ofBooking(id))
      all.push({ ...payment, refund: (await refunds.ofPayment(payment.id))[0] });
    const logged = [...(await trail.of({ type: 'booking', id }))];
    for (const { id: payment } of all) logged.push(...(await trail.of({ type: 'payment', id: payment })));
    const done = logged.map(({ kind }) => kind);
    return {
      booking: (await bookings.find(id))!,
      payments: all,
      fee: view.cancellationFee,
      seats: view.seats.map(({ seat: number }) => number),
      done,
    };
  });
}

const isSeated = ({ booking: { status } }: Sight): boolean =>
  status === 'CONFIRMED' || status === 'CHECKED_IN' || status === 'COMPLETED';

/** Expects that the activity log has one entry for each confirmation and each refund. */
function expectLogged(sight: Sight): void {
  const { booking, payments, fee, done } = sight;
  const says = `booking ${booking.id} is ${booking.status}, its payments ${JSON.stringify(payments.map(({ status, refund }) => [status, refund?.reason]))}`;
  const wasConfirmed =
    isSeated(sight) || booking.status === 'REFUNDED' || (booking.status === 'CANCELLED' && fee === booking.total);
  const unused = payments.filter(({ refund }) => refund && !isForCancellation(refund.reason));
  // Refunds of payments that an administrator settled. The activity log records these payments as PAYMENT_SETTLED.
  const settled = unused.filter(({ refund }) => refund?.reason === 'AMOUNT_DIFFERS');
  expect(done.filter((type) => type === 'PAYMENT_COMPLETED').length, `confirmations: ${says}`).to.equal(
    wasConfirmed ? 1 : 0,
  );
  expect(done.filter((type) => type === 'REFUND_DUE').length, `refunds: ${says}`).to.equal(
    unused.length - settled.length,
  );
  expect(done.filter((type) => type === 'PAYMENT_SETTLED').length, `settled: ${says}`).to.equal(settled.length);
}

/** Expects that a COMPLETE payment changes its status only by a refund, and that a refunded payment stays refunded. */
function expectAllowedMoves({ before, saysOf }: Model, { payments }: Sight): void {
  for (const { refund, ...payment } of payments) {
    const { transactionUuid, status } = payment;
    const was = before.get(transactionUuid) ?? 'INITIATED';
    if (isSettled(was))
      expect(
        status === was || (was === 'COMPLETE' && isRefunded(status) && refund !== undefined),
        `from ${was} to ${status}`,
      ).to.equal(true);
    if (status === 'COMPLETE' && refund?.reason !== 'AMOUNT_DIFFERS')
      expect(saysOf(payment), 'paid at the gateway').to.equal('COMPLETE');
    before.set(transactionUuid, status);
  }
}

/** Expects that every sold seat and place belongs to exactly one active booking. */
async function expectSeatsAccountedFor(
  { engine, bus, micro, paying: { clock } }: Model,
  sights: readonly Sight[],
): Promise<void> {
  const active = sights.filter(
    ({ booking }) => (ACTIVE_STATUSES as readonly string[]).includes(booking.status) && !isOverdue(booking, clock()),
  );
  const sold = active.filter(({ booking }) => booking.tripId === bus).flatMap((sight) => sight.seats);
  expect(new Set(sold).size, `seats sold: ${sold.join()}`).to.equal(sold.length);
  const map = await engine.seatMaps.view(bus, undefined, clock());
  expect(
    map?.hasSeatMap === true &&
      map.seats
        .filter(({ isBooked }) => isBooked)
        .map(({ number }) => number)
        .sort(),
    'seats booked',
  ).to.deep.equal([...sold].sort());
  const count = await engine.seatMaps.view(micro, undefined, clock());
  const places = active
    .filter(({ booking }) => booking.tripId === micro)
    .reduce((sum, { booking }) => sum + booking.seatsCount, 0);
  expect(count?.hasSeatMap === false && count.seatsLeft, 'places left').to.equal(PLACES - places);
}

export async function expectInvariantsHold(model: Model): Promise<void> {
  // No job runs by itself in this model, so findings about work that waits for jobs are no fault.
  const { findings } = await runAudit({
    gateways: KNOWN,
    clock: model.paying.clock,
    calendar,
    auditReader: model.engine.auditReader,
  })();
  const waits: readonly Invariant[] = ['OVERDUE', 'PAYMENT_OPEN', 'EVENT_UNTOLD'];
  expect(findings.filter(({ invariant }) => !waits.includes(invariant))).to.deep.equal([]);

  const sights = [];
  for (const booking of model.bookings) sights.push(await look(model, booking));
  for (const sight of sights) {
    expectLogged(sight);
    expectAllowedMoves(model, sight);
  }
  await expectSeatsAccountedFor(model, sights);
}
