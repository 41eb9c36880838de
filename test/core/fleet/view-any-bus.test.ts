import { expect } from 'chai';
import { viewAnyBus } from '../../../core/fleet/view-buses.ts';
import { calendar } from '../../support/catalogue.ts';
import { handClock } from '../../support/clock.ts';
import { filesInMemory } from '../../../adapters/memory/files.ts';
import { aBareBus, anUploadedDocument } from '../../support/documents.ts';
import { memoryEngine } from '../../support/engines.ts';

describe('a bus in the administrators’ view', () => {
  it('an administrator’s view of a bus lists every vehicle document, newest first, however many there are', async () => {
    const engine = { ...memoryEngine(), documentFiles: filesInMemory() };
    const { busId } = await aBareBus(engine);
    const added: number[] = [];
    while (added.length < 201) added.unshift(await anUploadedDocument(engine, busId));
    const { allDocuments } = await viewAnyBus({ ...engine, calendar, clock: handClock() })(busId);
    expect(allDocuments.map(({ id }) => id)).to.deep.equal(added);
  });
});
