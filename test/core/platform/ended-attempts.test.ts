import { expect } from 'chai';
import { type EndedAttempts, endedAttempts } from '../../../core/platform/answer-once.ts';
import type { RequestKey } from '../../../core/platform/idempotency.ts';
import type { DeviceId, UserId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';

describe('ended attempts under an Idempotency-Key', () => {
  const at = (seconds: number) => (seconds * 1_000) as Instant;
  const request: RequestKey = { userId: 1 as UserId, path: '/api/bookings', key: 'k' };
  let ended: EndedAttempts;
  beforeEach(() => {
    ended = endedAttempts();
  });

  it('a request whose failure could not be stored is remembered until its Idempotency-Key is released', () => {
    ended.add(request, at(60), at(0));
    ended.add(request, at(61), at(1));
    const others: readonly RequestKey[] = [
      { ...request, key: 'K' },
      { ...request, path: '/api/bookings/1/checkout' },
      { ...request, userId: 2 as UserId },
      { deviceId: 1 as DeviceId, path: request.path, key: request.key },
    ];
    for (const other of others) expect(ended.of(other)).to.deep.equal([]);
    ended.forget(request, [at(60)]);
    expect(ended.of(request)).to.deep.equal([at(61)]);
    ended.forget(request, [at(61)]);
    expect(ended.of(request)).to.deep.equal([]);
  });

  it('a request whose failure could not be stored is forgotten once the reservation of its Idempotency-Key has expired', () => {
    const other = { ...request, key: 'other' };
    ended.add(request, at(60), at(0));
    ended.add(other, at(70), at(10));
    ended.add(request, at(80), at(20));
    ended.add({ ...request, key: 'late' }, at(130), at(70));
    expect([ended.of(request), ended.of(other)]).to.deep.equal([[at(60), at(80)], []]);
    ended.add({ ...request, key: 'later' }, at(140), at(80));
    expect(ended.of(request)).to.deep.equal([]);
  });
});
