import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { ComposedMail } from '../../../core/platform/mailer.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import { type Instant, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aCatalogue } from '../../support/catalogue-file.ts';
import { calendar, changePlan, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { postedMails, statusesOf } from '../../support/disrupting.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { earnDue, entriesOf, expectBooksBalance, ODD } from '../../support/entries.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { importing } from '../../support/importing.ts';
import { type Paying, payingOn, paymentOf } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';

const DEPARTURE = Date.parse('2026-11-22T04:15:00Z') as Instant;
const ARRIVAL = Date.parse('2026-11-22T11:15:00Z') as Instant;
const CANCELLED = { '/schedules/0/status': 'CANCELLED' };
const PAID = 'PAYMENT GATEWAY/UNEARNED 246674';

onEveryEngine('a trip that an import cancels', (engine) => {
  const { clock, load, loadWith } = importing(engine);
  let paying: Paying;
  let trip: TripId;
  let paid: Booking;
  let unpaid: Booking;

  const book = async (...seats: readonly string[]): Promise<Booking> => {
    const { operatorId } = (await planned())!;
    const userId = await aPassengerId(engine());
    return aBooking(engine(), { userId, operatorId, tripId: trip, seats: seats.map(seat), ...(seats[1] && ODD) });
  };
  const pay = async (booking: Booking) => {
    const payment = await paying.checkout(booking);
    await paying.handleSuccess(paying.gateway.pay(payment));
  };
  const setClock = (now: Instant): void => {
    clock.set(now);
    paying.clock.set(now);
  };
  const planned = () => engine().transact(({ plannedTrips }) => plannedTrips.find(trip));
  const statusOf = async () => (await planned())?.status;
  const statuses = () => statusesOf(engine(), [paid, unpaid]);

  beforeEach(async () => {
    paying = payingOn(engine());
    trip = (await load(aCatalogue())).schedules.get('deluxe')!;
    [paid, unpaid] = [await book('A1', 'A2'), await book('B1')];
    await pay(paid);
  });
  afterEach(() => expectBooksBalance(engine(), paying));

  it('an import that cancels a trip ends its bookings, and their payments are refunded in full', async () => {
    expect((await loadWith(CANCELLED)).kept).to.equal(0);
    expect([await statusOf(), ...(await statuses())]).to.deep.equal(['CANCELLED', 'REFUNDED', 'CANCELLED']);
    for (const { id } of [paid, unpaid])
      expect(await engine().officeBookings.find(id)).to.include({
        cancelledBy: 'OPERATOR',
        cancelReason: 'The bus company cancelled this trip.',
        cancellationFee: 0,
      });
    expect((await engine().officeTrips.find(trip, clock()))!.cancelled).to.deep.equal({
      at: clock(),
      by: 'ADMINISTRATION',
      reason: null,
    });
    const { refunds } = (await engine().officeBookings.find(paid.id))!;
    expect(refunds.map(({ amount, reason, status }) => [amount, reason, status])).to.deep.equal([
      [246_674, 'OPERATOR_CANCELLATION', 'DUE'],
    ]);
    expect(await entriesOf(engine(), paid)).to.deep.equal([PAID, 'CANCELLATION UNEARNED/REFUND_DUE 246674']);
  });

  it('an import that cancels a trip publishes the cancellation and mails it to the trip’s passengers', async () => {
    const passenger = await aPassengerId(engine());
    await engine().transact(({ seatLocks }) =>
      seatLocks.hold({ tripId: trip, passenger, wanted: [seat('B2')], expiresAt: minutesAfter(START, 10) }, START),
    );
    await loadWith(CANCELLED);
    const told = await recorded(engine());
    for (const freed of [['A1', 'A2'], ['B1'], ['B2']])
      expect(told).to.deep.include(seatMessage(trip, 'AVAILABLE', ...freed));
    expect(told).to.deep.include([
      `schedules/${trip}/trip`,
      {
        schedule_id: trip,
        type: 'cancelled',
        status: 'CANCELLED',
        departure_time: toIso(DEPARTURE),
        arrival_time: toIso(ARRIVAL),
      },
    ]);
    const codeOf = (mail: ComposedMail) => 'bookingCode' in mail && mail.bookingCode;
    const mails = await postedMails(engine());
    expect(mails.map(codeOf)).to.have.members([paid.code, unpaid.code]);
    expect(mails.find((mail) => codeOf(mail) === paid.code)).to.deep.include({
      kind: 'trip-cancelled',
      cause: 'OTHER',
      note: '',
      departure: calendar.text(DEPARTURE),
      money: { paid: 246_674, before: 0, refund: 246_674, dueOn: '2026-11-27', goesTo: 'ACCOUNT', account: null },
    });
  });

  it('a trip that an import cancels is in the activity log as cancelled by the service itself', async () => {
    await loadWith(CANCELLED);
    const [entry] = await engine().transact(({ trail }) => trail.of({ type: 'schedule', id: trip }));
    expect(entry).to.deep.include({
      kind: 'TRIP_CANCELLED',
      actor: { role: 'SYSTEM' },
      operatorId: paid.operatorId,
      changes: { status: { old: 'ACTIVE', new: 'CANCELLED' } },
    });
    const ofBooking = await engine().transact(({ trail }) => trail.of({ type: 'booking', id: paid.id }));
    expect(ofBooking.at(-1)).to.deep.include({ kind: 'BOOKING_CANCELLED', actor: { role: 'SYSTEM' } });
  });

  it('a trip that an import cancels keeps the departure time that passengers were told, whatever the file says', async () => {
    await loadWith({ ...CANCELLED, '/schedules/0/departure_time': '2026-11-22T05:15:00Z' });
    const mails = (await postedMails(engine())) as readonly { readonly departure?: string }[];
    expect(mails.map(({ departure }) => departure)).to.deep.equal([calendar.text(DEPARTURE), calendar.text(DEPARTURE)]);
    expect(await planned()).to.include({ departsAt: DEPARTURE, status: 'CANCELLED' });
  });

  describe('a trip that an import cancels and moves to another company’s bus', () => {
    const RIVAL = {
      ...aCatalogue().operators[0],
      company_name: 'Green Hill',
      email: 'rival@example.com',
      phone: '+9779801234567',
    };
    const MOVED = {
      ...CANCELLED,
      '/operators/1': RIVAL,
      '/buses/2': { ...aCatalogue().buses[0], operator: RIVAL.email, registration_no: 'BA 9 KHA 9' },
      '/schedules/0/bus': 'BA 9 KHA 9',
    };

    it('an import that cancels a trip and moves it to another company leaves the trip with its old company and ends the bookings', async () => {
      const { operatorId, busId } = (await planned())!;
      expect((await loadWith(MOVED)).kept).to.equal(0);
      expect(await statuses()).to.deep.equal(['REFUNDED', 'CANCELLED']);
      expect(await planned()).to.include({ operatorId, busId, status: 'CANCELLED' });
      const ofTrip = await engine().transact(({ trail }) => trail.of({ type: 'schedule', id: trip }));
      const ofBooking = await engine().transact(({ trail }) => trail.of({ type: 'booking', id: paid.id }));
      expect([ofTrip.at(-1)?.operatorId, ofBooking.at(-1)?.operatorId]).to.deep.equal([operatorId, operatorId]);
      const told = await recorded(engine());
      for (const freed of [['A1', 'A2'], ['B1']])
        expect(told).to.deep.include(seatMessage(trip, 'AVAILABLE', ...freed));
      const mails = (await postedMails(engine())) as readonly { readonly companyPhone?: string | null }[];
      expect(mails.map(({ companyPhone }) => companyPhone)).to.deep.equal([null, null]);
    });

    it('a trip that an import cancelled and moved to another company is unchanged by a second import of the file', async () => {
      await loadWith(MOVED);
      const [before, told] = [await planned(), await recorded(engine())];
      await loadWith(MOVED);
      expect(await planned()).to.deep.equal(before);
      expect(await recorded(engine())).to.deep.equal(told);
    });

    it('a trip that an import cancelled and moved to another company gets the new bus when it is ACTIVE again', async () => {
      const { busId } = (await planned())!;
      await loadWith(MOVED);
      await loadWith({ ...MOVED, '/schedules/0/status': 'ACTIVE' });
      expect((await planned())?.busId).not.to.equal(busId);
      await pay(await book('A1'));
    });
  });

  it('a payment that arrives after an import cancelled its trip is refunded', async () => {
    const payment = await paying.checkout(unpaid);
    await loadWith(CANCELLED);
    expect((await paying.handleSuccess(paying.gateway.pay(payment))).outcome).to.equal('refund due');
    expect((await paymentOf(engine(), payment.transactionUuid)).status).to.equal('COMPLETE');
    expect(await statuses()).to.deep.equal(['REFUNDED', 'CANCELLED']);
  });

  it('an import that cancels a trip after its departure takes back what the company earned from it', async () => {
    setClock(minutesAfter(DEPARTURE, 1));
    await paying.expire();
    await earnDue(engine(), clock);
    await loadWith(CANCELLED);
    expect(await statuses()).to.deep.equal(['REFUNDED', 'EXPIRED']);
    expect((await entriesOf(engine(), paid)).slice(-2)).to.deep.equal([
      'CANCELLATION OPERATOR/REFUND_DUE 228173',
      'CANCELLATION COMMISSION/REFUND_DUE 18501',
    ]);
  });

  it('an import does not cancel a trip after its arrival, and reports the trip as unchanged', async () => {
    setClock(ARRIVAL);
    await earnDue(engine(), clock);
    await engine().transact(({ bookings }) => bookings.move(paid.id, 'complete'));
    expect((await loadWith({ ...CANCELLED, '/schedules/0/fare': 900 })).kept).to.equal(1);
    expect([await statusOf(), (await statuses())[0]]).to.deep.equal(['ACTIVE', 'COMPLETED']);
  });

  it('an import does not cancel a trip that departed early, and reports the trip as unchanged', async () => {
    await changePlan(engine(), trip, { departedAt: START });
    expect((await loadWith(CANCELLED)).kept).to.equal(1);
    expect([await statusOf(), ...(await statuses())]).to.deep.equal(['ACTIVE', 'CONFIRMED', 'PENDING_PAYMENT']);
  });

  it('a trip cancelled by one import and made ACTIVE by a later one does not get its old bookings back', async () => {
    await loadWith(CANCELLED);
    await load(aCatalogue());
    expect([await statusOf(), ...(await statuses())]).to.deep.equal(['ACTIVE', 'REFUNDED', 'CANCELLED']);
    await pay(await book('A1'));
  });

  it('an import that makes a cancelled trip ACTIVE again first ends the bookings that were left on it', async () => {
    await changePlan(engine(), trip, { status: 'CANCELLED' });
    await load(aCatalogue());
    expect([await statusOf(), ...(await statuses())]).to.deep.equal(['ACTIVE', 'REFUNDED', 'CANCELLED']);
  });

  it('a trip keeps its bookings when an import that would cancel the trip is refused', async () => {
    const refused = { ...CANCELLED, '/schedules/1/bus': 'BA 3 KHA 1234', '/buses/0/seat_map/seats': [] };
    await loadWith(refused).catch(() => undefined);
    expect([await statusOf(), ...(await statuses())]).to.deep.equal(['ACTIVE', 'CONFIRMED', 'PENDING_PAYMENT']);
    expect(await postedMails(engine())).to.deep.equal([]);
  });
});
