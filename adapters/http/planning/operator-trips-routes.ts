import { Type } from '@sinclair/typebox';
import { memberOf } from '../../../core/companies/member.ts';
import { quotaReached } from '../../../core/companies/refusals.ts';
import { busUnknown } from '../../../core/fleet/refusals.ts';
import type { BusId, CityId } from '../../../core/kernel/ids.ts';
import { fromRupees } from '../../../core/kernel/money.ts';
import type { AddTrip } from '../../../core/planning/add-trip.ts';
import type { ChangeTrip } from '../../../core/planning/change-trip.ts';
import type { ListOwnTrips } from '../../../core/planning/list-own-trips.ts';
import type { ViewOwnTrip } from '../../../core/trips/view-trip.ts';
import { busElsewhere, noSuchTrip, stopsFixed, tripCancelled, tripDeparted } from '../../../core/trips/refusals.ts';
import { officeTripResponse, toOfficeTrip, TRIP_STATUSES } from '../trips/office-trip.ts';
import { doorAnnounced } from '../../../core/line/door-refusals.ts';
import { counterShare } from '../../../core/seats/refusals.ts';
import { openingOf, wantedOpening } from '../trips/sale-opening.ts';
import { toPoints, wantedPoints } from '../trips/points.ts';
import { roadOf, wantedRoad } from '../trips/stops.ts';
import { decimal, givenId, id, keyOf, momentOf, TOMORROW, tripPath, wantedMoment } from '../route/fields.ts';
import { type ListNeeds, key, listRoute, oneOfWords } from '../route/list-route.ts';
import { route } from '../route/route.ts';

interface Uses extends ListNeeds {
  readonly listOwnTrips: ListOwnTrips;
  readonly viewOwnTrip: ViewOwnTrip;
  readonly addTrip: AddTrip;
  readonly changeTrip: ChangeTrip;
}

const fare = decimal(
  { minimum: 0.01, maximum: 100_000 },
  { description: 'Gives the fare of one seat, in NPR.', examples: [1200] },
);
const optional = { sale_opens_at: wantedOpening, ...wantedRoad, ...wantedPoints };

