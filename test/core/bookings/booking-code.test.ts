import { expect } from 'chai';
import { bookingCode, isWholeCode } from '../../../core/bookings/booking-code.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { countingRandom } from '../../../adapters/memory/random.ts';

describe('a booking code', () => {
  it('a booking code is made of BT, the local day and six digits', () => {
    const needs = { calendar: calendarOf('Asia/Kathmandu'), random: countingRandom('000042', '999999') };
    const lastMomentOfTheYear = Date.UTC(2026, 11, 31, 18, 14, 59, 999);
    expect(bookingCode(needs, lastMomentOfTheYear as Instant)).to.equal('BT261231000042');
    expect(bookingCode(needs, (lastMomentOfTheYear + 1) as Instant)).to.equal('BT270101999999');
  });

  it('a complete booking code is distinguished from a part of a code, in any letter case', () => {
    const texts = ['bt270101999999', 'bt27010199999', 'bt2701019999990', 'x bt270101999999', 'bt270101 rai'];
    expect(texts.filter(isWholeCode)).to.deep.equal(['bt270101999999']);
  });
});
