import { expect } from 'chai';
import type { OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { START } from '../../support/clock.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { anAdmin, anOperator, aPassengerId } from '../../support/people.ts';
import { adminTokenOf, authenticate, staffTokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';
import { aPaidBooking, aRefund, WALLET } from '../../support/refunds.ts';

onEveryServer(
  'the refund desk',
  (api) => {
    let gita: UserId;
    let hari: UserId;
    let clerk: UserId;
    let operatorId: OperatorId;

    beforeEach(async () => {
      api().clock.set(START);
      [gita, hari] = [(await anAdmin(api().dependencies)).id, (await anAdmin(api().dependencies)).id];
      ({ id: clerk, operatorId } = await anOperator(api().dependencies));
    });

    const act = (admin: UserId, id: number, action: string, body?: object, headers: Record<string, string> = {}) =>
      api().post(`/api/admin/refunds/${id}/${action}`, body, adminTokenOf(admin), headers);
    const send = (admin: UserId, id: number, seen: object = {}) =>
      act(admin, id, 'send', { method: 'ESEWA', reference: 'E-1', ...seen });
    const shown = async (id: number): Promise<Json> => {
      const { json } = await api().get(`/api/admin/refunds?operator_id=${operatorId}`, adminTokenOf(gita));
      return (json.results as readonly Json[]).find((one) => one.id === id)!;
    };
    const cashRefund = async () => {
      const paid = await aPaidBooking(api().dependencies, { operatorId, userId: clerk, gateway: 'CASH' });
      return aRefund(api().dependencies, { paid });
    };

    it('a refund is claimed by one administrator for 15 minutes, and other administrators see who it is', async () => {
      const { id } = await aRefund(api().dependencies, { operatorId });
      const { fullName } = (await api().dependencies.accounts.find(gita))!;
      const { status, json } = await act(gita, id, 'claim');
      expect(status).to.equal(200);
      const by = { id: gita, full_name: fullName };
      expect(json).to.deep.include({ claimed_by: by, claimed_until: '2026-11-20T04:30:00.000Z' });
      expect(json).to.deep.equal(await shown(id));
      for (const refused of [await act(hari, id, 'claim'), await send(hari, id)]) {
        expectProblem(refused, 409, 'REFUND_CLAIMED');
        expect(refused.json.by).to.deep.equal(by);
      }
      api().clock.set(minutesAfter(START, 15));
      expect(await shown(id)).to.include({ claimed_by: null, claimed_until: null });
      expect((await send(hari, id)).json).to.include({ status: 'SENT', claimed_by: null });
      expectProblem(await act(gita, id, 'claim'), 409, 'REFUND_STATE');
      expectProblem(await act(gita, 2_147_483_647, 'claim'), 404, 'REFUND_UNKNOWN');
    });

    it('a refund is sent only if the request has the present version of its account', async () => {
      const { id } = await aRefund(api().dependencies, { operatorId });
      for (const [seen, why] of [
        [{ account_version: '1' }, 'none is named'],
        [{ account_version: 1 }, 'none is named, a number'],
      ] as const)
        expect((await send(gita, id, seen)).json.code, why).to.equal('ACCOUNT_CHANGED');
      expectProblem(await send(gita, id, { account_version: {} }), 400, 'VALIDATION');
      expect((await send(gita, id, { account_version: null })).json.status).to.equal('SENT');
    });

    it('a goodwill refund must be sent by another administrator than the one who added it', async () => {
      const { paymentId } = await aPaidBooking(api().dependencies, { operatorId });
      const added = await api().post(
        `/api/admin/payments/${paymentId}/refunds`,
        { amount: 100, note: 'No air.' },
        adminTokenOf(gita),
      );
      expectProblem(await send(gita, added.json.id), 409, 'SECOND_PERSON');
      expect((await send(hari, added.json.id)).json.status).to.equal('SENT');
    });

    it('a company’s cash refund is taken over by the platform only once, with or without an account to pay to', async () => {
      const [{ id }, second] = [await cashRefund(), await cashRefund()];
      expectProblem(await act(gita, id, 'claim'), 409, 'REFUND_STATE');
      const wrong = await act(gita, id, 'take-over', { account: { ...WALLET, number: '1' } });
      expectProblem(wrong, 400, 'VALIDATION');
      expect(wrong.json.errors[0].field).to.equal('account.number');
      const key = { 'Idempotency-Key': `take-over-${id}` };
      const { status, json } = await act(gita, id, 'take-over', { account: WALLET }, key);
      expect([status, json.taken_over, json.account.named_by]).to.deep.equal([200, true, 'ADMIN']);
      expect((await act(gita, id, 'take-over', { account: WALLET }, key)).json).to.deep.equal(json);
      expectProblem(await act(gita, id, 'take-over'), 409, 'REFUND_STATE');
      expect((await act(gita, second.id, 'take-over')).json).to.include({ taken_over: true, account: null });
      const token = staffTokenOf('CLERK', clerk, operatorId, 'ACTIVE');
      expectProblem(await api().post(`/api/operator/refunds/${id}/pay-cash`, undefined, token), 409, 'REFUND_STATE');
      const { bookingId } = (await api().dependencies.refundRecords.find(second.id))!;
      const office = (await api().get(`/api/operator/bookings/${bookingId}`, token)).json;
      expect(office.refunds[0].taken_over).to.equal(true);
      expect((await api().get('/api/operator/today', token)).json.cash_refunds).to.deep.equal([]);
    });

    it('the list of refunds warns of an account that other passengers have named too', async () => {
      const ids = [];
      for (const userId of [await aPassengerId(api().dependencies), await aPassengerId(api().dependencies)]) {
        const paid = await aPaidBooking(api().dependencies, { operatorId, userId });
        const { id } = await aRefund(api().dependencies, { paid });
        const account = { kind: 'BANK', holder: 'X', number: `NP${gita}0000${clerk}`, bank: 'Nabil' } as const;
        await api().useCases.nameAccount(userId, paid.booking.id, account);
        ids.push(id);
      }
      for (const id of ids) expect((await shown(id)).account.shared_with).to.equal(1);
    });
  },
  { overrides: { authenticate } },
);
