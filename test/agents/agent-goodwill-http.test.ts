import { expect } from 'chai';
import { paisa } from '../../core/kernel/money.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { anAgent, anAgentKey } from '../support/agents.ts';
import { aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { onEveryServer } from '../support/http.ts';
import { anAdmin } from '../support/people.ts';
import { adminTokenOf, authenticate } from '../support/plain-tokens.ts';
import { expectProblem } from '../support/problems.ts';
import { aPaidBooking, aRefund } from '../support/refunds.ts';

onEveryServer(
  'goodwill for an agent',
  (api) => {
    const tokenOfAdmin = async () => adminTokenOf((await anAdmin(api().dependencies)).id);

    it('the reference of an agent’s payment is trimmed, and otherwise kept and compared byte by byte', async () => {
      const [admin, { id }] = [await tokenOfAdmin(), await anAgent(api().dependencies)];
      const note = (reference: string) =>
        api().post(`/api/admin/agents/${id}/payments`, { amount: 10, reference }, admin);
      const [composed, apart] = ['caf\u00e9', 'cafe\u0301'];
      for (const reference of [apart, composed]) {
        const { status, json } = await note(` ${reference} `);
        expect([status, json.reference]).to.deep.equal([201, reference]);
      }
      expectProblem(await note(apart), 409, 'PAYMENT_KNOWN');
      for (const wrong of ['', '  ', 'x'.repeat(101)]) expectProblem(await note(wrong), 400, 'VALIDATION');
    });

    it('a goodwill for an agent is credited by a second administrator, by no method but AGENT', async () => {
      const { dependencies } = api();
      const [gita, hari] = [await tokenOfAdmin(), await tokenOfAdmin()];
      const { key } = await anAgentKey(dependencies, await anAgent(dependencies));
      const trip = await aTrip(dependencies, { fare: paisa(10_000), seats: ['A1'], departsAt: hoursAfter(START, 72) });
      await api().post(`/api/agent/trips/${trip.id}/seats/lock`, { seat_numbers: ['A1'] }, key);
      const contact = { name: 'Asha Gurung', phone: '9812345678' };
      const order = { schedule_id: trip.id, seat_numbers: ['A1'], reference: 'HT-1', contact };
      const sold = await api().post('/api/agent/bookings', order, key);
      const [payment] = await dependencies.transact(({ payments }) => payments.ofBooking(sold.json.id));
      const goodwill = { amount: 20, note: 'No air.' };
      const { json } = await api().post(`/api/admin/payments/${payment!.id}/refunds`, goodwill, gita);
      const send = (body: object, by = hari) => api().post(`/api/admin/refunds/${json.id}/send`, body, by);
      for (const body of [{ method: 'ESEWA' }, { method: 'BANK', reference: 'B-1' }, { method: 'AUTOMATIC' }]) {
        const refused = await send(body);
        expectProblem(refused, 400, 'VALIDATION');
        const [{ field, message }] = refused.json.errors;
        expect([field, message.slice(0, 20)]).to.deep.equal(['method', 'method must be AGENT']);
      }
      expectProblem(await send({ method: 'AGENT' }, gita), 409, 'SECOND_PERSON');
      const credited = await send({ method: 'AGENT' });
      expect([credited.status, credited.json.status, credited.json.method]).to.deep.equal([200, 'PAID', 'AGENT']);
      for (const method of ['AGENT', 'AUTOMATIC']) expectProblem(await send({ method }), 409, 'REFUND_STATE');
      expect((await api().get('/api/agent/account', key)).json.balance).to.equal(75);
    });

    it('another refund is not credited to an agent, and needs a reference', async () => {
      const { id } = await aRefund(api().dependencies, { paid: await aPaidBooking(api().dependencies) });
      const fieldOf = async (body: object) => {
        const { status, json } = await api().post(`/api/admin/refunds/${id}/send`, body, await tokenOfAdmin());
        return [status, json.errors[0].field];
      };
      expect(await fieldOf({ method: 'AGENT' })).to.deep.equal([400, 'method']);
      expect(await fieldOf({ method: 'ESEWA' })).to.deep.equal([400, 'reference']);
    });
  },
  { overrides: { authenticate } },
);
