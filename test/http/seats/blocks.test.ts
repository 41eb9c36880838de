import { expect } from 'chai';
import type { TripId } from '../../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryServer } from '../../support/http.ts';
import { aPassengerId } from '../../support/people.ts';
import { aRoad } from '../../support/roads.ts';
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
  const kept = (number: string, until: string | null = null) => ({ seat_number: number, reason: 'Kept', until });
  const whole = { from_stop: 0, to_stop: 1 };

  it('a new list of blocked seats replaces the old list, in the order given, and the public seat map shows it', async () => {
    expect((await get()).json).to.deep.equal({ blocks: [] });
    const until = toIso(hoursAfter(START, 5));
    const { status, json } = await put([kept('B1', until), { seat_number: 'A1', reason: ' Agent ' }]);
    expect(status).to.equal(200);
    expect(json).to.deep.equal({
      blocks: [
        { ...kept('B1', until), ...whole },
        { ...kept('A1'), ...whole, reason: 'Agent' },
      ],
    });
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

  it('a block on a bus without a seat map has a number of places', async () => {
    trip = (await aTrip(api().dependencies, { seats: 10, bus: { operatorId: owner.operatorId! } })).id;
    const blocks = [{ places: 4, reason: 'Agent', until: null, ...whole }];
    expect((await put(blocks)).json).to.deep.equal({ blocks });
    expect((await api().get(`/api/trips/${trip}`)).json.seats_left).to.equal(6);
    expectProblem(await put([{ places: 11, reason: 'All' }]), 409, 'SEATS_SOLD');
    expect(await fieldsOf([{ places: 0, reason: 'None' }])).to.deep.equal(['blocks[0].places']);
    expect(await fieldsOf([kept('A1')])).to.deep.equal(['blocks[0].places']);
  });

  it('blocking an unknown or repeated seat, without a reason, or until a past moment answers 400', async () => {
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

  it('blocking sold seats is refused, and the answer names the sold seats', async () => {
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

  it('blocked seats can be sold at the company’s counter', async () => {
    await put([kept('A1'), kept('A2')]);
    const sold = await api().post(
      `/api/operator/trips/${trip}/sales`,
      { seat_numbers: ['A1'], contact: { name: 'Asha', phone: '9812345678' }, paid_by: 'QR' },
      clerk.token,
    );
    expect(sold.status).to.equal(201);
    expect((await get()).json).to.deep.equal({ blocks: [{ ...kept('A2'), ...whole }] });
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
    expect((await get()).json).to.deep.equal({ blocks: [{ ...kept('A1'), ...whole }] });
    expect((await put([kept('A2')], `"other", ${first.headers.get('etag')}`)).status).to.equal(200);
    expect((await put([kept('B2')], '*')).status).to.equal(200);
  });

  describe('blocks on a trip with stops', () => {
    /** The trip stops in Kathmandu, Mugling, Damauli and Pokhara. */
    const between = ['Mugling', 'Damauli'];
    const on = (from: number, to: number) => ({ from_stop: from, to_stop: to });

    beforeEach(async () => {
      const bus = { operatorId: owner.operatorId! };
      trip = (await aRoad(api().dependencies, { between, seats: ['A1', 'A2'], bus })).id;
    });
    const statuses = async ({ from_stop: from, to_stop: to }: ReturnType<typeof on>) => {
      const { json } = await api().get(`/api/trips/${trip}/seats?from_stop=${from}&to_stop=${to}`);
      return json.seats.map(({ status }: { status: string }) => status).join(' ');
    };

    it('a block between two stops keeps a seat from sale between these stops only', async () => {
      const blocks = [{ ...kept('A1'), ...on(1, 2) }, { ...kept('A1'), ...on(0, 1), reason: 'Agent' }, kept('A2')];
      const { status, json } = await put(blocks);
      expect(status).to.equal(200);
      expect(json).to.deep.equal({ blocks: [...blocks.slice(0, 2), { ...kept('A2'), ...on(0, 3) }] });
      expect((await get()).json).to.deep.equal(json);
      await put([{ ...kept('A1'), ...on(1, 2) }]);
      expect([await statuses(on(1, 3)), await statuses(on(0, 1))]).to.deep.equal([
        'BLOCKED AVAILABLE',
        'AVAILABLE AVAILABLE',
      ]);
      const { json: section } = await api().get(`/api/trips/${trip}?from_stop=1&to_stop=2`);
      expect([section.seats_left, (await api().get(`/api/trips/${trip}`)).json.seats_left]).to.deep.equal([1, 1]);
    });

    it('a block with wrong stops, or of a seat that is blocked between these stops already, answers 400', async () => {
      for (const [section, field] of [
        [{ from_stop: 1 }, 'to_stop'],
        [{ to_stop: 1 }, 'from_stop'],
        [on(0, 4), 'to_stop'],
        [on(2, 2), 'to_stop'],
        [on(-1, 2), 'to_stop'],
        [on(0.5, 2), 'from_stop'],
        [{ from_stop: 0, to_stop: 'end' }, 'to_stop'],
      ] as const)
        expect(await fieldsOf([kept('A2'), { ...kept('A1'), ...section }])).to.deep.equal([`blocks[1].${field}`]);
      const twice = [
        { ...kept('A1'), ...on(0, 2) },
        { ...kept('A1'), ...on(1, 3) },
      ];
      expect(await fieldsOf(twice)).to.deep.equal(['blocks[1].seat_number']);
    });

    it('blocking a seat between two stops is refused if the seat is sold or held anywhere between these stops', async () => {
      const sale = { contact: { name: 'Asha', phone: '9812345678' }, paid_by: 'QR' };
      const sold = { ...sale, seat_numbers: ['A1'], ...on(1, 2) };
      expect((await api().post(`/api/operator/trips/${trip}/sales`, sold, clerk.token)).status).to.equal(201);
      const passenger = await aPassengerId(api().dependencies);
      const hold = { passenger, wanted: [seat('A2')], section: { from: 0, to: 1 }, expiresAt: minutesAfter(START, 9) };
      await api().dependencies.transact(({ seatLocks }) => seatLocks.hold({ tripId: trip, ...hold }, START));
      const refused = await put([{ ...kept('A1'), ...on(0, 2) }]);
      expectProblem(refused, 409, 'SEATS_SOLD');
      expect(refused.json.seats).to.deep.equal(['A1']);
      expectProblem(await put([kept('A2')]), 409, 'SEATS_HELD');
      const beside = [
        { ...kept('A1'), ...on(2, 3) },
        { ...kept('A1'), ...on(0, 1) },
        { ...kept('A2'), ...on(1, 3) },
      ];
      expect((await put(beside)).json).to.deep.equal({ blocks: beside });
      expect(await statuses(on(0, 1))).to.equal('BLOCKED LOCKED');
    });

    it('a counter sale between two stops splits the block of its seat into one block before and one after these stops', async () => {
      await put([kept('A1')]);
      const contact = { name: 'Asha', phone: '9812345678' };
      const sale = { seat_numbers: ['A1'], contact, paid_by: 'QR', ...on(1, 2) };
      expect((await api().post(`/api/operator/trips/${trip}/sales`, sale, clerk.token)).status).to.equal(201);
      const { json } = await get();
      expect(json.blocks).to.deep.equal([
        { ...kept('A1'), ...on(0, 1) },
        { ...kept('A1'), ...on(2, 3) },
      ]);
    });

    it('blocks of places without seat numbers between stops are limited to the places left between these stops', async () => {
      const bus = { operatorId: owner.operatorId! };
      trip = (await aRoad(api().dependencies, { between, seats: 10, bus })).id;
      const agent = (places: number, section: object) => ({ places, reason: 'Agent', until: null, ...section });
      const blocks = [agent(7, on(0, 1)), agent(8, on(1, 2)), agent(2, on(0, 2))];
      expect((await put(blocks)).json).to.deep.equal({ blocks });
      expectProblem(await put([...blocks, agent(1, on(1, 3))]), 409, 'SEATS_SOLD');
      const left = async (section: string) => (await api().get(`/api/trips/${trip}?${section}`)).json.seats_left;
      expect(await left('from_stop=0&to_stop=1')).to.equal(1);
      expect(await left('from_stop=2&to_stop=3')).to.equal(10);
    });
  });

  it('blocking seats of a trip that is cancelled, unknown or another company’s is refused', async () => {
    trip = (await aTrip(api().dependencies, { bus: { operatorId: owner.operatorId! }, status: 'CANCELLED' })).id;
    expectProblem(await put([kept('A1')]), 409, 'TRIP_CANCELLED');
    trip = (await aTrip(api().dependencies)).id;
    expectProblem(await put([kept('A1')]), 404, 'TRIP_UNKNOWN');
    expectProblem(await get(), 404, 'TRIP_UNKNOWN');
  });
});
