import type { NoticeId, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { OfficeBooking } from '../payments/office-booking.ts';
import type { ComposedBookingMail } from '../platform/booking-mails.ts';
import type { NewSms } from '../platform/sms.ts';
import type { CounterStores } from '../counter/world.ts';

/**
 * The number of bookings that learn of a change by mail and by text message, and of those that the company has to call.
 * A booking that gets both counts as `mail`.
 */
export interface Reach {
  readonly mail: number;
  readonly sms: number;
  readonly none: number;
}

/** The messages to one booking about the change of its trip; undefined where the booking has no address or number. */
export interface Messages {
  readonly booking: Pick<OfficeBooking, 'id'>;
  readonly mail: ComposedBookingMail | undefined;
  readonly sms: NewSms | undefined;
}

/**
 * Queues the messages about a change of a locked trip, and replaces the trip's notices, so that the company sees which
 * passengers have been told.
 */
export async function notifyPassengers(
  { notices, mailQueue, smsQueue }: CounterStores,
  trip: TripId,
  all: readonly Messages[],
  now: Instant,
): Promise<Reach> {
  const ids = await notices.replace(
    trip,
    all.map(({ booking, mail, sms }) => ({
      bookingId: booking.id,
      byMail: mail !== undefined,
      bySms: sms !== undefined,
    })),
  );
  const queued = all.map((one, index) => ({ ...one, notice: ids[index] as NoticeId }));
  const mails = queued.flatMap(({ mail, notice }) => (mail ? [{ mail, notice }] : []));
  if (mails.length > 0)
    await mailQueue.post(
      mails.map(({ mail }) => mail),
      now,
      mails.map(({ notice }) => notice),
    );
  await smsQueue.add(
    queued.flatMap(({ sms, notice }) => (sms ? [{ ...sms, notice }] : [])),
    now,
  );
  return reachOf(all);
}

const reachOf = (all: readonly Pick<Messages, 'mail' | 'sms'>[]): Reach => ({
  mail: all.filter(({ mail }) => mail !== undefined).length,
  sms: all.filter(({ mail, sms }) => mail === undefined && sms !== undefined).length,
  none: all.filter(({ mail, sms }) => mail === undefined && sms === undefined).length,
});
