import type { Calendar } from '../kernel/calendar.ts';
import type { Random } from '../kernel/random.ts';
import type { Instant } from '../kernel/time.ts';

/** `BT`, the local day as yymmdd, and six random digits. Whether it is taken already is known to the store alone. */
export const bookingCode = ({ calendar, random }: { readonly calendar: Calendar; readonly random: Random }, at: Instant): string =>
  `BT${calendar.date(at).slice(2).replaceAll('-', '')}${random.digits(6)}`;
