import type { Calendar } from '../kernel/calendar.ts';
import { type Instant, earlierOf, hoursBetween, laterOf, minutesAfter } from '../kernel/time.ts';

/** A span of the local day, such as 22:00 to 06:00, in which texts about offers wait. Its end is exclusive. */
export interface QuietTime {
  readonly from: string;
  readonly to: string;
}

export interface OfferTerms {
  readonly calendar: Calendar;
  /** The minutes for which an offer stands. */
  readonly offerMinutes: number;
  /** Undefined means that no hour is quiet. */
  readonly offerQuiet: QuietTime | undefined;
}

/** In these last hours before the departure, an offer stands for a part of its minutes only. */
const HURRIED_HOURS = 3;
const HURRIED_PART = 3;
/** No offer stands in the last minutes before the departure. */
const LAST_MINUTES = 15;
/** An offer waits for the end of the quiet time only this many hours before the departure. */
const PATIENT_HOURS = 12;

/** The moment at which an offer that is made at `now` ends, and the moment at which its text message may be sent. */
export function offerTimes(
  terms: OfferTerms,
  departsAt: Instant,
  now: Instant,
): { readonly until: Instant; readonly textAt: Instant } {
  const hoursLeft = hoursBetween(now, departsAt);
  const minutes = hoursLeft <= HURRIED_HOURS ? terms.offerMinutes / HURRIED_PART : terms.offerMinutes;
  const usual = minutesAfter(now, minutes);
  const quietUntil = endOfQuiet(terms, now);
  const wanted =
    quietUntil !== undefined && hoursLeft > PATIENT_HOURS
      ? laterOf(usual, minutesAfter(quietUntil, terms.offerMinutes))
      : usual;
  const until = earlierOf(wanted, minutesAfter(departsAt, -LAST_MINUTES));
  return { until, textAt: quietUntil !== undefined && until > quietUntil ? quietUntil : now };
}

/** The end of the quiet time; undefined if `now` is not quiet. */
function endOfQuiet({ calendar, offerQuiet: quiet }: OfferTerms, now: Instant): Instant | undefined {
  if (!quiet) return undefined;
  const { from, to } = quiet;
  const time = calendar.text(now).slice(-from.length);
  const isOverNight = from > to;
  const isQuiet = isOverNight ? time >= from || time < to : time >= from && time < to;
  if (!isQuiet) return undefined;
  const today = calendar.date(now);
  return calendar.at(isOverNight && time >= from ? calendar.dateAfter(today, 1) : today, to);
}
