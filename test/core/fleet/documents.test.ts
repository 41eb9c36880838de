import { expect } from 'chai';
import { documentsComplete, REQUIRED_DOCUMENTS } from '../../../core/fleet/documents.ts';
import type { BusDocument } from '../../../core/fleet/documents.ts';

describe('the documents of a bus', () => {
  const verified = REQUIRED_DOCUMENTS.map((type): BusDocument => ({ type, status: 'VERIFIED' }));

  it('are complete when one of each type is verified', () => {
    expect(documentsComplete(verified)).to.equal(true);
    expect(documentsComplete([])).to.equal(false);
    for (const { type } of verified)
      expect(documentsComplete(verified.filter((document) => document.type !== type))).to.equal(false);
  });

  it('do not count while they wait, or when they were rejected', () => {
    for (const status of ['PENDING', 'REJECTED'] as const)
      expect(documentsComplete([...verified.slice(1), { ...verified[0]!, status }])).to.equal(false);
  });

  it('may be several of one type, of which one has to be verified', () => {
    expect(documentsComplete([{ type: 'INSURANCE', status: 'REJECTED' }, ...verified])).to.equal(true);
  });
});
