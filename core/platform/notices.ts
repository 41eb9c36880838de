import type { BookingId, NoticeId, TripId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';

/**
 * The state of a mail or text message: FAILED is a message that was given up. A message that was dropped because its
 * news no longer applies has no state.
 */
export const DELIVERIES = ['WAITING', 'SENT', 'FAILED'] as const;

export type Delivery = (typeof DELIVERIES)[number];

/** A booking whose passengers are to learn of a change of their trip, and the ways by which the service tells them. */
export interface NewNotice {
  readonly bookingId: BookingId;
  readonly byMail: boolean;
  readonly bySms: boolean;
}

/** The delivery of the news of a trip's last change to one booking. Null where no message is sent in this way. */
export interface Notice {
  readonly bookingId: BookingId;
  readonly mail: Delivery | null;
  readonly sms: Delivery | null;
}

/**
 * Notices of the last change of each trip. The queues of mails and text messages keep their state up to date, and the
 * state outlives the sent messages.
 */
export interface Notices {
  /** Replaces the notices of a locked trip. Returns the new keys in the same order. */
  replace(trip: TripId, notices: readonly NewNotice[]): Promise<readonly NoticeId[]>;
}

export interface NoticeViews {
  /**
   * Lists the notices of a trip, ordered by booking. Leaves out bookings that were cancelled, changed or have expired
   * since, unless the trip is cancelled. The page cursor is a booking's id.
   */
  list(trip: TripId, page: Page): Promise<Listing<Notice>>;
}
