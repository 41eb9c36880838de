import { Type } from '@sinclair/typebox';
import type { HashedBooking, Manifest } from '../../../core/boarding/view-manifest.ts';
import { BOOKING_STATUSES, TICKETED_STATUSES } from '../../../core/bookings/booking.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { NEEDS } from '../../../core/seats/sold-passenger.ts';
import { toWishFields, wishFields } from '../bookings/wished-seat.ts';
import { isoOrNull, moment, nullable } from '../route/fields.ts';
import { crewTripResponse, toCrewTrip } from './crew-trip.ts';

const ticketHash = Type.String({
  description:
    'Is the fingerprint of a ticket: base64url of the first 12 bytes of SHA-256 over the content of the QR code.',
  examples: ['q0vG2vYJH1m9b3ZT'],
});

const seat = Type.Object({
  seat_id: Type.Integer({
    description: 'Identifies the sold seat. The id stays when the trip gets another bus.',
    examples: [81],
  }),
  seat_number: Type.String({ examples: ['A1'] }),
  name: Type.String({ examples: ['Asha Gurung'] }),
  age: nullable(Type.Integer({ examples: [31] })),
  gender: nullable(Type.String({ enum: ['M', 'F', 'O'] })),
  boarding_point: Type.String({
    description: 'Names the boarding point of the passenger; it is empty when none was named.',
    examples: ['Kalanki'],
  }),
  dropping_point: Type.String({ examples: ['Prithvi Chowk'] }),
  boarded_at: nullable(moment({ description: 'Tells when the passenger got on; null if they have not.' })),
  needs: Type.Optional(
    Type.Array(Type.String({ enum: [...NEEDS] }), {
      description: 'Lists the needs of the passenger, for which a seat may be kept. It is left out without any.',
    }),
  ),
  ...wishFields,
});

const bookingIds = (description: string) => Type.Array(Type.Integer(), { description, examples: [[7]] });

const stop = Type.Object(
  {
    stop: Type.Integer({ examples: [1] }),
    city: Type.String({ examples: ['Mugling'] }),
    arrives_at: nullable(
      moment({ description: 'Tells when the bus should arrive at this stop, as planned; null at stop 0.' }),
    ),
    departs_at: nullable(
      moment({ description: 'Tells when the bus should depart from this stop, as planned; null at the last stop.' }),
    ),
    left_at: nullable(moment({ description: 'Tells when the bus left the stop; null while nobody has said so.' })),
    on: bookingIds('Lists the ids of the bookings whose passengers get on at this stop.'),
    off: bookingIds('Lists the ids of the bookings whose passengers get off at this stop.'),
    free: Type.Array(Type.String({ examples: ['A1'] }), {
      description: 'Lists the seats whose passenger gets off here and that nobody has on the next part.',
    }),
  },
  { title: 'ManifestStop' },
);

const bookingFields = {
  booking_id: Type.Integer({ examples: [7] }),
  booking_code: Type.String({ examples: ['BT261120048213'] }),
  booking_status: Type.String({ enum: [...TICKETED_STATUSES] }),
  from_stop: Type.Integer({
    description: 'Gives the number of the stop at which the passengers of the booking get on.',
    examples: [0],
  }),
  to_stop: Type.Integer({
    description: 'Gives the number of the stop at which the passengers of the booking get off.',
    examples: [1],
  }),
  name: Type.String({ description: 'Names the person whose booking it is.', examples: ['Asha Gurung'] }),
  phone: nullable(Type.String({ examples: ['9812345678'] })),
  sold_by: nullable(
    Type.String({
      description: 'Names the person who sold the booking at a counter; null for a booking that was made online.',
    }),
  ),
  ticket_hash: ticketHash,
  places: Type.Integer({ description: 'Counts the passengers who may get on with the ticket.', examples: [1] }),
  boarded_places: Type.Integer({
    description: 'Counts the passengers who have got on with the ticket.',
    examples: [0],
  }),
  seats: Type.Array(seat, { description: 'Lists the seats of the booking; it is empty on a bus without a seat map.' }),
};

const manifestFields = {
  trip: crewTripResponse,
  revision: Type.Integer({
    description: 'Gives the version of the manifest, a number that rises whenever the manifest changes.',
    examples: [17],
  }),
  generated_at: moment(),
  stops: Type.Array(stop, {
    description: 'Lists the stops of the trip. A trip without stops between its ends has 0 and 1.',
  }),
  revoked: Type.Array(ticketHash, {
    description: 'Lists the fingerprints of the tickets of the trip that were good once and are no longer.',
  }),
};

/** A trip's passengers with tickets, for the crew. */
export const manifestResponse = Type.Object(
  {
    ...manifestFields,
    bookings: Type.Array(Type.Object(bookingFields), {
      description: 'Lists the bookings of the trip, in the order in which the passengers get on: by `from_stop` first.',
    }),
  },
  { title: 'Manifest' },
);

/** A trip's passengers for the office, with those whose booking ended with a cancelled trip. */
export const officeManifestResponse = Type.Object(
  {
    ...manifestFields,
    bookings: Type.Array(
      Type.Object({
        ...bookingFields,
        booking_status: Type.String({ enum: [...BOOKING_STATUSES] }),
        cancelled: Type.Boolean({
          description: 'Is true if the booking ended with the cancellation of the trip; false otherwise.',
        }),
      }),
      {
        description:
          'Lists the bookings of the trip, in the order in which the passengers get on: by `from_stop` first. After them come the bookings that ended with the cancellation of the trip.',
      },
    ),
  },
  { title: 'OfficeManifest' },
);

const toBooking = (booking: HashedBooking) => ({
  booking_id: booking.id,
  booking_code: booking.code,
  booking_status: booking.status,
  from_stop: booking.section.from,
  to_stop: booking.section.to,
  name: booking.name,
  phone: booking.phone,
  sold_by: booking.soldBy,
  ticket_hash: booking.ticketHash,
  places: booking.places,
  boarded_places: booking.boardedPlaces,
  seats: booking.seats.map((one) => ({
    seat_id: one.id,
    seat_number: one.seat,
    name: one.name,
    age: one.age,
    gender: one.gender,
    boarding_point: one.boardingPoint,
    dropping_point: one.droppingPoint,
    boarded_at: isoOrNull(one.boardedAt),
    ...(one.need && { needs: [one.need] }),
    ...toWishFields(one),
  })),
});

export const toManifest = ({ trip, revision, generatedAt, bookings, stops, revoked }: Manifest) => ({
  trip: toCrewTrip(trip),
  revision,
  generated_at: toIso(generatedAt),
  bookings: bookings.map(toBooking),
  stops: stops.map((one) => ({
    stop: one.stop,
    city: one.city,
    arrives_at: isoOrNull(one.arrivesAt),
    departs_at: isoOrNull(one.departsAt),
    left_at: isoOrNull(one.leftAt),
    on: one.on,
    off: one.off,
    free: one.free,
  })),
  revoked,
});

export const toOfficeManifest = (manifest: Manifest) => ({
  ...toManifest(manifest),
  bookings: [
    ...manifest.bookings.map((booking) => ({ ...toBooking(booking), cancelled: false })),
    ...manifest.ended.map((booking) => ({ ...toBooking(booking), cancelled: true })),
  ],
});
