import type { OperatorNotified } from './bookings/booking-events.ts';
import type { Announcement } from './kernel/outbox.ts';
import { toRupees } from './kernel/money.ts';
import type { SeatsChanged } from './seats/seat-events.ts';

/** Everything the service tells subscribers. */
export type ServiceEvent = SeatsChanged | OperatorNotified;

/** Topic and payload of an event; `event_id` and `at` join the payload when it is recorded. */
export function announce(event: ServiceEvent): Announcement {
  switch (event.type) {
    case 'seats_changed':
      return {
        topic: `schedules/${event.tripId}/seats`,
        payload: { schedule_id: event.tripId, seat_numbers: event.seats, status: event.status },
      };
    case 'booking_confirmed':
      return notification(event, { booking_code: event.bookingCode, seats_count: event.seatsCount, amount: toRupees(event.amount) });
    case 'booking_cancelled':
      return notification(event, { booking_code: event.bookingCode, refund: toRupees(event.refund) });
  }
}

const notification = ({ operatorId, type }: OperatorNotified, payload: object): Announcement =>
  ({ topic: `operators/${operatorId}/notifications`, payload: { operator_id: operatorId, type, payload } });
