import { expect } from 'chai';
import { bikramSambatOf } from '../../../adapters/language/bikram-sambat.ts';
import { bothDays, bothDaysAt, FORMATS, momentOf } from '../../../adapters/language/formats.ts';
import { paisa } from '../../../core/kernel/money.ts';

describe('amounts, days and times', () => {
  it('amounts, days and times are formatted in English', () => {
    const { money, count } = FORMATS.en;
    expect([200_000, 12_000_050, 100, 123_456_789_00].map((amount) => money(paisa(amount)))).to.deep.equal([
      'Rs 2,000',
      'Rs 1,20,000.50',
      'Rs 1',
      'Rs 12,34,56,789',
    ]);
    expect(count(12)).to.equal('12');
    expect(bothDays('en', '2026-11-27')).to.equal('Friday 27 November 2026 (11 Mangsir 2083)');
    expect(bothDaysAt('en', '2026-12-01 07:00')).to.equal('Tuesday 1 December 2026, 07:00 (15 Mangsir 2083)');
    expect(momentOf('en', '2026-12-01 07:00')).to.equal('Tuesday 1 December 2026, 07:00');
  });

  it('amounts, days and times are formatted in Nepali, with the Bikram Sambat day first', () => {
    const { money, count } = FORMATS.ne;
    expect([200_000, 12_000_050].map((amount) => money(paisa(amount)))).to.deep.equal(['रु २,०००', 'रु १,२०,०००.५०']);
    expect(count(12)).to.equal('१२');
    expect(bothDays('ne', '2026-11-27')).to.equal('शुक्रबार, ११ मंसिर २०८३ (२७ नोभेम्बर २०२६)');
    expect(bothDaysAt('ne', '2026-12-01 07:00')).to.equal('मङ्गलबार, १५ मंसिर २०८३, बिहान ७:०० (१ डिसेम्बर २०२६)');
  });

  it('times in Nepali name the part of the day, from night to night, and in a text message only digits', () => {
    const { time, shortTime } = FORMATS.ne;
    const spoken = ['00:05', '03:59', '04:00', '11:59', '12:00', '15:59', '16:00', '20:00'].map(time);
    expect(spoken).to.deep.equal([
      ...['राति १२:०५', 'राति ३:५९', 'बिहान ४:००', 'बिहान ११:५९'],
      ...['दिउँसो १२:००', 'दिउँसो ३:५९', 'साँझ ४:००', 'राति ८:००'],
    ]);
    expect(shortTime('07:00')).to.equal('०७:००');
  });

  it('days at the turn of the year are correct in the Gregorian and the Bikram Sambat calendar', () => {
    expect(bikramSambatOf('2026-04-13')).to.deep.equal({ year: 2082, month: 12, day: 30 });
    expect(bikramSambatOf('2026-04-14')).to.deep.equal({ year: 2083, month: 1, day: 1 });
    expect(bikramSambatOf('2026-01-01')).to.deep.equal({ year: 2082, month: 9, day: 17 });
    expect(bikramSambatOf('2015-04-14')).to.deep.equal({ year: 2072, month: 1, day: 1 });
  });

  it('days outside the Bikram Sambat table are written only in the Gregorian calendar', () => {
    expect(bikramSambatOf('2600-01-01')).to.equal(undefined);
    expect(bothDays('en', '2600-01-01')).to.equal('Wednesday 1 January 2600');
    expect(bothDays('ne', '2600-01-01')).to.equal('बुधबार, १ जनवरी २६००');
  });
});
