import { expect } from 'chai';
import { pino } from 'pino';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { type JobRun, startJobs } from '../../app/scheduler.ts';
import { eventually } from '../support/eventually.ts';

const EVERY_SECOND = '* * * * * *';

describe('scheduled jobs', () => {
  it('scheduled jobs run by their time pattern, never twice at once, even when other jobs fail or take long', async function () {
    this.timeout(300_000);
    const lines: { job?: string; msg: string }[] = [];
    const log = pino(
      { level: 'debug' },
      {
        write: (line: string) => {
          lines.push(JSON.parse(line) as { msg: string });
        },
      },
    );
    const runs: JobRun[] = [];
    let [slowStarts, release] = [0, (): void => undefined];
    const jobs = startJobs(
      [
        { name: 'fails', pattern: EVERY_SECOND, run: () => Promise.reject(new Error('no luck')) },
        {
          name: 'throws',
          pattern: EVERY_SECOND,
          run: () => {
            throw new Error('no luck at all');
          },
        },
        { name: 'works', pattern: EVERY_SECOND, run: async () => 3 },
        {
          name: 'slow',
          pattern: EVERY_SECOND,
          run: () => {
            slowStarts += 1;
            return new Promise((resolve) => {
              release = () => resolve(1);
            });
          },
        },
      ],
      { log, onRun: (run) => runs.push(run) },
    );
    const count = (job: string, outcome: string) =>
      runs.filter((run) => run.job === job && run.outcome === outcome).length;

    await eventually(
      () => count('works', 'done') >= 2 && count('fails', 'failed') >= 2 && count('throws', 'failed') >= 2,
    );
    expect(slowStarts).to.equal(1);

    let stopped = false;
    const stopping = jobs.stop().then(() => {
      stopped = true;
    });
    await new Promise((done) => {
      setImmediate(done);
    });
    expect(stopped).to.equal(false);
    release();
    await stopping;
    expect(count('slow', 'done')).to.equal(1);
    expect(lines.find(({ job }) => job === 'works')).to.include({ msg: 'job done', count: 3 });
    expect(lines.find(({ job }) => job === 'fails')).to.have.nested.property('err.message', 'no luck');
  });

  it('a long scheduled job ends early when the scheduler stops', async () => {
    const started = { times: 0, told: 0 };
    const log = pino({ level: 'silent' });
    const jobs = startJobs(
      [
        {
          name: 'long',
          pattern: EVERY_SECOND,
          run: async (stopping) => {
            started.times += 1;
            await stopping;
            started.told += 1;
            return 0;
          },
        },
      ],
      { log },
    );
    await eventually(() => started.times > 0);
    await jobs.stop();
    expect(started.told).to.equal(started.times);
  });

  describe('scheduled jobs when the clock is set', () => {
    let time: SinonFakeTimers;
    const log = pino({ level: 'silent' });
    const runsOf = (pattern: string): { readonly count: () => number } => {
      let count = 0;
      const run = async (): Promise<number> => (count += 1);
      const jobs = startJobs([{ name: 'sweeps', pattern, run }], { log });
      stop = () => jobs.stop();
      return { count: () => count };
    };
    let stop = (): Promise<void> => Promise.resolve();

    beforeEach(() => {
      time = useFakeTimers({ now: new Date(2026, 10, 20, 12, 0, 30) });
    });
    afterEach(async () => {
      await stop();
      time.restore();
    });

    it('scheduled jobs continue at once when the clock is set back by hours', async () => {
      const { count } = runsOf('* * * * *');
      await time.tickAsync(60_000);
      expect(count()).to.equal(1);
      time.setSystemTime(new Date(2026, 10, 20, 7, 0, 10));
      await time.tickAsync(180_000);
      expect(count()).to.equal(4);
    });

    it('scheduled jobs that were missed several times while the machine slept run only once afterwards', async () => {
      const { count } = runsOf('20 3 * * *');
      await time.tickAsync(60_000);
      expect(count()).to.equal(0);
      time.setSystemTime(new Date(2026, 10, 23, 8, 0));
      await time.tickAsync(30_000);
      expect(count(), 'while what was under way may not have ended').to.equal(0);
      await time.tickAsync(30_000);
      expect(count()).to.equal(1);
      await time.tickAsync(3_600_000);
      expect(count()).to.equal(1);
    });
  });
});
