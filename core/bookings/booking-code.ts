import type { Calendar } from '../kernel/calendar.ts';
import type { Random } from '../kernel/random.ts';
import type { Instant } from '../kernel/time.ts';

/** `BT`, the local day as yymmdd, and six random digits. Only the store knows whether it is taken already. */
export const bookingCode = (
  { calendar, random }: { readonly calendar: Calendar; readonly random: Random },
  at: Instant,
): string => `BT${calendar.date(at).slice(2).replaceAll('-', '')}${random.digits(6)}`;

/** Whether a text that somebody looks for, folded, is a whole code, by which one booking alone is meant. */
export const isWholeCode = (folded: string): boolean => /^bt\d{12}$/.test(folded);
