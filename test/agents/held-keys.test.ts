import { expect } from 'chai';
import { sha256Digests } from '../../adapters/crypto/keys.ts';
import type { AgentKey } from '../../core/agents/agent-key.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { anAgent, anAgentKey } from '../support/agents.ts';
import { aTrip, type TripForTests } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { eventually } from '../support/eventually.ts';
import { hold } from '../support/held-request.ts';
import { type Json, onEveryServer } from '../support/http.ts';

/** The requests whose keys the service has looked for. */
let heads = 0;

onEveryServer(
  'requests of an agent that are held back',
  (api) => {
    let key: AgentKey & { readonly key: string };
    let trip: TripForTests;
    let booking: Json;
    const contact = { name: 'Asha Gurung', phone: '9812345678' };
    const orderOf = (seat: string) => ({
      schedule_id: trip.id,
      seat_numbers: [seat],
      holder: seat,
      reference: seat,
      contact,
    });
    const headers = { 'Idempotency-Key': 'one' };

    beforeEach(async () => {
      const { dependencies } = api();
      key = await anAgentKey(dependencies, await anAgent(dependencies), { scopes: ['sell', 'webhooks'] });
      trip = await aTrip(dependencies, { seats: ['A1', 'A2', 'A3'], departsAt: hoursAfter(START, 72) });
      for (const seat of ['A1', 'A2'])
        await api().post(`/api/agent/trips/${trip.id}/seats/lock`, { seat_numbers: [seat], holder: seat }, key.key);
      const sold = await api().post('/api/agent/bookings', orderOf('A1'), key.key, headers);
      expect(sold.status).to.equal(201);
      booking = sold.json;
    });

    const suspend = () =>
      api().dependencies.transact(({ agentKeys }) => agentKeys.save({ ...key, status: 'SUSPENDED' }));
    const held = (method: 'post' | 'patch', path: string, body: object, extra = {}) =>
      hold(api(), { method, path, type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) }, key.key, {
        headers: extra,
      });

    it('a request that was held back while its key was suspended changes nothing, and repeats no stored answer', async () => {
      const own = `/api/agent/bookings/${booking.id}`;
      heads = 0;
      const requests = [
        held('post', `/api/agent/trips/${trip.id}/seats/lock`, { seat_numbers: ['A3'] }),
        held('post', `/api/agent/trips/${trip.id}/seats/release`, { holder: 'A2' }),
        held('post', '/api/agent/bookings', orderOf('A2')),
        held('post', '/api/agent/bookings', orderOf('A1'), headers),
        held('post', '/api/agent/bookings', orderOf('A1')),
        held('patch', own, { passengers: [{ seat_number: 'A1', name: 'Bina' }] }),
        held('post', `${own}/change`, { schedule_id: trip.id, seat_numbers: ['A2'], holder: 'A2' }),
        held('post', `${own}/cancel`, {}),
        held('post', '/api/agent/webhooks', { url: 'https://shop.example/hook', events: ['booking.cancelled'] }),
      ];
      await eventually(() => heads === requests.length);
      // The lookups of the keys were begun before this one.
      expect((await api().get('/api/agent/account', key.key)).status).to.equal(200);
      await suspend();
      const answers = [];
      for (const { release } of requests) answers.push(await release());
      expect(answers.map(({ status, code }) => [status, code])).to.deep.equal(
        requests.map(() => [401, 'KEY_SUSPENDED']),
      );
      await api().dependencies.transact(({ agentKeys }) => agentKeys.save(key));
      const { json } = await api().get(own, key.key);
      expect([json.booking_status, json.seats[0].passenger_name]).to.deep.equal(['CONFIRMED', 'Asha Gurung']);
      const { seats } = (await api().get(`/api/agent/trips/${trip.id}/seats?holder=A2`, key.key)).json;
      expect(seats.map(({ status }: Json) => status)).to.deep.equal(['BOOKED', 'LOCKED_BY_ME', 'AVAILABLE']);
      expect((await api().get('/api/agent/webhooks', key.key)).json.results ?? []).to.deep.equal([]);
    });
  },
  () => ({
    overrides: {
      tokenDigests: {
        ...sha256Digests,
        of: (text: string) => {
          heads += 1;
          return sha256Digests.of(text);
        },
      },
    },
  }),
);
