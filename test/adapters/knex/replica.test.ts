import { expect } from 'chai';
import { MOST_LAG_MS, onReplica } from '../../../adapters/knex/engine/replica.ts';
import type { Sql } from '../../../adapters/knex/engine/sql.ts';
import { eventually } from '../../support/eventually.ts';

/** Fakes a primary and a replica. The test sets their log positions. `ask` sends a read to one of the two. */
function replicated() {
  const state = { written: 0, replayed: 0, now: 1_000_000, isDown: false, checks: 0, moves: [] as string[] };
  const answering = (answer: () => unknown): Sql => ({
    dialect: 'postgres',
    one: <Row>() => Promise.resolve(answer() as Row),
    rows: () => Promise.reject(new Error('A check reads one row.')),
    changes: () => Promise.reject(new Error('A check changes nothing.')),
    post: () => undefined,
  });
  let marked = 0;
  const either = onReplica({
    primary: answering(() => ({ position: String((marked = state.written)) })),
    replica: answering(() => {
      state.checks += 1;
      if (state.isDown) throw new Error('The replica is away.');
      return { caught_up: state.replayed >= marked };
    }),
    now: () => state.now,
    onMove: (to) => state.moves.push(to),
  });
  const ask = () =>
    either({ replica: 'replica', primary: 'primary' }, (side) =>
      side === 'replica' && state.isDown ? Promise.reject(new Error('The replica is away.')) : Promise.resolve(side),
    );
  /** Repeats a read every second until `server` answers it, because the replica is checked in the background. */
  const untilFrom = (server: string): Promise<unknown> =>
    eventually(async () => {
      state.now += 1_000;
      return (await ask()) === server;
    });
  return { state, ask, untilFrom };
}

describe('reads from a replica', () => {
  it('a read replica answers queries only once it is known to have caught up with the primary', async () => {
    const { state, ask, untilFrom } = replicated();
    state.written = 5;
    expect(await ask()).to.equal('primary');

    state.replayed = 5;
    await untilFrom('replica');
    expect(state.moves).to.deep.equal(['replica']);
  });

  it('a read replica that falls behind answers queries as long as its allowed lag, and no longer', async () => {
    const { state, ask, untilFrom } = replicated();
    await untilFrom('replica');
    const proven = state.now;
    state.written = 9;

    const answers = new Map<number, string>();
    for (; state.now <= proven + 2 * MOST_LAG_MS; state.now += 1_000) answers.set(state.now - proven, await ask());
    expect(answers.get(MOST_LAG_MS - 2_000)).to.equal('replica');
    expect(answers.get(MOST_LAG_MS + 2_000)).to.equal('primary');

    state.replayed = 9;
    await untilFrom('replica');
    expect(state.moves).to.deep.equal(['replica', 'primary', 'replica']);
  });

  it('a read replica that fails is replaced by the primary, and answers queries again once it is back', async () => {
    const { state, ask, untilFrom } = replicated();
    await untilFrom('replica');
    state.isDown = true;
    expect(await ask()).to.equal('primary');
    expect(await ask()).to.equal('primary');

    state.isDown = false;
    await untilFrom('replica');
    expect(state.moves).to.deep.equal(['replica', 'primary', 'replica']);
  });

  it('a read replica is checked at most once a second, however many queries there are', async () => {
    const { state, ask, untilFrom } = replicated();
    await untilFrom('replica');
    const before = state.checks;
    await Promise.all(Array.from({ length: 500 }, ask));
    expect(state.checks - before).to.be.at.most(1);
  });
});
