import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { aBooking, aPayment } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { type Answer, type Json, onEveryServer } from '../../support/http.ts';
import { anAdmin, anOperator, aPassengerId } from '../../support/people.ts';
import { adminTokenOf, authenticate, staffTokenOf, tokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';
import { aScan } from '../../support/scanning.ts';

const AT = '2026-11-20T04:15:00.000Z';

onEveryServer(
  'cancelling some seats of a booking over HTTP',
  (api) => {
    let asha: UserId;
    let booking: Booking;
    let sita: UserId;
    let operatorId: OperatorId;

    const made = async (seats: readonly string[] | number, total = 100_000): Promise<Booking> => {
      const { dependencies } = api();
      const trip = await aTrip(dependencies, {
        departsAt: hoursAfter(START, 30),
        seats: typeof seats === 'number' ? 10 : seats,
        bus: { operatorId },
      });
      const sale = { userId: asha, tripId: trip.id, status: 'CONFIRMED', total: paisa(total) } as const;
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

    it('the price of a cancelled seat is rounded down, also if several are cancelled together', async () => {
      const odd = await made(['A1', 'A2', 'B1'], 100_001);
      await cancel({ seats: ['A1', 'A2'] }, odd);
      const { total_amount: total, cancelled_seats: gone } = await view(odd);
      expect([total, ...gone.map(({ amount }: Json) => amount)]).to.deep.equal([333.35, 333.33, 333.33]);
    });

    it('cancelling some places without seat numbers is quoted and done by the number of places', async () => {
      const places = await made(3);
      expect((await quote('places=1&of=3', places)).json).to.include({ refund: 300, fee: 33.33 });
      expect((await cancel({ places: 1, of: 3 }, places)).json).to.include({ status: 'CONFIRMED' });
      expect(await view(places)).to.deep.include({
        seats_count: 2,
        cancelled_seats: [{ seat_number: null, amount: 333.33, fee: 33.33, refund: 300, at: AT }],
      });
      const bus = await api().get(`/api/trips/${places.tripId}/seats`);
      expect(bus.json, 'two of ten places are booked').to.include({ seats_left: 8 });
      const late = await cancel({ places: 1, of: 3 }, places);
      expect([late.status, late.json.code]).to.deep.equal([409, 'PLACES_CHANGED']);
    });

    it('cancelling seats that the booking does not have answers 400 and names the field, and so does a quote', async () => {
      for (const seats of [[], null, 'A1', ['Z9']])
        expect(fieldsOf(await cancel({ seats })), JSON.stringify(seats)).to.deep.equal([400, ['seats']]);
      expect(fieldsOf(await cancel({ places: 1 }))).to.deep.equal([400, ['places']]);
      expect(fieldsOf(await cancel({ seat_numbers: ['A1'] }))).to.deep.equal([400, ['seat_numbers']]);
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
      const misspelled = await office(manager, { reason: 'Ill.', seat_numbers: ['A1'] }, 'operator');
      expect(fieldsOf(misspelled)).to.deep.equal([400, ['seat_numbers']]);
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

    /** The crew's phone boards passengers of a booking: these seats by their keys, or so many places. */
    const board = (of: Booking, whom: object) =>
      api().post(
        '/api/conductor/scans',
        { scans: [aScan(of, { at: api().clock(), ...whom })] },
        staffTokenOf('CONDUCTOR', sita, operatorId),
      );
    const viewInOffice = async (of = booking): Promise<Json> =>
      (await api().get(`/api/operator/bookings/${of.id}`, staffTokenOf('MANAGER', sita, operatorId))).json;
    const paymentStatuses = async (): Promise<readonly string[]> =>
      (await viewInOffice()).payments.map(({ status }: Json) => status);

    it('seats of passengers on board cannot be cancelled, but all seats that are left can', async () => {
      api().clock.set(hoursAfter(START, 29));
      const marks = await api().dependencies.transact(({ boardings }) => boardings.marks([booking.id]));
      const keys = marks.flatMap(({ at }) => ('seatId' in at && at.number === 'A2' ? [at.seatId] : []));
      expect((await board(booking, { seat_ids: keys })).text).to.include('BOARDED');
      for (const refused of [await cancel({ seats: ['A1', 'A2'] }), await quote('seats=A2')]) {
        expectProblem(refused, 409, 'SEAT_BOARDED');
        expect(refused.json.seats).to.deep.equal(['A2']);
      }
      expect((await cancel({ seats: ['A1'] })).json).to.include({ status: 'CHECKED_IN' });
      expect((await quote('seats=A2,B1,A2')).json).to.include({ fee: 666.67, refund: 0 });
      expect((await cancel({ seats: ['A2', 'B1'] })).json).to.include({ status: 'CANCELLED' });
    });

    it('more places than passengers who are not on board cannot be cancelled, but all places can', async () => {
      const places = await made(3);
      api().clock.set(hoursAfter(START, 29));
      expect((await board(places, { places: 2 })).text).to.include('BOARDED');
      for (const refused of [await cancel({ places: 2 }, places), await quote('places=2', places)]) {
        expectProblem(refused, 409, 'SEAT_BOARDED');
        expect(refused.json.seats).to.deep.equal([]);
      }
      expect((await cancel({ places: 1, of: 3 }, places)).json).to.include({ status: 'CHECKED_IN' });
      expect((await cancel({ places: 2, of: 2 }, places)).json).to.include({ status: 'CANCELLED' });
    });

    it('cancelled seats are free at once, the ticket stays valid, and the company’s and the platform’s shares cover the remaining seats only', async () => {
      const { token } = (await api().get(`/api/bookings/${booking.id}/ticket-token`, tokenOf(asha))).json;
      await cancel({ seats: ['A2', 'A2'] });
      expect(await viewInOffice()).to.deep.include({
        seats_count: 2,
        total_amount: 666.67,
        commission_amount: 66.67,
        operator_earning: 600,
        cancelled_seats: [{ seat_number: 'A2', amount: 333.33, fee: 33.33, refund: 300, at: AT }],
        cancelled_at: null,
      });
      expect((await api().get(`/api/tickets/${token}`)).json).to.include({ valid: true });
      const { seats } = (await api().get(`/api/trips/${booking.tripId}/seats`)).json;
      expect(seats.map((one: Json) => [one.seat_number, one.status])).to.deep.equal([
        ['A1', 'BOOKED'],
        ['A2', 'AVAILABLE'],
        ['B1', 'BOOKED'],
      ]);
      expect(await recorded(api().dependencies)).to.deep.include(seatMessage(booking.tripId, 'AVAILABLE', 'A2'));
      expect(await paymentStatuses()).to.deep.equal(['COMPLETE']);
      await cancel({});
      expect(await paymentStatuses()).to.deep.equal(['PARTIAL_REFUND']);
      expect((await api().get(`/api/tickets/${token}`)).json).to.include({ valid: false });
    });

    it('refunds of cancelled seats end where goodwill has left nothing, and the last seats get less', async () => {
      const admin = adminTokenOf((await anAdmin(api().dependencies)).id);
      const [payment] = await api().dependencies.transact(({ payments }) => payments.ofBooking(booking.id));
      const gift = { amount: 550, note: 'No air.' };
      expect((await api().post(`/api/admin/payments/${payment!.id}/refunds`, gift, admin)).status).to.equal(201);
      expect((await cancel({ seats: ['A1', 'A2'] })).json).to.include({ fee: 66.67, refund: 450 });
      const { cancelled_seats: gone } = await view();
      expect(gone.map(({ fee, refund }: Json) => [fee, refund])).to.deep.equal([
        [33.33, 300],
        [33.34, 150],
      ]);
      expect((await cancel({})).json).to.include({ fee: 33.33, refund: 0, status: 'CANCELLED' });
      expect(await paymentStatuses()).to.deep.equal(['FULL_REFUND']);
      const rows = (await api().get(`/api/admin/bookings/${booking.id}/ledger`, admin)).json.results;
      expect(
        rows
          .filter(({ kind }: Json) => kind === 'CANCELLATION')
          .map(({ debit, credit, amount }: Json) => `${debit}/${credit} ${amount}`),
      ).to.deep.equal([
        'UNEARNED/REFUND_DUE 450',
        'UNEARNED/COMMISSION 149.99',
        'UNEARNED/OPERATOR 60',
        'UNEARNED/COMMISSION 6.67',
        'UNEARNED/COMMISSION 300.01',
        'UNEARNED/OPERATOR 30',
        'UNEARNED/COMMISSION 3.33',
      ]);
    });

    it('cancelled seats are told by mail, to the company at once, and by one row of the activity log', async () => {
      const admin = adminTokenOf((await anAdmin(api().dependencies)).id);
      await api().useCases.sendMails();
      const before = api().mailer.sent.length;
      await cancel({ seats: ['A1'] });
      const wanted = { reason: 'Ill.', seats: ['A2'], fee: 'tiers' };
      await api().post(
        `/api/operator/bookings/${booking.id}/cancel`,
        wanted,
        staffTokenOf('MANAGER', sita, operatorId),
      );
      await api().useCases.sendMails();
      const told = api().mailer.sent.slice(before);
      expect(told.map(({ kind }) => kind)).to.have.members(['refund-due', 'booking-cancelled']);
      expect(told.find(({ kind }) => kind === 'booking-cancelled')).to.include({ isPart: true, seatsCount: 1 });
      const notices = (await recorded(api().dependencies))
        .map(([, message]) => message as { type?: string; payload?: object })
        .filter(({ type, payload }) => type === 'booking_cancelled' && JSON.stringify(payload).includes(booking.code));
      expect(notices.map(({ payload }) => payload)).to.deep.equal([
        { booking_code: booking.code, refund: 300 },
        { booking_code: booking.code, refund: 300 },
      ]);
      const log = (await api().get(`/api/admin/activity-log?subject=booking:${booking.id}`, admin)).json.results;
      expect(log.map(({ kind, actor, changes }: Json) => [kind, actor.role, changes])).to.deep.equal([
        ['BOOKING_CANCELLED', 'OPERATOR', { seats_count: { old: 2, new: 1 } }],
        ['BOOKING_CANCELLED', 'PASSENGER', { seats_count: { old: 3, new: 2 } }],
      ]);
    });

    it('some seats of an unpaid booking cannot be cancelled or quoted, and a cancelled seat cannot be cancelled again', async () => {
      const { id: tripId } = await aTrip(api().dependencies, { departsAt: hoursAfter(START, 30), bus: { operatorId } });
      const unpaid = await aBooking(api().dependencies, { userId: asha, tripId, seats: ['A1', 'A2'].map(seat) });
      expectProblem(await cancel({ seats: ['A1'] }, unpaid), 409, 'BOOKING_NOT_PAID');
      expectProblem(await quote('seats=A1', unpaid), 409, 'BOOKING_NOT_PAID');
      await cancel({ seats: ['A1'] });
      expect(fieldsOf(await cancel({ seats: ['A1'] }))).to.deep.equal([400, ['seats']]);
      expect(fieldsOf(await quote('seats=A1'))).to.deep.equal([400, ['seats']]);
      expect(fieldsOf(await quote('places=1&seats=A2'))).to.deep.equal([400, ['places']]);
    });
  },
  { overrides: { authenticate } },
);
