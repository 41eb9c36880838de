import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { aBooking, aPayment } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Answer, onEveryServer } from '../../support/http.ts';
import { anAdmin, anOperator, aPassengerId } from '../../support/people.ts';
import { adminTokenOf, authenticate, staffTokenOf, tokenOf } from '../../support/plain-tokens.ts';

const AT = '2026-11-20T04:15:00.000Z';

onEveryServer(
  'cancelling some seats of a booking over HTTP',
  (api) => {
    let asha: UserId;
    let booking: Booking;
    let sita: UserId;
    let operatorId: OperatorId;

    const made = async (seats: readonly string[] | number): Promise<Booking> => {
      const { dependencies } = api();
      const trip = await aTrip(dependencies, {
        departsAt: hoursAfter(START, 30),
        seats: typeof seats === 'number' ? 10 : seats,
        bus: { operatorId },
      });
      const sale = { userId: asha, tripId: trip.id, status: 'CONFIRMED', total: paisa(100_000) } as const;
      const of = typeof seats === 'number' ? { seatsCount: seats } : { seats: seats.map(seat) };
      const added = await aBooking(dependencies, { ...sale, ...of });
      const payment = await aPayment(dependencies, added);
      await dependencies.transact(({ payments }) => payments.move(payment, 'complete', START));
      return added;
    };

    beforeEach(async () => {
      api().clock.set(START);
      ({ id: sita, operatorId } = await anOperator(api().dependencies));
      asha = await aPassengerId(api().dependencies);
      booking = await made(['A1', 'A2', 'B1']);
    });

    const quote = (query: string, of = booking) =>
      api().get(`/api/bookings/${of.id}/cancellation-quote?${query}`, tokenOf(asha));
    const cancel = (body: unknown, of = booking, headers = {}) =>
      api().post(`/api/bookings/${of.id}/cancel`, body, tokenOf(asha), headers);
    const view = async (of = booking) => (await api().get(`/api/bookings/${of.id}`, tokenOf(asha))).json;
    const fieldsOf = ({ status, json }: Answer) => [status, json.errors?.map(({ field }: { field: string }) => field)];

    it('cancelling some seats costs the quoted fee, and the booking then shows its other seats and the cancelled seats', async () => {
      const quoted = { refund: 600, fee: 66.67, tier: '10% fee: 24 to 48 hours before departure' };
      expect((await quote('seats=A1,B1')).json).to.deep.equal({ ...quoted, refund: 599.99 });
      const cancelled = await cancel({ seats: ['B1', 'A1'] });
      expect([cancelled.status, cancelled.json]).to.deep.equal([
        200,
        { ...quoted, refund: 599.99, status: 'CONFIRMED' },
      ]);
      expect(await view()).to.deep.include({
        booking_status: 'CONFIRMED',
        seats_count: 1,
        total_amount: 333.34,
        payment_status: 'COMPLETE',
        cancelled_at: null,
        cancellation_fee_amount: 66.67,
        cancelled_seats: [
          { seat_number: 'A1', amount: 333.33, fee: 33.33, refund: 300, at: AT },
          { seat_number: 'B1', amount: 333.33, fee: 33.34, refund: 299.99, at: AT },
        ],
      });
      await cancel({ seats: ['A2'] });
      expect(await view()).to.include({ booking_status: 'REFUNDED', cancellation_fee_amount: 100 });
    });

    it('cancelling some places without seat numbers is quoted and done by the number of places', async () => {
      const places = await made(3);
      expect((await quote('places=1&of=3', places)).json).to.include({ refund: 300, fee: 33.33 });
      expect((await cancel({ places: 1, of: 3 }, places)).json).to.include({ status: 'CONFIRMED' });
      expect(await view(places)).to.deep.include({
        seats_count: 2,
        cancelled_seats: [{ seat_number: null, amount: 333.33, fee: 33.33, refund: 300, at: AT }],
      });
      const late = await cancel({ places: 1, of: 3 }, places);
      expect([late.status, late.json.code]).to.deep.equal([409, 'PLACES_CHANGED']);
    });

    it('cancelling seats that the booking does not have answers 400 and names the field, and so does a quote', async () => {
      for (const seats of [[], null, 'A1', ['Z9']])
        expect(fieldsOf(await cancel({ seats })), JSON.stringify(seats)).to.deep.equal([400, ['seats']]);
      expect(fieldsOf(await cancel({ places: 1 }))).to.deep.equal([400, ['places']]);
      expect(fieldsOf(await quote('seats='))).to.deep.equal([400, ['seats']]);
      expect(fieldsOf(await quote('seats=A1,Z9'))).to.deep.equal([400, ['seats']]);
      const places = await made(3);
      expect(fieldsOf(await cancel({ places: null }, places))).to.deep.equal([400, ['places']]);
      expect(fieldsOf(await cancel({ places: 4 }, places))).to.deep.equal([400, ['places']]);
      expect(fieldsOf(await quote('places=0', places))).to.deep.equal([400, ['places']]);
    });

    it('cancelling seats of another passenger’s booking answers 404 before any field is checked', async () => {
      const stranger = tokenOf(await aPassengerId(api().dependencies));
      const path = `/api/bookings/${booking.id}`;
      expect((await api().get(`${path}/cancellation-quote?seats=Z9`, stranger)).status).to.equal(404);
      expect((await api().post(`${path}/cancel`, { seats: null }, stranger)).status).to.equal(404);
      expect((await api().post(`${path}/cancel`, { reason: {} }, stranger)).status).to.equal(404);
    });

    it('cancelling some seats as a manager or an administrator returns the booking with its other seats', async () => {
      const { dependencies } = api();
      const office = (token: string, body: unknown, prefix: string) =>
        api().post(`/api/${prefix}/bookings/${booking.id}/cancel`, body, token);
      const manager = staffTokenOf('MANAGER', sita, operatorId);
      const wanted = { reason: 'Ill.', seats: ['A1'], fee: 'tiers' };
      const refused = await office(staffTokenOf('CLERK', sita, operatorId), wanted, 'operator');
      expect([refused.status, refused.json.code]).to.deep.equal([403, 'POSITION_TOO_LOW']);
      const first = await office(manager, wanted, 'operator');
      expect(first.status, first.text).to.equal(200);
      expect(first.json).to.deep.include({
        booking_status: 'CONFIRMED',
        seats_count: 2,
        total_amount: 666.67,
        cancelled_seats: [{ seat_number: 'A1', amount: 333.33, fee: 33.33, refund: 300, at: AT }],
      });
      const admin = adminTokenOf((await anAdmin(dependencies)).id);
      expect(fieldsOf(await office(admin, { reason: 'Ill.', seats: ['A1'] }, 'admin'))).to.deep.equal([400, ['seats']]);
      const second = await office(admin, { reason: 'Ill.', seats: ['A2'] }, 'admin');
      expect(second.json).to.include({ booking_status: 'CONFIRMED', seats_count: 1, total_amount: 333.34 });
      expect(second.json.refunds.map(({ amount }: { amount: number }) => amount)).to.deep.equal([300, 333.33]);
    });

    it('cancelling some seats twice under one Idempotency-Key cancels them only once', async () => {
      const key = { 'Idempotency-Key': randomUUID() };
      const first = await cancel({ seats: ['A1'] }, booking, key);
      const again = await cancel({ seats: ['A1'] }, booking, key);
      expect([again.status, again.json]).to.deep.equal([200, first.json]);
      expect(await view()).to.include({ seats_count: 2 });
    });
  },
  { overrides: { authenticate } },
);
