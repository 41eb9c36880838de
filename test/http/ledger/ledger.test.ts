import { expect } from 'chai';
import { minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { settlement } from '../../../core/ledger/entries.ts';
import { START } from '../../support/clock.ts';
import { fakeGateway, gatewaysOf } from '../../support/gateway.ts';
import { onEveryServer } from '../../support/http.ts';
import { KNOWN } from '../../support/known-gateways.ts';
import { anOperator } from '../../support/people.ts';
import { adminTokenOf, authenticate, staffTokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';
import { type StatedCompany, aJourney, aSale, aStatedCompany } from '../../support/stating.ts';

const ACCOUNTS = [
  'GATEWAY',
  'CASH',
  'BANK',
  'UNEARNED',
  'OPERATOR',
  'COMMISSION',
  'REFUND_DUE',
  'FEES',
  'TRANSFER',
  'AGENT',
];

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
    /** Returns the balances in paisa, to compare them. */
    const balances = async (): Promise<Readonly<Record<string, number>>> =>
      Object.fromEntries(
        Object.entries((await api().get('/api/admin/balances', admin)).json as Record<string, number>)
          .filter(([account]) => account !== 'gateways')
          .map(([account, amount]) => [account, Math.round(amount * 100)]),
      );
    const gateways = async (): Promise<Readonly<Record<string, number>>> =>
      (await api().get('/api/admin/balances', admin)).json.gateways;
    const changesSince = async (before: Readonly<Record<string, number>>) =>
      Object.fromEntries(
        Object.entries(await balances())
          .map(([account, amount]) => [account, amount - (before[account] ?? 0)] as const)
          .filter(([, change]) => change !== 0),
      );
    const inWords = (rows: readonly { kind: string; debit: string; credit: string; amount: number }[]) =>
      rows.map(({ kind, debit, credit, amount }) => `${kind} ${debit}/${credit} ${amount}`);

    it('the ledger shows administrators and the company every movement of a booking’s money, oldest first', async () => {
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
        ...['gateway', 'adjustment_id', 'receipt_id', 'agent_id', 'agent_payment_id'],
      );
      expect(results[0]).to.include({
        booking_id: id,
        operator_id: company.operatorId,
        refund_id: null,
        gateway: 'ESEWA',
      });
      expect(results[1]).to.include({ gateway: null, adjustment_id: null, receipt_id: null });
      expect((await api().get(`/api/operator/bookings/${id}/ledger`, manager)).json.results).to.deep.equal(results);
      const first = (await api().get(`/api/operator/bookings/${id}/ledger?limit=2`, manager)).json;
      const rest = await api().get(
        `/api/operator/bookings/${id}/ledger?cursor=${encodeURIComponent(first.next_cursor)}`,
        manager,
      );
      expect([...first.results, ...rest.json.results]).to.deep.equal(results);
    });

    it('a booking’s ledger rows are shown only to administrators and managers of the booking’s company', async () => {
      const { id } = await aJourney(api().dependencies, company);
      const other = await anOperator(api().dependencies);
      const path = `/api/operator/bookings/${id}/ledger`;
      expectProblem(await api().get(path, staffTokenOf('OWNER', other.id, other.operatorId)), 404, 'BOOKING_UNKNOWN');
      expectProblem(await api().get('/api/admin/bookings/2000000000/ledger', admin), 404, 'BOOKING_UNKNOWN');
      const clerk = staffTokenOf('CLERK', company.passenger, company.operatorId);
      expectProblem(await api().get(path, clerk), 403, 'POSITION_TOO_LOW');
      expectProblem(await api().get('/api/admin/ledger', manager), 403, 'WRONG_ROLE');
    });

    it('the ledger is listed newest first, and filtered by account, kind, company and day', async () => {
      await aJourney(api().dependencies, company);
      await aSale(api().dependencies, company, 10_005);
      await api().dependencies.transact(({ ledger }) =>
        ledger.record(settlement(paisa(1), paisa(0), 'ESEWA'), minutesAfter(START, 24 * 60)),
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
      expect(inWords((await list(`?gateway=ESEWA&${of}`)).results)).to.deep.equal(['PAYMENT GATEWAY/UNEARNED 2000.5']);
      expect((await list(`?gateway=SELF_PAYING&${of}`)).results).to.deep.equal([]);
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
        ['gateway=KLARNA', 'gateway'],
        ['from=yesterday', 'from'],
        ['cursor=x', 'cursor'],
      ] as const)
        expect((await api().get(`/api/admin/ledger?${query}`, admin)).json.errors[0].field).to.equal(field);
    });

    it('the ledger’s balances of all accounts add up to zero', async () => {
      const before = await balances();
      await aJourney(api().dependencies, company);
      expect(await changesSince(before)).to.deep.equal({ GATEWAY: 200_050, OPERATOR: -185_046, COMMISSION: -15_004 });
      expect(Object.keys(before)).to.deep.equal(ACCOUNTS);
      expect(Object.values(before).reduce((sum, amount) => sum + amount)).to.equal(0);
    });

    it('the ledger’s balances include each known gateway, and the balances of the gateways add up to that of GATEWAY', async () => {
      const known = api().dependencies.gateways.known.map(({ name }) => name);
      await aJourney(api().dependencies, company);
      const parts = await gateways();
      expect(Object.keys(parts)).to.deep.equal(known);
      const sum = Object.values(parts).reduce((whole, amount) => whole + Math.round(amount * 100), 0);
      expect(sum).to.equal((await balances())['GATEWAY']);
      expect(parts['ESEWA']).to.be.above(0);
    });

    describe('settlements', () => {
      const settle = (body: object, headers?: Readonly<Record<string, string>>) =>
        api().post('/api/admin/settlements', body, admin, headers);
      const GIVEN = { amount: 1_970.49, fee: 30.01, reference: 'ESEWA-2026-11-20' };
      const SHOWN = { gateway: 'ESEWA', forced: false };

      it('a gateway settlement writes its ledger rows and is in the activity log', async () => {
        await aJourney(api().dependencies, company);
        const before = await balances();
        const { status, json } = await settle(GIVEN);
        expect([status, json]).to.deep.equal([201, { ...GIVEN, ...SHOWN, id: json.id, created_at: toIso(START) }]);
        expect(await changesSince(before)).to.deep.equal({ GATEWAY: -200_050, BANK: 197_049, FEES: 3_001 });
        const log = await api().get(`/api/admin/activity-log?subject=settlement:${json.id}`, admin);
        expect(log.json.results).to.have.length(1);
        expect(log.json.results[0]).to.deep.include({
          kind: 'SETTLEMENT_ADDED',
          subject: { type: 'settlement', id: json.id },
          changes: {
            gateway: { old: null, new: 'ESEWA' },
            amount: { old: null, new: 1970.49 },
            fee: { old: null, new: 30.01 },
            reference: { old: null, new: GIVEN.reference },
          },
        });
      });

      it('a gateway settlement may leave out the fee, and is recorded only once under one Idempotency-Key', async () => {
        await aJourney(api().dependencies, company);
        const without = { amount: 17.5, reference: 'ESEWA-2026-11-21' };
        const key = { 'Idempotency-Key': 'settlement-1' };
        const answers = [await settle(without, key), await settle(without, key)];
        expect(answers[0]!.json).to.include({ fee: 0 });
        expect(answers[1]!.json).to.deep.equal(answers[0]!.json);
        const mine = (await list('?kind=SETTLEMENT')).results.filter(
          ({ amount }: { amount: number }) => amount === 17.5,
        );
        expect(mine).to.have.length(1);
      });

      it('a gateway settlement with a reference that the same gateway has used before answers 409', async () => {
        await settle({ ...GIVEN, reference: 'typed twice', force: true });
        const before = await balances();
        expectProblem(await settle({ ...GIVEN, reference: 'typed twice', amount: 1 }), 409, 'SETTLEMENT_KNOWN');
        expect(await changesSince(before)).to.deep.equal({});
        const exceeding = { ...GIVEN, reference: 'typed twice', amount: 900_000_000 };
        expectProblem(await settle(exceeding), 409, 'SETTLEMENT_KNOWN');
      });

      it('a gateway settlement of more money than the gateway owes is refused unless the administrator forces it', async () => {
        await aJourney(api().dependencies, company);
        const before = await balances();
        const held = (await gateways())['ESEWA'] ?? 0;
        const more = { amount: held, fee: 0.01, reference: 'more than held' };
        const refused = await settle(more);
        expectProblem(refused, 409, 'SETTLEMENT_EXCEEDS');
        expect(refused.json.held).to.equal(held);
        expect(await changesSince(before)).to.deep.equal({});
        expect((await settle({ ...more, force: true })).json).to.include({ forced: true });
        expect((await gateways())['ESEWA']).to.equal(-0.01);
      });

      it('a gateway settlement is compared with the money that this gateway owes, not with that of other gateways', async () => {
        await aJourney(api().dependencies, company);
        const other = { amount: 1, reference: 'of another gateway', gateway: 'SELF_PAYING' };
        const refused = await settle(other);
        expectProblem(refused, 409, 'SETTLEMENT_EXCEEDS');
        expect(refused.json.held).to.equal(0);
        const before = await gateways();
        expect((await settle({ ...other, force: true })).json).to.include({ gateway: 'SELF_PAYING', forced: true });
        expect(await gateways()).to.deep.equal({ ...before, SELF_PAYING: (before['SELF_PAYING'] ?? 0) - 1 });
      });

      it('a gateway settlement of all the money that the gateway owes is accepted', async () => {
        await aJourney(api().dependencies, company);
        const held = (await gateways())['ESEWA'] ?? 0;
        expect((await settle({ amount: held, reference: 'all that is held' })).status).to.equal(201);
        expect((await gateways())['ESEWA']).to.equal(0);
      });

      it('a gateway settlement with a wrong field is refused, and the answer names the field', async () => {
        for (const [body, field] of [
          [{ amount: 0 }, 'amount'],
          [{ amount: 1.001 }, 'amount'],
          [{ fee: -1 }, 'fee'],
          [{ reference: ' ' }, 'reference'],
          [{ gateway: 'PAYPAL' }, 'gateway'],
          [{ force: 'perhaps' }, 'force'],
        ] as const)
          expect((await settle({ ...GIVEN, ...body })).json.errors[0].field).to.equal(field);
      });
    });
  },
  { overrides: { authenticate, gateways: { ...gatewaysOf(fakeGateway()), ...KNOWN } } },
);
