import { expect } from 'chai';
import { feedArchive } from '../../adapters/zip/feed-archive.ts';
import { sampleCatalogue } from '../../app/sample/catalogue.ts';
import { makeFeed } from '../../core/road/gtfs/make-feed.ts';
import { onEveryEngine } from '../support/engines.ts';
import { problemsOf, warningsOf } from '../support/feed-rules.ts';
import { type FeedRow, filesIn, readCsv } from '../support/feeds.ts';
import { importing } from '../support/importing.ts';

onEveryEngine('the timetable feed of the sample', (engine) => {
  const { clock, load } = importing(engine);

  // Takes seconds: the sample has thousands of trips, and each of them is judged.
  it('the feed of the sample breaks no rule of the validator, and gives it nothing to warn of', async () => {
    await load(sampleCatalogue());
    await makeFeed({ ...engine(), clock, processId: 'one', feedArchive, pause: async () => undefined })();
    const { content, leftOut } = (await engine().feedViews.feed())!;
    const files = filesIn(content);
    const rows = new Map<string, readonly FeedRow[]>([...files].map(([name, text]) => [name, readCsv(text)]));
    const read = (name: string) => rows.get(name) ?? [];
    expect(read('trips.txt')).to.have.length.of.at.least(1_000);
    expect(problemsOf(read)).to.deep.equal([]);
    expect(warningsOf(read, '20261120')).to.deep.equal([]);
    expect(leftOut).to.equal('cities=0, points=0, trips=0');
  }).timeout(120_000);
});
