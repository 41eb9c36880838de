import { expect } from 'chai';
import { SLICE, SlicedBroker, inSlices } from '../../../adapters/mqtt/sliced-broker.ts';

const turnOver = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** How many of the calls that `begin` causes come in each turn of the event loop, until all have come. */
async function callsATurn(expected: number, begin: (call: () => void) => void): Promise<readonly number[]> {
  let calls = 0;
  const turns: number[] = [];
  begin(() => {
    calls += 1;
  });
  for (let before = 0; before < expected; before = calls) {
    await turnOver();
    turns.push(calls - before);
  }
  return turns;
}

describe('subscriptions of the embedded broker in slices', () => {
  it('tasks run in their order, in slices between which the event loop turns', async () => {
    const later = inSlices(3);
    const order: number[] = [];
    const turns = await callsATurn(8, (call) => {
      for (let n = 0; n < 8; n += 1)
        later(() => {
          order.push(n);
          call();
        });
      expect(order).to.deep.equal([]);
    });
    expect(Math.max(...turns)).to.equal(3);
    expect(order).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('a thousand subscriptions are added and removed a slice at a time', async () => {
    const broker = new SlicedBroker();
    await broker.listen();
    const ignore = (): void => undefined;
    const topics = Array.from({ length: 1_000 }, (_, n) => `bus/schedules/${n}/seats`);
    for (const change of ['subscribe', 'unsubscribe'] as const) {
      const turns = await callsATurn(topics.length, (call) => {
        for (const topic of topics) broker[change](topic, ignore, call);
      });
      expect(Math.max(...turns), change).to.be.within(1, SLICE);
    }
    await new Promise<void>((done) => {
      broker.close(done);
    });
  });
});
