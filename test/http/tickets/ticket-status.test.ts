import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking, sellHeld, sitting } from '../../support/bookings.ts';
import { type TripForTests, aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Answer, onEveryServer } from '../../support/http.ts';
import { lookAt } from '../../support/pdf.ts';
import { aPassenger, anOperator } from '../../support/people.ts';
import { authenticate, staffTokenOf, tokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

onEveryServer(
  'the public status of a ticket',
  (api) => {
    let trip: TripForTests;
    let asha: UserId;
    let owner: UserId;
    let operatorId: OperatorId;

    beforeEach(async () => {
      api().clock.set(START);
      ({ id: owner, operatorId } = await anOperator(api().dependencies));
      trip = await aTrip(api().dependencies, { bus: { operatorId, name: 'Night Rider' } });
      asha = (await aPassenger(api().dependencies, { fullName: 'Asha Gurung' })).id;
    });

    const paid = async (): Promise<Booking> => {
      const booking = await aBooking(api().dependencies, {
        userId: asha,
        tripId: trip.id,
        status: 'CONFIRMED',
        seatsCount: 2,
      });
      const wanted = ['A1', 'A2'].map(seat);
      const sale = { tripId: trip.id, passenger: asha, booking: booking.id, paymentDeadline: booking.paymentDeadline };
      await api().dependencies.transact(async ({ seatLocks }) => {
        await seatLocks.hold({ tripId: trip.id, passenger: asha, wanted, expiresAt: minutesAfter(START, 1) }, START);
        await sellHeld(
          seatLocks,
          { ...sale, seats: wanted.map((one) => sitting(one, { boardingPoint: `Kalanki ${one}` })) },
          START,
        );
      });
      return booking;
    };
    const codeOf = async ({ id }: Booking): Promise<string> => {
      const [page] = await lookAt((await api().get(`/api/bookings/${id}/ticket`, tokenOf(asha))).bytes);
      return page!.code!;
    };
    const status = (token: string): Promise<Answer> => api().get(`/api/tickets/${token}`);
    const manager = () => staffTokenOf('MANAGER', owner, operatorId);

    it('a ticket’s token can be read by its passenger without the PDF, and by nobody else', async () => {
      const booking = await paid();
      const at = `/api/bookings/${booking.id}/ticket-token`;
      expect((await api().get(at, tokenOf(asha))).json).to.deep.equal({ token: await codeOf(booking) });
      const another = (await aPassenger(api().dependencies)).id;
      expectProblem(await api().get(at, tokenOf(another)), 409, 'TICKET_UNAVAILABLE');
      const unpaid = await aBooking(api().dependencies, { userId: asha, tripId: trip.id });
      const refused = await api().get(`/api/bookings/${unpaid.id}/ticket-token`, tokenOf(asha));
      expectProblem(refused, 409, 'TICKET_UNAVAILABLE');
    });

    it('a ticket’s status is shown to anybody who has its QR code', async () => {
      const booking = await paid();
      await changePlan(api().dependencies, trip.id, { boardingPoints: [{ name: 'Kalanki A1', minutes: 10 }] });
      const token = await codeOf(booking);
      const { status: code, json, headers } = await status(token);
      expect([code, json]).to.deep.equal([
        200,
        {
          booking_code: booking.code,
          booking_status: 'CONFIRMED',
          schedule_id: trip.id,
          from_stop: 0,
          to_stop: 1,
          seats: ['A1', 'A2'],
          source_city: 'Kathmandu',
          destination_city: 'Pokhara',
          departure_time: '2026-11-22T04:15:00.000Z',
          bus_name: 'Night Rider',
          registration_no: json.registration_no,
          boarding_point: 'Kalanki A1',
          getting_on: { name: 'Kalanki A1', at: '2026-11-22T04:25:00.000Z', place: null },
          company_name: json.company_name,
          company_phone: null,
          sold_by: null,
          crew: [],
          passenger_name: 'Asha Gurung',
          valid: true,
          changed_to: null,
        },
      ]);
      expect([headers.get('cache-control'), headers.get('x-robots-tag'), headers.get('referrer-policy')]).to.deep.equal(
        ['no-store', 'noindex', 'no-referrer'],
      );
      const { json: seen } = await api().get(`/api/operator/bookings/${booking.id}`, manager());
      expect(new URL(seen.ticket_url as string).searchParams.get('token')).to.equal(token);
    });

    it('a cancelled ticket’s status says that it is invalid, and shows no name', async () => {
      const booking = await paid();
      const token = await codeOf(booking);
      await api().post(`/api/operator/bookings/${booking.id}/cancel`, { reason: 'Landslide.' }, manager());
      const { json } = await status(token);
      expect(json).to.deep.include({
        booking_status: 'REFUNDED',
        valid: false,
        passenger_name: null,
        seats: ['A1', 'A2'],
      });
    });

    it('a ticket’s status page is neither indexed nor cached', async () => {
      const { status: code, headers } = await api().get(`/ticket?token=${await codeOf(await paid())}`);
      expect([
        code,
        headers.get('cache-control'),
        headers.get('x-robots-tag'),
        headers.get('referrer-policy'),
      ]).to.deep.equal([200, 'no-store', 'noindex', 'no-referrer']);
    });

    it('a ticket’s status answers 404 for a token that belongs to no ticket', async () => {
      const token = await codeOf(await paid());
      const unknown = await status('x');
      expectProblem(unknown, 404, 'TICKET_UNKNOWN');
      expect(unknown.headers.get('x-robots-tag')).to.equal('noindex');
      for (const edited of [
        `${token}A`,
        token.slice(1),
        `${token}%20`,
        `%20${token}`,
        token.toUpperCase(),
        '%00',
        '%F0%9F%9A%8C',
        'x'.repeat(5_000),
      ]) {
        const answer = await status(edited);
        expect([answer.status, answer.text], edited).to.deep.equal([404, unknown.text]);
      }
      expect((await status('12345')).status).to.equal(404);
      expect((await api().post(`/api/tickets/${token}`, {})).status).to.equal(405);
    });
  },
  { overrides: { authenticate } },
);
