import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Answer, onEveryServer } from '../../support/http.ts';
import { anAdmin, anOperator } from '../../support/people.ts';
import { adminTokenOf, authenticate, staffTokenOf, tokenOf } from '../../support/plain-tokens.ts';

const NOWHERE = 2_147_483_647;

onEveryServer(
  'counter bookings',
  (api) => {
    let trip: TripForTests;
    let seller: UserId;
    let operatorId: OperatorId;
    let booking: Booking;

    const contact = { name: 'Bikram Rai', phone: '+977 1-4412345', email: 'bikram@example.com' };

    beforeEach(async () => {
      api().clock.set(START);
      ({ id: seller, operatorId } = await anOperator(api().dependencies, { fullName: 'Sita Rai' }));
      trip = await aTrip(api().dependencies, { bus: { operatorId } });
      const sold = { userId: seller, tripId: trip.id, seats: [seat('A1')], status: 'CONFIRMED' } as const;
      booking = await aBooking(api().dependencies, { ...sold, channel: 'COUNTER', contact });
    });

    const office = (path = '') => api().get(`/api/operator/bookings${path}`, staffTokenOf('CLERK', seller, operatorId));

    it('a counter booking shows its contact and seller to offices', async () => {
      const { json } = await office(`/${booking.id}`);
      expect(json).to.deep.include({ contact, sold_by: 'Sita Rai' });
      const spaced = booking.code.split('').join(' ');
      for (const q of ['bikram', '4412345', spaced, spaced.slice(4, 20)])
        expect((await office(`?q=${q}`)).json.results).to.deep.equal([json]);
      expect((await office('?q=sita')).json.results).to.deep.equal([]);
      const { email } = (await api().dependencies.accounts.find(seller))!;
      const admin = adminTokenOf((await anAdmin(api().dependencies)).id);
      expect((await api().get(`/api/admin/bookings/${booking.id}`, admin)).json).to.deep.include({
        contact,
        sold_by: 'Sita Rai',
        user: { id: seller, email },
      });
    });

    it('a counter booking’s ticket is mailed to the contact, and the sale returns the address of the ticket’s page', async () => {
      const { json: sold, status } = await api().post(
        `/api/operator/trips/${trip.id}/sales`,
        { seat_numbers: ['B1'], contact, paid_by: 'QR' },
        staffTokenOf('CLERK', seller, operatorId),
      );
      expect(status).to.equal(201);
      const { sms: _sms, ...booking } = sold;
      expect((await office(`/${sold.id}`)).json).to.deep.equal(booking);
      const token = new URL(sold.ticket_url as string).searchParams.get('token')!;
      expect((await api().get(`/api/tickets/${token}`)).json).to.include({ valid: true, passenger_name: 'Bikram Rai' });
      await api().useCases.sendMails();
      const [mail, ...more] = api().mailer.sent.filter(
        (one) => 'bookingCode' in one && one.bookingCode === sold.booking_code,
      );
      expect(more).to.deep.equal([]);
      expect(mail).to.include({ kind: 'booking-confirmed', to: contact.email, name: 'Bikram Rai' });
    });

    it('a counter booking is not found under /api/bookings, not even by the clerk who sold it', async () => {
      await api().dependencies.transact(({ users }) => users.grantRole(seller, 'PASSENGER'));
      expect((await api().get('/api/bookings', tokenOf(seller))).json).to.deep.equal([]);
      api().clock.set(trip.arrivesAt);
      const said = ({ status, text }: Answer) => [status, text];
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['GET', '/cancellation-quote', undefined],
        ['GET', '/ticket', undefined],
        ['POST', '/cancel', {}],
        ['POST', '/checkout', {}],
        ['POST', '/rating', { stars: 1 }],
      ] as const) {
        const ask = (id: number) =>
          method === 'GET'
            ? api().get(`/api/bookings/${id}${path}`, tokenOf(seller))
            : api().post(`/api/bookings/${id}${path}`, body, tokenOf(seller));
        const [own, unknown] = [await ask(booking.id), await ask(NOWHERE)];
        expect(unknown.status, path).to.be.oneOf([404, 409]);
        expect(said(own), path).to.deep.equal(said(unknown));
      }
      expect((await office(`/${booking.id}`)).json.booking_status).to.equal('CONFIRMED');
    });

    it('a counter booking’s contact gets a mail if the company cancels the booking', async () => {
      const manager = staffTokenOf('MANAGER', seller, operatorId);
      const { json } = await api().post(
        `/api/operator/bookings/${booking.id}/cancel`,
        { reason: 'Landslide.' },
        manager,
      );
      expect(json).to.include({ cancelled_by: 'OPERATOR' });
      const shown = await api().get(`/api/tickets/${new URL(json.ticket_url as string).searchParams.get('token')!}`);
      expect(shown.json).to.include({ booking_status: 'REFUNDED', valid: false, passenger_name: null });
      await api().useCases.sendMails();
      const mails = api().mailer.sent.filter((mail) => 'bookingCode' in mail && mail.bookingCode === booking.code);
      expect(mails.map(({ to, kind }) => [to, kind])).to.deep.equal([[contact.email, 'booking-cancelled']]);
    });
  },
  { overrides: { authenticate } },
);
