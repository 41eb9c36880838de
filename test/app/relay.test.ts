import { expect } from 'chai';
import { pino } from 'pino';
import { type Relay, startRelay } from '../../app/relay.ts';
import { eventually } from '../support/eventually.ts';

const log = pino({ level: 'silent' });

describe('the loop that publishes events', () => {
  let relay: Relay | undefined;
  afterEach(() => relay?.stop());

  it('the loop that publishes events never runs two passes at once, and runs a last pass before it stops', async () => {
    let [passes, atOnce, most] = [0, 0, 0];
    relay = startRelay({
      log,
      brokerIsThere: () => true,
      relayOutbox: async () => {
        passes += 1;
        most = Math.max(most, (atOnce += 1));
        await new Promise((done) => {
          setImmediate(done);
        });
        atOnce -= 1;
        return 0;
      },
    });
    await eventually(() => passes === 1);
    for (let called = 0; called < 5; called += 1) relay.wake();
    await eventually(() => passes === 2);
    relay.wake();
    await eventually(() => passes === 3);
    await relay.stop();
    expect([passes, most]).to.deep.equal([4, 1]);
  });

  it('the loop that publishes events makes no attempt while the broker is unreachable', async () => {
    let [passes, there] = [0, false];
    relay = startRelay({
      log,
      brokerIsThere: () => there,
      relayOutbox: async () => {
        passes += 1;
        return 0;
      },
    });
    relay.wake();
    await new Promise((done) => {
      setImmediate(done);
    });
    expect(passes).to.equal(0);
    there = true;
    relay.wake();
    await eventually(() => passes === 1);
  });

  it('the loop that publishes events continues after a failure, and retries soon if another process was publishing', async () => {
    const outcomes: (number | 'elsewhere' | Error)[] = [new Error('down'), 'elsewhere', 'elsewhere', 2];
    let passes = 0;
    relay = startRelay({
      log,
      brokerIsThere: () => true,
      relayOutbox: async () => {
        passes += 1;
        const outcome = outcomes.shift() ?? 0;
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    });
    relay.wake();
    await eventually(() => passes >= 4);
  });

  it('the loop that publishes events publishes the last seconds’ events again after losing the broker', async () => {
    const [asked, outcomes]: [unknown[], (number | 'elsewhere' | Error)[]] = [
      [],
      [0, new Error('down'), 'elsewhere', 2],
    ];
    relay = startRelay({
      log,
      brokerIsThere: () => true,
      relayOutbox: async (doubtful) => {
        asked.push(doubtful);
        const outcome = outcomes.shift() ?? 0;
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    });
    await eventually(() => asked.length === 1);
    relay.doubt();
    relay.wake();
    await eventually(() => asked.length === 4);
    relay.wake();
    await eventually(() => asked.length === 5);
    expect(asked).to.deep.equal([false, true, true, true, false]);
  });
});
