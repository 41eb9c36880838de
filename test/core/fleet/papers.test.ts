import { expect } from 'chai';
import fc from 'fast-check';
import {
  type BusDocument,
  type RequiredType,
  DOCUMENT_TYPES,
  REQUIRED_DOCUMENTS,
} from '../../../core/fleet/documents.ts';
import { type Papers, completeDays, endingWith, papers, waitingPapers } from '../../../core/fleet/papers.ts';
import { dayAfter } from '../../../core/kernel/calendar.ts';

const TODAY = '2026-11-20';
const NOTHING_MISSING = { complete: true, missing: [] };

const verified = (type: BusDocument['type'], validFrom: string | null, validUntil: string | null): BusDocument => ({
  type,
  status: 'VERIFIED',
  validFrom,
  validUntil,
});
const endless = REQUIRED_DOCUMENTS.map((type) => verified(type, null, null));
/** All required documents, valid without end. The given documents replace the insurance. */
const insured = (...documents: readonly BusDocument[]): readonly BusDocument[] => [
  ...endless.filter(({ type }) => type !== 'INSURANCE'),
  ...documents,
];
const insurance = (validFrom: string | null, validUntil: string | null): BusDocument =>
  verified('INSURANCE', validFrom, validUntil);

describe('the papers of a bus', () => {
  it('the documents of a bus are complete if one of each required type is verified; missing types are listed in order', () => {
    expect(papers(endless, TODAY)).to.deep.equal({ ...NOTHING_MISSING, validUntil: null });
    expect(papers([], TODAY)).to.deep.equal({ complete: false, validUntil: null, missing: REQUIRED_DOCUMENTS });
    for (const { type } of endless)
      expect(
        papers(
          endless.filter((document) => document.type !== type),
          TODAY,
        ),
      ).to.deep.equal({ complete: false, validUntil: null, missing: [type] });
    const [registration, , , fitness] = endless;
    expect(papers([fitness!, registration!], TODAY).missing).to.deep.equal(['ROUTE_PERMIT', 'INSURANCE']);
  });

  it('an emission certificate is optional for a bus, and cannot stand in for a required document', () => {
    expect(papers([...endless, verified('POLLUTION', null, '2020-01-01')], TODAY).complete).to.equal(true);
    expect(papers(insured(verified('POLLUTION', null, null)), TODAY).missing).to.deep.equal(['INSURANCE']);
  });

  it('documents that wait for review or were rejected do not make a bus’s documents complete', () => {
    for (const status of ['PENDING', 'REJECTED'] as const) {
      const other = { ...insurance(null, null), status };
      expect(papers(insured(other), TODAY).missing).to.deep.equal(['INSURANCE']);
      expect(papers(insured(other, insurance(null, null)), TODAY).complete).to.equal(true);
    }
  });

  it('a missing document of a bus that waits for review is distinguished from one that nobody has uploaded', () => {
    const pending = { ...insurance(null, null), status: 'PENDING' as const };
    expect(waitingPapers([pending], TODAY)).to.deep.equal(['INSURANCE']);
    expect(waitingPapers([{ ...pending, status: 'REJECTED' }], TODAY)).to.deep.equal([]);
    expect(waitingPapers(insured(insurance(null, null), pending), TODAY), 'nothing is missing').to.deep.equal([]);
    expect(waitingPapers([{ ...pending, type: 'POLLUTION' }], TODAY), 'not required').to.deep.equal([]);
  });

  it('a vehicle document is valid on its first and last day, and neither before nor after', () => {
    const oneDay = insured(insurance(TODAY, TODAY));
    expect(papers(oneDay, TODAY)).to.deep.equal({ ...NOTHING_MISSING, validUntil: TODAY });
    for (const day of ['2026-11-19', '2026-11-21'])
      expect(papers(oneDay, day)).to.deep.equal({ complete: false, validUntil: null, missing: ['INSURANCE'] });
  });

  it('the documents of a bus count as complete until the first of them expires', () => {
    const documents = [
      verified('REGISTRATION', null, null),
      verified('ROUTE_PERMIT', null, '2027-03-01'),
      verified('INSURANCE', null, '2026-12-31'),
      verified('FITNESS', '2026-01-01', '2027-01-15'),
    ];
    expect(papers(documents, TODAY)).to.deep.equal({ ...NOTHING_MISSING, validUntil: '2026-12-31' });
  });

  it('the documents of a bus stay complete if each renewal is valid from the day after the earlier document expires', () => {
    const chain = [
      insurance('2027-02-01', '2027-02-28'),
      insurance('2026-11-01', '2026-11-30'),
      insurance('2026-12-01', '2027-01-31'),
    ];
    expect(papers(insured(...chain), TODAY).validUntil).to.equal('2027-02-28');
    expect(papers(insured(...chain, insurance('2027-03-01', null)), TODAY).validUntil).to.equal(null);
    expect(papers(insured(...chain, insurance('2027-03-02', null)), TODAY).validUntil).to.equal('2027-02-28');
    expect(papers(insured(...chain, insurance('2027-01-15', '2027-04-13')), TODAY).validUntil).to.equal('2027-04-13');
  });

  it('two documents of the same type keep a bus’s documents complete until the later of the two expires', () => {
    expect(papers(insured(insurance(null, '2027-05-01'), insurance(TODAY, TODAY)), TODAY).validUntil).to.equal(
      '2027-05-01',
    );
  });

  it('a vehicle document that expires before its first day is valid on no day', () => {
    expect(papers(insured(insurance('2026-12-01', '2026-11-01')), TODAY).missing).to.deep.equal(['INSURANCE']);
    expect(papers(insured(insurance(null, TODAY), insurance('2026-11-21', '2026-11-10')), TODAY).validUntil).to.equal(
      TODAY,
    );
  });

  it('the documents of a bus may be valid until the last day of the calendar', () => {
    expect(papers(insured(insurance(null, '9999-12-31')), TODAY).validUntil).to.equal('9999-12-31');
  });

  it('a bus’s documents become incomplete when a document without a verified renewal expires', () => {
    const [last, other] = [insurance('2026-12-01', '2026-12-31'), verified('FITNESS', null, '2026-12-31')];
    const [registration, permit] = endless;
    const documents = [registration!, permit!, insurance(null, '2026-11-30'), last, other];
    expect(endingWith(documents, TODAY)).to.deep.equal([last, other]);
    expect(endingWith([...documents, insurance('2027-01-01', null)], TODAY)).to.deep.equal([other]);
    expect(endingWith([...documents, { ...insurance('2027-01-01', null), status: 'PENDING' }], TODAY)).to.deep.equal([
      last,
      other,
    ]);
    expect(endingWith(endless, TODAY), 'they never end').to.deep.equal([]);
    expect(endingWith(documents, '2027-01-01'), 'they are over').to.deep.equal([]);
    expect(endingWith([...documents, insurance(null, '2026-12-31')], TODAY), 'one of each type').to.deep.equal([
      last,
      other,
    ]);
  });
});

