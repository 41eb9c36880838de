import { expect } from 'chai';
import { paisa } from '../../core/kernel/money.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { anAgent, anAgentKey } from '../support/agents.ts';
import { aTrip } from '../support/catalogue.ts';
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
