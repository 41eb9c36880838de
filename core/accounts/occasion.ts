import type { Occasion } from '../platform/mailer.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { Instant } from '../kernel/time.ts';
import type { Origin } from './account.ts';

/** The time, IP address and client of a request, as mails state them. */
export const occasionOf = (calendar: Calendar, at: Instant, { ip, userAgent }: Origin): Occasion => ({
  at: calendar.text(at),
  zone: calendar.zone(at),
  ip,
  userAgent,
});
