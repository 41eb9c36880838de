import { expect } from 'chai';
import { pino } from 'pino';
import { startJobs } from '../../app/scheduler.ts';
import type { JobRun } from '../../app/scheduler.ts';
import { eventually } from '../support/eventually.ts';

const EVERY_SECOND = '* * * * * *';

describe('jobs', () => {
  it('run by their pattern, none beside itself, whatever becomes of the others', async function () {
    this.timeout(15_000);
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
});
