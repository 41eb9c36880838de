import { expect } from 'chai';
import type { BookingStatus } from '../../../core/bookings/booking.ts';
import { gateTrips } from '../../../core/fleet/gate-trips.ts';
import type { BookingId } from '../../../core/kernel/ids.ts';
import { minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, calendar, changePlan, seat } from '../../support/catalogue.ts';
import { setTerms } from '../../support/companies.ts';
import { START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { aBookedTrip, paymentOf, payingOn, transactionUuidOf } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

describe('checkouts', () => {
  const given = async () => {
    const paying = payingOn(memoryEngine());
    return { ...paying, ...(await aBookedTrip(paying.engine)) };
  };

  it('a checkout starts a payment of the booking’s total, which reconciliation checks after five minutes', async () => {
    const { startCheckout, engine, asha, booking } = await given();
    const checkout = await startCheckout(asha, booking.id);
    const { gateway, gatewayId, way, remainingSeconds, booking: view } = checkout;
    const uuid = transactionUuidOf(checkout);
    expect([gateway, gatewayId]).to.deep.equal(['ESEWA', uuid]);
    expect(way).to.deep.equal({
      kind: 'form',
      url: 'https://gateway.example/form',
      fields: { transaction_uuid: uuid, amount: '240000' },
    });
    expect([remainingSeconds, view.id, view.paymentStatus]).to.deep.equal([900, booking.id, 'INITIATED']);
    expect(await paymentOf(engine, uuid)).to.deep.include({
      bookingId: booking.id,
      gateway: 'ESEWA',
      amount: booking.total,
      status: 'INITIATED',
      createdAt: START,
      nextEnquiryAt: minutesAfter(START, 5),
    });
  });

  it('a checkout is refused for a trip whose bus has no valid documents for that day', async () => {
    const { startCheckout, engine, asha, booking } = await given();
    await engine.transact(async (stores) => {
      const busId = (await stores.trips.find(booking.tripId))!.bus.id;
      await stores.documents.saveListed([{ busId, documents: [] }], START);
      await gateTrips(stores, calendar, [busId]);
    });
    expect(await refusalOf(startCheckout(asha, booking.id))).to.deep.equal(['conflict', 'TRIP_NOT_BOOKABLE']);
  });

  it('a checkout is refused for a suspended company’s trip, but a payment that began earlier still confirms the booking', async () => {
    const { startCheckout, checkout, handleSuccess, gateway, engine, asha, booking } = await given();
    const payment = await checkout(booking);
    await setTerms(engine, booking.tripId, { status: 'SUSPENDED' });
    expect(await refusalOf(startCheckout(asha, booking.id))).to.deep.equal(['conflict', 'TRIP_NOT_BOOKABLE']);
    await handleSuccess(gateway.pay(payment));
    expect((await engine.bookingViews.find(booking.id, asha))?.status).to.equal('CONFIRMED');
  });

  it('a checkout that is repeated starts a second payment', async () => {
    const { checkout, booking } = await given();
    const [first, second] = [await checkout(booking), await checkout(booking)];
    expect(first.transactionUuid).not.to.equal(second.transactionUuid);
  });

  it('a checkout returns the whole seconds left until the payment deadline', async () => {
    const { startCheckout, clock, asha, booking } = await given();
    clock.set(secondsAfter(booking.paymentDeadline, -0.001));
    expect((await startCheckout(asha, booking.id)).remainingSeconds).to.equal(0);
    clock.set(secondsAfter(booking.paymentDeadline, -1.5));
    expect((await startCheckout(asha, booking.id)).remainingSeconds).to.equal(1);
  });

  it('a checkout for another passenger’s booking is refused as for an unknown booking', async () => {
    const { startCheckout, engine, asha, booking } = await given();
    const bikram = await aPassengerId(engine);
    expect(await refusalOf(startCheckout(bikram, booking.id))).to.deep.equal(['absent', 'BOOKING_UNKNOWN']);
    expect(await refusalOf(startCheckout(asha, 2_000_000_000 as BookingId))).to.deep.equal([
      'absent',
      'BOOKING_UNKNOWN',
    ]);
  });

  it('a checkout is refused for a paid booking', async () => {
    const { startCheckout, engine, asha, trip } = await given();
    const paid = await aBooking(engine, { userId: asha, tripId: trip.id, seats: [seat('B1')], status: 'CONFIRMED' });
    expect(await refusalOf(startCheckout(asha, paid.id))).to.deep.equal(['conflict', 'BOOKING_ALREADY_PAID']);
  });

  it('a checkout is refused unless the booking awaits payment, and the refusal names the booking’s status', async () => {
    const { startCheckout, engine, asha, trip } = await given();
    for (const status of [
      'CHECKED_IN',
      'COMPLETED',
      'CANCELLED',
      'REFUNDED',
      'EXPIRED',
    ] as const satisfies readonly BookingStatus[]) {
      const other = await aBooking(engine, {
        userId: asha,
        tripId: (await aTrip(engine)).id,
        seats: [seat('A1')],
        status,
      });
      const refusal: unknown = await startCheckout(asha, other.id).catch((error: unknown) => error);
      expect(refusal).to.include({ kind: 'conflict', code: 'BOOKING_NOT_PAYABLE' });
      expect((refusal as Error).message).to.include(status);
    }
    expect(trip.id).to.be.a('number');
  });

  it('a checkout after the payment deadline is refused, expires the booking and frees its seats', async () => {
    const { startCheckout, engine, clock, asha, booking, trip } = await given();
    clock.set(booking.paymentDeadline);
    const refusal: unknown = await startCheckout(asha, booking.id).catch((error: unknown) => error);
    expect((refusal as Error).message).to.include('EXPIRED');
    expect(await engine.transact(({ payments }) => payments.ofBooking(booking.id))).to.deep.equal([]);
    expect(await recorded(engine)).to.deep.equal([seatMessage(trip.id, 'AVAILABLE', 'A1', 'A2')]);
  });

  it('a checkout is refused for a trip that has departed or is cancelled', async () => {
    const { startCheckout, engine, asha } = await given();
    const leaving = await aTrip(engine, { departsAt: START });
    const left = await aBooking(engine, { userId: asha, tripId: leaving.id, seats: [seat('A1')] });
    expect(await refusalOf(startCheckout(asha, left.id))).to.deep.equal(['conflict', 'TRIP_DEPARTED']);
    const early = await aTrip(engine);
    const gone = await aBooking(engine, { userId: asha, tripId: early.id, seats: [seat('A1')] });
    await changePlan(engine, early.id, { departedAt: START });
    expect(await refusalOf(startCheckout(asha, gone.id))).to.deep.equal(['conflict', 'TRIP_DEPARTED']);
    const off = await aTrip(engine, { status: 'CANCELLED' });
    const cancelled = await aBooking(engine, { userId: asha, tripId: off.id, seats: [seat('A1')] });
    expect(await refusalOf(startCheckout(asha, cancelled.id))).to.deep.equal(['conflict', 'TRIP_NOT_ACTIVE']);
  });
});
