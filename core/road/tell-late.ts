import type { BookingId, TripId } from '../kernel/ids.ts';
import { type Instant, minutesBetween } from '../kernel/time.ts';
import { aboutBooking } from '../payments/about-booking.ts';
import type { OfficeBooking } from '../payments/office-booking.ts';
import { smsAbout } from '../payments/sms-number.ts';
import { newLateSms } from '../platform/sms.ts';
import { type ExpectedStop, stopsAhead, uncutStopsAhead } from './estimate.ts';
import { type Progress, holdingAt } from './evidence.ts';
import {
  type LateTerms,
  type PlannedBoarding,
  MOST_NOTICES,
  expectedBoarding,
  expectedLateness,
  isFall,
  isRise,
  measuredByHand,
  thresholdAt,
  toldMinutes,
} from './late.ts';
import type { LateNotice, NotifiedBooking } from './late-ports.ts';
import { type Tracked, saidIn, track } from './track-trip.ts';
import type { RoadStores } from './world.ts';

/**
 * Tells passengers at once what taps and said delays have changed in a transaction. The unit of work calls this before
 * it commits, whatever the use case, so that no crash comes between a change and its messages.
 */
export async function tellLate(
  stores: RoadStores,
  terms: LateTerms,
  trips: ReadonlySet<TripId>,
  now: Instant,
): Promise<void> {
  for (const id of [...trips].sort((one, other) => one - other)) {
    const found = await stores.tracks.find(id);
    if (!found) continue;
    const tracked = await track(stores.tracks, found);
    const { road, known, trip, said } = tracked;
    const byHand = measuredByHand(road, known, trip.taps.left, saidIn(said));
    await tellLateTrip(stores, terms, { tracked, newest: known, others: byHand ? [byHand] : [], isByHand: true }, now);
  }
}

/** A trip with what is known of its bus. */
interface Measured {
  readonly tracked: Tracked;
  readonly newest: Progress;
  /** The progress by other evidence, of which one has to agree. Empty if the newest evidence counts alone. */
  readonly others: readonly Progress[];
  /**
   * True if a tap or a word is told and `others` know of nothing else; false if a point is told and `others` know of
   * earlier points.
   */
  readonly isByHand: boolean;
}

/** Tells the passengers of one trip, and those who hear of its events. */
export async function tellLateTrip(
  stores: RoadStores,
  terms: LateTerms,
  { tracked: { trip, road, lateReached }, newest, others, isByHand }: Measured,
  now: Instant,
): Promise<void> {
  if (trip.status === 'CANCELLED') return;
  const isKnown = newest.evidence !== null || holdingAt(road, newest.said, now) !== null;
  const estimates = [newest, ...others].map((known): Estimate => {
    if (known.arrivedAt !== null) return { shown: [], uncut: [] };
    return { shown: stopsAhead(road, known, now), uncut: uncutStopsAhead(road, known, now) };
  });
  const [latest = { shown: [], uncut: [] }, ...rest] = estimates;
  /** The estimates that have to agree: the newest one with each other one. */
  const pairs = rest.length === 0 ? [[latest]] : rest.map((other) => [latest, other]);

  const lateness = ({ uncut }: Estimate) => expectedLateness(road, uncut);
  const rises = pairs.filter((pair) => isKnown && isRise(terms.lateMinutes, lateReached, pair.map(lateness)));
  if (rises.length > 0) {
    const minutes = Math.min(...(isByHand ? estimates : [latest]).map(lateness));
    await stores.lateNotices.tripLate(trip.id, minutes, thresholdAt(terms.lateMinutes, minutes));
  }

  const reached = isKnown ? thresholdAt(terms.lateMinutes, lateness(latest)) : 0;
  const awaiting = (await stores.lateNotices.bookingsOn(trip.id)).filter(({ last }) =>
    // Nobody is told for the first time before a threshold is reached, and most buses are in time.
    last === null ? reached > 0 : last.number < MOST_NOTICES,
  );
  const lastOf = new Map(awaiting.map(({ bookingId, last }) => [bookingId, last]));
  const bookings = awaiting.length === 0 ? [] : await stores.officeBookings.findAll([...lastOf.keys()]);
  const messages = bookings.flatMap((booking): readonly Message[] => {
    const planned = boardingOf(booking);
    const momentOf = ({ shown }: Estimate): Instant => expectedBoarding(shown, planned) ?? planned.at;
    const minutesOf = ({ uncut }: Estimate): number =>
      minutesBetween(planned.at, expectedBoarding(uncut, planned) ?? planned.at);
    const newestAt = expectedBoarding(latest.shown, planned);
    if (newestAt === undefined || newestAt < now || booking.seats.some(({ boardedAt }) => boardedAt !== null))
      return [];
    const last = lastOf.get(booking.id) ?? null;
    const moments = estimates.map(momentOf);
    if (pairs.some((pair) => isRise(terms.lateMinutes, toldMinutes(last), pair.map(minutesOf))))
      return [{ booking, planned, last, expectedAt: isByHand ? (Math.min(...moments) as Instant) : newestAt }];
    if (last && pairs.some((pair) => isFall(last.expectedAt, pair.map(momentOf))))
      return [{ booking, planned, last, expectedAt: isByHand ? (Math.max(...moments) as Instant) : newestAt }];
    return [];
  });
  await send(stores, terms, messages, { said: holdingAt(road, newest.said, now), now });
}

