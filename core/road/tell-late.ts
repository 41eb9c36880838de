import type { BookingId, TripId } from '../kernel/ids.ts';
import { type Instant, minutesBetween } from '../kernel/time.ts';
import { aboutBooking } from '../payments/about-booking.ts';
import type { OfficeBooking } from '../payments/office-booking.ts';
import { smsAbout } from '../payments/sms-number.ts';
import { newLateSms } from '../platform/sms.ts';
import { type ExpectedStop, stopsAhead } from './estimate.ts';
import { type Progress, holdingAt } from './evidence.ts';
import {
  type LateTerms,
  type PlannedBoarding,
  MOST_NOTICES,
  expectedBoarding,
  expectedLateness,
  isNews,
  thresholdAt,
} from './late.ts';
import type { LateNotice, NotifiedBooking } from './late-ports.ts';
import { type Tracked, track } from './track-trip.ts';
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
    await tellLateTrip(stores, terms, { tracked, newest: tracked.known, earlier: [] }, now);
  }
}

/** A trip with what is known of its bus. */
interface Measured {
  readonly tracked: Tracked;
  readonly newest: Progress;
  /** The progress by earlier points, of which one has to agree. Empty if the newest evidence counts alone. */
  readonly earlier: readonly Progress[];
}

/** Tells the passengers of one trip, and those who hear of its events. */
export async function tellLateTrip(
  stores: RoadStores,
  terms: LateTerms,
  { tracked: { trip, road, lateReached }, newest, earlier }: Measured,
  now: Instant,
): Promise<void> {
  if (trip.status === 'CANCELLED') return;
  const isKnown = newest.evidence !== null || holdingAt(road, newest.said, now) !== null;
  const ahead = (known: Progress): Ahead => (known.arrivedAt === null ? stopsAhead(road, known, now) : []);
  const [latest, before] = [ahead(newest), earlier.map(ahead)];
  /** Whether the minutes of the newest estimate are news, and an earlier estimate agrees. */
  const isNewsBy = (told: number | null, minutesOf: (eta: Ahead) => number): boolean => {
    const minutes = minutesOf(latest);
    if (before.length === 0) return isNews(terms.lateMinutes, told, [minutes]);
    return before.some((eta) => isNews(terms.lateMinutes, told, [minutes, minutesOf(eta)]));
  };

  const lateness = (eta: Ahead) => expectedLateness(road, eta);
  const reached = isKnown ? thresholdAt(terms.lateMinutes, lateness(latest)) : 0;
  if (reached > lateReached && isNewsBy(lateReached, lateness))
    await stores.lateNotices.tripLate(trip.id, lateness(latest), reached);

  const awaiting = (await stores.lateNotices.bookingsOn(trip.id)).filter(({ last }) =>
    // Nobody is told for the first time before a threshold is reached, and most buses are in time.
    last === null ? reached > 0 : last.number < MOST_NOTICES,
  );
  const lastOf = new Map(awaiting.map(({ bookingId, last }) => [bookingId, last]));
  const bookings = awaiting.length === 0 ? [] : await stores.officeBookings.findAll([...lastOf.keys()]);
  const messages = bookings.flatMap((booking): readonly Message[] => {
    const planned = boardingOf(booking);
    const expectedAt = expectedBoarding(latest, planned, now);
    if (expectedAt === undefined || booking.seats.some(({ boardedAt }) => boardedAt !== null)) return [];
    const last = lastOf.get(booking.id) ?? null;
    const told = last && minutesBetween(planned.at, last.expectedAt);
    const minutesOf = (eta: Ahead) => minutesBetween(planned.at, expectedBoarding(eta, planned, now) ?? planned.at);
    return isNewsBy(told, minutesOf) ? [{ booking, planned, last, expectedAt }] : [];
  });
  await send(stores, terms, messages, { said: holdingAt(road, newest.said, now), now });
}

type Ahead = readonly ExpectedStop[];

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
