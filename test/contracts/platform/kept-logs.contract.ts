import { expect } from 'chai';
import { onEveryEngine } from '../../support/engines.ts';

const DAY = 86_400_000;

/** Each log with a sample row and its retention in days. */
const LOGS = [
  {
    log: 'activity_log',
    row: { kind: 'CITY_ADDED', actor_role: 'SYSTEM', subject_type: 'city', subject_id: 1, description: '' },
    keptDays: 3_653,
  },
  { log: 'login_log', row: { kind: 'FAILED', message: '' }, keptDays: 400 },
] as const;

onEveryEngine('append-only logs', (_, database, kind) => {
  const refusal = async (work: PromiseLike<unknown>): Promise<string> => {
    try {
      await work;
      return 'done';
    } catch (error) {
      return String(error);
    }
  };

  for (const { log, row, keptDays } of LOGS) {
    const table = () => database().knex(log);
    /**
     * Adds a row whose retention time ended this number of days ago. With a negative number, the retention time has not
     * ended yet.
     */
    const add = (days: number) => table().insert({ ...row, at: Date.now() - (keptDays + days) * DAY });

    it(`the database refuses to change a row of ${log}, however old the row is`, async () => {
      await add(-1);
      await add(1);
      expect(await refusal(table().update({ at: 1 }))).to.include(`${log} is only ever added to`);
      expect(await table().where({ at: 1 })).to.deep.equal([]);
    });

    it(`the database refuses to delete a row of ${log} that is younger than its retention time`, async () => {
      await add(-1);
      expect(await refusal(table().delete())).to.include(`rows of ${log} are kept for ${keptDays} days`);
      expect(await table()).to.have.length(1);
    });

    it(`the database allows a row of ${log} to be deleted once its retention time is over`, async () => {
      await add(1);
      expect(await refusal(table().delete())).to.equal('done');
      expect(await table()).to.deep.equal([]);
    });

    // SQLite has no TRUNCATE.
    if (kind === 'Postgres')
      it(`the database refuses to truncate the table ${log}`, async () => {
        expect(await refusal(database().knex.raw('truncate ??', [log]))).to.include('only ever added to');
      });
  }
});
