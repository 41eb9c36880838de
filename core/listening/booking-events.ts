import type { BookingStatus } from '../bookings/booking.ts';
import type { FeedEvent, ToldBooking } from './event.ts';
import type { BookingChangeKind, BookingHappening } from './happening.ts';

/** Changes from the one that tells most to the one that tells least. A booking has one event of its changes. */
const BY_WEIGHT: readonly BookingChangeKind[] = ['seats_cancelled', 'seats_moved', 'passengers'];

/**
 * The events of bookings. A change to another trip is one event of the new booking. The replaced booking has none: its
 * end is a part of the change.
 */
export function bookingEvents(
  happenings: readonly BookingHappening[],
  bookings: ReadonlyMap<number, ToldBooking>,
): readonly FeedEvent[] {
  const told = new Set<number>();
  return happenings.flatMap((happening): readonly FeedEvent[] => {
    const booking = bookings.get(happening.id);
    if (!booking || booking.isReplaced) return [];
    if (happening.did !== 'changed') return [eventOf(happening, booking)];
    if (told.has(happening.id) || isNew(happening.id, happenings)) return [];
    told.add(happening.id);
    const changes = happenings.flatMap((other) =>
      other.id === happening.id && other.did === 'changed' ? [other.what] : [],
    );
    const what = BY_WEIGHT.find((change) => changes.includes(change)) ?? happening.what;
    return [{ type: 'booking.changed', booking, what }];
  });
}

/** Whether the booking was confirmed in the same transaction. What is changed then is a part of its confirmation. */
const isNew = (id: number, happenings: readonly BookingHappening[]): boolean =>
  happenings.some((other) => other.id === id && other.did === 'confirmed');

/** The status of a booking right after each change. The booking may have changed again in the same transaction. */
const STATUSES = {
  confirmed: 'CONFIRMED',
  expired: 'EXPIRED',
  completed: 'COMPLETED',
} as const satisfies Record<string, BookingStatus>;

function eventOf(happening: Exclude<BookingHappening, { readonly did: 'changed' }>, booking: ToldBooking): FeedEvent {
  if (happening.did === 'cancelled') {
    const { by, refund, fee } = happening;
    return { type: 'booking.cancelled', booking, by, refund, fee };
  }
  const { did } = happening;
  const then = { ...booking, status: STATUSES[did] };
  return did === 'confirmed' && booking.changedFrom
    ? { type: 'booking.changed', booking: then, what: 'trip' }
    : { type: `booking.${did}`, booking: then };
}