describe('random vehicle documents', () => {
  const DAYS = Array.from({ length: 14 }, (_, index) => dayAfter('2026-12-25', index));
  const day = fc.constantFrom(null, ...DAYS.slice(2, -2));
  const document = fc.record({
    type: fc.constantFrom(...DOCUMENT_TYPES),
    status: fc.constantFrom('VERIFIED' as const, 'VERIFIED' as const, 'VERIFIED' as const, 'PENDING' as const),
    validFrom: day,
    validUntil: day,
  });
  const documents = fc.array(document, { minLength: 4, maxLength: 14 });

  const counts = (all: readonly BusDocument[], type: RequiredType, on: string): boolean =>
    all.some(
      (one) =>
        one.type === type &&
        one.status === 'VERIFIED' &&
        (one.validFrom === null || one.validFrom <= on) &&
        (one.validUntil === null || one.validUntil >= on),
    );
  const isComplete = (all: readonly BusDocument[], on: string): boolean =>
    REQUIRED_DOCUMENTS.every((type) => counts(all, type, on));
  /**
   * Works out day by day whether the documents are complete. The last of DAYS is after every document's end.
   * Documents that are still complete on that day never expire.
   */
  function walked(all: readonly BusDocument[], today: string): Papers {
    const gap = DAYS.find((on) => on >= today && !isComplete(all, on));
    return {
      complete: gap !== today,
      validUntil: gap === undefined || gap === today ? null : dayAfter(gap, -1),
      missing: REQUIRED_DOCUMENTS.filter((type) => !counts(all, type, today)),
    };
  }

  it('the day until which a bus’s documents are complete is the one that a day-by-day count finds, for random documents', () => {
    fc.assert(
      fc.property(documents, fc.constantFrom(...DAYS), (all, today) => {
        expect(papers(all, today)).to.deep.equal(walked(all, today));
      }),
      { numRuns: 2_000 },
    );
  });

  it('two periods in which random vehicle documents are complete are always separated by a gap', () => {
    fc.assert(
      fc.property(documents, (all) => {
        const stretches = completeDays(all);
        for (const on of DAYS)
          expect(
            stretches.filter(({ validFrom, validUntil }) => (validFrom ?? on) <= on && on <= (validUntil ?? on)).length,
          ).to.equal(isComplete(all, on) ? 1 : 0);
        for (const { validUntil } of stretches.slice(0, -1))
          expect(isComplete(all, dayAfter(validUntil!)), 'a gap follows').to.equal(false);
      }),
      { numRuns: 1_000 },
    );
  });
});
