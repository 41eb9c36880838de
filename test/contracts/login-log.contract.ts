import { expect } from 'chai';
import { daysAfter } from '../../core/kernel/time.ts';
import { START as NOW } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { aPassengerId } from '../support/people.ts';

const LAPSE = daysAfter(NOW, 7);

onEveryEngine('the login log', (engine) => {
  it('reads what was written, the newest first', async () => {
    const userId = await aPassengerId(engine());
    const origin = { ip: '203.0.113.7', userAgent: 'Firefox' };
    const full = {
      kind: 'SUCCESS',
      userId,
      email: 'asha@example.com',
      role: 'PASSENGER',
      message: 'Signed in.',
      origin,
    } as const;
    const bare = { kind: 'FAILED', message: 'No such account.', origin } as const;
    await engine().transact(async ({ loginLog }) => {
      await loginLog.add(full, NOW);
      await loginLog.add(bare, LAPSE);
    });
    const newest = (limit: number) => engine().transact(({ loginLog }) => loginLog.newest(limit));
    expect(await newest(5)).to.deep.equal([
      { ...bare, at: LAPSE },
      { ...full, at: NOW },
    ]);
    expect(await newest(1)).to.have.length(1);
  });
});
