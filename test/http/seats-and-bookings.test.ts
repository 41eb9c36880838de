import { expect } from 'chai';
import type { UserId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { minutesAfter, toIso } from '../../core/kernel/time.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { recorded, seatMessage } from '../support/events.ts';
import { onEveryServer } from '../support/http.ts';
import type { Answer } from '../support/http.ts';
import { aPassengerId } from '../support/people.ts';
import { authenticate, tokenOf } from '../support/plain-tokens.ts';

const NOWHERE = 2_147_483_647;
const LAPSE = toIso(minutesAfter(START, 10));
const DEADLINE = minutesAfter(START, 15);

const problem = ({ status, json }: Answer) => [status, json?.code];

onEveryServer('seats and bookings over HTTP', (api) => {
  let asha: UserId;
  let bikram: UserId;

  beforeEach(async () => {
    api().clock.set(START);
    [asha, bikram] = [await aPassengerId(api().world), await aPassengerId(api().world)];
  });

  const lock = (tripId: number, seats: unknown, passenger = asha) => api().post(`/api/trips/${tripId}/seats/lock`, { seat_numbers: seats }, tokenOf(passenger));
  const release = (tripId: number, passenger = asha) => api().post(`/api/trips/${tripId}/seats/release`, undefined, tokenOf(passenger));
  const map = (tripId: number | string, token?: string) => api().get(`/api/trips/${tripId}/seats`, token);
  const book = (body: unknown, passenger = asha, headers = {}) => api().post('/api/bookings', body, tokenOf(passenger), headers);
  const statuses = async (tripId: number, token?: string): Promise<Record<string, string>> =>
    Object.fromEntries(((await map(tripId, token)).json.seats as { seat_number: string; status: string }[]).map((shown) => [shown.seat_number, shown.status]));
  const messagesOf = async (tripId: number) => (await recorded(api().world)).filter(([topic]) => topic === `schedules/${tripId}/seats`);

  describe('the seat map', () => {
    it('shows a bus with a map, and to whom a hold belongs', async () => {
      const places = ['A1', 'A2', 'A3', 'A4'].map((number, index) => ({ number: seat(number), deck: 1, row: 1, col: index + 1, type: 'WINDOW', isActive: number !== 'A4' }));
      const { id } = await aTrip(api().world, { fare: paisa(120_050), status: 'CANCELLED', bus: { seatMap: { rows: 1, cols: 4, deckCount: 1, seats: places } } });
      const open = (await aTrip(api().world, { seats: ['A1', 'A2', 'A3'] })).id;
      const shown = (number: string, col: number, status: string) => ({ seat_number: number, deck: 1, row: 1, col, seat_type: 'WINDOW', status });
      expect((await map(id)).json).to.deep.equal({
        has_seat_map: true, rows: 1, cols: 4, deck_count: 1, fare: 1200.5, lock_minutes: 10,
        seats: [shown('A1', 1, 'AVAILABLE'), shown('A2', 2, 'AVAILABLE'), shown('A3', 3, 'AVAILABLE'), shown('A4', 4, 'BLOCKED')],
      });
      await lock(open, ['A1']);
      await aBooking(api().world, { userId: bikram, tripId: open, seats: [seat('A2')] });
      expect(await statuses(open, tokenOf(asha))).to.deep.equal({ A1: 'LOCKED_BY_ME', A2: 'BOOKED', A3: 'AVAILABLE' });
      for (const token of [undefined, tokenOf(bikram), 'nonsense']) expect(await statuses(open, token), token).to.include({ A1: 'LOCKED' });
    });

    it('counts the places of a bus without one', async () => {
      const { id } = await aTrip(api().world, { seats: 14, fare: paisa(80_000) });
      await book({ schedule_id: id, seats: 3 });
      expect((await map(id)).json).to.deep.equal({ has_seat_map: false, fare: 800, total_seats: 14, seats_left: 11 });
    });

    it('is a 404 of a trip that is not there', async () => {
      for (const id of [NOWHERE, '0', '-1', '1.5', 'abc', '2147483648', '99999999999999999999']) expect((await map(id)).status, String(id)).to.equal(404);
    });
  });

  describe('holding', () => {
    it('grants and rejects seat by seat', async () => {
      const { id } = await aTrip(api().world, { seats: ['A1', 'A2', 'A3', 'A4'] });
      await aBooking(api().world, { userId: bikram, tripId: id, seats: [seat('A2')] });
      await lock(id, ['A3'], bikram);
      const answer = await lock(id, [' A4 ', 'A2', 'A3', 'A1', 'a1', 7]);
      expect(answer.status).to.equal(200);
      expect(answer.json).to.deep.equal({
        granted: ['A4', 'A1'], expires_at: LAPSE,
        rejected: [
          { seat_number: 'A2', reason: 'Already booked.' }, { seat_number: 'A3', reason: 'Currently held by another passenger.' },
          { seat_number: 'a1', reason: 'Not a valid seat.' }, { seat_number: '7', reason: 'Not a valid seat.' },
        ],
      });
    });

    it('sets the whole selection, and is undone by release', async () => {
      const { id } = await aTrip(api().world, { seats: ['A1', 'A2', 'A3'] });
      await lock(id, ['A1', 'A2']);
      expect((await lock(id, ['A2', 'A3'])).json.granted).to.deep.equal(['A2', 'A3']);
      expect((await release(id)).json).to.deep.equal({ released: 2 });
      expect((await release(id)).json).to.deep.equal({ released: 0 });
      expect(await messagesOf(id)).to.deep.equal([
        seatMessage(id, 'LOCKED', 'A1', 'A2'), seatMessage(id, 'AVAILABLE', 'A1'), seatMessage(id, 'LOCKED', 'A2', 'A3'), seatMessage(id, 'AVAILABLE', 'A2', 'A3'),
      ]);
    });

    it('takes an empty list as letting go, and a missing or malformed one as bad input', async () => {
      const { id } = await aTrip(api().world);
      await lock(id, ['A1']);
      for (const bad of [undefined, null, 'A1', 7, { 0: 'A1' }, [['A1']], [{}], [null], ['A\u0000']]) expect(problem(await lock(id, bad)), JSON.stringify(bad)).to.deep.equal([400, 'VALIDATION']);
      expect(await statuses(id)).to.include({ A1: 'LOCKED' });
      expect((await lock(id, [])).json).to.deep.equal({ granted: [], rejected: [], expires_at: LAPSE });
      expect(await statuses(id)).to.include({ A1: 'AVAILABLE' });
    });

    it('answers 404 and 409 as documented', async () => {
      const [left, counted] = [await aTrip(api().world, { departsAt: START }), await aTrip(api().world, { seats: 4 })];
      expect(problem(await lock(NOWHERE, ['A1']))).to.deep.equal([404, 'TRIP_UNKNOWN']);
      expect(problem(await lock(left.id, ['A1']))).to.deep.equal([409, 'TRIP_DEPARTED']);
      expect(problem(await lock(counted.id, ['A1']))).to.deep.equal([409, 'NO_SEAT_MAP']);
      expect(problem(await release(NOWHERE))).to.deep.equal([404, 'TRIP_UNKNOWN']);
    });

    it('needs a passenger', async () => {
      const { id } = await aTrip(api().world);
      for (const path of [`/api/trips/${id}/seats/lock`, `/api/trips/${id}/seats/release`, '/api/bookings']) {
        expect((await api().post(path, { seat_numbers: ['A1'] })).status, path).to.equal(401);
        expect((await api().post(path, { seat_numbers: ['A1'] }, 'nonsense')).status, path).to.equal(401);
        expect((await api().post(path, { seat_numbers: ['A1'] }, 'OPERATOR-1')).status, path).to.equal(403);
      }
    });
  });

  describe('booking', () => {
    it('answers 201 with the booking, which detail and list show too', async () => {
      const trip = await aTrip(api().world, { seats: ['A1', 'A2'], fare: paisa(3_335), bus: { registrationNo: 'BA 7 KHA 7' } });
      await lock(trip.id, ['A1', 'A2']);
      const answer = await book({
        schedule_id: trip.id, seat_numbers: ['A2', ' A1', 'A2'],
        passengers: [
          { seat_number: 'A1', name: '  Asha Gurung ', age: '34', gender: 'F', boarding_point: 'Kalanki', dropping_point: 'Mugling', ticket: 'window' },
          { seat_number: 'A2', name: 42, age: 'old', gender: 'female' },
          { seat_number: 'B9', name: 'Nobody' },
        ],
      });
      expect(answer.status, answer.text).to.equal(201);
      const { id, booking_code: code, ...booking } = answer.json;
      expect(code).to.match(/^BT261120\d{6}$/);
      expect(booking).to.deep.equal({
        booking_status: 'PENDING_PAYMENT', schedule_id: trip.id,
        trip: {
          source_city: 'Kathmandu', destination_city: 'Pokhara', departure_time: toIso(trip.departsAt), arrival_time: toIso(trip.arrivesAt),
          bus_name: 'Blue Sky Deluxe', registration_no: 'BA 7 KHA 7', bus_type: 'DELUXE', company_name: 'Blue Sky Travels',
        },
        seats_count: 2,
        seats: [
          { seat_number: 'A1', passenger_name: 'Asha Gurung', passenger_age: 34, passenger_gender: 'F', boarding_point: 'Kalanki', dropping_point: 'Mugling' },
          { seat_number: 'A2', passenger_name: '42', passenger_age: null, passenger_gender: null, boarding_point: '', dropping_point: '' },
        ],
        total_amount: 66.7, payment_status: null, payment_deadline: toIso(DEADLINE), booked_at: toIso(START),
        cancel_reason: null, cancelled_by: null, cancelled_at: null, cancellation_fee_amount: null, rating: null,
      });
      expect((await api().get(`/api/bookings/${id}`, tokenOf(asha))).json).to.deep.equal(answer.json);
      expect((await api().get('/api/bookings', tokenOf(asha))).json).to.deep.equal([answer.json]);
      expect((await messagesOf(trip.id)).at(-1)).to.deep.equal(seatMessage(trip.id, 'BOOKED', 'A1', 'A2'));
      expect(await statuses(trip.id)).to.deep.equal({ A1: 'BOOKED', A2: 'BOOKED' });
    });

    it('takes one place by default on a bus without a map, and never a seat of one', async () => {
      const { id } = await aTrip(api().world, { seats: 4, fare: paisa(3_335) });
      expect((await book({ schedule_id: id })).json).to.deep.include({ seats_count: 1, seats: [], total_amount: 33.35 });
      expect((await book({ schedule_id: id, seats: 3, seat_numbers: ['A1'] })).json).to.deep.include({ seats_count: 3, seats: [], total_amount: 100.05 });
    });

    it('refuses bad input', async () => {
      const [mapped, counted] = [await aTrip(api().world), await aTrip(api().world, { seats: 4 })];
      await lock(mapped.id, ['A1']);
      const bad: readonly unknown[] = [
        {}, { schedule_id: 'abc' }, { schedule_id: 1.5 }, { schedule_id: null }, { schedule_id: [mapped.id] },
        { schedule_id: mapped.id }, { schedule_id: mapped.id, seat_numbers: [] }, { schedule_id: mapped.id, seat_numbers: 'A1' }, { schedule_id: mapped.id, seat_numbers: [{}] },
        { schedule_id: mapped.id, seat_numbers: ['A1'], passengers: 'Asha' }, { schedule_id: mapped.id, seat_numbers: ['A1'], passengers: ['Asha'] },
        { schedule_id: mapped.id, seat_numbers: ['A1'], passengers: [{ seat_number: 'A1', name: { first: 'Asha' } }] },
        { schedule_id: mapped.id, seat_numbers: ['A1'], passengers: [{ seat_number: 'A1', name: 'A\u0007sha' }] },
        { schedule_id: counted.id, seats: 0 }, { schedule_id: counted.id, seats: -1 }, { schedule_id: counted.id, seats: 1.5 }, { schedule_id: counted.id, seats: 'two' },
      ];
      for (const body of bad) expect(problem(await book(body)), JSON.stringify(body)).to.deep.equal([400, 'VALIDATION']);
      expect((await api().get('/api/bookings', tokenOf(asha))).json).to.deep.equal([]);
    });

    it('keeps what it can of strange passengers', async () => {
      const { id } = await aTrip(api().world, { seats: ['A1'] });
      await lock(id, ['A1']);
      const name = `${'न'.repeat(149)}🚌🚌`;
      const { json } = await book({ schedule_id: id, seat_numbers: ['A1'], passengers: [{ seat_number: 'A1', name, age: { years: 3 }, gender: null }] });
      expect(json.seats[0]).to.include({ passenger_name: `${'न'.repeat(149)}🚌`, passenger_age: null, passenger_gender: null });
    });

    it('answers 404 and 409 as documented', async () => {
      const pending = await aTrip(api().world, { bus: { approvalStatus: 'PENDING' } });
      const [cancelled, left] = [await aTrip(api().world, { status: 'CANCELLED' }), await aTrip(api().world, { departsAt: START })];
      const [mapped, counted] = [await aTrip(api().world), await aTrip(api().world, { seats: 4 })];
      for (const id of [NOWHERE, 0, -5, 2_147_483_648, 1e300, cancelled.id]) expect(problem(await book({ schedule_id: id, seat_numbers: ['A1'] })), String(id)).to.deep.equal([404, 'TRIP_UNKNOWN']);
      expect(problem(await book({ schedule_id: pending.id, seat_numbers: ['A1'] }))).to.deep.equal([409, 'BUS_NOT_APPROVED']);
      expect(problem(await book({ schedule_id: left.id, seat_numbers: ['A1'] }))).to.deep.equal([409, 'TRIP_DEPARTED']);
      expect(problem(await book({ schedule_id: mapped.id, seat_numbers: ['A1'] }))).to.deep.equal([409, 'SEAT_SELECTION_EXPIRED']);
      const crowded = await book({ schedule_id: counted.id, seats: 5 });
      expect(problem(crowded)).to.deep.equal([409, 'NOT_ENOUGH_SEATS']);
      expect(crowded.json.detail).to.equal('Only 4 seats are left on this bus.');
      for (const seats of [2 ** 31, 1e15, 1e300]) expect(problem(await book({ schedule_id: counted.id, seats })), String(seats)).to.deep.equal([409, 'NOT_ENOUGH_SEATS']);
    });

    it('is done once under one Idempotency-Key', async () => {
      const { id } = await aTrip(api().world, { seats: 4 });
      const [first, again] = [await book({ schedule_id: id }, asha, { 'Idempotency-Key': 'k-1' }), await book({ schedule_id: id }, asha, { 'Idempotency-Key': 'k-1' })];
      expect([first.status, again.status, again.text, again.headers.get('idempotency-replayed')]).to.deep.equal([201, 201, first.text, 'true']);
      expect((await map(id)).json.seats_left).to.equal(3);
    });

    it('shows nobody else’s booking, in the very words of one that is not there', async () => {
      const { id } = await aBooking(api().world, { userId: bikram, tripId: (await aTrip(api().world)).id });
      const [others, nobodys] = [await api().get(`/api/bookings/${id}`, tokenOf(asha)), await api().get(`/api/bookings/${NOWHERE}`, tokenOf(asha))];
      expect([others.status, others.text]).to.deep.equal([404, nobodys.text]);
      for (const strange of ['0', 'abc', '2147483648']) expect((await api().get(`/api/bookings/${strange}`, tokenOf(asha))).status).to.equal(404);
      expect((await api().get('/api/bookings', tokenOf(asha))).json).to.deep.equal([]);
    });

    it('ends when it is not paid: the list says so, and the seats are free on the dot', async () => {
      const { id } = await aTrip(api().world, { seats: ['A1'] });
      await lock(id, ['A1']);
      const booking = (await book({ schedule_id: id, seat_numbers: ['A1'] })).json;
      api().clock.set(DEADLINE);
      expect(await statuses(id)).to.deep.equal({ A1: 'AVAILABLE' });
      expect((await lock(id, ['A1'], bikram)).json.granted).to.deep.equal(['A1']);
      expect((await book({ schedule_id: id, seat_numbers: ['A1'] }, bikram)).status).to.equal(201);
      expect((await api().get('/api/bookings', tokenOf(asha))).json).to.deep.equal([{ ...booking, booking_status: 'EXPIRED' }]);
    });
  });

  it('holds up when 50 passengers want the same six seats: one holder a seat, and then one booking', async () => {
    const numbers = ['A1', 'A2', 'A3', 'B1', 'B2', 'B3'];
    const { id } = await aTrip(api().world, { seats: numbers });
    const passengers: UserId[] = [];
    while (passengers.length < 50) passengers.push(await aPassengerId(api().world));

    const held = await Promise.all(passengers.map((passenger, turn) => lock(id, [...numbers.slice(turn % 6), ...numbers.slice(0, turn % 6)], passenger)));
    expect(new Set(held.map(({ status }) => status))).to.deep.equal(new Set([200]));
    expect(held.flatMap(({ json }) => json.granted).sort()).to.deep.equal(numbers);

    const booked = await Promise.all(passengers.map((passenger) => book({ schedule_id: id, seat_numbers: ['A1'] }, passenger)));
    expect(booked.map(({ status }) => status).filter((status) => status === 201)).to.have.length(1);
    expect(new Set(booked.map(({ status }) => status))).to.deep.equal(new Set([201, 409]));
  });
}, { overrides: { authenticate } });
