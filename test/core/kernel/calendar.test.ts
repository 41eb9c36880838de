import { expect } from 'chai';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { Instant } from '../../../core/kernel/time.ts';

describe('a calendar', () => {
  it('the calendar gives the offset of local time from UTC, in summer and in winter', () => {
    const zone = (timeZone: string, at: string): string => calendarOf(timeZone).zone(Date.parse(at) as Instant);
    expect(zone('Asia/Kathmandu', '2026-11-20T04:30:00Z')).to.equal('UTC+05:45');
    expect(zone('UTC', '2026-11-20T04:30:00Z')).to.equal('UTC+00:00');
    expect(zone('America/St_Johns', '2026-11-20T04:30:00Z')).to.equal('UTC-03:30');
    expect(zone('America/St_Johns', '2026-07-20T04:30:00Z')).to.equal('UTC-02:30');
  });
});
