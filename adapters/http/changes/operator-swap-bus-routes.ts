import { Type } from '@sinclair/typebox';
import { memberOf } from '../../../core/companies/member.ts';
import { busNotBookable, sameBus, seatMapDiffers, seatsTooFew } from '../../../core/changes/refusals.ts';
import type { SwapBus } from '../../../core/changes/swap-bus.ts';
import { busUnknown } from '../../../core/fleet/refusals.ts';
import type { BusId, SeatNumber } from '../../../core/kernel/ids.ts';
import { busElsewhere, noSuchTrip, tripCancelled, tripDeparted } from '../../../core/trips/refusals.ts';
import type { ViewOwnTrip } from '../../../core/trips/view-trip.ts';
import { consequencesResponse, disruptionFields, toConsequences, toDisruption } from './consequences.ts';
import { givenId, keyOf, sized, tripPath } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly swapBus: SwapBus;
  readonly viewOwnTrip: ViewOwnTrip;
}

const seatNumber = (description: string) => sized({ max: 10 }, { description, examples: ['A1'] });

export const swapBusRoutes = ({ swapBus, viewOwnTrip }: Uses) => [
  route({
    method: 'post',
    path: '/api/operator/trips/:id/swap-bus',
    operationId: 'swapBus',
    summary: 'Put another bus on a trip',
    description:
      'Replaces the bus of a trip, until the bus leaves or should have arrived. ' +
      'Whoever has booked gets a seat on the other bus: the one that `assignments` name, ' +
      'else the one of the same number, else a free one of the same type, else any free one. If there are too few, ' +
      'nothing changes, and `unseated` of the refusal names those who are left. Who gets another number gets a mail, ' +
      'if they left an address; whoever left a phone number gets a text message about the other bus. ' +
      '`told` says how many bookings get neither. Tickets stay good. Holds are let go of. ' +
      'If the type of the bus changes, passengers may cancel free of charge.',
    returns: 'Shows the consequences for the bookings of the trip.',
    access: 'manager',
    idempotent: true,
    params: tripPath,
    exists: ({ caller, params: { id: trip } }) => viewOwnTrip(caller.staff.operatorId, trip),
    body: Type.Object(
      {
        bus_id: givenId({ description: 'Identifies another bus of your company.', examples: [6] }),
        assignments: Type.Optional(
          Type.Array(
            Type.Object({
              seat_number: seatNumber('Gives the number of a sold seat of the present bus.'),
              new_seat_number: seatNumber(
                'Gives the number of the seat of the other bus for the passenger of the sold seat.',
              ),
            }),
            {
              description:
                'Lists the seats for passengers whom you seat yourself. Those who are not named are seated by the other rules.',
            },
          ),
        ),
        ...disruptionFields,
      },
      {
        examples: [
          {
            bus_id: 6,
            assignments: [{ seat_number: 'A1', new_seat_number: 'B2' }],
            reason: 'BREAKDOWN',
            note: 'We are sorry. The other bus leaves on time.',
            dry_run: true,
          },
        ],
      },
    ),
    status: 200,
    response: consequencesResponse,
    refuses: [
      ...[noSuchTrip, busUnknown, tripCancelled, tripDeparted, sameBus],
      ...[busNotBookable, busElsewhere, seatMapDiffers, seatsTooFew],
    ],
    handle: ({ caller, params: { id: trip }, body, once }) =>
      once(toConsequences, (keep) =>
        swapBus(
          memberOf(caller),
          trip,
          {
            ...toDisruption(body),
            busId: keyOf<BusId>(body.bus_id),
            assignments: (body.assignments ?? []).map(({ seat_number: seat, new_seat_number: newSeat }) => ({
              seat: seat as SeatNumber,
              newSeat: newSeat as SeatNumber,
            })),
          },
          keep,
        ),
      ),
  }),
];
