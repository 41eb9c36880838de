import { expect } from 'chai';
import { explore, following } from '../support/schedules/explore.ts';
import { type Meeting, titleOf } from '../support/schedules/explorer.ts';
import { withExplorer } from '../support/schedules/meetings.ts';

/** A meeting of each area, which fails without the locks of `for update`. */
const WITHOUT_LOCKS: Readonly<Record<string, Meeting>> = {
  seats: { actors: ['hold', 'block'] },
  line: { actors: ['leave', 'cancel awaited'] },
  ledger: { actors: ['state', 'state too'] },
  bookings: { actors: ['expire', 'cancel unpaid'], minutes: 20, isSwept: true },
  payments: { actors: ['pay', 'pay again'] },
  boarding: { actors: ['cancel', 'board'] },
  counter: { actors: ['sell', 'close shift'] },
  agents: { actors: ['agent sells', 'agent sells more'] },
  changes: { actors: ['cancel', 'cancel trip'] },
  refunds: { actors: ['goodwill', 'more goodwill'] },
  catalogue: { actors: ['retime', 'import'] },
};

const EXTENT = { all: 60, chosen: 30, isHurried: false };

withExplorer('schedules without row locks', true, (explorer) => {
  for (const [area, meeting] of Object.entries(WITHOUT_LOCKS))
    it(`${area}: without "for update", some schedule of ${titleOf(meeting)} goes wrong`, async () => {
      expect((await explore(explorer(), meeting, EXTENT)).failure).to.not.equal(undefined);
    });
});

withExplorer('a replayed schedule', false, (explorer) => {
  it('the schedule babbaaaa of cancel × board runs alike 20 times of 20', async () => {
    const seen = new Set<string>();
    for (let times = 0; times < 20; times += 1) {
      const { schedule, able, outcomes, changes } = await explorer().run(
        { actors: ['cancel', 'board'] },
        following('babbaaaa'),
      );
      const letters = able.map((ready) => ready.map(({ letter }) => letter));
      seen.add(JSON.stringify([schedule, letters, outcomes, changes]));
    }
    expect([...seen]).to.have.length(1);
  });
});
