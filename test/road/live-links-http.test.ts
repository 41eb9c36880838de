import { expect } from 'chai';
import type { Booking } from '../../core/bookings/booking.ts';
import type { TripId, UserId } from '../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter, toIso } from '../../core/kernel/time.ts';
import { aBooking } from '../support/bookings.ts';
import { START } from '../support/clock.ts';
import { type Answer, onEveryServer } from '../support/http.ts';
import { aPassenger, anOperator } from '../support/people.ts';
import { authenticate, staffTokenOf, tokenOf } from '../support/plain-tokens.ts';
import { expectProblem } from '../support/problems.ts';
import { aRoad } from '../support/roads.ts';

const DEPARTS = hoursAfter(START, 2);
const at = (minutes: number): string => toIso(minutesAfter(DEPARTS, minutes));

onEveryServer(
  'live links through HTTP',
  (api) => {
    let crew: string;
    let passenger: UserId;
    let trip: TripId;
    let booking: Booking;
    let ticket: string;

    beforeEach(async () => {
      api().clock.set(DEPARTS);
      const { id, operatorId } = await anOperator(api().dependencies);
      crew = staffTokenOf('CONDUCTOR', id, operatorId);
      passenger = (await aPassenger(api().dependencies)).id;
      // The bus is in Mugling after 60 to 70 minutes. The booking is from there to Damauli, 130 minutes.
      const between = ['Mugling', 'Damauli'];
      trip = (await aRoad(api().dependencies, { between, departsAt: DEPARTS, seats: ['A1'], bus: { operatorId } })).id;
      booking = await aBooking(api().dependencies, {
        tripId: trip,
        userId: passenger,
        status: 'CONFIRMED',
        section: { from: 1, to: 2 },
      });
      ticket = (await api().get(`/api/bookings/${booking.id}/ticket-token`, tokenOf(passenger))).json.token;
    });

    const own = () => `/api/bookings/${booking.id}/live-link`;
    const share = (path = own(), token?: string): Promise<Answer> =>
      api().post(path, undefined, token ?? (path === own() ? tokenOf(passenger) : undefined));
    const live = (url: string): Promise<Answer> => api().get(`/api/live/${url.split('/').at(-1)}`);

    it('a booking has one link, whoever made it, which shows the bus and names nobody', async () => {
      const { status, json, headers } = await share();
      expect([status, headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
      expect(json.url).to.match(/\/live\/[2-9a-hjkmnp-z]{16}$/);
      expect(json.until).to.equal(at(130 + 180));
      expect((await share(`/api/tickets/${ticket}/live-link`)).json).to.deep.equal(json);
      const unknown = await live(json.url);
      expect(unknown.headers.get('x-robots-tag')).to.equal('noindex');
      expect(unknown.headers.get('referrer-policy')).to.equal('no-referrer');
      expect(unknown.json).to.deep.include({ schedule_id: trip, at: null, lat: null, next_stop: null, eta: [] });
      api().clock.set(minutesAfter(DEPARTS, 20));
      await api().post(`/api/conductor/trips/${trip}/stops/0/left`, {}, crew);
      const shown = (await live(json.url.toUpperCase())).json;
      expect(shown).to.deep.include({ delay_minutes: 20, next_stop: 1, to_stop: 2 });
      expect(shown.cities).to.deep.equal(['Kathmandu', 'Mugling', 'Damauli', 'Pokhara']);
      expect(Object.keys(shown.bus)).to.deep.equal(['bus_name', 'registration_no', 'bus_type']);
      expect(Object.keys(shown.company)).to.deep.equal(['company_name']);
      expect(JSON.stringify(shown)).to.not.include(booking.code);
      expect((await share()).json, 'until moves').to.deep.equal({ ...json, until: at(150 + 180) });
    });

    it('a link that was ended is unknown, and the next one has another address', async () => {
      const { url } = (await share()).json;
      expect((await api().delete(own(), undefined, tokenOf(passenger))).status).to.equal(204);
      expectProblem(await live(url), 404, 'LINK_UNKNOWN');
      const next = (await share()).json.url;
      expect(next).to.not.equal(url);
      expect((await api().delete(`/api/tickets/${ticket}/live-link`)).status).to.equal(204);
      expectProblem(await live(next), 404, 'LINK_UNKNOWN');
      expectProblem(await live('short'), 404, 'LINK_UNKNOWN');
    });

    it('a link is dead when its booking is cancelled, and 3 hours after the estimated arrival', async () => {
      const { url } = (await share()).json;
      api().clock.set(minutesAfter(DEPARTS, 130 + 179));
      expect((await live(url)).status).to.equal(200);
      api().clock.set(minutesAfter(DEPARTS, 130 + 180));
      expectProblem(await live(url), 404, 'LINK_UNKNOWN');
      expectProblem(await share(), 409, 'TRIP_ARRIVED');
      api().clock.set(DEPARTS);
      await api().dependencies.transact(({ bookings }) => bookings.move(booking.id, 'refund'));
      expectProblem(await live(url), 404, 'LINK_UNKNOWN');
      expectProblem(await share(), 409, 'TICKET_UNAVAILABLE');
    });

    it('nobody shares the journey of another person’s booking, or of a forged ticket', async () => {
      const stranger = await aPassenger(api().dependencies);
      expectProblem(await share(own(), tokenOf(stranger.id)), 404, 'BOOKING_UNKNOWN');
      expectProblem(await api().delete(own(), undefined, tokenOf(stranger.id)), 404, 'BOOKING_UNKNOWN');
      expectProblem(await share('/api/tickets/forged/live-link'), 404, 'TICKET_UNKNOWN');
    });
  },
  { overrides: { authenticate } },
);
