import { expect } from 'chai';
import fc from 'fast-check';
import { type Instant, toIso } from '../../../core/kernel/time.ts';

describe('moments', () => {
  it('a moment is written as text exactly as Date.toISOString() writes it', () => {
    const moments = [
      fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(2100, 0) }),
      fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 }),
    ];
    fc.assert(
      fc.property(fc.oneof(...moments), (at) => toIso(at as Instant) === new Date(at).toISOString()),
      {
        numRuns: 5_000,
      },
    );
  });

  it('the first and the last millisecond of a day are written as text exactly as Date.toISOString() writes them', () => {
    for (const text of ['1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z', '2028-02-29T23:59:59.999Z'])
      expect(toIso(Date.parse(text) as Instant)).to.equal(text);
  });
});
