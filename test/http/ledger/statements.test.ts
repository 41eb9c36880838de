import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter, toIso } from '../../../core/kernel/time.ts';
import { aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { aClerk } from '../../support/counter.ts';
import { onEveryServer } from '../../support/http.ts';
import { lookAt } from '../../support/pdf.ts';
import { anOperator } from '../../support/people.ts';
import { adminTokenOf, authenticate, staffTokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';
import { type StatedCompany, aCancellation, aJourney, aSale, aStatedCompany } from '../../support/stating.ts';

const TODAY = '2026-11-20';

onEveryServer(
  'statements',
  (api) => {
    let company: StatedCompany;
    let admin: string;
    let manager: string;

    beforeEach(async () => {
      company = await aStatedCompany(api().dependencies, 'नीलो आकाश यातायात');
      admin = adminTokenOf(company.admin);
      manager = staffTokenOf('MANAGER', company.passenger, company.operatorId);
    });

    const make = (given: object = {}, headers?: Readonly<Record<string, string>>) =>
      api().post('/api/admin/statements', { operator_id: company.operatorId, until: TODAY, ...given }, admin, headers);
    const pay = (id: number, body: object = { reference: 'NIC-77810' }) =>
      api().post(`/api/admin/statements/${id}/pay`, body, admin);
    const aMember = async () => (await aClerk(api().dependencies, company)).userId;
    const aJourneyOf = () => aJourney(api().dependencies, company);

    it('a statement adds up the company’s earnings and its cash to the paisa', async () => {
      const online = await aJourneyOf();
      await aCancellation(api().dependencies, online, { fee: paisa(50_013), isEarned: true });
      await aSale(api().dependencies, company, 10_005);
      const { status, json } = await make();
      expect(status).to.equal(201);
      expect(json.number).to.match(/^ST-2026-\d{6}$/);
      const about = { booking_code: online.code, departure_time: toIso(hoursAfter(START, 48)) };
      expect(json).to.deep.equal({
        id: json.id,
        number: json.number,
        operator: { id: company.operatorId, company_name: 'नीलो आकाश यातायात' },
        from: TODAY,
        until: TODAY,
        opening_balance: 0,
        lines: [
          { ...about, kind: 'EARNED', gross: 2000.5, commission: 150.04, net: 1850.46 },
          { ...about, kind: 'CANCELLATION', gross: -1500.37, commission: -112.53, net: -1387.84 },
        ],
        lines_next: null,
        cash_held: 100.05,
        total: 362.57,
        status: 'OPEN',
        reference: null,
        paid_at: null,
      });
      for (const [prefix, token] of [
        ['admin', admin],
        ['operator', manager],
      ] as const) {
        expect((await api().get(`/api/${prefix}/statements/${json.id}`, token)).json).to.deep.equal(json);
        const { lines: _, lines_next: __, ...listed } = json;
        const list = await api().get(`/api/${prefix}/statements?limit=1`, token);
        expect(list.json.results).to.deep.equal([listed]);
      }
    });

    it('a statement includes counter sales, and the fee of a counter sale that was cancelled', async () => {
      const clerk = staffTokenOf('CLERK', await aMember(), company.operatorId);
      const { id: trip } = await aTrip(api().dependencies, { bus: { operatorId: company.operatorId } });
      const contact = { name: 'Asha Gurung', phone: '9812345678' };
      const sale = { seat_numbers: ['A1', 'A2'], contact, paid_by: 'QR' };
      const sold = await api().post(`/api/operator/trips/${trip}/sales`, sale, clerk);
      expect(sold.status, sold.text).to.equal(201);
      expect((await make()).json).to.deep.include({ lines: [], opening_balance: 0, cash_held: 2400, total: -2400 });
      const cancelled = await api().post(`/api/admin/bookings/${sold.json.id}/cancel`, { reason: 'No bus.' }, admin);
      expect(cancelled.status, cancelled.text).to.equal(200);
      // The cancelled sale earned nothing, and the company has not paid out the refund yet. So a new statement would be
      // empty.
      expectProblem(await make(), 409, 'NOTHING_TO_STATE');
      await api().post('/api/operator/shifts', { opening_cash: 3000 }, clerk);
      const paid = await api().post(`/api/operator/refunds/${cancelled.json.refunds[0].id}/pay-cash`, {}, clerk);
      expect(paid.status, paid.text).to.equal(200);
      expect((await make()).json).to.deep.include({ lines: [], opening_balance: -2400, cash_held: -2400, total: 0 });
    });

    it('a statement is refused for tomorrow, an invalid day, an unknown company, or without new ledger rows', async () => {
      const tomorrow = await make({ until: '2026-11-21' });
      expectProblem(tomorrow, 400, 'VALIDATION');
      expect(tomorrow.json.errors[0].field).to.equal('until');
      for (const until of ['', '20-11-2026', '2026-02-30', null])
        expect((await make({ until })).json.errors[0].field, String(until)).to.equal('until');
      for (const id of ['4x', 0, -1, null])
        expect((await make({ operator_id: id })).json.errors[0].field, String(id)).to.equal('operator_id');
      for (const id of [999_999, 2 ** 31, 1e300])
        expectProblem(await make({ operator_id: id }), 404, 'OPERATOR_UNKNOWN');
      // A wrong field is reported before an unknown company.
      expectProblem(await make({ operator_id: 999_999, until: '2026-11-21' }), 400, 'VALIDATION');
      expectProblem(await make(), 409, 'NOTHING_TO_STATE');
    });

    it('a statement is made only once under one Idempotency-Key', async () => {
      await aJourneyOf();
      const key = { 'Idempotency-Key': `statement-${company.operatorId}` };
      const [first, again] = [await make({}, key), await make({}, key)];
      expect([first.status, again.status]).to.deep.equal([201, 201]);
      expect(again.json).to.deep.equal(first.json);
    });

    it('a statement is marked as paid with a reference, and paying it again answers 409', async () => {
      await aJourneyOf();
      const { json } = await make();
      for (const reference of ['', 'x'.repeat(101), null])
        expectProblem(await pay(json.id, { reference }), 400, 'VALIDATION');
      const paid = await pay(json.id);
      expect([paid.status, paid.json]).to.deep.equal([
        200,
        { ...json, status: 'PAID', reference: 'NIC-77810', paid_at: toIso(START) },
      ]);
      expectProblem(await pay(json.id), 409, 'STATEMENT_PAID');
      expectProblem(await pay(999_999), 404, 'STATEMENT_UNKNOWN');
      expect((await api().get(`/api/operator/statements/${json.id}`, manager)).json).to.deep.equal(paid.json);
    });

    it('statements are filtered by company and state', async () => {
      await aJourneyOf();
      const first = (await make()).json;
      await aJourneyOf();
      const second = (await make()).json;
      await pay(first.id);
      const ids = async (path: string, token: string) =>
        (await api().get(path, token)).json.results.map(({ id }: { readonly id: number }) => id);
      const own = `/api/admin/statements?operator_id=${company.operatorId}`;
      expect(await ids(own, admin)).to.deep.equal([second.id, first.id]);
      expect(await ids(`${own}&status=PAID`, admin)).to.deep.equal([first.id]);
      expect(await ids('/api/operator/statements', manager)).to.deep.equal([second.id, first.id]);
      expect(await ids('/api/operator/statements?status=OPEN', manager)).to.deep.equal([second.id]);
    });

    it('a statement is not shown to other companies', async () => {
      await aJourneyOf();
      const { id } = (await make()).json;
      const other = await anOperator(api().dependencies);
      const stranger = staffTokenOf('OWNER', other.id, other.operatorId);
      for (const form of ['', '.csv', '.pdf', '/lines']) {
        expectProblem(await api().get(`/api/operator/statements/${id}${form}`, stranger), 404, 'STATEMENT_UNKNOWN');
        expectProblem(await api().get(`/api/operator/statements/999999${form}`, manager), 404, 'STATEMENT_UNKNOWN');
        expectProblem(await api().get(`/api/admin/statements/999999${form}`, admin), 404, 'STATEMENT_UNKNOWN');
        const clerk = staffTokenOf('CLERK', company.passenger, company.operatorId);
        expectProblem(await api().get(`/api/operator/statements/${id}${form}`, clerk), 403, 'POSITION_TOO_LOW');
      }
    });

    it('a statement can be read by its company while the company is suspended', async () => {
      await aJourneyOf();
      const { id } = (await make()).json;
      const token = staffTokenOf('MANAGER', company.passenger, company.operatorId, 'SUSPENDED');
      expect((await api().get(`/api/operator/statements/${id}`, token)).status).to.equal(200);
    });

    it('the column net in a statement’s CSV adds up to the statement’s total', async () => {
      const booking = await aJourneyOf();
      await aSale(api().dependencies, company, 10_005);
      const { id, number } = (await make()).json;
      for (const [prefix, token] of [
        ['admin', admin],
        ['operator', manager],
      ] as const) {
        const { status, headers, bytes } = await api().get(`/api/${prefix}/statements/${id}.csv`, token);
        expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/csv; charset=utf-8']);
        expect(headers.get('content-disposition')).to.equal(`attachment; filename="${number}.csv"`);
        expect(Buffer.from(bytes).toString()).to.equal(
          [
            '\ufeffbooking_code,departure_time,kind,gross,commission,net',
            `${booking.code},${toIso(hoursAfter(START, 48))},EARNED,2000.5,150.04,1850.46`,
            ',,OPENING_BALANCE,,,0',
            ',,CASH_HELD,,,-100.05',
            ',,TOTAL,,,1750.41',
            '',
          ].join('\r\n'),
        );
      }
    });

    it('a statement is returned with its first hundred lines, and further pages have the other lines in the same order', async () => {
      for (let made = 0; made < 103; made += 1) await aJourneyOf();
      const { json } = await make();
      expect(json.lines).to.have.length(100);
      for (const [prefix, token] of [
        ['admin', admin],
        ['operator', manager],
      ] as const) {
        const address = `/api/${prefix}/statements/${json.id}`;
        const shown = (await api().get(address, token)).json;
        const more = (await api().get(`${address}/lines?cursor=${shown.lines_next}`, token)).json;
        expect([more.results.length, more.next_cursor]).to.deep.equal([3, null]);
        const all = (await api().get(`${address}/lines?limit=1000`, token)).json;
        expect(all).to.deep.equal({ results: [...shown.lines, ...more.results], next_cursor: null });
        const codes: string[] = all.results.map((line: { booking_code: string }) => line.booking_code);
        expect(codes).to.deep.equal([...codes].sort());
        const table = Buffer.from((await api().get(`${address}.csv`, token)).bytes).toString();
        expect(
          table
            .split('\r\n')
            .slice(1, 104)
            .map((row) => row.split(',')[0]),
        ).to.deep.equal(codes);
        expect(table.split('\r\n').at(-2)).to.equal(`,,TOTAL,,,${json.total}`);
        const refused = await api().get(`${address}/lines?limit=1001`, token);
        expectProblem(refused, 400, 'VALIDATION');
        expect(refused.json.errors[0].field).to.equal('limit');
      }
      const paid = await pay(json.id);
      expect(paid.json.lines).to.deep.equal(json.lines);
      expect(paid.json.lines_next).to.equal(json.lines_next);
      const next = await api().get(`/api/admin/statements/${json.id}/lines?cursor=${json.lines_next}`, admin);
      expect(next.json.results).to.have.length(3);
    });

    it('a statement’s PDF shows number, company, days and lines', async () => {
      const booking = await aJourneyOf();
      const { id, number } = (await make()).json;
      await pay(id);
      for (const [prefix, token] of [
        ['admin', admin],
        ['operator', manager],
      ] as const) {
        const { status, headers, bytes } = await api().get(`/api/${prefix}/statements/${id}.pdf`, token);
        expect([status, headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
        expect(headers.get('content-disposition')).to.equal(`attachment; filename="${number}.pdf"`);
        const [page] = await lookAt(Uint8Array.from(bytes));
        for (const words of [
          ...[number, 'नीलो आकाश यातायात', `${TODAY} to ${TODAY}`, `PAID on ${TODAY}`, 'NIC-77810', 'NPR 1850.46'],
          `${booking.code} 2026-11-22 10:00 Earned 2000.50 150.04 1850.46`,
        ])
          expect(page!.text).to.include(words);
      }
    });

    it('a statement is in its company’s activity log as made and paid by “Administration”, without an administrator’s name', async () => {
      await aJourneyOf();
      const { id } = (await make()).json;
      await pay(id);
      const log = await api().get(`/api/operator/activity-log?subject=statement:${id}`, manager);
      expect(
        log.json.results.map(({ kind, actor }: { kind: string; actor: { name: string } }) => [kind, actor.name]),
      ).to.deep.equal([
        ['STATEMENT_PAID', 'Administration'],
        ['STATEMENT_MADE', 'Administration'],
      ]);
    });
  },
  { overrides: { authenticate } },
);
