import { isActive, isOverdue, isTicketed } from '../bookings/booking.ts';
import { type Instant, toIso } from '../kernel/time.ts';
import { arrivesAt as arrivalAt, isWholeRoad, timesOf } from '../trips/sections.ts';
import type { BookingOnRecord } from './ports.ts';
import { inWords } from './sections.ts';

/**
 * Faults of the times that an open booking copies from its trip. A section that has arrived keeps its times, whatever
 * becomes of the trip.
 */
export function bookedTimesFaults(booking: BookingOnRecord, now: Instant): readonly string[] {
  return [...openTimesFaults(booking, now), ...earningFaults(booking)];
}

function openTimesFaults(booking: BookingOnRecord, now: Instant): readonly string[] {
  const { status, section, sectionTimes, plan, trip } = booking;
  if (!isActive(status) || isOverdue(booking, now) || trip.status !== 'ACTIVE') return [];
  const due = isWholeRoad(plan, section) ? null : timesOf(plan, section);
  const ends = [sectionTimes?.arrivesAt, due?.arrivesAt].filter((at) => at !== undefined);
  if (ends.every((at) => at <= now)) return [];
  const isRight = sectionTimes?.departsAt === due?.departsAt && sectionTimes?.arrivesAt === due?.arrivesAt;
  const shown = (times: BookingOnRecord['sectionTimes']): string => (times ? inWords(times) : 'that of the whole trip');
  return isRight ? [] : [`its time is ${shown(sectionTimes)}, and by its trip ${shown(due)}`];
}

/** The job would find a booking too late that it looks for only after the arrival. */
function earningFaults({ status, earnedAt, earnsAt, section, plan, sectionTimes }: BookingOnRecord): readonly string[] {
  if (!isTicketed(status) || (status === 'COMPLETED' && earnedAt !== null)) return [];
  const arrival = sectionTimes?.arrivesAt ?? arrivalAt(plan, section.to);
  return earnsAt <= arrival ? [] : [`it is to be earned ${toIso(earnsAt)}, after its arrival ${toIso(arrival)}`];
}
