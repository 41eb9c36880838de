import { expect } from 'chai';
import { runAudit } from '../../../core/audit/run-audit.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { Member } from '../../../core/companies/member.ts';
import { hoursAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { aBooking, sellHeld, sitting } from '../../support/bookings.ts';
import { type TripForTests, calendar, seat } from '../../support/catalogue.ts';
import { cancellingOn, operatorsNotified, viewOf } from '../../support/cancelling.ts';
import { START } from '../../support/clock.ts';
import { ASHA, counterOn } from '../../support/counter.ts';
import { setTerms } from '../../support/companies.ts';
import { aCompanyWithTrip, disruptingOn, postedMails, statusesOf } from '../../support/disrupting.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { anAdmin, anOperator, aPassengerId } from '../../support/people.ts';
import { refundsOn } from '../../support/refunds.ts';
import { refusalOf } from '../../support/refusals.ts';

describe('trip cancellations', () => {
  let paying: Paying;
  let engine: Engine;
  let owner: Member;
  let trip: TripForTests;
  let paid: Booking;
  let unpaid: Booking;

  const cancel = (given: Parameters<ReturnType<typeof disruptingOn>['cancelTrip']>[2] = {}, by = owner) =>
    disruptingOn(paying).cancelTrip(by, trip, given);
  const booked = async (...seats: readonly string[]) =>
    aBooking(engine, { userId: await aPassengerId(engine), tripId: trip.id, seats: seats.map(seat) });
  const paidFor = async (booking: Booking) => {
    await paying.handleSuccess(paying.gateway.pay(await paying.checkout(booking)));
    return booking;
  };

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    ({ engine } = paying);
    ({ owner, trip } = await aCompanyWithTrip(engine, { seats: ['A1', 'A2', 'B1', 'B2', 'C1'] }));
    paid = await paidFor(await booked('A1', 'A2'));
    unpaid = await booked('B1');
  });

  it('the mail about a cancelled trip removes the journey from calendars, if the booking was paid', async () => {
    await disruptingOn(paying).cancelTrip(owner, trip);
    const entries = new Map(
      (await postedMails(engine)).flatMap((mail) =>
        mail.kind === 'trip-cancelled'
          ? [[mail.bookingCode, (mail.calendarEntries ?? []).map(({ text }) => text)]]
          : [],
      ),
    );
    expect(entries.get(unpaid.code)).to.deep.equal([]);
    expect(entries.get(paid.code)?.join()).to.include('STATUS:CANCELLED').and.include('METHOD:CANCEL');
  });

  it('cancelling a trip returns how many bookings and passengers it affects, and how much is refunded', async () => {
    const answer = await cancel();
    expect(answer).to.deep.include({
      isDryRun: false,
      bookings: 2,
      passengers: 3,
      refundTotal: 240_000,
      moved: [],
      unseated: [],
    });
    expect(answer.trip).to.include({
      id: trip.id,
      status: 'CANCELLED',
      notBookableReason: 'TRIP_CANCELLED',
      gross: 0,
    });
    expect(answer.trip.seats).to.include({ sold: 0, held: 0, left: 5 });
  });

  it('cancelling a trip refunds its bookings in full, and stores the reason for the cancellation in each booking', async () => {
    await cancel({ note: 'x'.repeat(500) });
    expect(await statusesOf(engine, [paid, unpaid])).to.deep.equal(['REFUNDED', 'CANCELLED']);
    for (const booking of [paid, unpaid])
      expect(await viewOf(engine, booking)).to.include({
        cancelledBy: 'OPERATOR',
        cancelReason: `The bus company cancelled this trip because of a closed road. ${'x'.repeat(500)}`,
        cancellationFee: 0,
      });
    const office = await engine.officeBookings.find(paid.id);
    expect(office?.refunds.map(({ amount, reason }) => [amount, reason])).to.deep.equal([
      [240_000, 'OPERATOR_CANCELLATION'],
    ]);
    expect(await operatorsNotified(engine)).to.deep.equal([{ booking_code: paid.code, refund: 2_400 }]);
    const { findings } = await runAudit({ ...engine, calendar, clock: paying.clock })();
    expect(findings).to.deep.equal([]);
  });

  it('cancelling a trip releases its held seats, and publishes which seats are free', async () => {
    const passenger = await aPassengerId(engine);
    await engine.transact(({ seatLocks }) =>
      seatLocks.hold({ tripId: trip.id, passenger, wanted: [seat('C1')], expiresAt: minutesAfter(START, 10) }, START),
    );
    await cancel();
    const freed = await recorded(engine);
    for (const numbers of [['C1'], ['A1', 'A2'], ['B1']])
      expect(freed).to.deep.include(seatMessage(trip.id, 'AVAILABLE', ...numbers));
    const sold = await engine.transact(({ seatLocks }) =>
      sellHeld(
        seatLocks,
        { tripId: trip.id, passenger, booking: unpaid.id, seats: [sitting(seat('C1'))], paymentDeadline: START },
        START,
      ),
    );
    expect(sold).to.deep.equal([]);
  });

  it('cancelling a trip removes the blocks on its seats', async () => {
    const block = { seat: seat('C1'), reason: 'For the driver.', until: null };
    await engine.transact(({ blocks }) => blocks.replace(trip.id, [block], START));
    const answer = await cancel();
    expect(answer.trip.seats).to.include({ blocked: 0, left: 5 });
    const left = await engine.transact(({ blocks }) => blocks.find(trip.id, START));
    expect(left?.blocks).to.deep.equal([]);
    expect(await recorded(engine)).to.deep.include(seatMessage(trip.id, 'AVAILABLE', 'C1'));
  });

  it('cancelling a trip notifies the people who watch its seats, and mails those who booked it', async () => {
    await cancel();
    expect(await recorded(engine)).to.deep.include([
      `schedules/${trip.id}/trip`,
      {
        schedule_id: trip.id,
        type: 'cancelled',
        departure_time: toIso(trip.departsAt),
        arrival_time: toIso(trip.arrivesAt),
        status: 'CANCELLED',
      },
    ]);
    const mails = await postedMails(engine);
    expect(mails).to.have.length(2);
    expect(mails[0]).to.deep.include({
      kind: 'trip-cancelled',
      bookingCode: paid.code,
      seats: ['A1', 'A2'],
      departure: calendar.text(trip.departsAt),
      cause: 'ROAD_CLOSED',
      note: 'We are sorry.',
      money: { paid: 240_000, before: 0, refund: 240_000, dueOn: '2026-11-27', goesTo: 'ACCOUNT', account: null },
    });
    expect(mails[1]).to.deep.include({ bookingCode: unpaid.code, money: null });
  });

  it('the mail about a cancelled trip names the payment and the goodwill refund if that refunded everything', async () => {
    const payment = await engine.transact(({ payments }) => payments.ofBooking(paid.id));
    const refunds = refundsOn(engine, paying.clock);
    await refunds.addGoodwill((await anAdmin(engine)).id, payment[0]!.id, { amount: paid.total, note: 'Sorry.' });
    await cancel();
    expect(await statusesOf(engine, [paid])).to.deep.equal(['CANCELLED']);
    const mails = await postedMails(engine);
    expect(mails.find((mail) => mail.kind === 'trip-cancelled' && mail.bookingCode === paid.code)).to.deep.include({
      money: { paid: 240_000, before: 240_000, refund: 0, dueOn: null, goesTo: 'ACCOUNT', account: null },
    });
  });

  it('the mail about a cancelled trip tells the buyer at a counter that the refund is paid there', async () => {
    const contact = { ...ASHA, email: 'asha@example.com' };
    const sold = await counterOn(engine, paying.clock).sell(owner, trip.id, { numbers: ['C1'], paidBy: 'QR', contact });
    await cancel();
    const mails = await postedMails(engine);
    expect(mails.find((mail) => mail.to === contact.email)).to.deep.include({
      bookingCode: sold.code,
      page: null,
      money: { paid: 120_000, before: 0, refund: 120_000, dueOn: '2026-11-27', goesTo: 'COUNTER', account: null },
    });
  });

  it('cancelling a trip sends no mail to a counter buyer without an e-mail address', async () => {
    const sale = { channel: 'COUNTER', contact: ASHA, status: 'CONFIRMED' } as const;
    await aBooking(engine, { userId: owner.userId, tripId: trip.id, seats: [seat('C1')], ...sale });
    expect(await cancel()).to.include({ bookings: 3 });
    expect(await postedMails(engine)).to.have.length(2);
  });

  it('a trip that the company cancelled is marked as changed by the office, so that timetables and imports skip it', async () => {
    await cancel();
    const planned = await engine.transact(({ plannedTrips }) => plannedTrips.find(trip.id));
    expect(planned).to.include({ status: 'CANCELLED', changedInOffice: true });
  });

  it('cancelling a trip adds one entry to the activity log, besides one for each booking', async () => {
    await cancel({ reason: 'OTHER', note: 'The driver is ill.' });
    const rows = await engine.transact(({ trail }) => trail.of({ type: 'schedule', id: trip.id }));
    expect(rows.map(({ kind, changes, description }) => [kind, changes, description])).to.deep.equal([
      ['TRIP_CANCELLED', { status: { old: 'ACTIVE', new: 'CANCELLED' } }, 'Cancelled the trip. The driver is ill.'],
    ]);
  });

  it('cancelling a trip lets its overdue bookings expire without mailing their passengers', async () => {
    paying.clock.set(unpaid.paymentDeadline);
    expect(await cancel()).to.include({ bookings: 1, passengers: 2 });
    expect(await statusesOf(engine, [unpaid])).to.deep.equal(['EXPIRED']);
    expect((await postedMails(engine)).map((mail) => 'bookingCode' in mail && mail.bookingCode)).to.deep.equal([
      paid.code,
    ]);
  });

  it('every payment that arrives after its trip was cancelled is refunded', async () => {
    const payment = await paying.checkout(unpaid);
    await cancel();
    const settled = await paying.handleSuccess(paying.gateway.pay(payment));
    expect(settled).to.deep.include({ outcome: 'refund due' });
    expect(await statusesOf(engine, [unpaid])).to.deep.equal(['CANCELLED']);
  });

  it('a dry run of cancelling a trip gives the same answer and changes nothing', async () => {
    const events = (await recorded(engine)).length;
    const dry = await cancel({ isDryRun: true });
    expect(await statusesOf(engine, [paid, unpaid])).to.deep.equal(['CONFIRMED', 'PENDING_PAYMENT']);
    expect([(await recorded(engine)).length, await postedMails(engine)]).to.deep.equal([events, []]);
    const { isDryRun: _dry, ...expected } = dry;
    expect(await cancel()).to.deep.include(expected);
  });

  it('a trip can be cancelled only once, and only until it has departed or arrived', async () => {
    const departs = (departedAt: typeof START | null) =>
      engine.transact(async ({ plannedTrips }) => {
        const planned = await plannedTrips.lock(trip.id);
        if (planned) await plannedTrips.save([{ ...planned, departedAt }]);
      });
    await departs(START);
    expect((await refusalOf(cancel()))[1]).to.equal('TRIP_DEPARTED');
    await departs(null);
    paying.clock.set(trip.arrivesAt);
    expect((await refusalOf(cancel({ isDryRun: true })))[1]).to.equal('TRIP_DEPARTED');
    paying.clock.set(hoursAfter(trip.arrivesAt, -1));
    await cancel();
    expect((await refusalOf(cancel()))[1]).to.equal('TRIP_CANCELLED');
  });

  it('a trip is cancelled only by its own company, even if that is suspended', async () => {
    const { id: userId, operatorId } = await anOperator(engine);
    expect((await refusalOf(cancel({}, { userId, operatorId })))[1]).to.equal('TRIP_UNKNOWN');
    await setTerms(engine, trip.id, { status: 'SUSPENDED', commissionRate: null, cancellationTiers: null });
    expect(await cancel()).to.include({ bookings: 2 });
  });

  it('a passenger can no longer cancel a booking once its trip is cancelled', async () => {
    await cancel();
    expect((await refusalOf(cancellingOn(paying).cancel(paid)))[1]).to.equal('BOOKING_OVER');
  });
});
