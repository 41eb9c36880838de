import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { BusId, OperatorId } from '../../../core/kernel/ids.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aBus, aTrip, seat } from '../../support/catalogue.ts';
import { type Answer, type Json, onEveryServer } from '../../support/http.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { authenticate, staffTokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

onEveryServer(
  'bus swaps',
  (api) => {
    let token: string;
    let operatorId: OperatorId;
    let trip: TripForTests;
    let booking: Booking;
    let bus: BusId;

    beforeEach(async () => {
      const owner = await anOperator(api().dependencies, { companyName: 'Blue Sky' });
      ({ operatorId } = owner);
      token = staffTokenOf('MANAGER', owner.id, operatorId);
      trip = await aTrip(api().dependencies, { bus: { operatorId }, seats: ['A1', 'A2', 'B1'] });
      booking = await aBooking(api().dependencies, {
        userId: await aPassengerId(api().dependencies),
        tripId: trip.id,
        seats: [seat('A1'), seat('A2')],
        status: 'CONFIRMED',
      });
      bus = await aBus(api().dependencies, {
        operatorId,
        seats: ['A2', 'C1', 'C2', 'C3'],
        registrationNo: `GA ${trip.id}`,
      });
    });

    const swap = (given: object = {}, headers = {}): Promise<Answer> =>
      api().post(
        `/api/operator/trips/${trip.id}/swap-bus`,
        { bus_id: bus, reason: 'BREAKDOWN', ...given },
        token,
        headers,
      );
    const own = async (): Promise<Json> => (await api().get(`/api/operator/bookings/${booking.id}`, token)).json;
    const fieldsOf = ({ status, json }: Answer) => [status, json.errors?.map(({ field }: Json) => field)];

    it('a bus swap returns the trip and the moved passengers', async () => {
      const before = await own();
      const { status, json } = await swap({ note: 'We are sorry.\nThe bus leaves on time.' });
      const { trip: shown, ...rest } = json;
      expect([status, rest]).to.deep.equal([
        200,
        {
          dry_run: false,
          bookings: 1,
          passengers: 2,
          refund_total: 0,
          moved: [{ booking_code: booking.code, seat_number: 'A1', new_seat_number: 'C1' }],
          unseated: [],
          told: { mail: 1, sms: 0, none: 0 },
        },
      ]);
      expect(shown).to.deep.include({
        id: trip.id,
        departure_time: toIso(trip.departsAt),
        bookable: true,
        seats: {
          total: 4,
          sold: 2,
          held: 0,
          blocked: 0,
          left: 2,
          boarded: 0,
          sections: [{ from: 0, to: 1, sold: 2, held: 0, blocked: 0, left: 2 }],
        },
      });
      expect(shown.bus).to.deep.include({ id: bus, registration_no: `GA ${trip.id}`, total_seats: 4 });
      const after = await own();
      expect(after.seats.map(({ seat_number: number }: Json) => number)).to.deep.equal(['A2', 'C1']);
      expect(after.trip.registration_no).to.equal(`GA ${trip.id}`);
      expect([after.ticket_url, typeof after.ticket_url]).to.deep.equal([before.ticket_url, 'string']);
    });

    it('a dry run of a bus swap does not use up the Idempotency-Key of the real request', async () => {
      const key = { 'Idempotency-Key': `try-${trip.id}` };
      const [tried, again] = [await swap({ dry_run: true }, key), await swap({ dry_run: true }, key)];
      expect([tried.status, tried.json.dry_run]).to.deep.equal([200, true]);
      expect(again.json).to.deep.equal(tried.json);
      expect(again.headers.get('idempotency-replayed')).to.equal('true');
      expect((await own()).seats.map(({ seat_number: number }: Json) => number)).to.deep.equal(['A1', 'A2']);
      expect((await swap()).json).to.deep.equal({ ...tried.json, dry_run: false });
    });

    it('a bus swap takes place only once under one Idempotency-Key', async () => {
      const key = { 'Idempotency-Key': `swap-${trip.id}` };
      const [first, again] = [await swap({}, key), await swap({}, key)];
      expect([first.status, again.status, again.json]).to.deep.equal([200, 200, first.json]);
    });

    it('a bus swap lists the passengers who would have no seat on the other bus', async () => {
      const small = await aBus(api().dependencies, { operatorId, seats: ['C1'] });
      const answer = await swap({ bus_id: small });
      expectProblem(answer, 409, 'SEATS_TOO_FEW');
      expect(answer.json.unseated).to.deep.equal([{ booking_code: booking.code, seat_number: 'A2' }]);
      expectProblem(await swap({ bus_id: small, dry_run: true }), 409, 'SEATS_TOO_FEW');
    });

    it('a bus swap without a bus or a reason is refused', async () => {
      expect(fieldsOf(await api().post(`/api/operator/trips/${trip.id}/swap-bus`, {}, token))).to.deep.equal([
        400,
        ['bus_id', 'reason'],
      ]);
      expect(fieldsOf(await swap({ reason: 'BOREDOM' }))).to.deep.equal([400, ['reason']]);
      expect(fieldsOf(await swap({ note: 'x'.repeat(501) }))).to.deep.equal([400, ['note']]);
      expect(fieldsOf(await swap({ bus_id: 'six' }))).to.deep.equal([400, ['bus_id']]);
      expect(fieldsOf(await swap({ dry_run: 'perhaps' }))).to.deep.equal([400, ['dry_run']]);
      expect(fieldsOf(await swap({ assignments: [{ seat_number: 'A1' }] }))).to.deep.equal([
        400,
        ['assignments[0].new_seat_number'],
      ]);
      expect((await swap({ note: 'x'.repeat(500), dry_run: true })).status).to.equal(200);
      expect((await swap({ note: null, assignments: [], dry_run: true })).status).to.equal(200);
    });

    it('a bus swap gives passengers the assigned seats, and names each wrong assignment', async () => {
      const assigned = (seat_number: unknown, new_seat_number: unknown) => ({
        assignments: [{ seat_number, new_seat_number }],
      });
      expect(fieldsOf(await swap(assigned('B1', 'C1')))).to.deep.equal([400, ['assignments[0].seat_number']]);
      expect(fieldsOf(await swap(assigned('A1', 'Z9')))).to.deep.equal([400, ['assignments[0].new_seat_number']]);
      const { json } = await swap(assigned('A2', 'C3'));
      expect(json.moved).to.deep.equal([
        { booking_code: booking.code, seat_number: 'A1', new_seat_number: 'A2' },
        { booking_code: booking.code, seat_number: 'A2', new_seat_number: 'C3' },
      ]);
    });

    it('a bus swap is checked in order: fields, bus, seat map, approval, other trips of the bus', async () => {
      const foreign = await aBus(api().dependencies);
      expectProblem(await swap({ bus_id: foreign, reason: 'BOREDOM' }), 400, 'VALIDATION');
      expectProblem(await swap({ bus_id: foreign }), 404, 'BUS_UNKNOWN');
      for (const unknown of [2_000_000_000, 2 ** 31, 1e300])
        expectProblem(await swap({ bus_id: unknown }), 404, 'BUS_UNKNOWN');
      expectProblem(await swap({ bus_id: trip.busId }), 409, 'SAME_BUS');
      const counted = await aBus(api().dependencies, { operatorId, seats: 40 });
      expectProblem(await swap({ bus_id: counted }), 409, 'SEAT_MAP_DIFFERS');
      const pending = await aBus(api().dependencies, { operatorId, approvalStatus: 'PENDING' });
      expectProblem(await swap({ bus_id: pending }), 409, 'BUS_NOT_BOOKABLE');
      await aTrip(api().dependencies, { busId: bus });
      expectProblem(await swap(), 409, 'BUS_ELSEWHERE');
    });
  },
  { overrides: { authenticate } },
);
