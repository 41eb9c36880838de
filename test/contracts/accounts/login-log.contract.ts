import { expect } from 'chai';
import type { LoginFilter } from '../../../core/accounts/user-directory.ts';
import type { Position } from '../../../core/kernel/page.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { START as NOW } from '../../support/clock.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

const LATER = daysAfter(NOW, 7);

const origin = { ip: '203.0.113.7', userAgent: 'Firefox' };
const bare = { kind: 'FAILED', message: 'No such account.', origin } as const;

/** Logs a successful sign-in of a passenger at NOW, and a failed one at LATER. */
async function logTwice(engine: Engine) {
  const userId = await aPassengerId(engine);
  const full = {
    kind: 'SUCCESS',
    userId,
    email: 'asha@example.com',
    role: 'PASSENGER',
    message: 'Signed in.',
    origin,
  } as const;
  await engine.transact(async ({ loginLog }) => {
    await loginLog.add(full, NOW);
    await loginLog.add(bare, LATER);
  });
  return { userId, full };
}

onEveryEngine('the login log', (engine) => {
  it('the login log returns its entries, newest first', async () => {
    const { full } = await logTwice(engine());
    const newest = (limit: number) => engine().transact(({ loginLog }) => loginLog.newest(limit));
    expect(await newest(5)).to.deep.equal([
      { ...bare, at: LATER },
      { ...full, at: NOW },
    ]);
    expect(await newest(1)).to.have.length(1);
  });
});

onEveryEngine('the list of the login log', (engine) => {
  it('the login log is read page by page, and filtered by user, kind and time', async () => {
    const { userId, full } = await logTwice(engine());
    const list = async (filter: LoginFilter, after?: Position) => {
      const { rows, next } = await engine().loginLogViews.list(filter, { limit: 1, ...(after && { after }) });
      return { entries: rows.map(({ id: _, ...entry }) => entry), next };
    };
    const first = await list({});
    expect(first.entries).to.deep.equal([{ ...bare, at: LATER }]);
    const second = await list({}, first.next);
    expect(second).to.deep.equal({ entries: [{ ...full, at: NOW }], next: undefined });

    expect((await list({ userId })).entries).to.deep.equal([{ ...full, at: NOW }]);
    expect((await list({ kind: 'FAILED' })).entries).to.deep.equal([{ ...bare, at: LATER }]);
    expect((await list({ userId, kind: 'FAILED' })).entries).to.deep.equal([]);
    expect((await list({ during: { end: LATER } })).entries).to.deep.equal([{ ...full, at: NOW }]);
    expect((await list({ during: { start: LATER } })).entries).to.deep.equal([{ ...bare, at: LATER }]);
    expect((await list({ during: { start: NOW, end: NOW } })).entries).to.deep.equal([]);
  });

  it('the login log returns entries of the same moment in the order in which they were written', async () => {
    await engine().transact(async ({ loginLog }) => {
      for (const message of ['one', 'two', 'three']) await loginLog.add({ ...bare, message }, NOW);
    });
    const { rows } = await engine().loginLogViews.list({}, { limit: 10 });
    expect(rows.map(({ message }) => message)).to.deep.equal(['three', 'two', 'one']);
    expect(rows.map(({ id }) => id)).to.deep.equal(rows.map(({ id }) => id).sort((one, other) => other - one));
  });
});
