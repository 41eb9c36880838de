import type { Schemas } from './operations.gen.ts';

/** Fields of every message. Messages may come again: drop those whose `event_id` you have seen. */
interface Message {
  readonly event_id: string;
  /** The moment of the change, in ISO 8601 and UTC. */
  readonly at: string;
}

interface SeatsMessage extends Message {
  readonly schedule_id: number;
  readonly seat_numbers: readonly string[];
  readonly status: 'AVAILABLE' | 'LOCKED' | 'BOOKED' | 'BLOCKED';
}

interface SectionsMessage extends SeatsMessage {
  readonly from_stop: number;
  readonly to_stop: number;
}

interface TripMessage extends Message {
  readonly schedule_id: number;
  readonly type: 'cancelled' | 'retimed' | 'bus_swapped' | 'fare_changed';
  readonly departure_time: string;
  readonly arrival_time: string;
  readonly status: 'ACTIVE' | 'CANCELLED';
}

interface Notification<Type extends string, Payload> extends Message {
  readonly operator_id: number;
  readonly type: Type;
  readonly payload: Readonly<Payload>;
}

type NotificationMessage =
  | Notification<'booking_confirmed', { booking_code: string; seats_count: number; amount: number }>
  | Notification<'booking_cancelled', { booking_code: string; refund: number }>
  | Notification<
      'late_payment',
      { booking_code: string; amount: number; booking_status: Schemas['OfficeBooking']['booking_status'] }
    >
  | Notification<
      'bus_reviewed',
      {
        bus_id: number;
        registration_no: string;
        approval_status: Schemas['Bus']['approval_status'];
        reason: string | null;
      }
    >
  | Notification<
      'document_reviewed',
      {
        document_id: number;
        bus_id: number;
        type: Schemas['Document']['type'];
        status: Schemas['Document']['status'];
        reason: string | null;
      }
    >
  | Notification<
      'papers_expiring',
      { bus_id: number; registration_no: string; type: Schemas['Document']['type']; valid_until: string }
    >;

interface ManifestMessage extends Message {
  readonly schedule_id: number;
  readonly revision: number;
}

/** The MQTT messages, parsed from JSON, by the topic behind the instance's prefix. */
export interface TopicMessages {
  readonly 'schedules/{id}/seats': SeatsMessage;
  readonly 'schedules/{id}/sections': SectionsMessage;
  readonly 'schedules/{id}/trip': TripMessage;
  readonly 'operators/{id}/notifications': NotificationMessage;
  readonly 'operators/{id}/manifests': ManifestMessage;
}
