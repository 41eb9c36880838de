import { needs } from '../servers.ts';
import { enginesOf } from '../test-engines.ts';
import { type Explorer, type Meeting, openExplorer, titleOf } from './explorer.ts';
import { type Extent, type Failure, explore, following, judgeOf, reportOf } from './explore.ts';

/**
 * SCHEDULES=2000 runs all schedules of a meeting where there are at most 2000, and as many chosen ones where there are
 * more. SCHEDULE=babbbaaa runs that schedule alone.
 */
const { SCHEDULES, SCHEDULE } = process.env;

const EXTENT: Extent =
  SCHEDULES === undefined
    ? { all: 250, chosen: 30, isHurried: true }
    : { all: Number(SCHEDULES), chosen: Number(SCHEDULES), isHurried: false };

/** Runs a suite with a database of its own, on Postgres only. `isBlanking` takes locking clauses out of statements. */
export function withExplorer(title: string, isBlanking: boolean, suite: (explorer: () => Explorer) => void): void {
  if (!enginesOf('of SQL').includes('Postgres')) return;
  describe(title, function () {
    if (SCHEDULES !== undefined) this.timeout(0);
    let explorer: Explorer | undefined;

    before(async function () {
      explorer = await openExplorer(isBlanking);
      needs(this, explorer);
    });
    suite(() => explorer!);
  });
}

const isNow = ({ isNightly = false }: Meeting): boolean =>
  !isNightly || SCHEDULES !== undefined || SCHEDULE !== undefined;

/** Tests that every schedule of each meeting ends as one order of its actors would. */
export const testMeetings = (title: string, meetings: readonly Meeting[]): void =>
  withExplorer(`schedules of ${title}`, false, (explorer) => {
    for (const meeting of meetings.filter(isNow))
      it(`${titleOf(meeting)}: every schedule ends as one order of its actors does`, async () => {
        const failure = await (SCHEDULE === undefined ? exploring : replaying)(explorer(), meeting);
        if (failure) throw new Error(reportOf(meeting, failure));
      });
  });

async function exploring(explorer: Explorer, meeting: Meeting): Promise<Failure | undefined> {
  const { schedules, isComplete, failure } = await explore(explorer, meeting, EXTENT);
  // The night prints its numbers. Other runs say only what fails.
  if (SCHEDULES !== undefined)
    process.stdout.write(`      ${titleOf(meeting)}: ${schedules} schedules, ${isComplete ? 'all' : 'chosen'}\n`);
  return failure;
}

async function replaying(explorer: Explorer, meeting: Meeting): Promise<Failure | undefined> {
  const { faultOf } = await judgeOf(explorer, meeting);
  const ended = await explorer.run(meeting, following(SCHEDULE ?? ''));
  const reason = faultOf(ended);
  return reason === undefined ? undefined : { schedule: ended.schedule, reason };
}
