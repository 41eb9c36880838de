import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Answer, type Json, onEveryServer } from '../../support/http.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { authenticate, staffTokenOf, tokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

onEveryServer(
  'cancelled and retimed trips',
  (api) => {
    let manager: string;
    let operatorId: OperatorId;
    let passenger: UserId;
    let trip: TripForTests;
    let paid: Booking;
    let unpaid: Booking;

    beforeEach(async () => {
      api().clock.set(START);
      const owner = await anOperator(api().dependencies, { companyName: 'Blue Sky' });
      ({ operatorId } = owner);
      manager = staffTokenOf('MANAGER', owner.id, operatorId);
      passenger = await aPassengerId(api().dependencies);
      const departsAt = hoursAfter(START, 30);
      trip = await aTrip(api().dependencies, { departsAt, arrivesAt: hoursAfter(departsAt, 7), bus: { operatorId } });
      paid = await booked(['A1', 'A2'], 'CONFIRMED');
      unpaid = await booked(['B1'], 'PENDING_PAYMENT');
      await api().dependencies.transact(async ({ payments }) => {
        const payment = { bookingId: paid.id, gateway: 'ESEWA', transactionUuid: randomUUID(), amount: paid.total };
        const id = await payments.add({ ...payment, createdAt: START, nextEnquiryAt: undefined });
        await payments.move(id, 'complete', START, { reference: '000AWEO' });
      });
    });

    const booked = (seats: readonly string[], status: 'CONFIRMED' | 'PENDING_PAYMENT') =>
      aBooking(api().dependencies, { userId: passenger, tripId: trip.id, seats: seats.map(seat), status });
    const post = (action: 'cancel' | 'retime', body: object, headers = {}): Promise<Answer> =>
      api().post(`/api/operator/trips/${trip.id}/${action}`, body, manager, headers);
    const times = (hours: number) => ({
      departure_time: toIso(hoursAfter(trip.departsAt, hours)),
      arrival_time: toIso(hoursAfter(trip.arrivesAt, hours)),
      reason: 'WEATHER',
    });
    const officeBooking = async ({ id }: Booking): Promise<Json> =>
      (await api().get(`/api/operator/bookings/${id}`, manager)).json;
    const quote = async (): Promise<Json> =>
      (await api().get(`/api/bookings/${paid.id}/cancellation-quote`, tokenOf(passenger))).json;
    const fieldsOf = ({ status, json }: Answer) => [status, json.errors?.map(({ field }: Json) => field)];

    it('the office can list who was told of a trip’s cancellation, by mail and by text message', async () => {
      const told = (query = '', token = manager) => api().get(`/api/operator/trips/${trip.id}/told${query}`, token);
      expect((await told()).json).to.deep.equal({ results: [], next_cursor: null });
      expect((await post('cancel', { reason: 'WEATHER', dry_run: true })).json.told).to.deep.equal({
        mail: 2,
        sms: 0,
        none: 0,
      });
      await post('cancel', { reason: 'WEATHER' });
      const common = { name: 'Asha Gurung', phone: null, mail: 'WAITING', sms: null };
      const [first, second] = [
        { booking_id: paid.id, booking_code: paid.code, seats: ['A1', 'A2'], ...common, refund: 'DUE' },
        { booking_id: unpaid.id, booking_code: unpaid.code, seats: ['B1'], ...common, refund: null },
      ];
      expect((await told()).json).to.deep.equal({ results: [first, second], next_cursor: null });
      const page = (await told('?limit=1')).json;
      expect(page.results).to.deep.equal([first]);
      expect((await told(`?cursor=${page.next_cursor}`)).json.results).to.deep.equal([second]);
      expect(fieldsOf(await told('?limit=101'))).to.deep.equal([400, ['limit']]);
      const id = trip.id + 4711;
      expectProblem(await api().get(`/api/operator/trips/${id}/told`, manager), 404, 'TRIP_UNKNOWN');
      const conductor = staffTokenOf('CONDUCTOR', passenger, operatorId);
      expectProblem(await told('?limit=101', conductor), 403, 'POSITION_TOO_LOW');
      const stranger = await anOperator(api().dependencies, { companyName: 'Red Sky' });
      const elsewhere = staffTokenOf('OWNER', stranger.id, stranger.operatorId);
      expectProblem(await told('', elsewhere), 404, 'TRIP_UNKNOWN');
    });

    it('a trip’s cancellation returns the number of affected passengers and the sum of refunds', async () => {
      const { status, json } = await post('cancel', { reason: 'ROAD_CLOSED', note: 'A landslide at Mugling.' });
      const { trip: shown, ...rest } = json;
      expect([status, rest]).to.deep.equal([
        200,
        {
          dry_run: false,
          bookings: 2,
          passengers: 3,
          refund_total: paid.total / 100,
          moved: [],
          unseated: [],
          told: { mail: 2, sms: 0, none: 0 },
        },
      ]);
      expect(shown).to.deep.include({
        id: trip.id,
        status: 'CANCELLED',
        bookable: false,
        not_bookable_because: 'TRIP_CANCELLED',
        seats: {
          total: 4,
          sold: 0,
          held: 0,
          blocked: 0,
          left: 4,
          boarded: 0,
          sections: [{ from: 0, to: 1, sold: 0, held: 0, blocked: 0, left: 4 }],
        },
        gross: 0,
      });
      const { cancelled } = shown;
      expect([cancelled.by.full_name, cancelled.reason, cancelled.at]).to.deep.equal([
        'Sita Rai',
        'ROAD_CLOSED',
        toIso(api().clock()),
      ]);
      const [one, other] = [await officeBooking(paid), await officeBooking(unpaid)];
      expect([one.booking_status, other.booking_status]).to.deep.equal(['REFUNDED', 'CANCELLED']);
      expect(one).to.deep.include({ cancelled_by: 'OPERATOR' });
      expect(one.cancel_reason).to.match(/^[A-Z].*road.*A landslide at Mugling\.$/);
      expect(one.refunds.map(({ amount, reason, status: state }: Json) => [amount, reason, state])).to.deep.equal([
        [paid.total / 100, 'OPERATOR_CANCELLATION', 'DUE'],
      ]);
      expect(other.refunds).to.deep.equal([]);
      expectProblem(await post('cancel', { reason: 'OTHER' }), 409, 'TRIP_CANCELLED');
      expectProblem(await post('retime', times(1)), 409, 'TRIP_CANCELLED');
    });

    it('a dry run of a trip’s cancellation does not use up the Idempotency-Key of the real request', async () => {
      const key = { 'Idempotency-Key': `try-${trip.id}` };
      const tried = await post('cancel', { reason: 'STRIKE', dry_run: true }, key);
      const again = await post('cancel', { reason: 'STRIKE', dry_run: true }, key);
      expect([tried.status, tried.json.dry_run, tried.json.trip.status]).to.deep.equal([200, true, 'CANCELLED']);
      expect(again.json).to.deep.equal(tried.json);
      expect((await officeBooking(paid)).booking_status).to.equal('CONFIRMED');
      expect((await post('cancel', { reason: 'STRIKE' })).json).to.deep.equal({ ...tried.json, dry_run: false });
    });

    it('a trip is cancelled only once under one Idempotency-Key', async () => {
      const key = { 'Idempotency-Key': `cancel-${trip.id}` };
      const first = await post('cancel', { reason: 'LOW_SALES' }, key);
      const again = await post('cancel', { reason: 'LOW_SALES' }, key);
      expect([first.status, again.status, again.json]).to.deep.equal([200, 200, first.json]);
    });

    it('a trip with bookings can be retimed, and its passengers can then cancel free of charge', async () => {
      expect((await quote()).fee).to.be.greaterThan(0);
      const { status, json } = await post('retime', times(-2));
      expect([status, json.bookings, json.passengers, json.refund_total]).to.deep.equal([200, 2, 3, 0]);
      expect(json.trip.departure_time).to.equal(toIso(hoursAfter(trip.departsAt, -2)));
      expect((await officeBooking(paid)).booking_status).to.equal('CONFIRMED');
      expect(await quote()).to.deep.include({ fee: 0, refund: paid.total / 100 });
      expect((await quote()).tier).to.match(/30 minutes or more/);
      expectProblem(await post('retime', times(-2)), 409, 'TRIP_UNCHANGED');
      expect((await post('retime', times(0.25))).status).to.equal(200);
      expect((await quote()).fee).to.be.greaterThan(0);
    });

    it('a trip’s new times are refused if past, reversed, over three days long, or during another trip of the bus', async () => {
      const past = { departure_time: toIso(START), arrival_time: toIso(hoursAfter(START, 1)), reason: 'OTHER' };
      expect(fieldsOf(await post('retime', past))).to.deep.equal([400, ['departure_time']]);
      const { departure_time: departure } = times(1);
      const at = (arrival: string) => ({ departure_time: departure, arrival_time: arrival, reason: 'OTHER' });
      expect(fieldsOf(await post('retime', at(departure)))).to.deep.equal([400, ['arrival_time']]);
      const late = toIso(minutesAfter(hoursAfter(trip.departsAt, 1), 3 * 24 * 60 + 1));
      expect(fieldsOf(await post('retime', at(late)))).to.deep.equal([400, ['arrival_time']]);
      expect(fieldsOf(await post('retime', {}))).to.deep.equal([400, ['departure_time', 'arrival_time', 'reason']]);
      expect(fieldsOf(await post('cancel', { reason: 'BOREDOM' }))).to.deep.equal([400, ['reason']]);
      expect(fieldsOf(await post('cancel', { reason: 'OTHER', note: 'x'.repeat(501) }))).to.deep.equal([400, ['note']]);
      const { departsAt } = trip;
      const other = await aTrip(api().dependencies, { busId: trip.busId, departsAt: hoursAfter(departsAt, 24) });
      const answer = await post('retime', times(24));
      expectProblem(answer, 409, 'BUS_ELSEWHERE');
      expect(answer.json.trip).to.deep.equal({ id: other.id, departure_time: toIso(hoursAfter(departsAt, 24)) });
    });

    it('a trip that is late can be cancelled or retimed until its planned arrival', async () => {
      api().clock.set(minutesAfter(trip.departsAt, 5));
      expect((await post('retime', { ...times(1), dry_run: true })).status).to.equal(200);
      api().clock.set(trip.arrivesAt);
      expectProblem(await post('cancel', { reason: 'OTHER' }), 409, 'TRIP_DEPARTED');
      expectProblem(await post('retime', times(10)), 409, 'TRIP_DEPARTED');
    });
  },
  { overrides: { authenticate } },
);
