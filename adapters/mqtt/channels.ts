import { type TObject, Type } from '@sinclair/typebox';

/* The topics and messages for the AsyncAPI document. announce.ts writes these messages. */

/** A topic with its messages. */
export interface MqttChannel {
  readonly name: string;
  /** The topic below the prefix, with its parameters in braces. */
  readonly topic: string;
  readonly description: string;
  readonly readers: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly messages: readonly MqttMessage[];
}

export interface MqttMessage {
  readonly name: string;
  readonly summary: string;
  readonly payload: TObject;
}

const eventId = Type.String({
  description: 'Identifies the message. A message may come twice; drop ids that you know.',
  examples: ['0b0e4d19-5c7a-4c0a-91d2-a7f4c2a077d1'],
});
const at = Type.String({
  format: 'date-time',
  description: 'Tells when the change happened, in ISO 8601 and UTC.',
  examples: ['2026-11-20T04:15:00.000Z'],
});
const moment = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-21T01:45:00.000Z'] });
const tripId = Type.Integer({ description: 'Identifies the trip.', examples: [42] });
const operatorId = Type.Integer({ description: 'Identifies the company.', examples: [3] });
const stop = (description: string) => Type.Integer({ description, examples: [0] });
const rupees = (description: string) => Type.Number({ description, examples: [2400] });
const nullableText = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description, examples: [null] });

const seatNumbers = Type.Array(Type.String(), {
  description: 'Lists the numbers of the seats that changed.',
  examples: [['A1', 'A2']],
});
const seatStatus = Type.String({
  enum: ['AVAILABLE', 'LOCKED', 'BOOKED', 'BLOCKED'],
  description: 'Gives the state of these seats: free, held, sold, or kept from being sold.',
  examples: ['LOCKED'],
});

const schedule = { schedule_id: 'Identifies the trip.' };
const operator = { operator_id: 'Identifies the company.' };
const EVERYBODY = 'Everybody may read this topic, also without signing in.';

const message = (name: string, summary: string, fields: TObject['properties']): MqttMessage => ({
  name,
  summary,
  payload: Type.Object({ event_id: eventId, ...fields, at }, { title: `${name}Message` }),
});

const notification = (name: string, type: string, summary: string, fields: TObject['properties']): MqttMessage =>
  message(name, summary, { operator_id: operatorId, type: Type.Literal(type), payload: Type.Object(fields) });

const bookingCode = Type.String({ examples: ['BT261120004217'] });
const busId = Type.Integer({ description: 'Identifies the bus.', examples: [7] });
const registrationNo = Type.String({ examples: ['BA 3 KHA 1234'] });

const orNull = (type: 'number' | 'integer' | 'string', description: string) =>
  Type.Unsafe<unknown>({ type: [type, 'null'], description });

const POSITION_FIELDS = {
  schedule_id: tripId,
  at: orNull(
    'string',
    'Tells when the bus was at the point, else when something became known of it; null without both.',
  ),
  lat: orNull('number', 'Gives the latitude in degrees.'),
  lon: orNull('number', 'Gives the longitude in degrees.'),
  accuracy: orNull('number', 'Gives the accuracy of the point, in metres; null if it is unknown.'),
  speed: orNull('number', 'Gives the speed of the bus, in metres a second; null if it is unknown.'),
  next_stop: orNull(
    'integer',
    'Gives the number of the next stop; null after the last one, and while nothing is known of the delay.',
  ),
  progress: orNull(
    'number',
    'Gives the share of the planned duration that is behind the bus, from 0 to 1; null while nothing is known of the bus.',
  ),
  delay_minutes: orNull(
    'integer',
    'Gives the measured delay, in minutes, negative when the bus is early; null if only a delay that was told is known.',
  ),
  said: Type.Unsafe<unknown>({
    type: ['object', 'null'],
    description: 'Shows the delay that crew or office told: `minutes`, `reason`, `stop` and `at`; null without one.',
  }),
  eta: Type.Array(Type.Unsafe<unknown>({ type: 'object' }), {
    description: 'Lists the stops ahead: `stop`, `city`, `at`, `departs_at`, `within_minutes` and `points`.',
  }),
  arrived_at: orNull('string', 'Tells when the bus arrived at its last stop; null before.'),
};

