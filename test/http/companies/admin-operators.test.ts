import { expect } from 'chai';
import type { Account } from '../../../core/accounts/account.ts';
import type { OperatorId } from '../../../core/kernel/ids.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { START } from '../../support/clock.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { portalsOn } from '../../support/portals.ts';
import { expectProblem } from '../../support/problems.ts';

onEveryServer('administrators’ requests about companies', (api) => {
  const { signIn, operator } = portalsOn(api);
  let token: string;

  before(async () => {
    token = (await signIn()).access;
  });

  const get = (path: string) => api().get(`/api/admin/operators${path}`, token);
  const change = (id: number, body: object) => api().patch(`/api/admin/operators/${id}`, body, token);
  const entriesAbout = async (id: number): Promise<readonly Json[]> =>
    (await api().get(`/api/admin/activity-log?subject=operator:${id}`, token)).json.results;
  const shown = (owner: Account & { readonly operatorId: OperatorId }, traits: object = {}) => ({
    id: owner.operatorId,
    company_name: owner.companyName,
    contact_phone: null,
    contact_email: null,
    address: null,
    pan_no: null,
    status: 'ACTIVE',
    commission_rate: null,
    cancellation_tiers: null,
    change_tiers: null,
    blind_count: false,
    agents_allowed: true,
    kept_until_hours: null,
    positions: 'PUBLIC',
    owners: [{ user_id: owner.id, full_name: 'Sita Rai', email: owner.email }],
    buses: 0,
    staff: 1,
    created_at: '2026-11-01T06:00:00.000Z',
    ...traits,
  });

  it('an administrator can list, search and view companies', async () => {
    const [one, other] = [
      await operator({ companyName: 'ÜBER Travels' }),
      await operator({ companyName: 'Über Alles' }),
    ];
    expect((await get('?q=über')).json).to.deep.equal({ results: [shown(other), shown(one)], next_cursor: null });
    expect((await get('?q=travels&status=ACTIVE&limit=1')).json.results).to.deep.equal([shown(one)]);
    expect((await get('?q=über&status=SUSPENDED')).json.results).to.deep.equal([]);
    expect((await get(`/${one.operatorId}`)).json).to.deep.equal(shown(one));
    const refused = await get('?status=GONE');
    expectProblem(refused, 400, 'VALIDATION');
    expect(refused.json.errors[0].field).to.equal('status');
  });

  it('a company can get its own commission rate and return to the platform’s rate', async () => {
    const sita = await operator();
    for (const rate of [7.25, 0, 100, null]) {
      const { status, json } = await change(sita.operatorId, { commission_rate: rate });
      expect([status, json]).to.deep.equal([200, shown(sita, { commission_rate: rate })]);
    }
    expect((await entriesAbout(sita.operatorId)).map(({ kind, changes }) => [kind, changes])).to.deep.equal(
      [
        [100, null],
        [0, 100],
        [7.25, 0],
        [null, 7.25],
      ].map(([before, after]) => ['OPERATOR_CHANGED', { commission_rate: { old: before, new: after } }]),
    );
    for (const rate of [-1, 100.01, 7.255, 'x', true]) {
      const refused = await change(sita.operatorId, { commission_rate: rate });
      expectProblem(refused, 400, 'VALIDATION');
      expect(refused.json.errors[0].field, String(rate)).to.equal('commission_rate');
    }
  });

  it('a company can be suspended for a reason and reactivated, and its staff stay signed in', async () => {
    const sita = await operator();
    const access = api().dependencies.tokens.issueAccess(
      { userId: sita.id, role: 'OPERATOR', tokenVersion: sita.tokenVersion },
      daysAfter(START, 1),
    );
    const refused = await change(sita.operatorId, { status: 'SUSPENDED' });
    expectProblem(refused, 400, 'VALIDATION');
    expect(refused.json.errors[0].field).to.equal('reason');

    const { status, json } = await change(sita.operatorId, { status: 'SUSPENDED', reason: 'Its licence has run out.' });
    expect([status, json]).to.deep.equal([200, shown(sita, { status: 'SUSPENDED' })]);
    expect((await get('?status=SUSPENDED&limit=1')).json.results).to.deep.equal([json]);
    expect((await api().get('/api/operator/company', access)).json).to.include({ status: 'SUSPENDED' });
    expectProblem(await api().patch('/api/operator/company', { address: 'x' }, access), 403, 'COMPANY_SUSPENDED');

    expect((await change(sita.operatorId, { status: 'ACTIVE' })).json).to.deep.equal(shown(sita));
    const [last, first] = await entriesAbout(sita.operatorId);
    expect(first).to.deep.include({
      kind: 'OPERATOR_CHANGED',
      changes: { status: { old: 'ACTIVE', new: 'SUSPENDED' } },
      operator_id: sita.operatorId,
    });
    expect(first.description).to.contain('Its licence has run out.');
    expect(last.changes).to.deep.equal({ status: { old: 'SUSPENDED', new: 'ACTIVE' } });
  });

  it('a suspended company’s commission rate can be changed without a reason', async () => {
    const sita = await operator();
    await change(sita.operatorId, { status: 'SUSPENDED', reason: 'Its licence has run out.' });
    for (const body of [{ commission_rate: 5 }, { commission_rate: 6, status: 'SUSPENDED' }]) {
      const { status, json } = await change(sita.operatorId, body);
      expect([status, json]).to.deep.equal([200, shown(sita, { ...body, status: 'SUSPENDED' })]);
    }
  });

  it('saving a company without any change adds nothing to the activity log', async () => {
    const sita = await operator();
    for (const body of [{}, { colour: 'red', company_name: 'Mine' }, { status: 'ACTIVE', commission_rate: null }]) {
      const { status, json } = await change(sita.operatorId, body);
      expect([status, json]).to.deep.equal([200, shown(sita)]);
    }
    expect(await entriesAbout(sita.operatorId)).to.deep.equal([]);
  });

  it('a change of a company answers 400 for an unknown status, and 404 for an unknown company', async () => {
    const sita = await operator();
    for (const status of ['GONE', null, '']) {
      const refused = await change(sita.operatorId, { status });
      expectProblem(refused, 400, 'VALIDATION');
      expect(refused.json.errors[0].field).to.equal('status');
    }
    expectProblem(await get('/77777'), 404, 'OPERATOR_UNKNOWN');
    expectProblem(await change(77_777, { status: 'GONE' }), 404, 'OPERATOR_UNKNOWN');
  });
});
