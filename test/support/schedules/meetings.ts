import { expect } from 'chai';
import { needs } from '../servers.ts';
import { enginesOf } from '../test-engines.ts';
import { type Explorer, type Meeting, openExplorer, titleOf } from './explorer.ts';
import { type Extent, explore, following, judgeOf, reportOf } from './explore.ts';

/**
 * SCHEDULES=2000 runs all schedules of a meeting where there are at most 2000, and as many chosen ones where there are
 * more. SCHEDULE=babbbaaa runs that schedule alone.
 */
const { SCHEDULES, SCHEDULE } = process.env;

const EXTENT: Extent =
  SCHEDULES === undefined ? { all: 250, chosen: 30 } : { all: Number(SCHEDULES), chosen: Number(SCHEDULES) };

/** Tests that every schedule of each meeting ends as one order of its actors would. On Postgres only. */
export function testMeetings(title: string, meetings: readonly Meeting[]): void {
  if (!enginesOf('of SQL').includes('Postgres')) return;
  describe(`schedules of ${title}`, function () {
    if (SCHEDULES !== undefined) this.timeout(0);
    let explorer: Explorer | undefined;

    before(async function () {
      explorer = await openExplorer();
      needs(this, explorer);
    });

    for (const meeting of meetings)
      it(`${titleOf(meeting)}: every schedule ends as one order of its actors does`, async () => {
        const failure = SCHEDULE === undefined ? await exploring(explorer!, meeting) : await replaying(meeting);
        expect(failure && reportOf(meeting, failure)).to.equal(undefined);
      });

    const replaying = async (meeting: Meeting) => {
      const { faultOf } = await judgeOf(explorer!, meeting);
      const ended = await explorer!.run(meeting, following(SCHEDULE!));
      const reason = faultOf(ended);
      return reason === undefined ? undefined : { schedule: ended.schedule, reason };
    };
  });
}

async function exploring(explorer: Explorer, meeting: Meeting) {
  const { schedules, isComplete, failure } = await explore(explorer, meeting, EXTENT);
  // The night prints its numbers. Other runs say only what fails.
  if (SCHEDULES !== undefined)
    process.stdout.write(`      ${titleOf(meeting)}: ${schedules} schedules, ${isComplete ? 'all' : 'chosen'}\n`);
  return failure;
}
