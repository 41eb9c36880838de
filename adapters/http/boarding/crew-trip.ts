import { Type } from '@sinclair/typebox';
import type { CrewTrip } from '../../../core/boarding/crew-trip.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { arrivalMoment, departureMoment, isoOrNull, moment, nullable } from '../route/fields.ts';
import { shownCrew, toShownCrew } from '../trips/crew.ts';
import { TRIP_STATUSES } from '../trips/office-trip.ts';

/** A trip as its crew on board sees it. */
export const crewTripResponse = Type.Object(
  {
    id: Type.Integer({ description: 'Identifies the trip.', examples: [42] }),
    source_city: Type.String({ examples: ['Kathmandu'] }),
    destination_city: Type.String({ examples: ['Pokhara'] }),
    departure_time: departureMoment(),
    arrival_time: arrivalMoment({ examples: ['2026-11-20T11:15:00.000Z'] }),
    status: Type.String({ enum: [...TRIP_STATUSES] }),
    bus_name: Type.String({ examples: ['Blue Sky Deluxe'] }),
    registration_no: Type.String({ examples: ['BA 3 KHA 1234'] }),
    crew: shownCrew,
    sold: Type.Integer({ description: 'Counts the passengers who have a ticket.', examples: [31] }),
    boarded: Type.Integer({ description: 'Counts the passengers with a ticket who have got on.', examples: [12] }),
    departed_at: nullable(
      moment({ description: 'Tells when the bus of the trip really left; null while nobody has said so.' }),
    ),
  },
  { title: 'CrewTrip' },
);

export const toCrewTrip = (trip: CrewTrip) => ({
  id: trip.id,
  source_city: trip.sourceCity,
  destination_city: trip.destinationCity,
  departure_time: toIso(trip.departsAt),
  arrival_time: toIso(trip.arrivesAt),
  status: trip.status,
  bus_name: trip.busName,
  registration_no: trip.registrationNo,
  crew: toShownCrew(trip.crew),
  sold: trip.sold,
  boarded: trip.boarded,
  departed_at: isoOrNull(trip.departedAt),
});
