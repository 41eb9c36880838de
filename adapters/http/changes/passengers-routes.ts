import { type Static, Type } from '@sinclair/typebox';
import { bookingNotOwn, bookingUnknown } from '../../../core/bookings/refusals.ts';
import type { ViewOwnBooking } from '../../../core/bookings/shown-bookings.ts';
import type { ChangePassengers } from '../../../core/changes/change-passengers.ts';
import type { PassengerChange } from '../../../core/changes/passenger-changes.ts';
import { nameChangesUsed, notChangeable } from '../../../core/changes/refusals.ts';
import type { SeatNumber } from '../../../core/kernel/ids.ts';
import { tripDeparted } from '../../../core/trips/refusals.ts';
import { bookingResponse, type BookingResponseNeeds, toBookingResponse } from '../bookings/booking.ts';
import { bookingPath, item, itemName, orNull } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses extends BookingResponseNeeds {
  readonly viewOwnBooking: ViewOwnBooking;
  readonly changePassengers: ChangePassengers;
}

const passengerChange = Type.Object({
  seat_number: item({
    description: 'Gives the number of a seat of the booking. Each may be named once.',
    examples: ['A1'],
  }),
  name: Type.Optional(
    orNull(
      itemName({
        description:
          "Is the passenger's name; it has 1 to 150 characters. It may change twice, letter case counts; null is refused, because a name cannot be cleared.",
        examples: ['Asha Gurung'],
      }),
    ),
  ),
  age: Type.Optional(
    Type.Unknown({
      shown: { type: ['integer', 'string', 'null'] },
      description: "Gives the passenger's age: a whole number from 0 to 150, also as text; null clears it.",
      examples: [34],
    }),
  ),
  gender: Type.Optional(
    orNull(item({ description: "Gives the passenger's gender: M, F or O; null clears it.", examples: ['F'] })),
  ),
  boarding_point: Type.Optional(
    orNull(
      itemName({
        description: 'Names a boarding point of the trip; null or an empty text clears it.',
        examples: ['Kalanki'],
      }),
    ),
  ),
  dropping_point: Type.Optional(
    orNull(
      itemName({
        description: 'Names a dropping point of the trip; null or an empty text clears it.',
        examples: ['Prithvi Chowk'],
      }),
    ),
  ),
});

export const passengersBody = Type.Object({
  passengers: Type.Optional(
    orNull(
      Type.Array(passengerChange, {
        description:
          'Lists the details to change, by seat, on a bus with a seat map; null means none. Seats that are left out stay as they are.',
      }),
    ),
  ),
});

export const toPassengerChanges = ({ passengers }: Static<typeof passengersBody>): readonly PassengerChange[] =>
  (passengers ?? []).map(toChange);

const toChange = (given: Static<typeof passengerChange>): PassengerChange => ({
  seat: given.seat_number as SeatNumber,
  ...(given.name !== undefined && { name: given.name }),
  ...('age' in given && { age: given.age }),
  ...(given.gender !== undefined && { gender: given.gender }),
  ...(given.boarding_point !== undefined && { boardingPoint: given.boarding_point }),
  ...(given.dropping_point !== undefined && { droppingPoint: given.dropping_point }),
});

export const passengerRoutes = ({ viewOwnBooking, changePassengers, ...needs }: Uses) => [
  route({
    method: 'patch',
    path: '/api/bookings/:id',
    operationId: 'changePassengers',
    summary: 'Change the names and points of a booking’s passengers',
    description:
      'Changes who travels and where they get on and off, until the bus leaves. What is left out stays as it is, ' +
      '`null` clears all but the name. The confirmation is mailed again with the new ticket; ' +
      'several changes within a minute are one mail.',
    returns: 'Shows the booking with the changed details.',
    access: 'passenger',
    params: bookingPath,
    exists: ({ caller, params }) => viewOwnBooking(caller.userId, params.id),
    body: passengersBody,
    status: 200,
    response: bookingResponse,
    refuses: [bookingUnknown, bookingNotOwn, notChangeable, tripDeparted, nameChangesUsed],
    handle: async ({ caller, params, body }) =>
      toBookingResponse(needs)(await changePassengers(caller.userId, params.id, toPassengerChanges(body))),
  }),
];