export const operatorTripRoutes = ({ listOwnTrips, viewOwnTrip, addTrip, changeTrip, ...lists }: Uses) => [
  listRoute(lists, {
    path: '/api/operator/trips',
    operationId: 'listCompanyTrips',
    summary: 'List the trips of your company',
    description:
      'Lists the trips of your company by departure, the earliest first, whoever planned them: you, ' +
      'a timetable or an import. `from` and `to` are days of departure.',
    returns: 'Lists the trips of your company, the earliest departure first, page by page.',
    access: 'conductor',
    filters: {
      bus_id: key<BusId>('Limits the list to the trips of the bus with this id.'),
      status: oneOfWords(TRIP_STATUSES),
      source_city_id: key<CityId>('Limits the list to trips that depart from the city with this id.'),
      destination_city_id: key<CityId>('Limits the list to trips that arrive in the city with this id.'),
    },
    byDay: true,
    item: officeTripResponse,
    list: ({ caller, given, during }, page) =>
      listOwnTrips(
        {
          operatorId: caller.staff.operatorId,
          ...(given.bus_id && { busId: given.bus_id }),
          ...(given.status && { status: given.status }),
          ...(given.source_city_id && { sourceCityId: given.source_city_id }),
          ...(given.destination_city_id && { destinationCityId: given.destination_city_id }),
          departs: during,
        },
        page,
      ),
    toItem: toOfficeTrip,
  }),

  route({
    method: 'post',
    path: '/api/operator/trips',
    operationId: 'addTrip',
    summary: 'Add a single trip',
    description:
      'Plans one trip of a bus. A bus that is not approved yet, or whose papers are not complete on that day, ' +
      'can be planned all the same: `not_bookable_because` says what is missing. A bus is on one trip at a time.',
    returns: 'Shows the new trip, with its id.',
    access: 'manager',
    idempotent: true,
    body: Type.Object(
      {
        source_city_id: id<CityId>({ examples: [1] }),
        destination_city_id: id<CityId>({ examples: [2] }),
        bus_id: givenId({ description: 'Identifies a bus of your company.', examples: [5] }),
        fare,
        departure_time: wantedMoment({
          description: 'Sets the departure, in the future.',
          examples: [`${TOMORROW}T07:00:00+05:45`],
        }),
        arrival_time: wantedMoment({
          description: 'Sets the arrival, at most three days after the departure.',
          examples: [`${TOMORROW}T14:00:00+05:45`],
        }),
        ...Type.Partial(Type.Object(optional)).properties,
      },
      {
        examples: [
          {
            source_city_id: 1,
            destination_city_id: 2,
            bus_id: 5,
            fare: 1200,
            departure_time: `${TOMORROW}T07:00:00+05:45`,
            arrival_time: `${TOMORROW}T14:00:00+05:45`,
            stops: [{ city_id: 4, arrives: 150, departs: 160 }],
            fares: [
              { from: 0, to: 1, fare: 500 },
              { from: 1, to: 2, fare: 800 },
            ],
            boarding_points: [{ name: 'Kalanki', minutes: 15 }],
            dropping_points: [{ name: 'Prithvi Chowk', minutes: 400 }],
          },
        ],
      },
    ),
    status: 201,
    response: officeTripResponse,
    refuses: [busUnknown, quotaReached, busElsewhere],
    handle: ({ caller, body, once }) =>
      once(toOfficeTrip, (keep) =>
        addTrip(
          memberOf(caller),
          {
            sourceCityId: body.source_city_id,
            destinationCityId: body.destination_city_id,
            busId: keyOf<BusId>(body.bus_id),
            fare: fromRupees(body.fare),
            departsAt: momentOf(body.departure_time),
            arrivesAt: momentOf(body.arrival_time),
            stops: [],
            fares: [],
            saleOpensAt: null,
            ...openingOf(body),
            ...roadOf(body),
            boardingPoints: toPoints(body.boarding_points ?? []),
            droppingPoints: toPoints(body.dropping_points ?? []),
          },
          keep,
        ),
      ),
  }),

  route({
    method: 'get',
    path: '/api/operator/trips/:id',
    operationId: 'getCompanyTrip',
    summary: 'Look at a trip of your company',
    description:
      'Shows your staff one trip, with its stops, its fares, its sold seats and what keeps it from being sold.',
    returns: 'Limits the list to the bookings of the trip with this id.',
    access: 'conductor',
    params: tripPath,
    status: 200,
    response: officeTripResponse,
    refuses: [noSuchTrip],
    handle: async ({ caller, params: { id: trip } }) => toOfficeTrip(await viewOwnTrip(caller.staff.operatorId, trip)),
  }),

  route({
    method: 'patch',
    path: '/api/operator/trips/:id',
    operationId: 'changeTrip',
    summary: 'Change the fares, the stops or the points of a trip',
    description:
      'Changes fares, stops or points of one trip, until the bus leaves. ' +
      'New fares hold for bookings made after them: whoever holds a seat has to choose again. ' +
      'The stops can change until a seat is held or blocked on a part of the road, or a booking was made. ' +
      'Other `stops` without `fares` leave no fares. Timetables and imports leave a trip alone that was changed here.',
    returns: 'Shows the trip after the change.',
    access: 'manager',
    params: tripPath,
    exists: ({ caller, params: { id: trip } }) => viewOwnTrip(caller.staff.operatorId, trip),
    body: Type.Partial(Type.Object({ fare, ...optional }), { examples: [{ fare: 1350 }] }),
    status: 200,
    response: officeTripResponse,
    refuses: [noSuchTrip, tripCancelled, tripDeparted, stopsFixed, counterShare, doorAnnounced],
    handle: async ({ caller, params: { id: trip }, body }) =>
      toOfficeTrip(
        await changeTrip(memberOf(caller), trip, {
          ...(body.fare !== undefined && { fare: fromRupees(body.fare) }),
          ...openingOf(body),
          ...roadOf(body),
          ...(body.boarding_points && { boardingPoints: toPoints(body.boarding_points) }),
          ...(body.dropping_points && { droppingPoints: toPoints(body.dropping_points) }),
        }),
      ),
  }),
];
