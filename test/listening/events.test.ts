import { expect } from 'chai';
import type { Booking } from '../../core/bookings/booking.ts';
import { changePassengers } from '../../core/changes/change-passengers.ts';
import { PLATFORM, companyAs } from '../../core/listening/owner.ts';
import { viewEvents } from '../../core/listening/view-events.ts';
import { minutesAfter, toIso } from '../../core/kernel/time.ts';
import type { PlannedTrip } from '../../core/trips/planned-trips.ts';
import { aBooking } from '../support/bookings.ts';
import { cancellingOn } from '../support/cancelling.ts';
import { type TripForTests, aTrip, seat } from '../support/catalogue.ts';
import { anotherTrip, aPaidBooking, changingOn } from '../support/changing.ts';
import { aCompanyWithTrip, disruptingOn } from '../support/disrupting.ts';
import { onEveryEngine } from '../support/engines.ts';
import type { Json } from '../support/http.ts';
import { importInto } from '../support/importing.ts';
import { type Paying, payingOn } from '../support/paying.ts';
import { aPassengerId } from '../support/people.ts';
import { aStatement } from '../support/stating.ts';
import { assignedSeats, swappingOn } from '../support/swapping.ts';

onEveryEngine('events of changes', (engine) => {
  let paying: Paying;
  let seen = 0;

  /** What the platform has heard since the last call: type and data. */
  const heard = async (owner = PLATFORM): Promise<readonly Json[]> => {
    const view = viewEvents({ ...engine(), clock: paying.clock });
    const { events, next } = await view(owner, { limit: 100, after: { place: seen, at: paying.clock() } });
    seen = next.place;
    return events.map(({ body }) => JSON.parse(body));
  };
  const typesHeard = async (): Promise<readonly string[]> => (await heard()).map(({ type }) => String(type)).sort();

  beforeEach(async () => {
    paying = payingOn(engine());
    seen = 0;
    await heard();
  });

  const aPaid = async () => aPaidBooking(paying, { userId: await aPassengerId(engine()) });
  const plan = (trip: Pick<TripForTests, 'id'>, change: Partial<PlannedTrip>) =>
    engine().transact(async ({ plannedTrips }) => {
      const found = (await plannedTrips.lock(trip.id))!;
      await plannedTrips.save([{ ...found, ...change }]);
    });

  it('a paid booking is confirmed, and its cancellation tells fee and refund to its company and the platform', async () => {
    const { booking } = await aPaid();
    const [confirmed] = await heard();
    expect(confirmed).to.include({ type: 'booking.confirmed' });
    expect(confirmed.data).to.deep.include({ booking_id: booking.id, seat_numbers: ['A1', 'A2'], total_amount: 1_000 });
    const before = seen;
    await cancellingOn(paying).cancel(booking);
    const events = await heard();
    expect(events.map(({ type }) => type).sort()).to.deep.equal(['booking.cancelled', 'refund.due']);
    const cancelled = events.find(({ type }) => type === 'booking.cancelled');
    expect(cancelled.data).to.deep.include({
      booking_status: 'REFUNDED',
      cancelled_by: 'PASSENGER',
      refund: 900,
      fee: 100,
      seat_numbers: ['A1', 'A2'],
    });
    seen = before;
    expect((await heard(companyAs(booking.operatorId))).map(({ type }) => type).sort()).to.deep.equal([
      'booking.cancelled',
      'refund.due',
    ]);
  });

  it('a booking that was cancelled in part, got another name or other seats has one event of each change', async () => {
    const { booking, trip } = await aPaid();
    await heard();
    const change = changePassengers({ ...engine(), clock: paying.clock });
    await change(booking.userId, booking.id, [{ seat: seat('A1'), name: 'Bikram Rai' }]);
    await change(booking.userId, booking.id, [{ seat: seat('A1'), age: 33 }]);
    const changing = changingOn(paying);
    await changing.change(booking, trip, { numbers: ['A1', 'B1'] });
    await cancellingOn(paying).cancel(booking, '', { seats: [seat('B1')] });
    const events = (await heard()).filter(({ type }) => type !== 'refund.due');
    expect(events.map(({ type, data }) => [type, data.what, data.seat_numbers])).to.deep.equal([
      ['booking.changed', 'passengers', ['A1', 'A2']],
      ['booking.changed', 'seats_moved', ['A1', 'B1']],
      ['booking.changed', 'seats_cancelled', ['A1']],
    ]);
  });

  it('a change to another trip is one event of the new booking, which tells the old one', async () => {
    const { booking, trip } = await aPaid();
    await heard();
    const to = await anotherTrip(engine(), booking, 40_000);
    await heard();
    const made = await changingOn(paying).change(booking, to, { numbers: ['A1', 'A2'] });
    const events = await heard();
    expect(events.map(({ type }) => type).sort()).to.deep.equal(['booking.changed', 'refund.due']);
    const { data } = events.find(({ type }) => type === 'booking.changed');
    expect(data).to.deep.include({
      booking_id: made.id,
      what: 'trip',
      changed_from: {
        booking_id: booking.id,
        booking_code: booking.code,
        schedule_id: trip.id,
        seat_numbers: ['A1', 'A2'],
        total_amount: 1_000,
      },
    });
  });

  it('an unpaid booking that expires, and a travelled one that is completed, are events', async () => {
    const { booking, trip } = await aPaid();
    const unpaid = await aBooking(engine(), { userId: booking.userId, tripId: trip.id, seats: [seat('B1')] });
    await heard();
    await engine().transact(async ({ bookings }) => {
      await bookings.move(unpaid.id, 'expire');
      await bookings.move(booking.id, 'complete');
    });
    expect((await heard()).map(({ type, data }) => [type, data.booking_status])).to.deep.equal([
      ['booking.expired', 'EXPIRED'],
      ['booking.completed', 'COMPLETED'],
    ]);
  });

  it('each change of a trip is an event that tells what was so before', async () => {
    const { owner, trip } = await aCompanyWithTrip(engine());
    const other = await aTrip(engine(), { bus: { operatorId: owner.operatorId } });
    await heard();
    const before = (await engine().transact(({ plannedTrips }) => plannedTrips.find(trip.id)))!;
    const departsAt = minutesAfter(trip.departsAt, 30);
    await plan(trip, { departsAt, fare: 99_900 as PlannedTrip['fare'], busId: other.busId });
    const events = await heard();
    expect(events.map(({ type }) => type)).to.deep.equal(['trip.retimed', 'trip.bus_swapped', 'trip.fare_changed']);
    expect(events.map(({ data }) => data.old)).to.deep.equal([
      { departure_time: toIso(trip.departsAt), arrival_time: toIso(trip.arrivesAt) },
      { bus_id: trip.busId },
      { fare: before.fare / 100 },
    ]);
    expect(events[0].data).to.include({ departure_time: toIso(departsAt), fare: 999, status: 'ACTIVE' });
    await plan(trip, {});
    await plan(trip, { departedAt: paying.clock() });
    await plan(trip, { departedAt: null });
    await plan(trip, { status: 'CANCELLED' });
    await plan(trip, { status: 'ACTIVE' });
    expect((await heard()).map(({ type }) => type)).to.deep.equal([
      'trip.departed',
      'trip.restored',
      'trip.cancelled',
      'trip.restored',
    ]);
  });

  it('a bus swap tells of the trip, and of each booking whose seats it moves', async () => {
    const { bus, swap, sell } = await swappingOn(paying);
    const [moved, other] = [await sell(['A1']), await bus({ seats: ['A2', 'B2'] })];
    await sell(['A2']);
    await heard();
    await swap(other, { assignments: assignedSeats('A1>B2') });
    const events = await heard();
    expect(events.map(({ type, data }) => [type, data.what, data.booking_id, data.seat_numbers])).to.deep.equal([
      ['trip.bus_swapped', undefined, undefined, undefined],
      ['booking.changed', 'seats_moved', moved.id, ['B2']],
    ]);
  });

  it('an import tells of no new trip, but of each trip whose times or fare it changes', async () => {
    await importInto(engine(), paying.clock);
    expect(await typesHeard()).to.deep.equal([]);
    await importInto(engine(), paying.clock, { '/schedules/0/fare': 1_234 });
    expect(await typesHeard()).to.deep.equal(['trip.fare_changed']);
  });

  it('a cancelled trip tells the end of each of its bookings', async () => {
    const { owner, trip } = await aCompanyWithTrip(engine());
    const booked: Booking[] = [];
    for (const number of ['A1', 'A2', 'B1'])
      booked.push(
        await aBooking(engine(), {
          userId: await aPassengerId(engine()),
          tripId: trip.id,
          seats: [seat(number)],
          status: 'CONFIRMED',
        }),
      );
    await heard();
    await disruptingOn(paying).cancelTrip(owner, trip);
    const events = await heard();
    expect(events.filter(({ type }) => type === 'trip.cancelled')).to.have.length(1);
    expect(
      events
        .filter(({ type }) => type === 'booking.cancelled')
        .map(({ data }) => data.booking_id)
        .sort(),
    ).to.deep.equal(booked.map(({ id }) => id).sort());
  });

  it('a refund that is made and paid at once is only paid, and else has an event of each status', async () => {
    const { booking, payment } = await aPaid();
    await heard();
    const refund = { paymentId: payment.id, bookingId: booking.id, reason: 'GOODWILL', dueAt: paying.clock() } as const;
    const add = (pays: boolean) =>
      engine().transact(async ({ refunds }) => {
        const id = await refunds.add({ ...refund, amount: 5_000 as typeof payment.amount }, paying.clock());
        if (pays) await refunds.move(id, 'payCash', paying.clock());
        return id;
      });
    await add(true);
    expect(await typesHeard()).to.deep.equal(['refund.paid']);
    const id = await add(false);
    for (const move of ['send', 'doubt', 'fail', 'send', 'confirm'] as const)
      await engine().transact(({ refunds }) => refunds.move(id, move, paying.clock()));
    const events = await heard();
    expect(events.map(({ type }) => type)).to.deep.equal([
      'refund.due',
      'refund.sent',
      'refund.failed',
      'refund.sent',
      'refund.paid',
    ]);
    expect(events[0].data).to.deep.equal({
      refund_id: id,
      booking_id: booking.id,
      booking_code: booking.code,
      payment_id: payment.id,
      gateway: 'ESEWA',
      amount: 50,
      reason: 'GOODWILL',
      status: 'DUE',
    });
  });

  it('a statement is an event when it is made and when it is paid', async () => {
    const { owner } = await aCompanyWithTrip(engine());
    const id = await aStatement(engine(), owner.operatorId);
    const made = (await heard()).find(({ type }) => type === 'statement.made');
    expect(made.data).to.include({ statement_id: id, operator_id: owner.operatorId, agent_id: null, status: 'OPEN' });
    await engine().transact(({ statements }) => statements.pay(id, { reference: 'BANK 1', paidAt: paying.clock() }));
    expect(await typesHeard()).to.deep.equal(['statement.paid']);
  });

  it('a change that is rolled back is no event, and its transaction may be tried again', async () => {
    const { booking } = await aPaid();
    await heard();
    const undone = engine().transact(async ({ bookings }) => {
      await bookings.move(booking.id, 'complete');
      throw new Error('undone');
    });
    await undone.catch(() => undefined);
    expect(await typesHeard()).to.deep.equal([]);
  });

  it('events tell no name, no phone number, no reason that somebody typed and no link', async () => {
    const { booking } = await aPaid();
    await cancellingOn(paying).cancel(booking, 'Aunt Kamala is ill');
    const told = JSON.stringify(await heard());
    for (const hidden of ['Asha', '@', 'Kamala', 'http']) expect(told).to.not.include(hidden);
    expect(told).to.not.match(/\b98\d{8}\b/);
  });
});
