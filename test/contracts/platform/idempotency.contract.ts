import { expect } from 'chai';
import type { KeptAnswer, RequestKey, Reservation } from '../../../core/platform/idempotency.ts';
import { type Instant, hoursAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { START } from '../../support/clock.ts';
import { aDevice } from '../../support/devices.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

const created: KeptAnswer = {
  status: 201,
  contentType: 'application/json; charset=utf-8',
  body: '{"booking_code":"BT261120000001"}',
};
const RUNNING_UNTIL = secondsAfter(START, 60);

onEveryEngine('stored answers under an Idempotency-Key', (engine) => {
  let request: RequestKey;

  beforeEach(async () => {
    request = { userId: await aPassengerId(engine()), path: '/api/bookings', key: 'a key of my own' };
  });

  const reserve = ({
    of = request,
    bodyHash = 'body',
    now = START,
  }: { readonly of?: RequestKey; readonly bodyHash?: string; readonly now?: Instant } = {}): Promise<Reservation> =>
    engine().transact(({ idempotency }) =>
      idempotency.reserve(of, { bodyHash, now, runningUntil: secondsAfter(now, 60), keptSince: hoursAfter(now, -24) }),
    );
  const keep = ({ runningUntil = RUNNING_UNTIL, answer = created } = {}) =>
    engine().transact(({ idempotency }) => idempotency.keep(request, runningUntil, answer));
  const release = ({ runningUntil = RUNNING_UNTIL } = {}) =>
    engine().transact(({ idempotency }) => idempotency.release(request, runningUntil));

  it('an Idempotency-Key makes a second request wait while the first runs, and answers later ones with the stored answer', async () => {
    expect([await reserve(), await reserve()]).to.deep.equal(['first', 'running']);
    await keep();
    expect(await reserve({ now: hoursAfter(START, 23.9) })).to.deep.equal(created);
  });

  it('an Idempotency-Key is refused with another request body, before and after the answer is stored', async () => {
    await reserve();
    expect(await reserve({ bodyHash: 'other' })).to.equal('other body');
    await keep();
    expect(await reserve({ bodyHash: 'other' })).to.equal('other body');
  });

  it('an Idempotency-Key of one user and path can be used by other users and on other paths', async () => {
    await reserve();
    const others = [
      { ...request, userId: await aPassengerId(engine()) },
      { ...request, path: '/api/bookings/1/cancel' },
      { ...request, key: 'A key of my own' },
    ];
    for (const other of others) expect(await reserve({ of: other })).to.equal('first');
  });

  it('an Idempotency-Key of one crew device can be used by other crew devices', async () => {
    const devices = [await aDevice(engine()), await aDevice(engine())];
    await reserve();
    for (const { id: deviceId } of devices) {
      request = { deviceId, path: '/api/bookings', key: 'a key of my own' };
      expect([await reserve(), await reserve()]).to.deep.equal(['first', 'running']);
      await keep();
      expect(await reserve()).to.deep.equal(created);
    }
    await engine().transact(({ idempotency }) => idempotency.prune(secondsAfter(START, 1), 2));
    await engine().transact(({ idempotency }) => idempotency.prune(secondsAfter(START, 1), 2));
    expect(await reserve()).to.equal('first');
    await release();
    expect(await reserve()).to.equal('first');
  });

  it('an Idempotency-Key is free again after its release', async () => {
    await reserve();
    await release();
    expect(await reserve({ bodyHash: 'other' })).to.equal('first');
  });

  it('an Idempotency-Key expires after a day, with or without a stored answer, and then accepts any body', async () => {
    await reserve();
    await keep();
    expect(await reserve({ bodyHash: 'other', now: hoursAfter(START, 24) })).to.equal('first');
    expect(await reserve({ bodyHash: 'other', now: hoursAfter(START, 24) })).to.equal('running');
    expect(await reserve({ now: hoursAfter(START, 48) })).to.equal('first');
  });

  it('a request may reuse the Idempotency-Key of a request that ended without an answer, but only with the same body', async () => {
    await reserve();
    expect(await reserve({ now: secondsAfter(START, 59.999) })).to.equal('running');
    expect(await reserve({ bodyHash: 'other', now: RUNNING_UNTIL })).to.equal('other body');
    expect([await reserve({ now: RUNNING_UNTIL }), await reserve({ now: RUNNING_UNTIL })]).to.deep.equal([
      'first',
      'running',
    ]);
  });

  it('a request that counts as dead after its time limit can no longer store an answer under its Idempotency-Key', async () => {
    await reserve();
    await reserve({ now: RUNNING_UNTIL });
    expect(await keep()).to.equal(false);
    await release();
    expect(await reserve({ now: RUNNING_UNTIL })).to.equal('running');
    expect(await keep({ runningUntil: secondsAfter(RUNNING_UNTIL, 60), answer: { ...created, status: 409 } })).to.equal(
      true,
    );
    expect(await keep({ runningUntil: secondsAfter(RUNNING_UNTIL, 60) })).to.equal(false);
    expect(await reserve({ now: RUNNING_UNTIL })).to.deep.include({ status: 409 });
    await release();
    await release({ runningUntil: secondsAfter(RUNNING_UNTIL, 60) });
    expect(await reserve()).to.deep.include({ status: 409 });
  });

  it('the answer under an Idempotency-Key is stored only if the request’s transaction commits', async () => {
    await reserve();
    const undone = engine().transact(async ({ idempotency }) => {
      expect(await idempotency.keep(request, RUNNING_UNTIL, created)).to.equal(true);
      throw new Error('changed its mind');
    });
    expect(await undone.catch((error: unknown) => (error as Error).message)).to.equal('changed its mind');
    expect(await reserve()).to.equal('running');
  });

  it('an Idempotency-Key with a stored answer answers later requests even after the time that a request may run', async () => {
    await reserve();
    await keep();
    expect(await reserve({ now: secondsAfter(RUNNING_UNTIL, 1) })).to.deep.equal(created);
  });

  it('old Idempotency-Keys are deleted, oldest first, a few at a time', async () => {
    for (const [index, key] of ['a', 'b', 'c', 'd'].entries())
      await reserve({ of: { ...request, key }, now: secondsAfter(START, index) });
    const prune = (before: Instant) => engine().transact(({ idempotency }) => idempotency.prune(before, 2));
    expect([
      await prune(START),
      await prune(secondsAfter(START, 3)),
      await prune(secondsAfter(START, 3)),
    ]).to.deep.equal([0, 2, 1]);
    expect([
      await reserve({ of: { ...request, key: 'a' } }),
      await reserve({ of: { ...request, key: 'd' } }),
    ]).to.deep.equal(['first', 'running']);
  });
});

onEveryEngine('a first answer', (engine) => {
  it('an Idempotency-Key is claimed by only one of twenty requests at once', async () => {
    const request = { userId: await aPassengerId(engine()), path: '/api/bookings', key: 'k' };
    const asked = Array.from({ length: 20 }, () =>
      engine().transact(({ idempotency }) =>
        idempotency.reserve(request, {
          bodyHash: 'body',
          now: START,
          runningUntil: RUNNING_UNTIL,
          keptSince: hoursAfter(START, -24),
        }),
      ),
    );
    const reservations = await Promise.all(asked);
    expect(reservations.filter((reservation) => reservation === 'first')).to.have.length(1);
    expect(reservations.filter((reservation) => reservation === 'running')).to.have.length(19);
  });
});
