import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { BusId, OperatorId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { type Instant, hoursAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aBus, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Answer, type Json, onEveryServer } from '../../support/http.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { authenticate, staffTokenOf, tokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';
import { aRoad } from '../../support/roads.ts';

onEveryServer(
  'changes of trips that are sold between stops',
  (api) => {
    let token: string;
    let operatorId: OperatorId;
    let asha: UserId;
    /**
     * A trip from Kathmandu to Pokhara. It stops in Mugling (60 to 70 minutes after departure) and Damauli (130 to
     * 140).
     */
    let trip: { readonly id: TripId; readonly departsAt: Instant; readonly arrivesAt: Instant };
    let made = 0;

    before(async () => {
      const owner = await anOperator(api().dependencies, { companyName: 'Blue Sky' });
      ({ operatorId } = owner);
      token = staffTokenOf('MANAGER', owner.id, operatorId);
      asha = await aPassengerId(api().dependencies);
    });
    beforeEach(() => api().clock.set(START));

    const aTrip = async (seats: readonly string[] | number) => {
      const traits = { departsAt: hoursAfter(START, 30), seats, bus: { operatorId } };
      trip = await aRoad(api().dependencies, { between: ['Mugling', 'Damauli'], ...traits });
    };
    const bus = (seats: readonly string[] | number): Promise<BusId> =>
      aBus(api().dependencies, { operatorId, seats, registrationNo: `GA 5 PA ${trip.id} ${(made += 1)}` });
    const sell = (seats: readonly string[] | number, from = 0, to = 3): Promise<Booking> =>
      aBooking(api().dependencies, {
        userId: asha,
        tripId: trip.id,
        status: 'CONFIRMED',
        ...(typeof seats === 'number' ? { seatsCount: seats } : { seats: seats.map(seat) }),
        section: { from, to },
      });
    const post = (action: string, body: object): Promise<Answer> =>
      api().post(`/api/operator/trips/${trip.id}/${action}`, body, token);
    const swap = (busId: BusId, more: object = {}) => post('swap-bus', { bus_id: busId, reason: 'BREAKDOWN', ...more });
    const assigned = (...pairs: readonly (readonly [string, string])[]) => ({
      assignments: pairs.map(([from, to]) => ({ seat_number: from, new_seat_number: to })),
    });
    const movedIn = ({ json }: Answer): readonly string[] =>
      json.moved.map((one: Json) => `${one.booking_code} ${one.seat_number}>${one.new_seat_number}`);
    const own = async ({ id }: Booking): Promise<Json> => (await api().get(`/api/operator/bookings/${id}`, token)).json;
    const ownTrip = async (): Promise<Json> => (await api().get(`/api/operator/trips/${trip.id}`, token)).json;
    const fieldsOf = ({ status, json }: Answer) => [status, json.errors?.map(({ field }: Json) => field)];

    describe('another bus', () => {
      it('a bus swap moves all bookings of a seat to the assigned seat, and refuses one seat for overlapping bookings', async () => {
        await aTrip(['A1', 'A2', 'B1']);
        const [early, late] = [await sell(['A1'], 0, 1), await sell(['A1'], 1, 3)];
        const other = await sell(['B1'], 0, 1);
        const next = await bus(['C1', 'C2', 'C3']);
        expect(fieldsOf(await swap(next, assigned(['A1', 'C1'], ['B1', 'C1'])))).to.deep.equal([
          400,
          ['assignments[1].new_seat_number'],
        ]);
        expect(movedIn(await swap(next, assigned(['A1', 'C2'])))).to.deep.equal([
          `${early.code} A1>C2`,
          `${other.code} B1>C1`,
          `${late.code} A1>C2`,
        ]);
        const back = await bus(['D1']);
        const shared = await swap(back, assigned(['C1', 'D1'], ['C2', 'D1']));
        expect(fieldsOf(shared), 'both get off at stop 1').to.deep.equal([400, ['assignments[1].new_seat_number']]);
        expect((await own(late)).seats.map((one: Json) => one.seat_number)).to.deep.equal(['C2']);
      });

      it('a bus swap can move the passengers of two seats to one seat if they are never on the bus together', async () => {
        await aTrip(['A1', 'B1']);
        const [early, late] = [await sell(['A1'], 0, 2), await sell(['B1'], 2, 3)];
        expect(movedIn(await swap(await bus(['C1']), assigned(['A1', 'C1'], ['B1', 'C1'])))).to.deep.equal([
          `${early.code} A1>C1`,
          `${late.code} B1>C1`,
        ]);
      });

      it('a bus swap gives passengers the first free seat, in order of their first stop and then of their old seats', async () => {
        await aTrip(['A1', 'A2', 'B1']);
        const [late, second, first] = [await sell(['A1'], 1, 3), await sell(['B1'], 0, 1), await sell(['A2'], 0, 1)];
        expect(movedIn(await swap(await bus(['C1', 'C2'])))).to.deep.equal([
          `${first.code} A2>C1`,
          `${second.code} B1>C2`,
          `${late.code} A1>C1`,
        ]);
      });

      it('a bus swap over HTTP gives new seats to all passengers without an assigned seat if one of them would get no seat', async () => {
        await aTrip(['A1', 'A2', 'B1', 'B2']);
        const [kept, late] = [await sell(['A1'], 0, 1), await sell(['A2'], 1, 3)];
        const [through, assignedOne] = [await sell(['B1']), await sell(['B2'])];
        const next = await bus(['A1', 'A2', 'Z1']);
        const answer = await swap(next, assigned(['B2', 'Z1']));
        expect([answer.status, answer.json.unseated]).to.deep.equal([200, []]);
        const seats = async (booking: Booking) => (await own(booking)).seats.map((one: Json) => one.seat_number);
        expect([await seats(kept), await seats(through), await seats(late), await seats(assignedOne)]).to.deep.equal([
          ['A1'],
          ['A2'],
          ['A1'],
          ['Z1'],
        ]);
      });

      it('a bus swap is refused only if between two stops there are more passengers than the new bus has seats', async () => {
        await aTrip(['A1', 'A2', 'B1', 'B2']);
        for (const [seats, from, to] of [
          [['A1'], 0, 1],
          [['A2'], 1, 2],
          [['B1'], 2, 3],
          [['B2'], 0, 3],
        ] as const)
          await sell(seats, from, to);
        expect((await swap(await bus(['C1', 'C2']), { dry_run: true })).status, 'two on each part').to.equal(200);
        await sell(['B1'], 1, 2);
        expectProblem(await swap(await bus(['C1', 'C2']), { dry_run: true }), 409, 'SEATS_TOO_FEW');
        expect((await swap(await bus(['C1', 'C2', 'C3']))).status).to.equal(200);
      });

      it('a bus swap to a bus without a seat map is refused if more passengers ride between two stops than the bus has places', async () => {
        await aTrip(20);
        await sell(5, 0, 1);
        await sell(6, 1, 3);
        expectProblem(await swap(await bus(5)), 409, 'SEATS_TOO_FEW');
        const { status, json } = await swap(await bus(6));
        expect([status, json.moved, json.trip.seats.left]).to.deep.equal([200, [], 0]);
      });
    });

    describe('bookings whose last stop the bus has reached', () => {
      /** The bus has left Mugling. One booking ended in Mugling, one ends in Pokhara, and one begins in Damauli. */
      const underWay = async () => {
        await aTrip(['A1', 'A2', 'B1']);
        const [arrived, aboard, late] = [await sell(['A1'], 0, 1), await sell(['A2']), await sell(['A1'], 2, 3)];
        api().clock.set(minutesAfter(trip.departsAt, 80));
        await post('stops/1/left', {});
        return { arrived, aboard, late };
      };

      it('cancelling a trip under way leaves bookings unchanged whose last stop the bus has reached', async () => {
        const { arrived, aboard, late } = await underWay();
        const before = await own(arrived);
        expect((await ownTrip()).departed_at, 'the bus has left').to.be.a('string');
        const { status, json } = await post('cancel', { reason: 'BREAKDOWN' });
        expect([status, json.bookings, json.passengers]).to.deep.equal([200, 2, 2]);
        const after = await own(arrived);
        expect([after.booking_status, after.refunds]).to.deep.equal([before.booking_status, before.refunds]);
        for (const booking of [aboard, late]) expect((await own(booking)).booking_status).to.equal('REFUNDED');
      });

      it('retiming a trip under way neither changes nor counts bookings whose last stop the bus has reached', async () => {
        const { arrived, aboard, late } = await underWay();
        const before = await own(arrived);
        const moved = (minutes: number) => toIso(minutesAfter(trip.departsAt, minutes));
        const times = { departure_time: moved(90), arrival_time: toIso(minutesAfter(trip.arrivesAt, 90)) };
        const { status, json } = await post('retime', { ...times, reason: 'WEATHER' });
        expect([status, json.bookings]).to.deep.equal([200, 2]);
        expect((await own(arrived)).trip.departure_time).to.equal(before.trip.departure_time);
        expect((await own(late)).trip.departure_time).to.equal(moved(230));
        expect((await own(aboard)).trip.departure_time).to.equal(moved(90));
        const shown = (await api().get(`/api/bookings/${arrived.id}`, tokenOf(asha))).json;
        expect([shown.trip.departure_time, shown.trip.arrival_time]).to.deep.equal([moved(0), moved(60)]);
      });

      it('a trip with stops can be cancelled, retimed and swapped until its arrival, and a trip without stops until it leaves', async () => {
        await underWay();
        api().clock.set(minutesAfter(trip.arrivesAt, -1));
        const times = {
          departure_time: toIso(minutesAfter(trip.arrivesAt, 5)),
          arrival_time: toIso(minutesAfter(trip.arrivesAt, 500)),
        };
        const other = await bus(['A1', 'A2', 'B1']);
        const tries = [
          ['cancel', { reason: 'OTHER', dry_run: true }],
          ['retime', { ...times, reason: 'OTHER', dry_run: true }],
          ['swap-bus', { bus_id: other, reason: 'OTHER', dry_run: true }],
        ] as const;
        for (const [action, body] of tries) expect((await post(action, body)).status, action).to.equal(200);
        api().clock.set(trip.arrivesAt);
        for (const [action, body] of tries) expectProblem(await post(action, body), 409, 'TRIP_DEPARTED');
        api().clock.set(START);
        trip = await aRoad(api().dependencies, {
          between: [],
          departsAt: hoursAfter(START, 30),
          seats: ['A1'],
          bus: { operatorId },
        });
        api().clock.set(minutesAfter(trip.departsAt, 1));
        await post('stops/0/left', {});
        expectProblem(await post('cancel', { reason: 'OTHER' }), 409, 'TRIP_DEPARTED');
      });
    });
  },
  { overrides: { authenticate } },
);
