import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { type Instant, daysAfter, hoursAfter, minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { anAgent, anAgentKey } from '../../support/agents.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryServer } from '../../support/http.ts';
import { aPassenger } from '../../support/people.ts';
import { authenticate, tokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

let numbers = 0;
const newNumber = (): string => `98440${String((numbers += 1)).padStart(5, '0')}`;

onEveryServer(
  'tickets that counters and agents sold to the number of an account',
  (api) => {
    let clerk: UserId;
    beforeEach(async () => {
      api().clock.set(START);
      clerk = (await aPassenger(api().dependencies)).id;
    });

    /** An account with a phone number, and a counter sale to the same number, typed in another way. */
    const withNumber = async (phoneVerified = true) => {
      const phone = newNumber();
      const { id } = await aPassenger(api().dependencies, { phone, phoneVerified });
      return { id, phone };
    };
    const sold = async (phone: string, traits: { readonly departsAt?: Instant; readonly bookedAt?: Instant } = {}) => {
      const { departsAt = hoursAfter(START, 30), bookedAt = START } = traits;
      const { id: tripId } = await aTrip(api().dependencies, { departsAt });
      const contact = { name: 'Hari Thapa', phone, email: null };
      const sale = { channel: 'COUNTER', status: 'CONFIRMED', seats: [seat('A1')], contact } as const;
      return aBooking(api().dependencies, { userId: clerk, tripId, bookedAt, ...sale });
    };
    const listed = async (user: UserId, query = '') =>
      (await api().get(`/api/bookings${query}`, tokenOf(user))).json.map((one: { id: number; own: boolean }) => [
        one.id,
        one.own,
      ]);

    it('the list of bookings shows own bookings and counter sales to the verified number, newest first, page by page', async () => {
      const { id, phone } = await withNumber();
      const { id: tripId } = await aTrip(api().dependencies);
      const first = await sold(`+977-${phone}`);
      const own = await aBooking(api().dependencies, { userId: id, tripId, bookedAt: minutesAfter(START, 1) });
      const last = await sold(phone, { bookedAt: minutesAfter(START, 2) });
      await sold(newNumber());
      const all = [
        [last.id, false],
        [own.id, true],
        [first.id, false],
      ];
      expect(await listed(id)).to.deep.equal(all);
      expect(await listed(id, '?limit=1')).to.deep.equal(all.slice(0, 1));
      expect(await listed(id, `?limit=1&before=${last.id}`)).to.deep.equal(all.slice(1, 2));
      expect(await listed(id, `?before=${own.id}`)).to.deep.equal(all.slice(2));
      expect(await listed(clerk)).to.deep.equal([]);
    });

    it('a counter sale is in no list of bookings of an account that never verified the number', async () => {
      const { id, phone } = await withNumber(false);
      const sale = await sold(phone);
      expect(await listed(id)).to.deep.equal([]);
      expectProblem(await api().get(`/api/bookings/${sale.id}`, tokenOf(id)), 404, 'BOOKING_UNKNOWN');
    });

    it('a counter sale to the number of an account is shown until 90 days after its departure', async () => {
      const { id, phone } = await withNumber();
      const departsAt = hoursAfter(START, 30);
      const sale = await sold(phone, { departsAt });
      api().clock.set(daysAfter(departsAt, 90));
      expect(await listed(id)).to.deep.equal([[sale.id, false]]);
      api().clock.set(secondsAfter(daysAfter(departsAt, 90), 1));
      expect(await listed(id)).to.deep.equal([]);
      expectProblem(await api().get(`/api/bookings/${sale.id}`, tokenOf(id)), 404, 'BOOKING_UNKNOWN');
    });

    it('the account with the number reads a counter sale, its ticket, its ticket code and its calendar entry', async () => {
      const { id, phone } = await withNumber();
      const sale = await sold(phone);
      const get = (path: string) => api().get(`/api/bookings/${sale.id}${path}`, tokenOf(id));
      expect((await get('')).json).to.include({ booking_code: sale.code, own: false });
      const { token } = (await get('/ticket-token')).json;
      expect((await api().get(`/api/tickets/${token}`)).json).to.include({ booking_code: sale.code, valid: true });
      expect((await get('/ticket')).headers.get('content-type')).to.equal('application/pdf');
      expect((await get('/calendar')).text).to.include(`UID:${sale.code}@`);
    });

    it('the account with the number reads what an agent sold to it, and changes nothing of it', async () => {
      const { dependencies } = api();
      const { id, phone } = await withNumber();
      const { key } = await anAgentKey(dependencies, await anAgent(dependencies));
      const trip = await aTrip(dependencies, { seats: ['A1'] });
      await api().post(`/api/agent/trips/${trip.id}/seats/lock`, { seat_numbers: ['A1'] }, key);
      const contact = { name: 'Asha Gurung', phone: `+977 ${phone}` };
      const order = { schedule_id: trip.id, seat_numbers: ['A1'], reference: 'HT-1', contact };
      const { json: sale } = await api().post('/api/agent/bookings', order, key);
      expect(await listed(id)).to.deep.equal([[sale.id, false]]);
      const path = `/api/bookings/${sale.id}`;
      const { json } = await api().get(path, tokenOf(id));
      expect(json).to.include({ booking_code: sale.booking_code, own: false });
      expect((await api().get(`${path}/ticket`, tokenOf(id))).status).to.equal(200);
      expectProblem(await api().post(`${path}/cancel`, { reason: 7 }, tokenOf(id)), 403, 'NOT_OWN');
      const other = await withNumber();
      expectProblem(await api().get(path, tokenOf(other.id)), 404, 'BOOKING_UNKNOWN');
    });

    const changes: readonly (readonly [method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string])[] = [
      ['get', '/cancellation-quote'],
      ['post', '/cancel'],
      ['post', '/change-quote'],
      ['post', '/change'],
      ['patch', ''],
      ['post', '/checkout'],
      ['post', '/payment/check'],
      ['put', '/refund-account'],
      ['post', '/rating'],
      ['post', '/live-link'],
      ['delete', '/live-link'],
    ];
    for (const [method, path] of changes)
      it(`${method.toUpperCase()} …${path} of a counter sale is refused with 403 NOT_OWN to the account with its number, before a bad body`, async () => {
        const { id, phone } = await withNumber();
        const sale: Booking = await sold(phone);
        const send = (booking: number, user: UserId) => {
          const address = `/api/bookings/${booking}${path}`;
          return method === 'get'
            ? api().get(`${address}?seats=%00`, tokenOf(user))
            : api()[method](address, { reason: {}, passengers: 7, gateway: {}, stars: {}, kind: 7 }, tokenOf(user));
        };
        expectProblem(await send(sale.id, id), 403, 'NOT_OWN');
        expect((await send(sale.id, clerk)).json?.code).not.to.equal('NOT_OWN');
      });
  },
  { overrides: { authenticate } },
);