/** The stops that are ahead with their estimated times. */
interface Estimate {
  /** The times that passengers see, not before now. */
  readonly shown: readonly ExpectedStop[];
  /** The times that decide how late the bus is. Unlike `shown`, they may lie in the past. */
  readonly uncut: readonly ExpectedStop[];
}

interface Message {
  readonly booking: OfficeBooking;
  readonly planned: PlannedBoarding;
  readonly last: NotifiedBooking['last'];
  readonly expectedAt: Instant;
}

/** The boarding at the first passenger's point, else the departure of the booking's section. */
const boardingOf = ({ gettingOn, section, trip }: OfficeBooking): PlannedBoarding => ({
  stop: section.from,
  name: gettingOn.name,
  at: gettingOn.at ?? trip.departsAt,
});

async function send(
  stores: RoadStores,
  terms: LateTerms,
  messages: readonly Message[],
  { said, now }: { readonly said: Progress['said']; readonly now: Instant },
): Promise<void> {
  if (messages.length === 0) return;
  const notices = messages.map(({ booking, planned, last, expectedAt }): LateNotice => ({
    bookingId: booking.id,
    number: (last?.number ?? 0) + 1,
    plannedAt: planned.at,
    expectedAt,
    threshold: thresholdAt(terms.lateMinutes, minutesBetween(planned.at, expectedAt)),
    at: now,
  }));
  const recorded = new Set<BookingId>(await stores.lateNotices.add(notices));
  const { calendar } = terms;
  const told = messages.filter(({ booking }) => recorded.has(booking.id));
  const mails = told.flatMap(({ booking, planned, last, expectedAt }) => {
    const about = aboutBooking(booking, terms.passengerClientBase);
    if (!about) return [];
    return [
      {
        kind: 'trip-late' as const,
        ...about,
        boardingPoint: planned.name,
        planned: calendar.text(planned.at),
        expected: calendar.text(expectedAt),
        before: calendar.text(replaced(planned, last, expectedAt)),
        companyPhone: booking.companyPhone,
        cause: said && said.reason,
      },
    ];
  });
  if (mails.length > 0) await stores.mailQueue.post(mails, now);
  const texts = told.flatMap(({ booking, planned, last, expectedAt }) => {
    const before = calendar.text(replaced(planned, last, expectedAt));
    const news = { kind: 'LATE', before, expected: calendar.text(expectedAt) } as const;
    return smsAbout(booking, news).map((sms) => newLateSms(sms, booking.trip, expectedAt));
  });
  await stores.smsQueue.add(texts, now);
}

/** The moment that a message replaces: the planned one, or for a bus that is in time again the one that was told. */
const replaced = ({ at }: PlannedBoarding, last: Message['last'], expectedAt: Instant): Instant =>
  last && expectedAt === at ? last.expectedAt : at;
