import { expect } from 'chai';
import { bookingCode } from '../../../core/bookings/booking-code.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { countingRandom } from '../../support/random.ts';

describe('a booking code', () => {
  it('is BT, the day where the service lives, and six digits', () => {
    const needs = { calendar: calendarOf('Asia/Kathmandu'), random: countingRandom('000042', '999999') };
    const lastMomentOfTheYear = Date.UTC(2026, 11, 31, 18, 14, 59, 999);
    expect(bookingCode(needs, lastMomentOfTheYear as Instant)).to.equal('BT261231000042');
    expect(bookingCode(needs, (lastMomentOfTheYear + 1) as Instant)).to.equal('BT270101999999');
  });
});
