import { expect } from 'chai';
import { choicesFor, dayWith, rangeOf, sambatOf } from '../../web/parts/sambat-days.ts';

describe('days chosen in Bikram Sambat', () => {
  const range = { min: '2026-11-20', max: '2027-11-20' };

  it('every day of Bikram Sambat from 2000 to 2090 converts to a Gregorian day and back', () => {
    const all = { min: '1944-01-01', max: '2033-12-31' };
    const wrong: string[] = [];
    for (let at = Date.parse('1944-01-01'); at <= Date.parse('2033-12-31'); at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10);
      if (dayWith(all, undefined, sambatOf(day)!) !== day) wrong.push(day);
    }
    expect(wrong).to.deep.equal([]);
  });

  it('a day in Bikram Sambat is chosen by year, month and day', () => {
    const day = sambatOf('2026-11-26');
    expect(day).to.deep.equal({ year: 2083, month: 8, day: 10 });
    expect(dayWith(range, day, { day: 11 })).to.equal('2026-11-27');
    expect(dayWith(range, day, { month: 9 })).to.equal('2026-12-25');
  });

  it('a day that the chosen month of Bikram Sambat lacks becomes the last day of that month', () => {
    const long = sambatOf('2027-06-14');
    expect(long).to.deep.equal({ year: 2084, month: 2, day: 31 });
    const shorter = dayWith(range, { ...long!, day: 32 }, { month: 6 });
    expect(sambatOf(shorter)).to.include({ year: 2084, month: 6 });
    expect(choicesFor(range, sambatOf(shorter)).day.at(-1)).to.equal(sambatOf(shorter)!.day);
  });

  it('a day in Bikram Sambat cannot be chosen outside the range of its field', () => {
    const first = sambatOf(range.min)!;
    expect(dayWith(range, sambatOf('2027-05-01'), { year: first.year })).to.equal(range.min);
    expect(dayWith(range, first, { year: 2085 })).to.equal(range.max);
    expect(choicesFor(range, first)).to.deep.include({
      year: [2083, 2084],
      month: [8, 9, 10, 11, 12],
    });
    expect(choicesFor(range, first).day[0]).to.equal(first.day);
    expect(choicesFor(range, sambatOf(range.max)).month).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('a day that is outside the range of its field is still offered in Bikram Sambat', () => {
    const past = sambatOf('2026-11-18')!;
    expect(choicesFor(range, past).day).to.include(past.day);
    expect(choicesFor(range, sambatOf('2025-11-18')).year[0]).to.equal(2082);
  });

  it('an empty date field shows no day in Bikram Sambat, and offers the years of the conversion table', () => {
    for (const text of ['', 'soon', '1900-01-01', '2050-01-01']) expect(sambatOf(text), text).to.equal(undefined);
    expect(rangeOf('1900-01-01', '2090-01-01')).to.deep.equal({ min: '1944-01-01', max: '2033-12-31' });
    const open = rangeOf();
    expect(open.min < open.max).to.equal(true);
    expect(dayWith({ min: '2030-01-01', max: '2031-01-01' }, undefined, { day: 20 })).to.equal('2030-01-04');
  });
});
