import { expect } from 'chai';
import { toIso } from '../../../core/kernel/time.ts';
import { START } from '../../support/clock.ts';
import { aDoubtfulPayment } from '../../support/corrections.ts';
import { onEveryServer } from '../../support/http.ts';
import { anAdmin, anOperator } from '../../support/people.ts';
import { adminTokenOf, authenticate } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

onEveryServer(
  'corrections of the ledger',
  (api) => {
    let first: string;
    let firstId: number;
    let second: string;
    let operatorId: number;

    beforeEach(async () => {
      const admin = await anAdmin(api().dependencies);
      [first, firstId] = [adminTokenOf(admin.id), admin.id];
      second = adminTokenOf((await anAdmin(api().dependencies)).id);
      ({ operatorId } = await anOperator(api().dependencies));
    });

    const GIVEN = { debit: 'FEES', credit: 'GATEWAY', amount: 15.5, gateway: 'ESEWA', reason: 'Not recorded.' };
    const propose = (traits: object = {}) => api().post('/api/admin/adjustments', { ...GIVEN, ...traits }, first);
    const decide = (id: number, name: 'confirm' | 'reject', token: string) =>
      api().post(`/api/admin/adjustments/${id}/${name}`, undefined, token);
    const rowsOf = async (kind: string) => (await api().get(`/api/admin/ledger?kind=${kind}`, first)).json.results;

    it('a ledger adjustment is proposed by one administrator and confirmed by a different one', async () => {
      const proposed = await propose();
      const { id } = proposed.json;
      expect([proposed.status, proposed.json]).to.deep.equal([
        201,
        {
          ...GIVEN,
          id,
          status: 'PROPOSED',
          operator_id: null,
          agent_id: null,
          decided_by: null,
          decided_at: null,
          proposed_by: { id: firstId, full_name: 'Anil Shrestha' },
          proposed_at: toIso(START),
        },
      ]);
      expect((await api().get(`/api/admin/adjustments/${id}`, second)).json).to.deep.equal(proposed.json);
      expectProblem(await decide(id, 'confirm', first), 409, 'SECOND_PERSON');
      const confirmed = await decide(id, 'confirm', second);
      expect([confirmed.status, confirmed.json.status]).to.deep.equal([200, 'CONFIRMED']);
      expect(confirmed.json.decided_by.full_name).to.equal('Anil Shrestha');
      for (const name of ['confirm', 'reject'] as const)
        for (const token of [first, second]) expectProblem(await decide(id, name, token), 409, 'ADJUSTMENT_STATE');
      const rows = (await rowsOf('ADJUSTMENT')).filter((row: { adjustment_id: number }) => row.adjustment_id === id);
      expect(rows).to.have.length(1);
      expect(rows[0]).to.include({ debit: 'FEES', credit: 'GATEWAY', amount: 15.5, gateway: 'ESEWA' });
    });

    it('a rejected ledger adjustment writes nothing to the ledger, and is listed with its status', async () => {
      const { id } = (await propose()).json;
      expect((await decide(id, 'reject', first)).json.status).to.equal('REJECTED');
      expect((await rowsOf('ADJUSTMENT')).map((row: { adjustment_id: number }) => row.adjustment_id)).to.not.include(
        id,
      );
      const list = async (status: string) =>
        (await api().get(`/api/admin/adjustments?status=${status}`, second)).json.results.map(
          (each: { id: number }) => each.id,
        );
      expect(await list('REJECTED')).to.include(id);
      expect(await list('PROPOSED')).to.not.include(id);
    });

    it('a ledger adjustment with a wrong field answers 400 and names the field', async () => {
      for (const [traits, field] of [
        [{ debit: 'UNEARNED' }, 'debit'],
        [{ credit: 'REFUND_DUE' }, 'credit'],
        [{ credit: 'TRANSFER' }, 'credit'],
        [{ credit: 'FEES' }, 'credit'],
        [{ debit: 'OPERATOR' }, 'operator_id'],
        [{ debit: 'CASH', operator_id: null }, 'operator_id'],
        [{ gateway: undefined }, 'gateway'],
        [{ gateway: null }, 'gateway'],
        [{ gateway: 'PAYPAL' }, 'gateway'],
        [{ amount: 0 }, 'amount'],
        [{ amount: -1 }, 'amount'],
        [{ amount: 0.001 }, 'amount'],
        [{ reason: ' ' }, 'reason'],
        [{ reason: 'x'.repeat(301) }, 'reason'],
      ] as const) {
        const refused = await propose(traits);
        expectProblem(refused, 400, 'VALIDATION');
        expect(refused.json.errors[0].field, JSON.stringify(traits)).to.equal(field);
      }
    });

    it('a ledger adjustment, its confirmation or a receipt answers 404 for an unknown company or adjustment', async () => {
      const about = { debit: 'OPERATOR', credit: 'BANK', operator_id: 2_000_000_000 };
      expectProblem(await propose(about), 404, 'OPERATOR_UNKNOWN');
      const body = { operator_id: 9_999_999_999, amount: 1, reference: 'x' };
      expectProblem(await api().post('/api/admin/receipts', body, first), 404, 'OPERATOR_UNKNOWN');
      expectProblem(await decide(2_000_000_000, 'confirm', first), 404, 'ADJUSTMENT_UNKNOWN');
    });

    it('a receipt of money from a company writes one ledger row, and a second receipt with its reference answers 409', async () => {
      const given = { operator_id: operatorId, amount: 300.25, reference: 'NIC-1' };
      const { status, json } = await api().post('/api/admin/receipts', given, first);
      expect([status, json]).to.deep.equal([201, { ...given, id: json.id, created_at: toIso(START) }]);
      const row = (await rowsOf('RECEIPT')).find((each: { receipt_id: number }) => each.receipt_id === json.id);
      expect(row).to.include({ debit: 'BANK', credit: 'OPERATOR', amount: 300.25, operator_id: operatorId });
      expectProblem(await api().post('/api/admin/receipts', { ...given, amount: 1 }, second), 409, 'RECEIPT_KNOWN');
      const other = await anOperator(api().dependencies);
      const theirs = { ...given, operator_id: other.operatorId };
      expect((await api().post('/api/admin/receipts', theirs, first)).status).to.equal(201);
    });

    it('a receipt of money with a zero amount, no reference or an invalid company answers 400 and names the field', async () => {
      for (const [traits, field] of [
        [{ amount: 0 }, 'amount'],
        [{ reference: '' }, 'reference'],
        [{ operator_id: 'x' }, 'operator_id'],
      ] as const) {
        const body = { operator_id: operatorId, amount: 1, reference: 'x', ...traits };
        const refused = await api().post('/api/admin/receipts', body, first);
        expect(refused.json.errors[0].field).to.equal(field);
      }
    });

    it('an unclear payment can be resolved only once by an administrator, and the answer shows the resolved payment', async () => {
      const id = await aDoubtfulPayment(api().dependencies);
      const resolve = (body: object) => api().post(`/api/admin/payments/${id}/resolve`, body, first);
      for (const [body, field] of [
        [{ as: 'LOST', note: 'x' }, 'as'],
        [{ note: 'x' }, 'as'],
        [{ as: 'FAILED' }, 'note'],
        [{ as: 'FAILED', note: 'x'.repeat(301) }, 'note'],
      ] as const)
        expect((await resolve(body)).json.errors[0].field).to.equal(field);
      expect((await api().get(`/api/admin/payments/${id}`, first)).json.resolvable).to.equal(true);
      const { status, json } = await resolve({ as: 'COMPLETE', note: 'eSewa shows it.' });
      expect([status, json.id, json.status, json.callbacks]).to.deep.equal([200, id, 'COMPLETE', []]);
      expect(json.resolvable).to.equal(false);
      expectProblem(await resolve({ as: 'FAILED', note: 'Or not.' }), 409, 'PAYMENT_STATE');
      const log = await api().get(`/api/admin/activity-log?subject=payment:${id}`, first);
      expect(log.json.results[0]).to.include({ kind: 'PAYMENT_RESOLVED' });
    });

    it('a cash payment cannot be resolved by an administrator and answers 409', async () => {
      const doubtful = await aDoubtfulPayment(api().dependencies);
      const id = await api().dependencies.transact(async ({ payments }) => {
        const { bookingId, amount, createdAt } = (await payments.get(doubtful))!;
        const cash = { gateway: 'CASH', transactionUuid: `cash-${doubtful}`, nextEnquiryAt: undefined };
        return payments.add({ bookingId, amount, createdAt, ...cash });
      });
      const refused = await api().post(`/api/admin/payments/${id}/resolve`, { as: 'FAILED', note: 'x' }, first);
      expectProblem(refused, 409, 'NOT_AT_GATEWAY');
    });
  },
  { overrides: { authenticate } },
);
