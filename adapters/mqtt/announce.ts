import type { ServiceEvent } from '../../core/events.ts';
import type { OperatorId } from '../../core/kernel/ids.ts';
import { toRupees } from '../../core/kernel/money.ts';
import type { Announcement } from '../../core/platform/outbox.ts';
import { type Instant, toIso } from '../../core/kernel/time.ts';
import type { TripChanged } from '../../core/trips/trip.ts';

/** Makes the MQTT message of an event. No other file names topics and payloads. */
export function announce(event: ServiceEvent, id: string, at: Instant): Announcement {
  const { topic, payload } = messageOf(event);
  return { topic, payload: JSON.stringify({ event_id: id, ...payload, at: toIso(at) }) };
}

interface Message {
  readonly topic: string;
  readonly payload: object;
}

function messageOf(event: ServiceEvent): Message {
  switch (event.type) {
    case 'seats changed':
      return {
        topic: `schedules/${event.tripId}/seats`,
        payload: { schedule_id: event.tripId, seat_numbers: event.seats, status: event.status },
      };
    case 'section changed':
      return {
        topic: `schedules/${event.tripId}/sections`,
        payload: {
          schedule_id: event.tripId,
          seat_numbers: event.seats,
          from_stop: event.from,
          to_stop: event.to,
          status: event.status,
        },
      };
    case 'trip changed':
      return {
        topic: `schedules/${event.tripId}/trip`,
        payload: {
          schedule_id: event.tripId,
          type: TRIP_CHANGES[event.change],
          ...(event.delayMinutes !== undefined && { delay_minutes: event.delayMinutes }),
          departure_time: toIso(event.departsAt),
          arrival_time: toIso(event.arrivesAt),
          status: event.status,
        },
      };
    case 'offer changed':
      return {
        topic: `passengers/${event.userId}/offers`,
        payload: {
          wait_id: event.waitId,
          schedule_id: event.tripId,
          from_stop: event.section.from,
          to_stop: event.section.to,
          seat_numbers: event.seats,
          places: event.places,
          status: event.status,
          expires_at: toIso(event.until),
        },
      };
    case 'manifest changed':
      return {
        topic: `operators/${event.operatorId}/manifests`,
        payload: { schedule_id: event.tripId, revision: event.revision },
      };
    case 'booking confirmed':
      return notification(event, 'booking_confirmed', {
        booking_code: event.bookingCode,
        seats_count: event.seatsCount,
        amount: toRupees(event.amount),
      });
    case 'booking cancelled':
      return notification(event, 'booking_cancelled', {
        booking_code: event.bookingCode,
        refund: toRupees(event.refund),
      });
    case 'late payment':
      return notification(event, 'late_payment', {
        booking_code: event.bookingCode,
        amount: toRupees(event.amount),
        booking_status: event.bookingStatus,
      });
    case 'bus reviewed':
      return notification(event, 'bus_reviewed', {
        bus_id: event.busId,
        registration_no: event.registrationNo,
        approval_status: event.approvalStatus,
        reason: event.reason,
      });
    case 'document reviewed':
      return notification(event, 'document_reviewed', {
        document_id: event.documentId,
        bus_id: event.busId,
        type: event.documentType,
        status: event.status,
        reason: event.reason,
      });
    case 'papers expiring':
      return notification(event, 'papers_expiring', {
        bus_id: event.busId,
        registration_no: event.registrationNo,
        type: event.documentType,
        valid_until: event.validUntil,
      });
  }
}

const TRIP_CHANGES: Readonly<Record<TripChanged['change'], string>> = {
  cancelled: 'cancelled',
  retimed: 'retimed',
  'bus swapped': 'bus_swapped',
  'fare changed': 'fare_changed',
  delayed: 'delayed',
};

const notification = ({ operatorId }: { readonly operatorId: OperatorId }, type: string, payload: object): Message => ({
  topic: `operators/${operatorId}/notifications`,
  payload: { operator_id: operatorId, type, payload },
});
