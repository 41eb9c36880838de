import { expect } from 'chai';
import type { TripId } from '../../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryServer } from '../../support/http.ts';
import { expectProblem } from '../../support/problems.ts';
import { type SignedInAccount, staffOn } from '../../support/staff.ts';

onEveryServer('seat blocks', (api) => {
  const { owner: anOwner, member } = staffOn(api);
  let clerk: SignedInAccount;
  let owner: SignedInAccount;
  let trip: TripId;

  before(async () => {
    owner = await anOwner();
    clerk = await member(owner, 'CLERK');
  });
  beforeEach(async () => {
    trip = (await aTrip(api().dependencies, { bus: { operatorId: owner.operatorId! } })).id;
  });

  const at = () => `/api/operator/trips/${trip}/blocks`;
  const get = () => api().get(at(), clerk.token);
  const put = (blocks: unknown, ifMatch?: string) =>
    api().put(at(), { blocks }, clerk.token, ifMatch === undefined ? {} : { 'If-Match': ifMatch });
  const fieldsOf = async (blocks: unknown): Promise<readonly string[]> => {
    const refused = await put(blocks);
    expectProblem(refused, 400, 'VALIDATION');
    return refused.json.errors.map(({ field }: { field: string }) => field);
  };
  const kept = (seat: string, until: string | null = null) => ({ seat_number: seat, reason: 'Kept', until });

  it('a new list of blocked seats replaces the old list, keeps its order, and is shown on the public seat map', async () => {
    expect((await get()).json).to.deep.equal({ blocks: [] });
    const until = toIso(hoursAfter(START, 5));
    const { status, json } = await put([kept('B1', until), { seat_number: 'A1', reason: ' Agent ' }]);
    expect(status).to.equal(200);
    expect(json).to.deep.equal({ blocks: [kept('B1', until), { ...kept('A1'), reason: 'Agent' }] });
    expect((await get()).json).to.deep.equal(json);
    const { json: map } = await api().get(`/api/trips/${trip}/seats`);
    expect(map.seats.map(({ status: shown }: { status: string }) => shown)).to.deep.equal([
      'BLOCKED',
      'AVAILABLE',
      'BLOCKED',
      'AVAILABLE',
    ]);
    expect((await api().get(`/api/trips/${trip}`)).json.seats_left).to.equal(2);
    expect((await put([])).json).to.deep.equal({ blocks: [] });
    expect((await api().get(`/api/trips/${trip}`)).json.seats_left).to.equal(4);
  });

  it('blocks on a bus without a seat map are given as a number of places', async () => {
    trip = (await aTrip(api().dependencies, { seats: 10, bus: { operatorId: owner.operatorId! } })).id;
    const blocks = [{ places: 4, reason: 'Agent', until: null }];
    expect((await put(blocks)).json).to.deep.equal({ blocks });
    expect((await api().get(`/api/trips/${trip}`)).json.seats_left).to.equal(6);
    expectProblem(await put([{ places: 11, reason: 'All' }]), 409, 'SEATS_SOLD');
    expect(await fieldsOf([{ places: 0, reason: 'None' }])).to.deep.equal(['blocks[0].places']);
    expect(await fieldsOf([kept('A1')])).to.deep.equal(['blocks[0].places']);
  });

  it('blocking an unknown or repeated seat, without a reason or until a past moment answers 400', async () => {
    expect(await fieldsOf([kept('A1'), kept('Z9')])).to.deep.equal(['blocks[1].seat_number']);
    expect(await fieldsOf([kept('A1'), kept('A1')])).to.deep.equal(['blocks[1].seat_number']);
    expect(await fieldsOf([{ places: 1, reason: 'Kept' }])).to.deep.equal(['blocks[0].seat_number']);
    expect(await fieldsOf([{ seat_number: 'A1' }])).to.deep.equal(['blocks[0].reason']);
    expect(await fieldsOf([{ ...kept('A1'), reason: 'x'.repeat(301) }])).to.deep.equal(['blocks[0].reason']);
    expect((await put([{ ...kept('A1'), reason: 'x'.repeat(300) }])).status).to.equal(200);
    for (const until of [toIso(minutesAfter(START, -1)), 'tomorrow'])
      expect(await fieldsOf([kept('A1', until)])).to.deep.equal(['blocks[0].until']);
    expect(await fieldsOf('A1')).to.deep.equal(['blocks']);
  });

  it('blocking sold seats is refused, and the sold seats are named', async () => {
    await api().post(
      `/api/operator/trips/${trip}/sales`,
      { seat_numbers: ['A1'], contact: { name: 'Asha', phone: '9812345678' }, paid_by: 'QR' },
      clerk.token,
    );
    const refused = await put([kept('A2'), kept('A1')]);
    expectProblem(refused, 409, 'SEATS_SOLD');
    expect(refused.json.seats).to.deep.equal(['A1']);
    expect((await get()).json).to.deep.equal({ blocks: [] });
  });

  it('blocked seats are sold at the company’s counter', async () => {
    await put([kept('A1'), kept('A2')]);
    const sold = await api().post(
      `/api/operator/trips/${trip}/sales`,
      { seat_numbers: ['A1'], contact: { name: 'Asha', phone: '9812345678' }, paid_by: 'QR' },
      clerk.token,
    );
    expect(sold.status).to.equal(201);
    expect((await get()).json).to.deep.equal({ blocks: [kept('A2')] });
  });

  it('a change of blocked seats with an outdated ETag is refused', async () => {
    const empty = (await get()).headers.get('etag')!;
    expect(empty).to.match(/^"[\w-]+"$/);
    const first = await put([kept('A1')], empty);
    expect(first.status).to.equal(200);
    expect(first.headers.get('etag'))
      .to.equal((await get()).headers.get('etag'))
      .and.not.to.equal(empty);
    expectProblem(await put([kept('A2')], empty), 412, 'BLOCKS_CHANGED');
    expectProblem(await put([kept('A2')], `W/${first.headers.get('etag')}`), 412, 'BLOCKS_CHANGED');
    expect((await get()).json).to.deep.equal({ blocks: [kept('A1')] });
    expect((await put([kept('A2')], `"other", ${first.headers.get('etag')}`)).status).to.equal(200);
    expect((await put([kept('B2')], '*')).status).to.equal(200);
  });

  it('blocking seats of a cancelled, foreign or unknown trip is refused', async () => {
    trip = (await aTrip(api().dependencies, { bus: { operatorId: owner.operatorId! }, status: 'CANCELLED' })).id;
    expectProblem(await put([kept('A1')]), 409, 'TRIP_CANCELLED');
    trip = (await aTrip(api().dependencies)).id;
    expectProblem(await put([kept('A1')]), 404, 'TRIP_UNKNOWN');
    expectProblem(await get(), 404, 'TRIP_UNKNOWN');
  });
});
