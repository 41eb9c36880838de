import { expect } from 'chai';
import type { KeptAnswer, RequestKey, Reservation } from '../../core/kernel/idempotency.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { hoursAfter, secondsAfter } from '../../core/kernel/time.ts';
import { START } from '../support/clock.ts';
import { onEveryDatabase, onEveryEngine } from '../support/engines.ts';
import { aPassengerId } from '../support/people.ts';

const created: KeptAnswer = { status: 201, contentType: 'application/json; charset=utf-8', body: '{"booking_code":"BT261120000001"}' };
const RUNNING_UNTIL = secondsAfter(START, 60);

onEveryEngine('first answers', (engine) => {
  let request: RequestKey;

  beforeEach(async () => {
    request = { userId: await aPassengerId(engine()), path: '/api/bookings', key: 'a key of my own' };
  });

  const reserve = (one: RequestKey = request, bodyHash = 'body', now: Instant = START): Promise<Reservation> =>
    engine().transact(({ idempotency }) => idempotency.reserve(one, { bodyHash, now, runningUntil: secondsAfter(now, 60), keptSince: hoursAfter(now, -24) }));
  const keep = (runningUntil = RUNNING_UNTIL, answer = created) => engine().transact(({ idempotency }) => idempotency.keep(request, runningUntil, answer));
  const release = (runningUntil = RUNNING_UNTIL) => engine().transact(({ idempotency }) => idempotency.release(request, runningUntil));

  it('are reserved by the first, awaited by the next, and then repeated', async () => {
    expect([await reserve(), await reserve()]).to.deep.equal(['first', 'running']);
    await keep();
    expect(await reserve(request, 'body', hoursAfter(START, 23.9))).to.deep.equal(created);
  });

  it('belong to one body, running or answered', async () => {
    await reserve();
    expect(await reserve(request, 'other')).to.equal('other body');
    await keep();
    expect(await reserve(request, 'other')).to.equal('other body');
  });

  it('belong to one user, path and key', async () => {
    await reserve();
    const others = [{ ...request, userId: await aPassengerId(engine()) }, { ...request, path: '/api/bookings/1/cancel' }, { ...request, key: 'A key of my own' }];
    for (const other of others) expect(await reserve(other)).to.equal('first');
  });

  it('are forgotten when released', async () => {
    await reserve();
    await release();
    expect(await reserve(request, 'other')).to.equal('first');
  });

  it('are forgotten after a day, answered or not, for the same body and for another', async () => {
    await reserve();
    await keep();
    expect(await reserve(request, 'other', hoursAfter(START, 24))).to.equal('first');
    expect(await reserve(request, 'other', hoursAfter(START, 24))).to.equal('running');
    expect(await reserve(request, 'body', hoursAfter(START, 48))).to.equal('first');
  });

  it('let the next one in when the first has died, but only with the same body', async () => {
    await reserve();
    expect(await reserve(request, 'body', secondsAfter(START, 59.999))).to.equal('running');
    expect(await reserve(request, 'other', RUNNING_UNTIL)).to.equal('other body');
    expect([await reserve(request, 'body', RUNNING_UNTIL), await reserve(request, 'body', RUNNING_UNTIL)]).to.deep.equal(['first', 'running']);
  });

  it('are not changed by one that was given up for dead', async () => {
    await reserve();
    await reserve(request, 'body', RUNNING_UNTIL);
    await keep();
    await release();
    expect(await reserve(request, 'body', RUNNING_UNTIL)).to.equal('running');
    await keep(secondsAfter(RUNNING_UNTIL, 60), { ...created, status: 409 });
    expect(await reserve(request, 'body', RUNNING_UNTIL)).to.deep.include({ status: 409 });
    await release();
    await release(secondsAfter(RUNNING_UNTIL, 60));
    expect(await reserve()).to.deep.include({ status: 409 });
  });

  it('never die once they are answered', async () => {
    await reserve();
    await keep();
    expect(await reserve(request, 'body', secondsAfter(RUNNING_UNTIL, 1))).to.deep.equal(created);
  });

  it('are pruned, oldest first, a few at a time', async () => {
    for (const [index, key] of ['a', 'b', 'c', 'd'].entries()) await reserve({ ...request, key }, 'body', secondsAfter(START, index));
    const prune = (before: Instant) => engine().transact(({ idempotency }) => idempotency.prune(before, 2));
    expect([await prune(START), await prune(secondsAfter(START, 3)), await prune(secondsAfter(START, 3))]).to.deep.equal([0, 2, 1]);
    expect([await reserve({ ...request, key: 'a' }), await reserve({ ...request, key: 'd' })]).to.deep.equal(['first', 'running']);
  });
});

onEveryDatabase('a first answer', (engine) => {
  it('is the business of one of many who ask at once', async () => {
    const request = { userId: await aPassengerId(engine()), path: '/api/bookings', key: 'k' };
    const turns = Array.from({ length: 20 }, () => engine().transact(({ idempotency }) =>
      idempotency.reserve(request, { bodyHash: 'body', now: START, runningUntil: RUNNING_UNTIL, keptSince: hoursAfter(START, -24) })));
    const reservations = await Promise.all(turns);
    expect(reservations.filter((reservation) => reservation === 'first')).to.have.length(1);
    expect(reservations.filter((reservation) => reservation === 'running')).to.have.length(19);
  });
});
