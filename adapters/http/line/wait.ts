import { KEPT_FOR } from '../../../core/fleet/kept-seats.ts';
import { Type } from '@sinclair/typebox';
import { toIso } from '../../../core/kernel/time.ts';
import { placesOf } from '../../../core/line/offer-event.ts';
import type { ListedWait } from '../../../core/line/ports.ts';
import { WAIT_STATUSES, statusOfWait } from '../../../core/line/wait.ts';
import { arrivalMoment, creationMoment, departureMoment, moment, nullable } from '../route/fields.ts';

const offerResponse = Type.Object({
  seat_numbers: Type.Array(Type.String(), {
    description: 'Lists the numbers of the offered seats, which you hold; it is empty on a bus without a seat map.',
    examples: [['A1', 'A2']],
  }),
  places: nullable(
    Type.Integer({ description: 'Counts the offered places; null on a bus with a seat map.', examples: [2] }),
  ),
  expires_at: moment({ description: 'Tells until when nobody else gets the seats or places.' }),
});

/** A wait as its passenger sees it. */
export const waitResponse = Type.Object(
  {
    id: Type.Integer({ examples: [7] }),
    schedule_id: Type.Integer({ examples: [42] }),
    trip: Type.Object({
      status: Type.String({ enum: ['ACTIVE', 'CANCELLED'], description: 'Gives the status of the trip.' }),
      source_city: Type.String({
        description: 'Names the city where the section begins. The cities and times here are those of this section.',
        examples: ['Kathmandu'],
      }),
      destination_city: Type.String({ examples: ['Pokhara'] }),
      departure_time: departureMoment(),
      arrival_time: arrivalMoment({ examples: ['2026-11-20T11:15:00.000Z'] }),
      bus_name: Type.String({ examples: ['Blue Sky Deluxe'] }),
      registration_no: Type.String({ examples: ['BA 3 KHA 1234'] }),
      bus_type: Type.String({ examples: ['DELUXE'] }),
      company_name: Type.String({ examples: ['Blue Sky Travels'] }),
      has_seat_map: Type.Boolean({
        description:
          'Is true if the bus has a seat map, on which passengers choose seats; false if it only has a number of places.',
      }),
    }),
    from_stop: Type.Integer({
      description: 'Gives the number of the stop where the section begins; 0 is the origin.',
      examples: [0],
    }),
    to_stop: Type.Integer({ description: 'Gives the number of the stop where the section ends.', examples: [1] }),
    seats: Type.Integer({ description: 'Counts the seats or places that you wait for.', examples: [2] }),
    any_of: nullable(
      Type.Array(Type.String(), {
        description: 'Lists the only seats that will do; null means any seat.',
        examples: [['A1', 'A2', 'B1']],
      }),
    ),
    for: nullable(
      Type.Array(Type.String({ enum: [...KEPT_FOR] }), {
        description: 'Lists the kinds of kept seats that the passengers may have; null means none.',
        examples: [['WOMEN']],
      }),
    ),
    position: Type.Integer({
      description:
        'Gives your place in the line, from 1. It counts the waits before yours on a common part of the trip, those with an offer too.',
      examples: [2],
    }),
    status: Type.String({ enum: [...WAIT_STATUSES], description: 'Is WAITING, or OFFERED while `offer` stands.' }),
    offer: nullable(offerResponse),
    until: moment({ description: 'Tells when the wait ends, if nothing was offered before.' }),
    created_at: creationMoment(),
  },
  { title: 'Wait' },
);

export const toWaitResponse = (wait: ListedWait) => ({
  id: wait.id,
  schedule_id: wait.tripId,
  trip: {
    status: wait.trip.status,
    source_city: wait.trip.sourceCity,
    destination_city: wait.trip.destinationCity,
    departure_time: toIso(wait.trip.departsAt),
    arrival_time: toIso(wait.trip.arrivesAt),
    bus_name: wait.trip.busName,
    registration_no: wait.trip.registrationNo,
    bus_type: wait.trip.busType,
    company_name: wait.trip.companyName,
    has_seat_map: wait.trip.hasSeatMap,
  },
  from_stop: wait.section.from,
  to_stop: wait.section.to,
  seats: wait.count,
  any_of: wait.anyOf && [...wait.anyOf],
  for: wait.keptFor && [...wait.keptFor],
  position: wait.position,
  status: statusOfWait(wait),
  offer: wait.offer && {
    seat_numbers: [...wait.offer.seats],
    places: placesOf(wait, wait.offer),
    expires_at: toIso(wait.offer.until),
  },
  until: toIso(wait.until),
  created_at: toIso(wait.createdAt),
});
