import { expect } from 'chai';
import type { UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { onEveryServer } from '../../support/http.ts';
import { expectProblem, problemOf } from '../../support/problems.ts';
import { aPassengerId } from '../../support/people.ts';
import { authenticate, tokenOf } from '../../support/plain-tokens.ts';

const NOWHERE = 2_147_483_647;
const DEADLINE = minutesAfter(START, 15);

onEveryServer(
  'bookings over HTTP',
  (api) => {
    let asha: UserId;
    let bikram: UserId;

    beforeEach(async () => {
      api().clock.set(START);
      [asha, bikram] = [await aPassengerId(api().dependencies), await aPassengerId(api().dependencies)];
    });

    const lock = (tripId: number, seats: unknown, passenger = asha) =>
      api().post(`/api/trips/${tripId}/seats/lock`, { seat_numbers: seats }, tokenOf(passenger));
    const map = (tripId: number | string, token?: string) => api().get(`/api/trips/${tripId}/seats`, token);
    const book = (body: unknown, passenger = asha, headers = {}) =>
      api().post('/api/bookings', body, tokenOf(passenger), headers);
    const statuses = async (tripId: number, token?: string): Promise<Record<string, string>> =>
      Object.fromEntries(
        ((await map(tripId, token)).json.seats as { seat_number: string; status: string }[]).map((shown) => [
          shown.seat_number,
          shown.status,
        ]),
      );
    const messagesOf = async (tripId: number) =>
      (await recorded(api().dependencies)).filter(([topic]) => topic === `schedules/${tripId}/seats`);

    describe('bookings', () => {
      it('a new booking answers 201 with the same fields as its detail and its row in the list of bookings', async () => {
        const trip = await aTrip(api().dependencies, {
          seats: ['A1', 'A2'],
          fare: paisa(3_335),
          bus: { registrationNo: 'BA 7 KHA 7' },
        });
        await lock(trip.id, ['A1', 'A2']);
        const answer = await book({
          schedule_id: trip.id,
          seat_numbers: ['A2', ' A1', 'A2'],
          passengers: [
            {
              seat_number: 'A1',
              name: '  Asha Gurung ',
              age: '34',
              gender: 'F',
              boarding_point: 'Kalanki',
              dropping_point: 'Mugling',
              ticket: 'window',
            },
            { seat_number: 'A2', name: 42, age: 'old', gender: 'female' },
            { seat_number: 'B9', name: 'Nobody' },
          ],
        });
        expect(answer.status, answer.text).to.equal(201);
        const { id, booking_code: code, ...booking } = answer.json;
        expect(code).to.match(/^BT261120\d{6}$/);
        expect(booking).to.deep.equal({
          amount_due: booking.total_amount,
          changed_from: null,
          changed_to: null,
          least_cancel_percent: 0,
          own: true,
          booking_status: 'PENDING_PAYMENT',
          schedule_id: trip.id,
          from_stop: 0,
          to_stop: 1,
          trip: {
            source_city: 'Kathmandu',
            destination_city: 'Pokhara',
            status: 'ACTIVE',
            departure_time: toIso(trip.departsAt),
            arrival_time: toIso(trip.arrivesAt),
            trip_departure_time: toIso(trip.departsAt),
            trip_arrival_time: toIso(trip.arrivesAt),
            bus_name: 'Blue Sky Deluxe',
            registration_no: 'BA 7 KHA 7',
            bus_type: 'DELUXE',
            company_name: 'Blue Sky Travels',
            company_phone: null,
          },
          // The trip has no boarding and dropping points, so the times at the chosen points are unknown.
          getting_on: { name: 'Kalanki', at: null, place: null },
          getting_off: { name: 'Mugling', at: null },
          seats_count: 2,
          seats: [
            {
              seat_number: 'A1',
              passenger_name: 'Asha Gurung',
              passenger_age: 34,
              passenger_gender: 'F',
              boarding_point: 'Kalanki',
              dropping_point: 'Mugling',
            },
            {
              seat_number: 'A2',
              passenger_name: '42',
              passenger_age: null,
              passenger_gender: null,
              boarding_point: '',
              dropping_point: '',
            },
          ],
          total_amount: 66.7,
          payment_status: null,
          payment_deadline: toIso(DEADLINE),
          booked_at: toIso(START),
          cancel_reason: null,
          cancelled_by: null,
          cancelled_at: null,
          cancellation_fee_amount: null,
          cancelled_seats: [],
          refunds: [],
          rating: null,
        });
        expect((await api().get(`/api/bookings/${id}`, tokenOf(asha))).json).to.deep.equal(answer.json);
        expect((await api().get('/api/bookings', tokenOf(asha))).json).to.deep.equal([answer.json]);
        expect((await messagesOf(trip.id)).at(-1)).to.deep.equal(seatMessage(trip.id, 'BOOKED', 'A1', 'A2'));
        expect(await statuses(trip.id)).to.deep.equal({ A1: 'BOOKED', A2: 'BOOKED' });
      });

      it('the list of bookings can be read page by page with `limit` and `before`', async () => {
        const { id: tripId } = await aTrip(api().dependencies, { seats: 9 });
        const ids: number[] = [];
        for (let count = 0; count < 3; count += 1) ids.push((await book({ schedule_id: tripId })).json.id as number);
        const page = async (query: string) =>
          ((await api().get(`/api/bookings?${query}`, tokenOf(asha))).json as { id: number }[]).map(({ id }) => id);
        const [first, second, third] = ids.toReversed();
        expect(await page('')).to.deep.equal([first, second, third]);
        expect(await page('limit=2')).to.deep.equal([first, second]);
        expect(await page(`limit=2&before=${second}`)).to.deep.equal([third]);
        expect(await page(`before=${third}`)).to.deep.equal([]);
      });

      for (const query of ['limit=0', 'limit=101', 'limit=two', 'before=0', 'before=2147483648', 'before=-1'])
        it(`the list of bookings refuses the query ${query}`, async () => {
          const answer = await api().get(`/api/bookings?${query}`, tokenOf(asha));
          expectProblem(answer, 400, 'VALIDATION');
          expect(answer.json.errors[0].field).to.equal(query.split('=')[0]);
        });

      it('a booking on a bus without a seat map takes one place by default, and ignores seat numbers', async () => {
        const { id } = await aTrip(api().dependencies, { seats: 4, fare: paisa(3_335) });
        expect((await book({ schedule_id: id })).json).to.deep.include({
          seats_count: 1,
          seats: [],
          total_amount: 33.35,
        });
        expect((await book({ schedule_id: id, seats: 3, seat_numbers: ['A1'] })).json).to.deep.include({
          seats_count: 3,
          seats: [],
          total_amount: 100.05,
        });
      });

      it('a booking with missing or wrong fields is refused', async () => {
        const [mapped, counted] = [await aTrip(api().dependencies), await aTrip(api().dependencies, { seats: 4 })];
        await lock(mapped.id, ['A1']);
        const bad: readonly unknown[] = [
          {},
          { schedule_id: 'abc' },
          { schedule_id: 1.5 },
          { schedule_id: null },
          { schedule_id: [mapped.id] },
          { schedule_id: mapped.id },
          { schedule_id: mapped.id, seat_numbers: [] },
          { schedule_id: mapped.id, seat_numbers: 'A1' },
          { schedule_id: mapped.id, seat_numbers: [{}] },
          { schedule_id: mapped.id, seat_numbers: ['A1'], passengers: 'Asha' },
          { schedule_id: mapped.id, seat_numbers: ['A1'], passengers: ['Asha'] },
          {
            schedule_id: mapped.id,
            seat_numbers: ['A1'],
            passengers: [{ seat_number: 'A1', name: { first: 'Asha' } }],
          },
          { schedule_id: mapped.id, seat_numbers: ['A1'], passengers: [{ seat_number: 'A1', name: 'A\u0007sha' }] },
          { schedule_id: counted.id, seats: 0 },
          { schedule_id: counted.id, seats: -1 },
          { schedule_id: counted.id, seats: 1.5 },
          { schedule_id: counted.id, seats: 'two' },
        ];
        for (const body of bad)
          expect(problemOf(await book(body)), JSON.stringify(body)).to.deep.equal([400, 'VALIDATION']);
        expect((await api().get('/api/bookings', tokenOf(asha))).json).to.deep.equal([]);
      });

      it('a booking drops invalid details of a passenger, and keeps the valid ones', async () => {
        const { id } = await aTrip(api().dependencies, { seats: ['A1'] });
        await lock(id, ['A1']);
        const name = `${'न'.repeat(149)}🚌🚌`;
        const { json } = await book({
          schedule_id: id,
          seat_numbers: ['A1'],
          passengers: [{ seat_number: 'A1', name, age: { years: 3 }, gender: null }],
        });
        expect(json.seats[0]).to.include({
          passenger_name: `${'न'.repeat(149)}🚌`,
          passenger_age: null,
          passenger_gender: null,
        });
      });

      it('a booking answers 404 for an unknown or cancelled trip, and 409 for a trip that cannot be booked now', async () => {
        const pending = await aTrip(api().dependencies, { bus: { approvalStatus: 'PENDING' } });
        const [cancelled, left] = [
          await aTrip(api().dependencies, { status: 'CANCELLED' }),
          await aTrip(api().dependencies, { departsAt: START }),
        ];
        const [mapped, counted] = [await aTrip(api().dependencies), await aTrip(api().dependencies, { seats: 4 })];
        for (const id of [NOWHERE, 0, -5, 2_147_483_648, 1e300, cancelled.id])
          expect(problemOf(await book({ schedule_id: id, seat_numbers: ['A1'] })), String(id)).to.deep.equal([
            404,
            'TRIP_UNKNOWN',
          ]);
        expect(problemOf(await book({ schedule_id: pending.id, seat_numbers: ['A1'] }))).to.deep.equal([
          409,
          'BUS_NOT_APPROVED',
        ]);
        expect(problemOf(await book({ schedule_id: left.id, seat_numbers: ['A1'] }))).to.deep.equal([
          409,
          'TRIP_DEPARTED',
        ]);
        expect(problemOf(await book({ schedule_id: mapped.id, seat_numbers: ['A1'] }))).to.deep.equal([
          409,
          'SEAT_SELECTION_EXPIRED',
        ]);
        const crowded = await book({ schedule_id: counted.id, seats: 5 });
        expect(problemOf(crowded)).to.deep.equal([409, 'NOT_ENOUGH_SEATS']);
        expect(crowded.json.detail).to.equal('Only 4 seats are left on this bus.');
        for (const seats of [2 ** 31, 1e15, 1e300])
          expect(problemOf(await book({ schedule_id: counted.id, seats })), String(seats)).to.deep.equal([
            409,
            'NOT_ENOUGH_SEATS',
          ]);
      });

      it('a booking is made only once under one Idempotency-Key', async () => {
        const { id } = await aTrip(api().dependencies, { seats: 4 });
        const [first, again] = [
          await book({ schedule_id: id }, asha, { 'Idempotency-Key': 'k-1' }),
          await book({ schedule_id: id }, asha, { 'Idempotency-Key': 'k-1' }),
        ];
        expect([first.status, again.status, again.text, again.headers.get('idempotency-replayed')]).to.deep.equal([
          201,
          201,
          first.text,
          'true',
        ]);
        expect((await map(id)).json.seats_left).to.equal(3);
      });

      it('a request for another passenger’s booking gets the same answer as for an unknown booking', async () => {
        const { id } = await aBooking(api().dependencies, {
          userId: bikram,
          tripId: (await aTrip(api().dependencies)).id,
        });
        const [others, nobodys] = [
          await api().get(`/api/bookings/${id}`, tokenOf(asha)),
          await api().get(`/api/bookings/${NOWHERE}`, tokenOf(asha)),
        ];
        expect([others.status, others.text]).to.deep.equal([404, nobodys.text]);
        for (const strange of ['0', 'abc', '2147483648'])
          expect((await api().get(`/api/bookings/${strange}`, tokenOf(asha))).status).to.equal(404);
        expect((await api().get('/api/bookings', tokenOf(asha))).json).to.deep.equal([]);
      });

      it('an unpaid booking is shown as expired from its payment deadline on, and its seats are free', async () => {
        const { id } = await aTrip(api().dependencies, { seats: ['A1'] });
        await lock(id, ['A1']);
        const booking = (await book({ schedule_id: id, seat_numbers: ['A1'] })).json;
        api().clock.set(DEADLINE);
        expect(await statuses(id)).to.deep.equal({ A1: 'AVAILABLE' });
        expect((await lock(id, ['A1'], bikram)).json.granted).to.deep.equal(['A1']);
        expect((await book({ schedule_id: id, seat_numbers: ['A1'] }, bikram)).status).to.equal(201);
        expect((await api().get('/api/bookings', tokenOf(asha))).json).to.deep.equal([
          { ...booking, booking_status: 'EXPIRED', amount_due: 0 },
        ]);
      });
    });
  },
  { overrides: { authenticate } },
);
