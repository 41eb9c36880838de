import { expect } from 'chai';
import { buildRoutes } from '../../app/areas.ts';
import { paisa } from '../../core/kernel/money.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { anAgent, anAgentKey } from '../support/agents.ts';
import { aTrip, type TripForTests } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { onEveryServer } from '../support/http.ts';

const contact = { name: 'Asha Gurung', phone: '9812345678' };

onEveryServer('the daily limit of a key', (api) => {
  it('a sale tells what the key may still sell today, and a repeated sale does not', async () => {
    const { dependencies } = api();
    const agent = await anAgent(dependencies);
    const { key } = await anAgentKey(dependencies, agent, { dailyAmount: paisa(25_050) });
    const { key: unbounded } = await anAgentKey(dependencies, agent);
    const trip = await aTrip(dependencies, {
      fare: paisa(10_000),
      seats: ['A1', 'A2'],
      departsAt: hoursAfter(START, 72),
    });
    const quotaAfter = async (by: string, seat: string) => {
      await api().post(`/api/agent/trips/${trip.id}/seats/lock`, { seat_numbers: [seat], holder: seat }, by);
      const order = { schedule_id: trip.id, seat_numbers: [seat], holder: seat, reference: seat, contact };
      const { status, headers } = await api().post('/api/agent/bookings', order, by, { 'Idempotency-Key': seat });
      return [status, headers.get('quota-remaining'), headers.get('idempotency-replayed')];
    };
    expect(await quotaAfter(key, 'A1')).to.deep.equal([201, '150.5', null]);
    expect(await quotaAfter(key, 'A1')).to.deep.equal([201, null, 'true']);
    expect(await quotaAfter(unbounded, 'A2')).to.deep.equal([201, null, null]);
  });
});

onEveryServer('the limits of agents’ routes', (api) => {
  it('requests of agents have no limit besides their own, but for mails to people that they invite', () => {
    const limits = buildRoutes(api().useCases, api().dependencies)
      .filter(({ path, limit }) => path.startsWith('/api/agent/') && limit !== undefined)
      .map(({ method, path, limit }) => [method, path, limit]);
    expect(limits).to.deep.equal([['post', '/api/agent/staff', 'code']]);
  });
});

onEveryServer(
  'the count of an agent’s requests',
  (api) => {
    it('a request that is refused before it reaches the database counts once', async () => {
      const { key } = await anAgentKey(api().dependencies, await anAgent(api().dependencies));
      const order = { schedule_id: 1, seat_numbers: ['A1'], contact, reference: '\u00e9' };
      for (const remaining of ['8', '7']) {
        const { status, headers } = await api().post('/api/agent/bookings', order, key);
        expect([status, headers.get('ratelimit-remaining')]).to.deep.equal([400, remaining]);
      }
    });
  },
  { environment: { RATE_LIMIT: 'on', AGENT_REQUESTS_PER_MINUTE: '9' } },
);

onEveryServer(
  'the seats that an agent may hold',
  (api) => {
    it('an agent’s customer holds seats of more trips than a passenger may, up to the limit of the agent', async () => {
      const { dependencies } = api();
      const [agent, other] = [await anAgent(dependencies), await anAgent(dependencies, { name: 'Everest' })];
      const [{ key }, { key: rival }] = [await anAgentKey(dependencies, agent), await anAgentKey(dependencies, other)];
      const trips: TripForTests[] = [];
      for (let made = 0; made < 8; made += 1) trips.push(await aTrip(dependencies, { seats: ['A1', 'A2'] }));
      const hold = async (index: number, by = key, holder = 'cart 1') => {
        const path = `/api/agent/trips/${trips[index]!.id}/seats/lock`;
        const { status, json } = await api().post(path, { seat_numbers: ['A1'], holder }, by);
        return [status, json.code ?? json.granted];
      };
      for (let index = 0; index < 7; index += 1) expect(await hold(index)).to.deep.equal([200, ['A1']]);
      expect(await hold(7, key, 'cart 2')).to.deep.equal([429, 'TOO_MANY_HOLDS']);
      expect(await hold(7, rival)).to.deep.equal([200, ['A1']]);
      await api().post(`/api/agent/trips/${trips[0]!.id}/seats/release`, { holder: 'cart 1' }, key);
      expect(await hold(0, key, 'cart 2')).to.deep.equal([200, ['A1']]);
    });
  },
  { environment: { RATE_LIMIT: 'on', AGENT_HELD_SEATS: '7' } },
);
