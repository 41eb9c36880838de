import { expect } from 'chai';
import { minutesAfter, toIso } from '../../core/kernel/time.ts';
import { paisa } from '../../core/kernel/money.ts';
import { settlement } from '../../core/ledger/entries.ts';
import { START } from '../support/clock.ts';
import { onEveryServer } from '../support/http.ts';
import { anOperator } from '../support/people.ts';
import { adminTokenOf, authenticate, staffTokenOf } from '../support/plain-tokens.ts';
import { expectProblem } from '../support/problems.ts';
import { aJourney, aSale, aStatedCompany } from '../support/stating.ts';
import type { StatedCompany } from '../support/stating.ts';

const ACCOUNTS = ['GATEWAY', 'CASH', 'BANK', 'UNEARNED', 'OPERATOR', 'COMMISSION', 'REFUND_DUE', 'FEES'];

onEveryServer(
  'the ledger',
  (api) => {
    let company: StatedCompany;
    let admin: string;
    let manager: string;

    beforeEach(async () => {
      company = await aStatedCompany(api().dependencies);
      admin = adminTokenOf(company.admin);
      manager = staffTokenOf('MANAGER', company.passenger, company.operatorId);
    });

    const list = async (query = '') => (await api().get(`/api/admin/ledger${query}`, admin)).json;
    /** In paisa, to compare them. */
    const balances = async (): Promise<Readonly<Record<string, number>>> =>
      Object.fromEntries(
        Object.entries((await api().get('/api/admin/balances', admin)).json as Record<string, number>).map(
          ([account, amount]) => [account, Math.round(amount * 100)],
        ),
      );
    const changesSince = async (before: Readonly<Record<string, number>>) =>
      Object.fromEntries(
        Object.entries(await balances())
          .map(([account, amount]) => [account, amount - (before[account] ?? 0)] as const)
          .filter(([, change]) => change !== 0),
      );
    const inWords = (rows: readonly { kind: string; debit: string; credit: string; amount: number }[]) =>
      rows.map(({ kind, debit, credit, amount }) => `${kind} ${debit}/${credit} ${amount}`);

    it('explains every rupee of a booking, to administrators and to the company, oldest first', async () => {
      const { id } = await aJourney(api().dependencies, company);
      const { results, next_cursor: next } = (await api().get(`/api/admin/bookings/${id}/ledger`, admin)).json;
      expect(inWords(results)).to.deep.equal([
        'PAYMENT GATEWAY/UNEARNED 2000.5',
        'EARNED UNEARNED/OPERATOR 1850.46',
        'EARNED UNEARNED/COMMISSION 150.04',
      ]);
      expect(next).to.equal(null);
      expect(results[0]).to.have.all.keys(
        ...['id', 'at', 'kind', 'debit', 'credit', 'amount'],
        ...['booking_id', 'operator_id', 'payment_id', 'refund_id', 'statement_id'],
      );
      expect(results[0]).to.include({ booking_id: id, operator_id: company.operatorId, refund_id: null });
      expect((await api().get(`/api/operator/bookings/${id}/ledger`, manager)).json.results).to.deep.equal(results);
      const first = (await api().get(`/api/operator/bookings/${id}/ledger?limit=2`, manager)).json;
      const rest = await api().get(
        `/api/operator/bookings/${id}/ledger?cursor=${encodeURIComponent(first.next_cursor)}`,
        manager,
      );
      expect([...first.results, ...rest.json.results]).to.deep.equal(results);
    });

    it('shows a booking to nobody else', async () => {
      const { id } = await aJourney(api().dependencies, company);
      const other = await anOperator(api().dependencies);
      const path = `/api/operator/bookings/${id}/ledger`;
      expectProblem(await api().get(path, staffTokenOf('OWNER', other.id, other.operatorId)), 404, 'BOOKING_UNKNOWN');
      expectProblem(await api().get('/api/admin/bookings/2000000000/ledger', admin), 404, 'BOOKING_UNKNOWN');
      const clerk = staffTokenOf('CLERK', company.passenger, company.operatorId);
      expectProblem(await api().get(path, clerk), 403, 'POSITION_TOO_LOW');
      expectProblem(await api().get('/api/admin/ledger', manager), 403, 'WRONG_ROLE');
    });

    it('is listed newest first, by account, kind, company and day', async () => {
      await aJourney(api().dependencies, company);
      await aSale(api().dependencies, company, 10_005);
      await api().dependencies.transact(({ ledger }) =>
        ledger.record(settlement(paisa(1), paisa(0)), minutesAfter(START, 24 * 60)),
      );
      expect(inWords((await list()).results)[0]).to.equal('SETTLEMENT BANK/GATEWAY 0.01');
      expect((await list()).results[0]).to.include({ booking_id: null, operator_id: null });
      const of = `operator_id=${company.operatorId}`;
      expect(inWords((await list('?account=GATEWAY')).results).slice(0, 2)).to.deep.equal([
        'SETTLEMENT BANK/GATEWAY 0.01',
        'PAYMENT GATEWAY/UNEARNED 2000.5',
      ]);
      expect(inWords((await list(`?account=GATEWAY&${of}`)).results)).to.deep.equal([
        'PAYMENT GATEWAY/UNEARNED 2000.5',
      ]);
      expect(inWords((await list(`?account=CASH&${of}&kind=PAYMENT`)).results)).to.deep.equal([
        'PAYMENT CASH/UNEARNED 100.05',
      ]);
      const tomorrow = (await list('?from=2026-11-21&to=2026-11-21')).results;
      expect(new Set(inWords(tomorrow))).to.deep.equal(new Set(['SETTLEMENT BANK/GATEWAY 0.01']));
      const { next_cursor: next } = await list('?limit=1');
      expect((await list(`?cursor=${encodeURIComponent(next)}`)).results).to.deep.equal(
        (await list()).results.slice(1),
      );
      for (const [query, field] of [
        ['account=PURSE', 'account'],
        ['kind=GIFT', 'kind'],
        ['operator_id=x', 'operator_id'],
        ['from=yesterday', 'from'],
        ['cursor=x', 'cursor'],
      ] as const)
        expect((await api().get(`/api/admin/ledger?${query}`, admin)).json.errors[0].field).to.equal(field);
    });

    it('says what every account stands at', async () => {
      const before = await balances();
      await aJourney(api().dependencies, company);
      expect(await changesSince(before)).to.deep.equal({ GATEWAY: 200_050, OPERATOR: -185_046, COMMISSION: -15_004 });
      expect(Object.keys(before)).to.deep.equal(ACCOUNTS);
      expect(Object.values(before).reduce((sum, amount) => sum + amount)).to.equal(0);
    });

    describe('settlements', () => {
      const settle = (body: object, headers?: Readonly<Record<string, string>>) =>
        api().post('/api/admin/settlements', body, admin, headers);
      const GIVEN = { amount: 1_970.49, fee: 30.01, reference: 'ESEWA-2026-11-20' };

      it('are recorded with their rows and told in the activity log', async () => {
        const before = await balances();
        const { status, json } = await settle(GIVEN);
        expect([status, json]).to.deep.equal([201, { ...GIVEN, id: json.id, created_at: toIso(START) }]);
        expect(await changesSince(before)).to.deep.equal({ GATEWAY: -200_050, BANK: 197_049, FEES: 3_001 });
        const log = await api().get(`/api/admin/activity-log?subject=settlement:${json.id}`, admin);
        expect(log.json.results).to.have.length(1);
        expect(log.json.results[0]).to.deep.include({
          kind: 'SETTLEMENT_ADDED',
          subject: { type: 'settlement', id: json.id },
          changes: {
            amount: { old: null, new: 1970.49 },
            fee: { old: null, new: 30.01 },
            reference: { old: null, new: GIVEN.reference },
          },
        });
      });

      it('need no fee, and are recorded once however often they are sent', async () => {
        const without = { amount: 17.5, reference: GIVEN.reference };
        const key = { 'Idempotency-Key': 'settlement-1' };
        const answers = [await settle(without, key), await settle(without, key)];
        expect(answers[0]!.json).to.include({ fee: 0 });
        expect(answers[1]!.json).to.deep.equal(answers[0]!.json);
        const mine = (await list('?kind=SETTLEMENT')).results.filter(
          ({ amount }: { amount: number }) => amount === 17.5,
        );
        expect(mine).to.have.length(1);
      });

      it('refuse what is no amount', async () => {
        for (const [body, field] of [
          [{ amount: 0 }, 'amount'],
          [{ amount: 1.001 }, 'amount'],
          [{ fee: -1 }, 'fee'],
          [{ reference: ' ' }, 'reference'],
        ] as const)
          expect((await settle({ ...GIVEN, ...body })).json.errors[0].field).to.equal(field);
      });
    });
  },
  { overrides: { authenticate } },
);
