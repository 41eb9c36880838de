import { expect } from 'chai';
import type { UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { problemOf } from '../../support/problems.ts';
import { aPassengerId } from '../../support/people.ts';
import { authenticate, tokenOf } from '../../support/plain-tokens.ts';

const NOWHERE = 2_147_483_647;
const LAPSE = toIso(minutesAfter(START, 10));

onEveryServer(
  'seats over HTTP',
  (api) => {
    let asha: UserId;
    let bikram: UserId;

    beforeEach(async () => {
      api().clock.set(START);
      [asha, bikram] = [await aPassengerId(api().dependencies), await aPassengerId(api().dependencies)];
    });

    const lock = (tripId: number, seats: unknown, passenger = asha) =>
      api().post(`/api/trips/${tripId}/seats/lock`, { seat_numbers: seats }, tokenOf(passenger));
    const best = (tripId: number, body: object) => api().post(`/api/trips/${tripId}/seats/lock`, body, tokenOf(asha));
    const release = (tripId: number, passenger = asha) =>
      api().post(`/api/trips/${tripId}/seats/release`, undefined, tokenOf(passenger));
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

    describe('the seat map', () => {
      it('a seat map shows each seat’s state, and which seats the caller holds', async () => {
        const places = ['A1', 'A2', 'A3', 'A4'].map((number, index) => ({
          number: seat(number),
          deck: 1,
          row: 1,
          col: index + 1,
          type: 'WINDOW',
          isActive: number !== 'A4',
        }));
        const { id } = await aTrip(api().dependencies, {
          fare: paisa(120_050),
          status: 'CANCELLED',
          bus: { seatMap: { rows: 1, cols: 4, deckCount: 1, seats: places } },
        });
        const open = (await aTrip(api().dependencies, { seats: ['A1', 'A2', 'A3'] })).id;
        const shown = (number: string, col: number, status: string) => ({
          seat_number: number,
          deck: 1,
          row: 1,
          col,
          seat_type: 'WINDOW',
          status,
          kept_for: null,
        });
        expect((await map(id)).json).to.deep.equal({
          has_seat_map: true,
          rows: 1,
          cols: 4,
          deck_count: 1,
          fare: 1200.5,
          lock_minutes: 10,
          seats: [
            shown('A1', 1, 'AVAILABLE'),
            shown('A2', 2, 'AVAILABLE'),
            shown('A3', 3, 'AVAILABLE'),
            shown('A4', 4, 'BLOCKED'),
          ],
        });
        await lock(open, ['A1']);
        await aBooking(api().dependencies, { userId: bikram, tripId: open, seats: [seat('A2')] });
        expect(await statuses(open, tokenOf(asha))).to.deep.equal({
          A1: 'LOCKED_BY_ME',
          A2: 'BOOKED',
          A3: 'AVAILABLE',
        });
        for (const token of [undefined, tokenOf(bikram), 'nonsense'])
          expect(await statuses(open, token), token).to.include({ A1: 'LOCKED' });
      });

      it('a seat map of a bus without numbered seats shows the number of places', async () => {
        const { id } = await aTrip(api().dependencies, { seats: 14, fare: paisa(80_000) });
        await book({ schedule_id: id, seats: 3 });
        expect((await map(id)).json).to.deep.equal({ has_seat_map: false, fare: 800, total_seats: 14, seats_left: 11 });
      });

      it('a seat map of an unknown trip answers 404', async () => {
        for (const id of [NOWHERE, '0', '-1', '1.5', 'abc', '2147483648', '99999999999999999999'])
          expect((await map(id)).status, String(id)).to.equal(404);
      });
    });

    describe('holds', () => {
      it('a seat hold answers for each seat whether it is held or refused', async () => {
        const { id } = await aTrip(api().dependencies, { seats: ['A1', 'A2', 'A3', 'A4'] });
        await aBooking(api().dependencies, { userId: bikram, tripId: id, seats: [seat('A2')] });
        await lock(id, ['A3'], bikram);
        const answer = await lock(id, [' A4 ', 'A2', 'A3', 'A1', 'a1', 7]);
        expect(answer.status).to.equal(200);
        expect(answer.json).to.deep.equal({
          granted: ['A4', 'A1'],
          expires_at: LAPSE,
          rejected: [
            { seat_number: 'A2', reason: 'Already booked.' },
            { seat_number: 'A3', reason: 'Currently held by another passenger.' },
            { seat_number: '7', reason: 'Not a valid seat.' },
          ],
        });
      });

      it('a seat whose number has blanks or small letters is held and booked by its plain number', async () => {
        const { id } = await aTrip(api().dependencies, { seats: ['A 1', 'b2'] });
        expect((await lock(id, ['A1', 'B2'])).json.granted).to.deep.equal(['A 1', 'b2']);
        const passengers = [{ seat_number: 'a1', name: 'Asha', boarding_point: '\u200b' }];
        const { status, json } = await book({ schedule_id: id, seat_numbers: ['A1', 'B2'], passengers });
        expect(status).to.equal(201);
        expect(json.seats.map((one: Json) => [one.seat_number, one.passenger_name, one.boarding_point])).to.deep.equal([
          ['A 1', 'Asha', ''],
          ['b2', '', ''],
        ]);
      });

      it('a seat hold replaces the passenger’s earlier selection, and ends when the passenger releases the seats', async () => {
        const { id } = await aTrip(api().dependencies, { seats: ['A1', 'A2', 'A3'] });
        await lock(id, ['A1', 'A2']);
        expect((await lock(id, ['A2', 'A3'])).json.granted).to.deep.equal(['A2', 'A3']);
        expect((await release(id)).json).to.deep.equal({ released: 2 });
        expect((await release(id)).json).to.deep.equal({ released: 0 });
        expect(await messagesOf(id)).to.deep.equal([
          seatMessage(id, 'LOCKED', 'A1', 'A2'),
          seatMessage(id, 'AVAILABLE', 'A1'),
          seatMessage(id, 'LOCKED', 'A2', 'A3'),
          seatMessage(id, 'AVAILABLE', 'A2', 'A3'),
        ]);
      });

      it('a seat hold with an empty list releases all seats, and a missing or malformed list is refused', async () => {
        const { id } = await aTrip(api().dependencies);
        await lock(id, ['A1']);
        for (const bad of [undefined, null, 'A1', 7, { 0: 'A1' }, [['A1']], [{}], [null], ['A\u0000']])
          expect(problemOf(await lock(id, bad)), JSON.stringify(bad)).to.deep.equal([400, 'VALIDATION']);
        expect(await statuses(id)).to.include({ A1: 'LOCKED' });
        expect((await lock(id, [])).json).to.deep.equal({ granted: [], rejected: [], expires_at: LAPSE });
        expect(await statuses(id)).to.include({ A1: 'AVAILABLE' });
      });

      it('a request for the best seats answers which seats are held, and whether they hang together', async () => {
        const { id } = await aTrip(api().dependencies, { seats: ['A1', 'A2', 'A3', 'A4'] });
        expect((await best(id, { best: 2, together: true, like: 'WINDOW', near: 'BACK', deck: 1 })).json).to.deep.equal(
          {
            granted: ['A1', 'A2'],
            rejected: [],
            expires_at: LAPSE,
            together: true,
          },
        );
        await lock(id, ['A3'], bikram);
        const few = await best(id, { best: 4 });
        expect([...problemOf(few), few.json.left]).to.deep.equal([409, 'SEATS_TOO_FEW', 3]);
        const apart = await best(id, { best: 3, together: true });
        expect([...problemOf(apart), apart.json.largest]).to.deep.equal([409, 'NOT_TOGETHER', 2]);
        expect(await statuses(id, tokenOf(asha))).to.include({ A1: 'LOCKED_BY_ME', A2: 'LOCKED_BY_ME' });
      });

      it('a request for the best seats is refused with the name of each wrong field', async () => {
        const { id } = await aTrip(api().dependencies, { seats: ['A1', 'A2'] });
        const counted = await aTrip(api().dependencies, { seats: 4 });
        const fieldsOf = async (body: object, trip = id): Promise<readonly unknown[]> => {
          const { status, json } = await best(trip, body);
          return [status, ...json.errors.map(({ field }: Json) => field)];
        };
        expect(await fieldsOf({})).to.deep.equal([400, 'best']);
        expect(await fieldsOf({ best: 1, seat_numbers: ['A1'] })).to.deep.equal([400, 'best']);
        expect(await fieldsOf({ best: 1, seat_numbers: [] })).to.deep.equal([400, 'best']);
        expect(await fieldsOf({ best: 1 }, counted.id)).to.deep.equal([400, 'best']);
        for (const wrong of [0, 7, 1.5, '2', null])
          expect(await fieldsOf({ best: wrong })).to.deep.equal([400, 'best']);
        for (const [field, wrong] of Object.entries({ together: 'yes', like: 'SOFA', near: 'MIDDLE', deck: 0 }))
          expect(await fieldsOf({ best: 1, [field]: wrong })).to.deep.equal([400, field]);
      });

      it('a seat hold answers 404 for an unknown trip, and 409 for a departed trip or one without a seat map', async () => {
        const [left, counted] = [
          await aTrip(api().dependencies, { departsAt: START }),
          await aTrip(api().dependencies, { seats: 4 }),
        ];
        expect(problemOf(await lock(NOWHERE, ['A1']))).to.deep.equal([404, 'TRIP_UNKNOWN']);
        expect(problemOf(await lock(left.id, ['A1']))).to.deep.equal([409, 'TRIP_DEPARTED']);
        expect(problemOf(await lock(counted.id, ['A1']))).to.deep.equal([409, 'NO_SEAT_MAP']);
        expect(problemOf(await release(NOWHERE))).to.deep.equal([404, 'TRIP_UNKNOWN']);
      });

      it('holding, releasing and booking seats answers 401 or 403 except to passengers', async () => {
        const { id } = await aTrip(api().dependencies);
        for (const path of [`/api/trips/${id}/seats/lock`, `/api/trips/${id}/seats/release`, '/api/bookings']) {
          expect((await api().post(path, { seat_numbers: ['A1'] })).status, path).to.equal(401);
          expect((await api().post(path, { seat_numbers: ['A1'] }, 'nonsense')).status, path).to.equal(401);
          expect((await api().post(path, { seat_numbers: ['A1'] }, 'OPERATOR-1')).status, path).to.equal(403);
        }
      });
    });

    it('a seat that 50 passengers want to hold at once goes to one passenger, who can then book it', async () => {
      const numbers = ['A1', 'A2', 'A3', 'B1', 'B2', 'B3'];
      const { id } = await aTrip(api().dependencies, { seats: numbers });
      const passengers: UserId[] = [];
      while (passengers.length < 50) passengers.push(await aPassengerId(api().dependencies));

      const held = await Promise.all(
        passengers.map((passenger, turn) =>
          lock(id, [...numbers.slice(turn % 6), ...numbers.slice(0, turn % 6)], passenger),
        ),
      );
      expect(new Set(held.map(({ status }) => status))).to.deep.equal(new Set([200]));
      expect(held.flatMap(({ json }) => json.granted).sort()).to.deep.equal(numbers);

      const booked = await Promise.all(
        passengers.map((passenger) => book({ schedule_id: id, seat_numbers: ['A1'] }, passenger)),
      );
      expect(booked.map(({ status }) => status).filter((status) => status === 201)).to.have.length(1);
      expect(new Set(booked.map(({ status }) => status))).to.deep.equal(new Set([201, 409]));
    });
  },
  { overrides: { authenticate } },
);
