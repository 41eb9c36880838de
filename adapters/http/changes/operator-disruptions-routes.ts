import { Type } from '@sinclair/typebox';
import { type StaffCaller, memberOf } from '../../../core/companies/member.ts';
import type { CancelTrip } from '../../../core/changes/cancel-trip.ts';
import { papersMissingThen, tripUnchanged } from '../../../core/changes/refusals.ts';
import type { RetimeTrip } from '../../../core/changes/retime-trip.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import { type Instant, parseMoment } from '../../../core/kernel/time.ts';
import { busElsewhere, noSuchTrip, tripCancelled, tripDeparted } from '../../../core/trips/refusals.ts';
import type { ViewOwnTrip } from '../../../core/trips/view-trip.ts';
import { consequencesResponse, disruptionFields, toConsequences, toDisruption } from './consequences.ts';
import { toStops, wantedStops } from '../trips/stops.ts';
import { TOMORROW, tripPath, wantedMoment } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly cancelTrip: CancelTrip;
  readonly retimeTrip: RetimeTrip;
  readonly viewOwnTrip: ViewOwnTrip;
}

interface Named {
  readonly caller: StaffCaller;
  readonly params: { readonly id: TripId };
}

export const disruptionRoutes = ({ cancelTrip, retimeTrip, viewOwnTrip }: Uses) => {
  const exists = ({ caller, params: { id: trip } }: Named) => viewOwnTrip(caller.staff.operatorId, trip);

  return [
    route({
      method: 'post',
      path: '/api/operator/trips/:id/cancel',
      operationId: 'cancelTrip',
      summary: 'Cancel a trip',
      description:
        'Cancels a trip and every booking of it, until the bus leaves or should have arrived; ' +
        'a suspended company can do so too. What was paid is paid back whole. Seats that are held are let go. ' +
        'Passengers are told by mail and text message. `told` says how many bookings get neither: call these passengers. ' +
        'The `cancel_reason` of each booking says why.',
      returns: 'Shows the consequences for the bookings of the trip.',
      access: 'manager',
      whileSuspended: true,
      idempotent: true,
      params: tripPath,
      exists,
      body: Type.Object(disruptionFields, {
        examples: [{ reason: 'ROAD_CLOSED', note: 'A landslide at Mugling.', dry_run: true }],
      }),
      status: 200,
      response: consequencesResponse,
      refuses: [noSuchTrip, tripCancelled, tripDeparted],
      handle: ({ caller, params: { id: trip }, body, once }) =>
        once(toConsequences, (keep) => cancelTrip(memberOf(caller), trip, toDisruption(body), keep)),
    }),

    route({
      method: 'post',
      path: '/api/operator/trips/:id/retime',
      operationId: 'retimeTrip',
      summary: 'Give a trip other times',
      description:
        'Moves the departure and the arrival of a trip, until the bus leaves or should have arrived. ' +
        'Bookings and tickets stay good. Passengers are told of the old and the new times by mail and text message; ' +
        '`told` says how many bookings get neither: call these passengers. Seats that are held are let go. ' +
        'Who booked a departure that is now 30 minutes or more earlier or later may cancel free of charge until the bus leaves. ' +
        'Where passengers get on and off moves with the departure; ' +
        'what would be after the new arrival is at the arrival. ' +
        '`stops` may give the stops between the ends other minutes, with the same cities in the same order. ' +
        'Without them a new duration stretches their minutes. Points move with their stop, ' +
        'and a booking whose own times stay gets no mail.',
      returns: 'Shows the consequences for the bookings of the trip.',
      access: 'manager',
      idempotent: true,
      params: tripPath,
      exists,
      body: Type.Object(
        {
          departure_time: wantedMoment({
            description: 'Sets the new departure, in the future, with its offset from UTC.',
            examples: [`${TOMORROW}T09:30:00+05:45`],
          }),
          arrival_time: wantedMoment({
            description: 'Sets the arrival, at most three days after the departure.',
            examples: [`${TOMORROW}T16:30:00+05:45`],
          }),
          stops: Type.Optional(wantedStops),
          ...disruptionFields,
        },
        {
          examples: [
            {
              departure_time: `${TOMORROW}T09:30:00+05:45`,
              arrival_time: `${TOMORROW}T16:30:00+05:45`,
              reason: 'WEATHER',
              note: 'The fog has to lift first.',
              dry_run: true,
            },
          ],
        },
      ),
      status: 200,
      response: consequencesResponse,
      refuses: [noSuchTrip, tripCancelled, tripDeparted, tripUnchanged, busElsewhere, papersMissingThen],
      handle: ({ caller, params: { id: trip }, body, once }) =>
        once(toConsequences, (keep) =>
          retimeTrip(
            memberOf(caller),
            trip,
            {
              ...toDisruption(body),
              departsAt: instantOf(body.departure_time),
              arrivesAt: instantOf(body.arrival_time),
              ...(body.stops && { stops: toStops(body.stops) }),
            },
            keep,
          ),
        ),
    }),
  ];
};

/** Converts a text to a moment. The schema has already refused texts that are no moments. */
const instantOf = (text: string): Instant => parseMoment(text) ?? (0 as Instant);
