import { expect } from 'chai';
import sinon from 'sinon';
import { openStorage, storeNeeds } from '../../app/storage.ts';
import { StartFailure, databaseUnusable, exitWithFailure } from '../../app/start-failure.ts';
import { explainWait, waitForDatabase } from '../../app/wait-for-database.ts';
import { databaseUnavailable } from '../../core/kernel/refusal.ts';
import { freshDatabase, needs } from '../support/servers.ts';
import { faultOf } from '../support/transactions.ts';

const down = (): Error =>
  databaseUnavailable(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));

describe('a start that gives up', () => {
  afterEach(() => sinon.restore());

  it('a start that gives up ends with status 1, and prints the sentence of its reason without a stack', () => {
    const exit = sinon.stub(process, 'exit');
    const print = sinon.stub(process.stderr, 'write');
    exitWithFailure(databaseUnusable(down()));
    const printed = print.args.map(([text]) => String(text)).join('');
    sinon.restore();
    expect(exit.args).to.deep.equal([[1]]);
    expect(printed).to.match(/^The database can't be used: connect ECONNREFUSED\. .*\n$/);
  });

  it('a migration that takes long says what the start waits for within 10 seconds, and again each minute', async () => {
    const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const warn = sinon.spy();
    let finish: () => void = () => undefined;
    const work = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const waiting = explainWait(work, { warn }, 'the start waits for migrations');
    await timers.tickAsync(10_000);
    expect(warn.args).to.deep.equal([[{}, 'the start waits for migrations']]);
    await timers.tickAsync(60_000);
    expect(warn.callCount).to.equal(2);
    finish();
    await waiting;
    await timers.tickAsync(120_000);
    expect(warn.callCount).to.equal(2);
  });
});

describe('a start whose database cannot be used', () => {
  let now: number;
  let said: readonly { readonly second: number; readonly reason: string }[];
  beforeEach(() => {
    [now, said] = [0, []];
  });

  const start = (commit: () => Promise<unknown>, patienceSeconds = 60): Promise<void> =>
    waitForDatabase({
      commit,
      patienceSeconds,
      log: {
        warn: ({ reason }: { reason: string }) => {
          said = [...said, { second: now / 1_000, reason }];
        },
      } as never,
      time: {
        elapsed: () => now,
        pause: async (milliseconds) => {
          now += milliseconds;
        },
      },
    });

  it('a start goes on when its database comes up, and has said why it waited', async () => {
    const commit = sinon.stub().callsFake(async () => {
      if (now < 20_000) throw down();
    });
    await start(commit);
    expect(now).to.be.within(20_000, 22_000);
    expect(said).to.have.length(1);
    expect(said[0]).to.deep.include({ reason: 'connect ECONNREFUSED' });
    expect(said[0]!.second).to.be.at.most(10);
  });

  it('a start gives up after its patience with the reason of the database', async () => {
    expect(await faultOf(start(() => Promise.reject(down())))).to.have.nested.property('cause.code', 'ECONNREFUSED');
    expect(now).to.be.within(60_000, 62_000);
  });

  it('a start that waits says so within 10 seconds, and again each minute', async () => {
    await faultOf(start(() => Promise.reject(down()), 200));
    expect(said.map(({ second }) => Math.floor(second / 60))).to.deep.equal([0, 1, 2, 3]);
    expect(said[0]!.second).to.be.at.most(10);
  });

  it('a commit that hangs is not repeated, and the log names the standby within 10 seconds', async () => {
    const commit = sinon.stub().returns(new Promise(() => undefined));
    expect(String(await faultOf(start(commit)))).to.include('standby');
    expect(commit.callCount).to.equal(1);
    expect(said[0]).to.have.property('reason').that.includes('standby');
    expect(said[0]!.second).to.be.within(4, 10);
  });

  it('an error that waiting does not mend ends the start at once', async () => {
    const wrong = Object.assign(new Error('no such role'), { code: '28000' });
    expect(await faultOf(start(() => Promise.reject(wrong)))).to.equal(wrong);
    expect(now).to.be.below(2_000);
  });

  it('a Postgres that takes only reads is waited for, and the last sentence says that it is read-only', async function () {
    const url = await freshDatabase();
    needs(this, url);
    const readOnly = new URL(url);
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
    const log = { info: sinon.spy(), warn: sinon.spy() };
    const settings = { databaseUrl: readOnly.href, startPatienceSeconds: 1 };
    const fault = await faultOf(openStorage(settings, storeNeeds(), log));
    expect(fault).to.be.instanceOf(StartFailure);
    expect(String(fault)).to.match(/^Error: The database can't be used: .*read-only/);
    expect(log.warn.callCount).to.equal(1);
  });
});
