import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Answer, onEveryServer } from '../../support/http.ts';
import { lookAt } from '../../support/pdf.ts';
import { aPassenger, aPassengerId } from '../../support/people.ts';
import { authenticate, tokenOf } from '../../support/plain-tokens.ts';

const NOWHERE = 2_147_483_647;
const problem = ({ status, json }: Answer) => [status, json?.code];

onEveryServer(
  'cancellations, calendar files, tickets and ratings over HTTP',
  (api) => {
    let trip: TripForTests;
    let asha: UserId;
    let bikram: UserId;

    beforeEach(async () => {
      const { dependencies, clock } = api();
      clock.set(START);
      trip = await aTrip(dependencies, {
        departsAt: hoursAfter(START, 30),
        bus: { name: 'Night Rider', registrationNo: `BA 3 KHA ${randomUUID().slice(0, 8)}` },
      });
      [asha, bikram] = [
        (await aPassenger(dependencies, { fullName: 'शर्मिला Gurung' })).id,
        await aPassengerId(dependencies),
      ];
    });

    const booked = (status: Booking['status'] = 'PENDING_PAYMENT', seats = ['A1', 'A2']) =>
      aBooking(api().dependencies, { userId: asha, tripId: trip.id, seats: seats.map(seat), status });
    const paid = async (seats?: string[]): Promise<Booking> => {
      const booking = await booked('CONFIRMED', seats);
      await api().dependencies.transact(async ({ payments }) => {
        const id = await payments.add({
          bookingId: booking.id,
          gateway: 'ESEWA',
          transactionUuid: randomUUID(),
          amount: booking.total,
          createdAt: START,
          nextEnquiryAt: undefined,
        });
        await payments.move(id, 'complete', START);
      });
      return booking;
    };
    const get = (id: number | string, what: string, by = asha) => api().get(`/api/bookings/${id}/${what}`, tokenOf(by));
    const post = (id: number | string, what: string, body?: unknown, by = asha, headers = {}) =>
      api().post(`/api/bookings/${id}/${what}`, body, tokenOf(by), headers);
    const view = async ({ id }: Booking) => (await api().get(`/api/bookings/${id}`, tokenOf(asha))).json;

    describe('cancellations', () => {
      it('a cancellation of a booking costs the fee that was quoted', async () => {
        const booking = await paid();
        const quote = { refund: 2160, fee: 240, tier: '10% fee: 24 to 48 hours before departure' };
        const quoted = await get(booking.id, 'cancellation-quote');
        expect([quoted.status, quoted.json]).to.deep.equal([200, quote]);
        const cancelled = await post(booking.id, 'cancel', { reason: '  Plans\nchanged ' });
        expect([cancelled.status, cancelled.json]).to.deep.equal([200, { ...quote, status: 'REFUNDED' }]);
        expect(await view(booking)).to.include({
          booking_status: 'REFUNDED',
          payment_status: 'PARTIAL_REFUND',
          cancel_reason: 'Plans\nchanged',
          cancelled_by: 'PASSENGER',
          cancelled_at: '2026-11-20T04:15:00.000Z',
          cancellation_fee_amount: 240,
        });
        const {
          json: { seats },
        } = await api().get(`/api/trips/${trip.id}/seats`);
        expect(seats.map(({ status }: { status: string }) => status)).to.deep.equal([
          'AVAILABLE',
          'AVAILABLE',
          'AVAILABLE',
          'AVAILABLE',
        ]);
      });

      it('a cancellation of a booking on a trip that the bus company cancelled is free, and shows the company’s reason', async () => {
        const [first, second] = [await paid(), await booked('PENDING_PAYMENT', ['B1'])];
        await aTrip(api().dependencies, { ...trip, status: 'CANCELLED' });
        const quote = { refund: 2400, fee: 0, tier: '0% fee: the bus company cancelled this trip' };
        expect((await get(first.id, 'cancellation-quote')).json).to.deep.equal(quote);
        expect((await post(first.id, 'cancel')).json).to.deep.equal({ ...quote, status: 'REFUNDED' });
        expect((await get(second.id, 'cancellation-quote')).json).to.include({ refund: 0, fee: 0 });
      });

      it('a cancellation of an unpaid booking is free and needs no request body', async () => {
        const booking = await booked();
        const tier = 'No charge: this booking has not been paid for';
        expect((await get(booking.id, 'cancellation-quote')).json).to.deep.equal({ refund: 0, fee: 0, tier });
        expect((await post(booking.id, 'cancel')).json).to.deep.equal({ refund: 0, fee: 0, tier, status: 'CANCELLED' });
        expect(await view(booking)).to.include({
          cancel_reason: 'Cancelled before payment.',
          cancellation_fee_amount: 0,
          payment_status: null,
        });
      });

      it('a quote of a cancellation shows fee and refund in rupees, with paisa as decimals', async () => {
        const booking = await aBooking(api().dependencies, {
          userId: asha,
          tripId: trip.id,
          seats: [seat('B1')],
          status: 'CONFIRMED',
          total: 10_005 as Booking['total'],
        });
        expect((await get(booking.id, 'cancellation-quote')).json).to.include({ refund: 90.04, fee: 10.01 });
      });

      it('a cancellation of a booking that is sent twice under one Idempotency-Key gets the same answer', async () => {
        const [booking, key] = [await paid(), { 'Idempotency-Key': randomUUID() }];
        const first = await post(booking.id, 'cancel', {}, asha, key);
        const again = await post(booking.id, 'cancel', {}, asha, key);
        expect([again.status, again.text, again.headers.get('idempotency-replayed')]).to.deep.equal([
          200,
          first.text,
          'true',
        ]);
        expect(problem(await post(booking.id, 'cancel', { reason: 'x' }, asha, key))).to.deep.equal([
          422,
          'IDEMPOTENCY_KEY_REUSED',
        ]);
        expect(problem(await post(booking.id, 'cancel'))).to.deep.equal([409, 'BOOKING_OVER']);
      });

      it('a cancellation of a booking is refused with 400, 401, 403, 404 and 409 as the API documents', async () => {
        const [over, booking] = [await booked('EXPIRED', ['B1']), await booked()];
        for (const id of [NOWHERE, 2 ** 31, 0, -1, 'x', '1.5']) {
          expect((await get(id, 'cancellation-quote')).status, String(id)).to.equal(404);
          expect((await post(id, 'cancel')).status, String(id)).to.equal(404);
        }
        const [unknown, others] = [
          await post(NOWHERE, 'cancel', {}, bikram),
          await post(booking.id, 'cancel', {}, bikram),
        ];
        expect([problem(others), others.text]).to.deep.equal([[404, 'BOOKING_UNKNOWN'], unknown.text]);
        expect(problem(await get(booking.id, 'cancellation-quote', bikram))).to.deep.equal([404, 'BOOKING_UNKNOWN']);
        expect(problem(await get(over.id, 'cancellation-quote'))).to.deep.equal([409, 'BOOKING_OVER']);
        expect(problem(await post(over.id, 'cancel'))).to.deep.equal([409, 'BOOKING_OVER']);
        for (const reason of [{}, [], 'a\u0000b', 'a\u001bb'])
          expect(problem(await post(booking.id, 'cancel', { reason })), JSON.stringify(reason)).to.deep.equal([
            400,
            'VALIDATION',
          ]);
        expect((await api().post(`/api/bookings/${booking.id}/cancel`)).status).to.equal(401);
        expect((await api().post(`/api/bookings/${booking.id}/cancel`, {}, `OPERATOR-${asha}`)).status).to.equal(403);
        api().clock.set(trip.departsAt);
        expect(problem(await post(booking.id, 'cancel'))).to.deep.equal([409, 'TRIP_DEPARTED']);
      });

      it('a cancellation of a booking succeeds only once when 20 requests arrive at once, and the others answer 409', async () => {
        const booking = await paid();
        const answers = await Promise.all(Array.from({ length: 20 }, () => post(booking.id, 'cancel')));
        expect(answers.map(({ status }) => status).sort()).to.deep.equal([
          200,
          ...Array.from({ length: 19 }, () => 409),
        ]);
      });
    });

    describe('calendar files', () => {
      it('a paid booking’s calendar file describes the journey, and only its passenger can download it', async () => {
        const booking = await paid(['A1']);
        const { status, headers, text } = await get(booking.id, 'calendar');
        expect([status, headers.get('content-type'), headers.get('content-disposition')]).to.deep.equal([
          200,
          'text/calendar; charset=utf-8',
          `attachment; filename="${booking.code}.ics"`,
        ]);
        expect(text)
          .to.match(/^BEGIN:VCALENDAR\r\n/)
          .and.include(`UID:${booking.code}@127.0.0.1\r\n`)
          .and.match(/END:VCALENDAR\r\n$/);
        for (const refused of [await get(NOWHERE, 'calendar'), await get(booking.id, 'calendar', bikram)])
          expect(problem(refused)).to.deep.equal([409, 'TICKET_UNAVAILABLE']);
      });
    });

    it('the SEQUENCE of a calendar file rises with each change of the trip, and again when the booking is cancelled', async () => {
      const booking = await paid(['A1']);
      const file = async () => (await get(booking.id, 'calendar')).text;
      const sequenceOf = (text: string): number => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
      const first = await file();
      expect(sequenceOf(await file())).to.equal(sequenceOf(first));
      await changePlan(api().dependencies, trip.id, { departsAt: minutesAfter(trip.departsAt, 90) });
      const moved = await file();
      await changePlan(api().dependencies, trip.id, { departsAt: trip.departsAt });
      const back = await file();
      expect((await post(booking.id, 'cancel')).status).to.equal(200);
      const over = await file();
      const sequences = [first, moved, back, over].map(sequenceOf);
      expect(sequences).to.deep.equal([...new Set(sequences)].sort((one, other) => one - other));
      expect([back, over].map((text) => /STATUS:(\w+)/.exec(text)?.[1])).to.deep.equal(['CONFIRMED', 'CANCELLED']);
      expect(over).to.include('METHOD:CANCEL').and.include(`UID:${booking.code}@127.0.0.1`);
    });

    it('a booking that was never paid has no calendar file, before and after it is cancelled', async () => {
      const { id } = await booked();
      expect(problem(await get(id, 'calendar'))).to.deep.equal([409, 'TICKET_UNAVAILABLE']);
      expect((await post(id, 'cancel')).status).to.equal(200);
      expect(problem(await get(id, 'calendar'))).to.deep.equal([409, 'TICKET_UNAVAILABLE']);
    });

    describe('ticket PDFs', () => {
      it('a ticket is a PDF whose QR code holds the signed booking', async () => {
        const booking = await paid();
        const { status, headers, bytes } = await get(booking.id, 'ticket');
        expect([status, headers.get('content-type'), headers.get('content-disposition')]).to.deep.equal([
          200,
          'application/pdf',
          `attachment; filename="ticket-${booking.code}.pdf"`,
        ]);
        const [page, ...more] = await lookAt(bytes);
        expect(more).to.deep.equal([]);
        for (const words of [
          booking.code,
          'शर्मिला',
          'Gurung',
          'Night Rider',
          '2026-11-21 16:00',
          'A1, A2',
          'Rs 2,400',
          'CONFIRMED',
        ])
          expect(page!.text).to.include(words);
        const [payload = '', signature] = page!.code!.split('.');
        expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).to.deep.equal({
          t: 'ticket',
          b: booking.id,
          c: booking.code,
          iat: START / 1_000,
        });
        expect(signature).to.match(/^[\w-]{43}$/);
        expect(api().dependencies.ticketTokens.open(page!.code!, START)).to.deep.equal({
          bookingId: booking.id,
          bookingCode: booking.code,
        });
        expect(Buffer.compare((await get(booking.id, 'ticket')).bytes, bytes)).to.equal(0);
      });

      it('a request for a ticket’s PDF answers 409 if the booking has no ticket or is not the caller’s, and 401 without a token', async () => {
        const unpaid = await booked();
        for (const answer of [
          await get(unpaid.id, 'ticket'),
          await get(NOWHERE, 'ticket'),
          await get((await paid(['B1'])).id, 'ticket', bikram),
        ]) {
          expect(problem(answer)).to.deep.equal([409, 'TICKET_UNAVAILABLE']);
          expect(answer.headers.get('content-type')).to.match(/^application\/problem\+json/);
        }
        expect((await get('x', 'ticket')).status).to.equal(404);
        expect((await api().get(`/api/bookings/${unpaid.id}/ticket`)).status).to.equal(401);
      });
    });

    describe('ratings', () => {
      beforeEach(() => api().clock.set(trip.arrivesAt));

      it('a rating is saved, shown with the booking, and counted for the company', async () => {
        const booking = await paid();
        const { status, json } = await post(booking.id, 'rating', {
          stars: 4,
          review: ' On time.\nFriendly. ',
          issue_flag: true,
          issue_note: 'No heating.',
        });
        expect([status, json]).to.deep.equal([201, { stars: 4, issue_flag: true }]);
        expect((await view(booking)).rating).to.deep.equal({
          stars: 4,
          review: 'On time.\nFriendly.',
          issue_flag: true,
        });
        expect((await api().get(`/api/trips/${trip.id}`)).json).to.include({ rating_avg: 4, rating_count: 1 });
        expect(problem(await post(booking.id, 'rating', { stars: 4 }))).to.deep.equal([409, 'ALREADY_RATED']);
      });

      it('a rating that is invalid or not allowed is refused', async () => {
        const booking = await paid();
        for (const stars of [undefined, null, 0, 6, 4.5, '4', true, [], {}]) {
          const { json, status } = await post(booking.id, 'rating', { stars });
          expect([status, json.code, json.errors?.[0]?.field], JSON.stringify(stars)).to.deep.equal([
            400,
            'VALIDATION',
            'stars',
          ]);
        }
        expect((await post(booking.id, 'rating', { stars: 5, issue_flag: 'yes' })).json.errors[0].field).to.equal(
          'issue_flag',
        );
        expect((await post(booking.id, 'rating', { stars: 5, review: {} })).json.errors[0].field).to.equal('review');
        expect((await post(booking.id, 'rating', { stars: 5, review: 'a\u0000' })).status).to.equal(400);
        expect(problem(await post(booking.id, 'rating', {}, bikram))).to.deep.equal([404, 'BOOKING_UNKNOWN']);
        expect(problem(await post(NOWHERE, 'rating', { stars: 9 }))).to.deep.equal([404, 'BOOKING_UNKNOWN']);
        expect(problem(await post((await booked('PENDING_PAYMENT', ['B1'])).id, 'rating', { stars: 9 }))).to.deep.equal(
          [409, 'BOOKING_NOT_RATEABLE'],
        );
        api().clock.advance(-1);
        expect(problem(await post(booking.id, 'rating', { stars: 9 }))).to.deep.equal([409, 'TRIP_NOT_OVER']);
      });
    });
  },
  { overrides: { authenticate } },
);
