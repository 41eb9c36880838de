import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type Booking, BOOKING_STATUSES } from '../../../core/bookings/booking.ts';
import type { OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { aPassenger, anOperator } from '../../support/people.ts';
import { authenticate, staffTokenOf, tokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

const NOWHERE = 2_147_483_647;

onEveryServer(
  'a company’s requests about bookings',
  (api) => {
    let trip: TripForTests;
    let asha: UserId;
    let sita: UserId;
    let operatorId: OperatorId;
    let phones = 9_820_000_000;

    beforeEach(async () => {
      api().clock.set(START);
      ({ id: sita, operatorId } = await anOperator(api().dependencies));
      trip = await aTrip(api().dependencies, { departsAt: hoursAfter(START, 30), bus: { operatorId } });
      phones += 1;
      asha = (await aPassenger(api().dependencies, { fullName: 'Asha Gurung', phone: String(phones) })).id;
    });

    const clerk = () => staffTokenOf('CLERK', sita, operatorId);
    const manager = () => staffTokenOf('MANAGER', sita, operatorId);
    const booked = (traits: Partial<Parameters<typeof aBooking>[1]> = {}) =>
      aBooking(api().dependencies, { userId: asha, tripId: trip.id, ...traits });
    const paid = async (traits: Partial<Parameters<typeof aBooking>[1]> = {}): Promise<Booking> => {
      const booking = await booked({ status: 'CONFIRMED', ...traits });
      await api().dependencies.transact(async ({ payments }) => {
        const transactionUuid = randomUUID();
        const payment = { bookingId: booking.id, gateway: 'ESEWA', transactionUuid, amount: booking.total };
        const id = await payments.add({ ...payment, createdAt: START, nextEnquiryAt: undefined });
        await payments.move(id, 'complete', START, { reference: '000AWEO' });
      });
      return booking;
    };
    const get = (path: string, token = clerk()) => api().get(`/api/operator/bookings${path}`, token);
    const cancel = (id: number, body: unknown = { reason: 'Landslide.' }, token = manager()) =>
      api().post(`/api/operator/bookings/${id}/cancel`, body, token);
    const another = async () =>
      aBooking(api().dependencies, {
        userId: asha,
        tripId: (await aTrip(api().dependencies)).id,
        seats: [seat('A1')],
        status: 'CONFIRMED',
      });

    it('a company’s view of a booking shows its contact, payments and ticket page', async () => {
      const booking = await paid({ seats: [seat('A1')] });
      const { json, status } = await get(`/${booking.id}`);
      expect([status, Object.keys(json)]).to.deep.equal([
        200,
        [
          'id',
          'booking_code',
          'booking_status',
          'schedule_id',
          'from_stop',
          'to_stop',
          'trip',
          'contact',
          'sold_by',
          'channel',
          'agent',
          'seats',
          'cancelled_seats',
          'least_cancel_percent',
          'seats_count',
          'total_amount',
          'amount_due',
          'commission_amount',
          'operator_earning',
          'payments',
          'refunds',
          'booked_at',
          'cancelled_at',
          'cancelled_by',
          'cancel_reason',
          'changed_from',
          'changed_to',
          'ticket_url',
        ],
      ]);
      expect(json).to.deep.include({
        id: booking.id,
        booking_code: booking.code,
        booking_status: 'CONFIRMED',
        schedule_id: trip.id,
        contact: { name: 'Asha Gurung', phone: String(phones), email: json.contact.email },
        sold_by: null,
        operator_earning: 1080,
      });
      expect((await get(`?schedule_id=${trip.id}`)).json).to.deep.equal({ results: [json], next_cursor: null });
    });

    it('a booking’s ticket page exists in every status of the booking, and says whether the ticket is valid', async () => {
      for (const status of BOOKING_STATUSES) {
        const { json } = await get(`/${(await booked({ status })).id}`);
        const [page, token] = json.ticket_url.split('?token=');
        expect(page, status).to.equal(`${api().dependencies.baseUrl}/ticket`);
        const { json: ticket } = await api().get(`/api/tickets/${token}`);
        expect(ticket, status).to.include({ booking_status: status });
        expect(ticket.valid, status).to.equal(status === 'CONFIRMED' || status === 'CHECKED_IN');
      }
    });

    it('a company’s list of bookings can be filtered, searched and paged, and leaves out other companies’ bookings', async () => {
      const first = await booked({ passengerNames: ['Bikram Ünal'] });
      const second = await paid();
      const theirs = await another();
      const day = '2026-11-21';
      for (const [query, expected] of [
        ['', [second, first]],
        ['status=CONFIRMED', [second]],
        [`schedule_id=${trip.id}`, [second, first]],
        [`schedule_id=${theirs.tripId}`, []],
        [`q=${first.code.toLowerCase()}`, [first]],
        [`q=${theirs.code}`, []],
        [`q=${encodeURIComponent('bikram ÜNAL')}`, [first]],
        [`q=${phones}&status=PENDING_PAYMENT`, [first]],
        ['q=asha', [second, first]],
        [`from=${day}&to=${day}`, [second, first]],
        ['from=2026-11-22', []],
        ['to=2026-11-20', []],
        ['q=&status=&booking_status=CONFIRMED', [second, first]],
      ] as const) {
        const { json, status } = await get(`?${query}`);
        expect([status, json.results?.map(({ id }: Json) => id)], query).to.deep.equal([
          200,
          expected.map(({ id }) => id),
        ]);
      }
    });

    it('a booking that a manager cancels is refunded in full', async () => {
      const booking = await paid({ seats: [seat('A1')] });
      const { json, status } = await cancel(booking.id);
      expect(status).to.equal(200);
      expect(json).to.deep.include({
        booking_status: 'REFUNDED',
        cancelled_by: 'OPERATOR',
        cancel_reason: 'Landslide.',
      });
      expect(json.refunds).to.deep.equal([
        {
          id: json.refunds[0].id,
          amount: 1200,
          reason: 'OPERATOR_CANCELLATION',
          status: 'DUE',
          gateway: 'ESEWA',
          automatic: false,
          due_at: '2026-11-27T04:15:00.000Z',
          paid_at: null,
          reference: null,
          taken_over: false,
        },
      ]);
      expect((await get(`/${booking.id}`)).json).to.deep.equal(json);
      expectProblem(await cancel(booking.id), 409, 'BOOKING_CLOSED');
      const { json: map } = await api().get(`/api/trips/${trip.id}/seats`);
      expect(map.seats.find((one: Json) => one.seat_number === 'A1').status).to.equal('AVAILABLE');
    });

    it('a booking that a manager cancels costs the fee that was quoted to the passenger', async () => {
      const booking = await paid();
      const { json: quote } = await api().get(`/api/bookings/${booking.id}/cancellation-quote`, tokenOf(asha));
      const { json } = await cancel(booking.id, { reason: 'No-show.', fee: 'tiers' });
      expect([json.booking_status, json.refunds[0].amount, quote.fee]).to.deep.equal(['REFUNDED', quote.refund, 120]);
    });

    it('a manager can cancel a booking while the company is suspended', async () => {
      const { id } = await paid();
      const { json } = await cancel(id, undefined, staffTokenOf('MANAGER', sita, operatorId, 'SUSPENDED'));
      expect(json.booking_status).to.equal('REFUNDED');
    });

    it('a manager’s cancellation of a booking after the trip’s arrival answers 409', async () => {
      const { id } = await paid();
      api().clock.set(trip.arrivesAt);
      expectProblem(await cancel(id), 409, 'TRIP_ARRIVED');
    });

    it('a manager’s cancellation of another company’s booking answers 404, and a clerk’s cancellation 403', async () => {
      const { id: theirs } = await another();
      for (const path of ['', '/ticket'])
        for (const id of [theirs, NOWHERE]) expectProblem(await get(`/${id}${path}`), 404, 'BOOKING_UNKNOWN');
      expectProblem(await cancel(theirs, { reason: '', fee: 'x' }), 404, 'BOOKING_UNKNOWN');
      expectProblem(await cancel((await paid()).id, undefined, clerk()), 403, 'POSITION_TOO_LOW');
      for (const path of ['', `/${theirs}`, `/${theirs}/ticket`])
        expectProblem(await get(path, staffTokenOf('CONDUCTOR', sita, operatorId)), 403, 'POSITION_TOO_LOW');
    });

    it('a company can print the same ticket that the passenger gets', async () => {
      const booking = await paid({ seats: [seat('B1')] });
      const mine = await api().get(`/api/bookings/${booking.id}/ticket`, tokenOf(asha));
      const theirs = await get(`/${booking.id}/ticket`);
      expect([theirs.status, theirs.headers.get('content-disposition')]).to.deep.equal([
        200,
        `attachment; filename="ticket-${booking.code}.pdf"`,
      ]);
      expect(theirs.headers.get('content-type')).to.equal('application/pdf');
      expect(Buffer.from(theirs.bytes).equals(mine.bytes)).to.equal(true);
    });

    it('a company’s request for a ticket answers 409 if the booking has no ticket', async () => {
      for (const status of ['PENDING_PAYMENT', 'CANCELLED', 'REFUNDED', 'EXPIRED'] as const)
        expectProblem(await get(`/${(await booked({ status })).id}/ticket`), 409, 'TICKET_UNAVAILABLE');
    });
  },
  { overrides: { authenticate } },
);
