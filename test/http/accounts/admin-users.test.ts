import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { listenTo } from '../../support/mqtt.ts';
import { portalsOn } from '../../support/portals.ts';
import { expectProblem } from '../../support/problems.ts';
import { staffOn } from '../../support/staff.ts';
import type { Addressed } from '../../support/people.ts';

onEveryServer('administrators’ requests about users', (api) => {
  const { admin, passenger, operator, login, me } = portalsOn(api);
  const { owner } = staffOn(api);
  let anil: Addressed;
  let token: string;

  before(async () => {
    anil = await admin();
    token = (await login(anil, { portal: 'admin' })).json.access;
  });

  const get = (path: string) => api().get(`/api/admin/users${path}`, token);
  const act = (id: number, action: string, body?: object, headers?: Record<string, string>) =>
    api().post(`/api/admin/users/${id}/${action}`, body, token, headers);
  const entriesAbout = async (id: number): Promise<readonly Json[]> =>
    (await api().get(`/api/admin/activity-log?subject=user:${id}`, token)).json.results;

  it('an administrator can search and filter the list of users, and view one user', async () => {
    const asha = await passenger({ fullName: 'Asha Ünique', phone: '9811111111', emailVerified: false });
    const shown = {
      id: asha.id,
      full_name: 'Asha Ünique',
      email: asha.email,
      phone: '9811111111',
      role: 'PASSENGER',
      status: 'ACTIVE',
      email_verified: false,
      phone_verified: false,
      last_login_at: null,
      created_at: '2026-11-01T06:00:00.000Z',
    };
    for (const query of ['q=ÜNIQUE', 'q=981111', `q=${asha.email}`, 'role=PASSENGER&status=ACTIVE&q=asha%20%C3%BCn'])
      expect((await get(`?${query}`)).json, query).to.deep.equal({ results: [shown], next_cursor: null });
    expect((await get('?q=nobody-is-called-so')).json.results).to.deep.equal([]);
    expect((await get(`/${asha.id}`)).json).to.deep.equal(shown);
    expect((await get(`/${anil.id}`)).json).to.include({ role: 'ADMIN', last_login_at: '2026-11-20T04:15:00.000Z' });
  });

  it('an administrator’s list of users is newest first, page by page, and shows added roles', async () => {
    const [asha, sita] = [await passenger(), await operator()];
    const first = (await get('?limit=1')).json;
    const second = (await get(`?limit=1&cursor=${encodeURIComponent(first.next_cursor as string)}`)).json;
    expect([first.results[0].id, second.results[0].id]).to.deep.equal([sita.id, asha.id]);
    await api().dependencies.transact(({ users }) => users.grantRole(asha.id, 'OPERATOR'));
    const ids = (await get('?role=OPERATOR&limit=2')).json.results.map(({ id }: Json) => id);
    expect(ids).to.deep.equal([sita.id, asha.id]);
  });

  it('a wrong filter of the list of users is refused, and the answer names the filter', async () => {
    for (const [query, field] of [
      ['role=OWNER', 'role'],
      ['status=GONE', 'status'],
      [`q=${'x'.repeat(101)}`, 'q'],
    ] as const) {
      const refused = await get(`?${query}`);
      expectProblem(refused, 400, 'VALIDATION');
      expect(refused.json.errors[0].field).to.equal(field);
    }
  });

  it('a suspended user’s session stays ended even after the user is reactivated', async () => {
    const asha = await passenger();
    const { json: session } = await api().post('/api/passenger/login', {
      identifier: asha.email,
      password: 'secret-123',
    });
    expect((await me(session.access as string)).status).to.equal(200);

    const suspended = await act(asha.id, 'suspend', { reason: 'Stolen cards.\nTwice.' });
    expect([suspended.status, suspended.json.status]).to.deep.equal([200, 'SUSPENDED']);
    expectProblem(await me(session.access as string), 401, 'USER_GONE');
    expectProblem(await act(asha.id, 'suspend', { reason: 'x' }), 409, 'USER_SUSPENDED');

    const active = await act(asha.id, 'reactivate');
    expect([active.status, active.json.status]).to.deep.equal([200, 'ACTIVE']);
    expectProblem(await act(asha.id, 'reactivate'), 409, 'USER_ACTIVE');
    expectProblem(await me(session.access as string), 401, 'SIGNED_OUT');

    const [last, first, ...others] = await entriesAbout(asha.id);
    expect(others).to.deep.equal([]);
    expect(first).to.deep.include({
      kind: 'USER_SUSPENDED',
      at: '2026-11-20T04:15:00.000Z',
      actor: { user_id: anil.id, device_id: null, name: 'Anil Shrestha', role: 'ADMIN' },
      operator_id: null,
      subject: { type: 'user', id: asha.id },
      changes: { status: { old: 'ACTIVE', new: 'SUSPENDED' } },
      description: 'Suspended: Stolen cards.\nTwice.',
    });
    expect(last).to.deep.include({
      kind: 'USER_REACTIVATED',
      changes: { status: { old: 'SUSPENDED', new: 'ACTIVE' } },
    });
  });

  it('an administrator can sign a user out everywhere', async () => {
    const asha = await passenger();
    const { json: session } = await api().post('/api/passenger/login', {
      identifier: asha.email,
      password: 'secret-123',
    });
    const { status, json } = await act(asha.id, 'sign-out');
    expect([status, json.id, json.status]).to.deep.equal([200, asha.id, 'ACTIVE']);
    expectProblem(await me(session.access as string), 401, 'SIGNED_OUT');
    expect((await entriesAbout(asha.id)).map(({ kind }) => kind)).to.deep.equal(['USER_SIGNED_OUT']);
  });

  it('an operator who is suspended or signed out loses the connection to the broker', async () => {
    const broker = `${api().url.replace(/^http/, 'ws')}/mqtt`;
    for (const [action, body] of [
      ['suspend', { reason: 'Stolen cards.' }],
      ['sign-out', undefined],
    ] as const) {
      const [sita, hari] = [await owner(), await owner()];
      const listeners = await Promise.all(
        [sita, hari].map((one) => listenTo(broker, { username: 'operator', password: one.token })),
      );
      const topic = `busticket/operators/${sita.operatorId}/notifications`;
      expect(await listeners[0]!.subscribe(topic), action).to.deep.equal([1]);
      expect((await act(sita.id, action, body)).status).to.equal(200);
      await eventually(() => !listeners[0]!.client.connected);
      expect(listeners[1]!.client.connected, 'of others').to.equal(true);
      await Promise.all(listeners.map(({ close }) => close()));
    }
  });

  it('a request to suspend, reactivate or sign out a user is checked in order: caller, role, user, body, state', async () => {
    const asha = await passenger();
    const { json: session } = await api().post('/api/passenger/login', {
      identifier: asha.email,
      password: 'secret-123',
    });
    expectProblem(await api().post('/api/admin/users/77777/suspend', {}), 401, 'TOKEN_MISSING');
    expectProblem(await api().post('/api/admin/users/77777/suspend', {}, session.access as string), 403, 'WRONG_ROLE');
    for (const [action, body] of [
      ['suspend', {}],
      ['reactivate', undefined],
      ['sign-out', undefined],
    ] as const)
      expectProblem(await act(77_777, action, body), 404, 'USER_UNKNOWN');
    expectProblem(await get('/77777'), 404, 'USER_UNKNOWN');
    for (const body of [{}, { reason: '' }, { reason: null }, { reason: 'x'.repeat(501) }]) {
      const refused = await act(anil.id, 'suspend', body);
      expectProblem(refused, 400, 'VALIDATION');
      expect(refused.json.errors[0].field).to.equal('reason');
    }
    expectProblem(await act(anil.id, 'suspend', { reason: 'x'.repeat(500) }), 409, 'YOURSELF');
  });

  it('suspending a user takes effect only once under one Idempotency-Key', async () => {
    const asha = await passenger();
    const key = { 'Idempotency-Key': 'once' };
    const [first, again] = [
      await act(asha.id, 'suspend', { reason: 'x' }, key),
      await act(asha.id, 'suspend', { reason: 'x' }, key),
    ];
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([200, 200, 'true']);
    expect(again.json).to.deep.equal(first.json);
    expect(await entriesAbout(asha.id)).to.have.length(1);
  });
});