/** Every topic that the service publishes to. */
export const MQTT_CHANNELS: readonly MqttChannel[] = [
  {
    name: 'tripSeats',
    topic: 'schedules/{schedule_id}/seats',
    description: 'Seats of one trip were held, sold, came free, or are kept from being sold.',
    readers: EVERYBODY,
    parameters: schedule,
    messages: [
      message('SeatsChanged', 'Seats of a trip have another state', {
        schedule_id: tripId,
        seat_numbers: seatNumbers,
        status: seatStatus,
      }),
    ],
  },
  {
    name: 'tripSections',
    topic: 'schedules/{schedule_id}/sections',
    description: 'Seats of a trip with stops between its ends have another state from one stop to a later one.',
    readers: EVERYBODY,
    parameters: schedule,
    messages: [
      message('SectionChanged', 'Seats have another state on a section of a trip', {
        schedule_id: tripId,
        seat_numbers: seatNumbers,
        from_stop: stop('Gives the number of the stop where the section begins, from 0.'),
        to_stop: stop('Gives the number of the stop where the section ends.'),
        status: seatStatus,
      }),
    ],
  },
  {
    name: 'tripChanges',
    topic: 'schedules/{schedule_id}/trip',
    description: 'A trip was cancelled, is late, or has other times, another bus or another fare.',
    readers: EVERYBODY,
    parameters: schedule,
    messages: [
      message('TripChanged', 'A trip has changed', {
        schedule_id: tripId,
        type: Type.String({
          enum: ['cancelled', 'retimed', 'bus_swapped', 'fare_changed', 'delayed'],
          description: 'Names the change. A trip that goes again after all is retimed with the status ACTIVE.',
        }),
        delay_minutes: Type.Optional(
          Type.Integer({
            description:
              'Gives the delay that crew or office told, in minutes; 0 when they end it. Only the type `delayed` has it.',
            examples: [40],
          }),
        ),
        departure_time: moment('Tells when the bus departs, as planned.'),
        arrival_time: moment('Tells when the bus arrives, as planned.'),
        status: Type.String({ enum: ['ACTIVE', 'CANCELLED'], examples: ['ACTIVE'] }),
      }),
    ],
  },
  {
    name: 'tripPosition',
    topic: 'schedules/{schedule_id}/position',
    description:
      'Something new is known of the position of the bus of a trip, as strangers see it at `/api/trips/{id}/position`. A message comes at most once in 10 seconds, and a lost one is not repeated.',
    readers: EVERYBODY,
    parameters: schedule,
    messages: [
      {
        name: 'BusPosition',
        summary: 'Something new is known of the bus of a trip',
        payload: Type.Object({ event_id: eventId, ...POSITION_FIELDS }, { title: 'BusPositionMessage' }),
      },
    ],
  },
  {
    name: 'passengerOffers',
    topic: 'passengers/{user_id}/offers',
    description: 'Seats are offered to a passenger who waits for them, or the offer has ended.',
    readers: 'The passenger may read this topic.',
    parameters: { user_id: 'Identifies the passenger’s account.' },
    messages: [
      message('OfferChanged', 'An offer of seats stands, or has ended', {
        wait_id: Type.Integer({ description: 'Identifies the wait.', examples: [7] }),
        schedule_id: tripId,
        from_stop: stop('Gives the number of the stop where the section begins, from 0.'),
        to_stop: stop('Gives the number of the stop where the section ends.'),
        seat_numbers: Type.Array(Type.String(), {
          description: 'Lists the numbers of the offered seats; it is empty on a bus without a seat map.',
          examples: [['A1', 'A2']],
        }),
        places: Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          description: 'Counts the offered places; null on a bus with a seat map.',
          examples: [null],
        }),
        status: Type.String({
          enum: ['OFFERED', 'ENDED'],
          description:
            'Is OFFERED while nobody else gets the seats, until `expires_at`, and ENDED when the offer stands no longer.',
        }),
        expires_at: moment('Tells when the offer ends, as it was made.'),
      }),
    ],
  },
  {
    name: 'companyNotifications',
    topic: 'operators/{operator_id}/notifications',
    description: 'Something has happened that concerns the staff of a company.',
    readers: 'The staff of the company may read this topic.',
    parameters: operator,
    messages: [
      notification('BookingConfirmedNotice', 'booking_confirmed', 'A booking is confirmed', {
        booking_code: bookingCode,
        seats_count: Type.Integer({ examples: [2] }),
        amount: rupees('Gives the price in NPR.'),
      }),
      notification(
        'BookingCancelledNotice',
        'booking_cancelled',
        'A paid booking, or some of its seats, is cancelled',
        {
          booking_code: bookingCode,
          refund: rupees('Gives the amount that goes back, in NPR.'),
        },
      ),
      notification('LatePaymentNotice', 'late_payment', 'A code of the counter was paid too late, or a second time', {
        booking_code: bookingCode,
        amount: rupees('Gives the amount that was paid, in NPR.'),
        booking_status: Type.String({ examples: ['CONFIRMED'] }),
      }),
      notification('BusReviewedNotice', 'bus_reviewed', 'A bus was reviewed', {
        bus_id: busId,
        registration_no: registrationNo,
        approval_status: Type.String({ examples: ['APPROVED'] }),
        reason: nullableText('Gives the reason of a rejection; null otherwise.'),
      }),
      notification('DocumentReviewedNotice', 'document_reviewed', 'A document of a bus was reviewed', {
        document_id: Type.Integer({ examples: [12] }),
        bus_id: busId,
        type: Type.String({ examples: ['FITNESS'] }),
        status: Type.String({ examples: ['REJECTED'] }),
        reason: nullableText('Gives the reason of a rejection; null otherwise.'),
      }),
      notification('PapersExpiringNotice', 'papers_expiring', 'A document of a bus runs out', {
        bus_id: busId,
        registration_no: registrationNo,
        type: Type.String({ examples: ['INSURANCE'] }),
        valid_until: Type.String({ format: 'date', description: 'Gives the last day on which the document is valid.' }),
      }),
    ],
  },
  {
    name: 'companyManifests',
    topic: 'operators/{operator_id}/manifests',
    description: 'The manifest of a trip has another revision: read it again.',
    readers: 'The staff and the enrolled devices of the company may read this topic.',
    parameters: operator,
    messages: [
      message('ManifestChanged', 'A manifest has changed', {
        schedule_id: tripId,
        revision: Type.Integer({ description: 'Gives the new revision of the manifest.', examples: [17] }),
      }),
    ],
  },
];
