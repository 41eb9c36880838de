import { expect } from 'chai';
import { hashQueue } from '../../../adapters/crypto/hash-queue.ts';

/** A queue whose tasks end when the test says so, one after another. */
function queueOf({ waiting = 32 }: { readonly waiting?: number } = {}) {
  const queue = hashQueue({ atOnce: 1, waiting, whenFull: () => new Error('full') });
  const ended: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];

  const ask = (mark: string, isUsual = false): void => {
    const address = mark.slice(0, 1);
    queue
      .run({ address, isUsual }, () => new Promise<void>((resolve) => ends.push(resolve)))
      .then(
        () => ended.push(mark),
        () => refused.push(mark),
      );
  };
  const turnOver = (): Promise<void> =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });
  /** Ends running tasks until none is left, and returns the order in which they ended. */
  const finish = async (): Promise<readonly string[]> => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await turnOver();
    }
    return ended;
  };
  return { queue, ask, finish, refused, turnOver };
}

describe('turns of IP addresses in the queue of password hashes', () => {
  it('a second waiting hash of an address is computed after the first of every other address', async () => {
    const { ask, finish } = queueOf();
    for (const mark of ['x', 'a1', 'a2', 'a3', 'b1', 'b2', 'c1']) ask(mark);
    expect(await finish()).to.deep.equal(['x', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('the first hash of an address is computed before the second of an address that had its turn', async () => {
    const { queue, ask, finish, turnOver } = queueOf();
    let end = (): void => undefined;
    void queue.run({ address: 'x', isUsual: false }, () => new Promise<void>((resolve) => (end = resolve)));
    for (const mark of ['a1', 'a2', 'a3']) ask(mark);
    end();
    await turnOver();
    ask('b1');
    expect(await finish()).to.deep.equal(['a1', 'b1', 'a2', 'a3']);
  });

  it('usual addresses have three of four turns while hashes of both kinds wait', async () => {
    const { ask, finish } = queueOf();
    ask('x');
    for (let n = 1; n <= 4; n += 1) ask(`a${n}`);
    for (let n = 1; n <= 6; n += 1) ask(`u${n}`, true);
    expect(await finish()).to.deep.equal(['x', 'u1', 'u2', 'u3', 'a1', 'u4', 'u5', 'u6', 'a2', 'a3', 'a4']);
  });

  it('in a full queue, the first hash of an address takes the place of the last hash of the address with the most', async () => {
    const { queue, ask, finish, refused } = queueOf({ waiting: 4 });
    for (const mark of ['x', 'a1', 'a2', 'a3', 'b1', 'c1']) ask(mark);
    expect(queue.load()).to.deep.equal({ running: 1, waiting: 4 });
    expect(await finish()).to.deep.equal(['x', 'a1', 'b1', 'c1', 'a2']);
    expect(refused).to.deep.equal(['a3']);
  });

  it('a full queue refuses a hash when no address has more waiting hashes than its own', async () => {
    const { ask, finish, refused } = queueOf({ waiting: 3 });
    for (const mark of ['x', 'a1', 'b1', 'c1', 'd1', 'a2']) ask(mark);
    expect(await finish()).to.deep.equal(['x', 'a1', 'b1', 'c1']);
    expect(refused).to.deep.equal(['d1', 'a2']);
  });

  it('strangers from many addresses leave three quarters of the places to usual addresses, and keep one quarter', async () => {
    const { ask, finish, refused } = queueOf({ waiting: 4 });
    for (const mark of ['x', 'a1', 'b1', 'c1', 'd1']) ask(mark);
    for (const mark of ['u1', 'v1', 'w1', 'z1']) ask(mark, true);
    expect(await finish()).to.deep.equal(['x', 'u1', 'v1', 'w1', 'a1']);
    expect(refused).to.deep.equal(['d1', 'c1', 'b1', 'z1']);
  });
});
