import type { Calendar } from '../kernel/calendar.ts';
import type { Random } from '../kernel/random.ts';
import type { Instant } from '../kernel/time.ts';

/** `BT`, the local day as yymmdd, and six random digits. Only the store knows whether it is taken already. */
export const bookingCode = (
  { calendar, random }: { readonly calendar: Calendar; readonly random: Random },
  at: Instant,
): string => `BT${calendar.date(at).slice(2).replaceAll('-', '')}${random.digits(6)}`;
