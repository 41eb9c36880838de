import { expect } from 'chai';
import type { Account } from '../../../core/accounts/account.ts';
import type { BusId, OperatorId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { aBus } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { portalsOn } from '../../support/portals.ts';
import { expectProblem } from '../../support/problems.ts';

onEveryServer('administrators’ requests about buses', (api) => {
  const { signIn, operator } = portalsOn(api);
  let token: string;
  let sita: Account & { readonly operatorId: OperatorId };

  before(async () => {
    token = (await signIn()).access;
    sita = await operator({ companyName: 'Blue Sky' });
  });

  let made = 0;
  const bus = (traits: Parameters<typeof aBus>[1] = {}): Promise<BusId> => {
    made += 1;
    const registrationNo = `BA 7 KHA ${made}`;
    return aBus(api().dependencies, {
      operatorId: sita.operatorId,
      approvalStatus: 'PENDING',
      name: 'Night Queen',
      registrationNo,
      ...traits,
    });
  };
  const get = (path: string) => api().get(`/api/admin/${path}`, token);
  const act = (id: number, action: string, body?: object, headers?: Record<string, string>) =>
    api().post(`/api/admin/buses/${id}/${action}`, body, token, headers);
  const idsOf = async (path: string): Promise<readonly number[]> =>
    (await get(path)).json.results.map(({ id }: Json) => id);

  it('an administrator can list and search the buses of all companies', async () => {
    const other = await operator({ companyName: 'Other' });
    const [one, theirs] = [
      await bus({ name: 'Ünique One' }),
      await bus({ name: 'Ünique Two', operatorId: other.operatorId, approvalStatus: 'APPROVED', status: 'INACTIVE' }),
    ];
    expect(await idsOf('buses?q=ÜNIQUE')).to.deep.equal([theirs, one]);
    expect(await idsOf('buses?limit=1')).to.deep.equal([theirs]);
    expect(await idsOf(`buses?operator_id=${other.operatorId}`)).to.deep.equal([theirs]);
    expect(await idsOf('buses?q=ünique&approval_status=PENDING')).to.deep.equal([one]);
    expect(await idsOf('buses?q=ünique&status=INACTIVE')).to.deep.equal([theirs]);
    expect(await idsOf(`buses?q=ünique&status=ACTIVE&operator_id=${other.operatorId}`)).to.deep.equal([]);
    for (const [query, field] of [
      ['operator_id=x', 'operator_id'],
      ['status=GONE', 'status'],
      ['approval_status=NEW', 'approval_status'],
    ] as const) {
      const refused = await get(`buses?${query}`);
      expectProblem(refused, 400, 'VALIDATION');
      expect(refused.json.errors[0].field).to.equal(field);
    }
  });

  it('an administrator sees a bus with its documents', async () => {
    const id = await bus({ documents: [] });
    const file = { key: `key of ${id}`, name: 'permit.pdf', mediaType: 'application/pdf', sizeBytes: 7 } as const;
    const document = await api().dependencies.transact(async ({ buses, documents }) => {
      await buses.lock(id);
      const given = { type: 'ROUTE_PERMIT', number: 'N-1', validFrom: null, validUntil: '2027-03-31' } as const;
      return documents.add({ busId: id, ...given, file, uploadedAt: START });
    });
    const { json } = await get(`buses/${id}`);
    expect(json).to.deep.include({
      id,
      bus_name: 'Night Queen',
      approval_status: 'PENDING',
      rejection_reason: null,
      operator: { id: sita.operatorId, company_name: 'Blue Sky' },
      papers: {
        complete: false,
        valid_until: null,
        missing: ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'],
      },
    });
    expect(json.documents).to.deep.equal([
      {
        id: document.id,
        bus_id: id,
        type: 'ROUTE_PERMIT',
        number: 'N-1',
        valid_from: null,
        valid_until: '2027-03-31',
        status: 'PENDING',
        rejection_reason: null,
        file_name: 'permit.pdf',
        media_type: 'application/pdf',
        size_bytes: 7,
        uploaded_at: '2026-11-20T04:15:00.000Z',
        reviewed_at: null,
      },
    ]);
    const { documents: _, ...shown } = json;
    const { results } = (await get('reviews?limit=100')).json;
    expect(results.filter((one: Json) => one.bus.id === id)).to.deep.equal([
      { kind: 'bus', bus: shown, document: null, waiting_since: '2026-11-20T04:15:00.000Z' },
      { kind: 'document', bus: shown, document: json.documents[0], waiting_since: '2026-11-20T04:15:00.000Z' },
    ]);
  });

  it('an administrator sees a bus with its seats', async () => {
    const mapped = await bus();
    const { seat_map: map } = (await get(`buses/${mapped}/seat-map`)).json;
    expect(map.seats).to.have.length((await get(`buses/${mapped}`)).json.total_seats);
    expect((await get(`buses/${await bus({ seats: 30 })}/seat-map`)).json).to.deep.equal({ seat_map: null });
    expectProblem(await get('buses/999999/seat-map'), 404, 'BUS_UNKNOWN');
  });

  it('a bus is in the administrators’ list of open reviews until it is approved', async () => {
    const id = await bus();
    await api().dependencies.transact(async ({ buses }) => {
      await buses.update({ ...(await buses.lock(id))!, waitingSince: minutesAfter(START, -60) });
    });
    const [first] = (await get('reviews?limit=1')).json.results;
    expect([first.kind, first.bus.id, first.waiting_since]).to.deep.equal(['bus', id, '2026-11-20T03:15:00.000Z']);
    const waitingBefore = (await get('overview')).json.reviews_waiting as number;
    expect((await act(id, 'approve')).status).to.equal(200);
    const { results } = (await get('reviews?limit=100')).json;
    expect(results.map((one: Json) => one.bus.id)).not.to.include(id);
    expect((await get('overview')).json.reviews_waiting).to.equal(waitingBefore - 1);
  });

  it('approving or rejecting a bus mails its company’s owner', async () => {
    const id = await bus();
    const { revision, registration_no: registrationNo } = (await get(`buses/${id}`)).json;
    const approved = await act(id, 'approve', { revision });
    expect([approved.status, approved.json.approval_status]).to.deep.equal([200, 'APPROVED']);
    expectProblem(await act(id, 'approve'), 409, 'BUS_REVIEWED');
    for (const other of [revision, 0, -1, 999])
      expectProblem(await act(id, 'reject', { reason: 'x', revision: other }), 409, 'BUS_CHANGED');
    const rejected = await act(id, 'reject', { reason: 'No such number.', revision: approved.json.revision });
    expect(rejected.status).to.equal(200);
    expect(rejected.json).to.include({ approval_status: 'REJECTED', rejection_reason: 'No such number.' });
    expect(rejected.json).to.have.all.keys(Object.keys(approved.json as object));
    expectProblem(await act(id, 'reject', { reason: 'x'.repeat(500) }), 409, 'BUS_REVIEWED');

    await api().useCases.sendMails();
    const mails = api().mailer.sent.filter(
      (mail) => mail.kind === 'bus-reviewed' && mail.registrationNo === registrationNo,
    );
    expect(mails.map(({ to }) => to)).to.deep.equal([sita.email, sita.email]);
    const { results } = (await get(`activity-log?subject=bus:${id}`)).json;
    expect(results.map(({ kind }: Json) => kind)).to.deep.equal(['BUS_REJECTED', 'BUS_APPROVED']);
  });

  it('a review of an unknown bus answers 404 before its request body is checked', async () => {
    for (const [action, body] of [
      ['approve', { revision: 'x' }],
      ['reject', {}],
    ] as const)
      expectProblem(await act(77_777, action, body), 404, 'BUS_UNKNOWN');
    expectProblem(await get('buses/77777'), 404, 'BUS_UNKNOWN');
    const id = await bus();
    for (const [action, body, field] of [
      ['approve', { revision: 'x' }, 'revision'],
      ['approve', { revision: 1.5 }, 'revision'],
      ['reject', {}, 'reason'],
      ['reject', { reason: ' ' }, 'reason'],
      ['reject', { reason: null }, 'reason'],
      ['reject', { reason: 'x'.repeat(501) }, 'reason'],
      ['reject', { reason: 'x', revision: 'x' }, 'revision'],
    ] as const) {
      const refused = await act(id, action, body);
      expectProblem(refused, 400, 'VALIDATION');
      expect(refused.json.errors[0].field, JSON.stringify(body)).to.equal(field);
    }
    expect((await get(`buses/${id}`)).json).to.include({ approval_status: 'PENDING' });
  });

  it('a bus’s approval takes effect only once under one Idempotency-Key', async () => {
    const id = await bus();
    const key = { 'Idempotency-Key': 'once' };
    const [first, again] = [await act(id, 'approve', {}, key), await act(id, 'approve', {}, key)];
    expect([again.status, again.json, again.headers.get('idempotency-replayed')]).to.deep.equal([
      200,
      first.json,
      'true',
    ]);
  });
});
