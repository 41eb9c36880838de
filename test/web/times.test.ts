import { expect } from 'chai';
import { spokenTime, timeOf } from '../../web/parts/moment.ts';
import { language } from '../../web/words/language.ts';

describe('times of a day', () => {
  afterEach(() => {
    language.value = 'en';
  });
  const times = () =>
    ['00:05', '03:59', '04:00', '07:00', '11:59', '12:30', '15:59', '16:00', '19:45', '20:00', '23:30'].map((time) =>
      timeOf(`2026-11-26T${time}:00+05:45`),
    );

  it('times are shown with 24 hours in English', () => {
    expect(times().slice(0, 4)).to.deep.equal(['00:05', '03:59', '04:00', '07:00']);
  });

  it('times are shown in Nepali with 12 hours and the part of the day', () => {
    language.value = 'ne';
    expect(times()).to.deep.equal([
      'राति १२:०५',
      'राति ३:५९',
      'बिहान ४:००',
      'बिहान ७:००',
      'बिहान ११:५९',
      'दिउँसो १२:३०',
      'दिउँसो ३:५९',
      'साँझ ४:००',
      'साँझ ७:४५',
      'राति ८:००',
      'राति ११:३०',
    ]);
  });

  it('a time of day in a timetable is shown as it is spoken in Nepali', () => {
    expect(['01:00', '19:30'].map(spokenTime)).to.deep.equal(['01:00', '19:30']);
    language.value = 'ne';
    expect(['01:00', '19:30'].map(spokenTime)).to.deep.equal(['राति १:००', 'साँझ ७:३०']);
  });
});
