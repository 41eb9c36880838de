import { Type } from '@sinclair/typebox';
import { toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { NOT_BOOKABLE_REASONS } from '../../../core/trips/not-bookable.ts';
import type { OfficeTrip } from '../../../core/trips/office-trip.ts';
import type { SeatCounts } from '../../../core/trips/seat-counts.ts';
import { leftAt } from '../../../core/trips/taps.ts';
import { type TripCancellation, DISRUPTION_REASONS } from '../../../core/trips/trip-cancellation.ts';
import { arrivalMoment, departureMoment, isoOrNull, moment, nullable, rupees } from '../route/fields.ts';
import { cityResponse, toCityResponse } from './city.ts';
import { shownCrew, toShownCrew } from './crew.ts';
import { shownPoints, toShownPoints } from './points.ts';
import { shownSale, toShownSale } from './sale-opening.ts';
import { shownFares, shownStopsInTime, toShownFares, toStopsInTime } from './stops.ts';

export const TRIP_STATUSES = ['ACTIVE', 'CANCELLED'] as const;

const counts = {
  sold: Type.Integer({
    description: 'Counts the seats of active bookings. An unpaid booking counts up to its deadline.',
    examples: [12],
  }),
  held: Type.Integer({
    description: 'Counts the seats that passengers hold who have not booked yet.',
    examples: [2],
  }),
  blocked: Type.Integer({ examples: [0] }),
  left: Type.Integer({ examples: [26] }),
};

const seats = Type.Object(
  {
    total: Type.Integer({ description: 'Is the sum of sold, held, blocked and left.', examples: [40] }),
    ...counts,
    boarded: Type.Integer({ description: 'Counts the passengers who have got on.', examples: [0] }),
    sections: Type.Array(
      Type.Object(
        {
          from: Type.Integer({
            description: 'Gives the number of the stop at which this part of the road begins.',
            examples: [0],
          }),
          to: Type.Integer({
            description: 'Gives the number of the next stop, at which this part of the road ends.',
            examples: [1],
          }),
          ...counts,
        },
        { title: 'PartCounts' },
      ),
      { description: 'Counts the seats on each part of the road. Without stops between the ends there is one part.' },
    ),
  },
  {
    title: 'SeatCounts',
    description:
      'Counts each seat once: as sold if it is sold on any part of the road, else as held, else as blocked, else as ' +
      'left. Without a seat map `left` is free on the whole road, `sold` the most on any part, `blocked` the rest.',
  },
);

const toCounts = ({ sold, held, blocked, left }: SeatCounts) => ({ sold, held, blocked, left });

const cancelled = nullable(
  Type.Object(
    {
      at: nullable(moment({ description: 'Tells when the trip was cancelled; null if that was not recorded.' })),
      by: nullable(
        Type.Union(
          [
            Type.Object(
              { id: Type.Integer({ examples: [12] }), full_name: Type.String({ examples: ['Ram Thapa'] }) },
              { title: 'Canceller' },
            ),
            Type.Literal('Administration'),
          ],
          {
            description:
              'Names the member of staff who cancelled the trip, or "Administration" for an import of the catalogue; null if that was not recorded.',
          },
        ),
      ),
      reason: nullable(
        Type.String({
          enum: [...DISRUPTION_REASONS],
          description:
            'Gives the reason for the cancellation; null if nobody gave one, because a timetable or an import no longer has the trip.',
        }),
      ),
    },
    {
      title: 'TripCancellation',
      description: 'Tells who cancelled the trip, when and why; null for a trip that is not cancelled.',
    },
  ),
);

const toCancelled = ({ at, by, reason }: TripCancellation) => ({
  at: isoOrNull(at),
  by: by === 'ADMINISTRATION' ? ('Administration' as const) : by && { id: by.id, full_name: by.fullName },
  reason,
});

/** A trip as its company sees it. */
export const officeTripResponse = Type.Object(
  {
    id: Type.Integer({ description: 'Identifies the trip.', examples: [42] }),
    source_city: cityResponse,
    destination_city: cityResponse,
    departure_time: departureMoment(),
    arrival_time: arrivalMoment({ examples: ['2026-11-20T11:15:00.000Z'] }),
    fare: rupees({ description: 'Gives the fare of one seat, in NPR.' }),
    status: Type.String({ enum: [...TRIP_STATUSES] }),
    timetable_id: nullable(
      Type.Integer({ description: 'Identifies the timetable that made the trip; null if none did.', examples: [3] }),
    ),
    bus: Type.Object({
      id: Type.Integer({ examples: [5] }),
      bus_name: Type.String({ examples: ['Blue Sky Deluxe'] }),
      registration_no: Type.String({ examples: ['BA 3 KHA 1234'] }),
      bus_type: Type.String({ description: 'Names the type of the bus, in upper case.', examples: ['DELUXE'] }),
      total_seats: Type.Integer({ examples: [40] }),
      has_seat_map: Type.Boolean(),
    }),
    stops: shownStopsInTime(cityResponse, 'OfficeStop', {
      left_at: nullable(
        moment({ description: 'Tells when the bus really left the stop; null while nobody has said so.' }),
      ),
    }),
    fares: shownFares,
    ...shownPoints,
    departed_at: nullable(
      moment({ description: 'Tells when the bus of the trip really left; null while nobody has said so.' }),
    ),
    bookable: Type.Boolean({
      description: 'Is true if passengers can book the trip at this moment; false if they cannot.',
    }),
    not_bookable_because: nullable(
      Type.String({
        enum: [...NOT_BOOKABLE_REASONS],
        description:
          'Tells why the trip cannot be booked; of several reasons, it is the first in this order. It is null if the trip can be booked.',
      }),
    ),
    ...shownSale,
    crew: shownCrew,
    cancelled,
    seats,
    gross: rupees({
      description: "Gives the price of the trip's CONFIRMED, CHECKED_IN and COMPLETED bookings together, in NPR.",
    }),
  },
  { title: 'OfficeTrip' },
);

export const toOfficeTrip = (trip: OfficeTrip) => ({
  id: trip.id,
  source_city: toCityResponse(trip.source),
  destination_city: toCityResponse(trip.destination),
  departure_time: toIso(trip.departsAt),
  arrival_time: toIso(trip.arrivesAt),
  fare: toRupees(trip.fare),
  status: trip.status,
  timetable_id: trip.timetable?.id ?? null,
  bus: {
    id: trip.bus.id,
    bus_name: trip.bus.name,
    registration_no: trip.bus.registrationNo,
    bus_type: trip.bus.type,
    total_seats: trip.bus.totalSeats,
    has_seat_map: trip.bus.hasSeatMap,
  },
  stops: toStopsInTime(trip, trip.stopCities.map(toCityResponse)).map((stop, number) => ({
    ...stop,
    left_at: isoOrNull(leftAt(trip.taps.left, number)),
  })),
  fares: toShownFares(trip),
  ...toShownPoints(trip),
  departed_at: isoOrNull(trip.departedAt),
  crew: toShownCrew(trip.crew),
  cancelled: trip.cancelled && toCancelled(trip.cancelled),
  bookable: trip.notBookableReason === null,
  not_bookable_because: trip.notBookableReason,
  ...toShownSale(trip),
  seats: {
    total: trip.seats.total,
    ...toCounts(trip.seats),
    boarded: trip.seats.boarded,
    sections: trip.seats.sections.map((part) => ({ from: part.from, to: part.to, ...toCounts(part) })),
  },
  gross: toRupees(trip.gross),
});
