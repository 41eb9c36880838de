import { quotaReached } from '../../../core/companies/refusals.ts';
import { type Static, Type } from '@sinclair/typebox';
import { type StaffCaller, memberOf } from '../../../core/companies/member.ts';
import { busUnknown } from '../../../core/fleet/refusals.ts';
import { WEEKDAYS } from '../../../core/kernel/calendar.ts';
import type { BusId, CityId, TimetableId } from '../../../core/kernel/ids.ts';
import { fromRupees } from '../../../core/kernel/money.ts';
import type { AddTimetable } from '../../../core/planning/add-timetable.ts';
import type { ChangeTimetable } from '../../../core/planning/change-timetable.ts';
import type { EndTimetable } from '../../../core/planning/end-timetable.ts';
import type { ChangedTimetable } from '../../../core/planning/plan-from.ts';
import type { TimetableViews } from '../../../core/planning/ports.ts';
import { timetableUnknown } from '../../../core/planning/refusals.ts';
import type { TimetablePlan } from '../../../core/planning/timetable.ts';
import type { ViewTimetable } from '../../../core/planning/view-timetables.ts';
import { doorAnnounced } from '../../../core/line/door-refusals.ts';
import { openingOf, wantedOpening } from '../trips/sale-opening.ts';
import { toPoints, wantedPoints } from '../trips/points.ts';
import { roadOf, wantedRoad } from '../trips/stops.ts';
import { timetableResponse, toTimetableResponse } from './timetable.ts';
import { choice, day, decimal, givenId, id, keyOf, orNull, text, timeOfDay, whole } from '../route/fields.ts';
import { type ListNeeds, listRoute } from '../route/list-route.ts';
import { route } from '../route/route.ts';

interface Uses extends ListNeeds {
  readonly timetableViews: TimetableViews;
  readonly viewTimetable: ViewTimetable;
  readonly addTimetable: AddTimetable;
  readonly changeTimetable: ChangeTimetable;
  readonly endTimetable: EndTimetable;
}

const path = '/api/operator/timetables';
const params = Type.Object({ id: id<TimetableId>({ description: 'Identifies the timetable.' }) });

const needed = {
  source_city_id: id<CityId>({ examples: [1] }),
  destination_city_id: id<CityId>({ examples: [2] }),
  bus_id: givenId({ description: 'Identifies a bus of your company. It need not be approved yet.', examples: [5] }),
  fare: decimal({ minimum: 0.01, maximum: 100_000 }, { description: 'Gives the amount in NPR.', examples: [1200] }),
  departs: timeOfDay({ description: 'Gives the local time of the departure.', examples: ['07:00'] }),
  duration_minutes: whole({ minimum: 5, maximum: 4_320 }, { examples: [420] }),
  days: Type.Array(choice(WEEKDAYS), {
    minItems: 1,
    maxItems: 100,
    description: 'Lists the days of the week on which the bus runs, at least one.',
  }),
  valid_from: day({ description: 'Gives the first local day on which the timetable runs.', examples: ['2026-12-01'] }),
};
const optional = {
  valid_until: orNull(
    day({
      description: 'Gives the last local day on which the timetable runs; null if it has no end.',
      examples: ['2027-03-31'],
    }),
  ),
  except_dates: Type.Array(day(), {
    maxItems: 366,
    description: 'Lists the local days on which the timetable does not run.',
  }),
  sale_opens_at: wantedOpening,
  ...wantedRoad,
  ...wantedPoints,
};
const partial = Type.Partial(Type.Object({ ...needed, ...optional }), {
  examples: [{ fare: 1300, departs: '07:30' }],
});

const query = Type.Object({
  from: text({
    format: 'date',
    description: 'Gives the local day from which on trips are changed, not before today; by default tomorrow.',
  }),
});

const changedResponse = Type.Object({
  timetable: timetableResponse,
  changed: Type.Integer({
    description: 'Counts the trips from that day on that were changed, cancelled, revived or made.',
    examples: [58],
  }),
  kept: Type.Array(Type.Integer({ examples: [4711] }), {
    description:
      'Lists the ids of the trips from that day on that were left alone and go on as they were: passengers have booked them, somebody has changed them one by one, or the bus is elsewhere on their day.',
  }),
});

const toChangedResponse = ({ timetable, changed, kept }: ChangedTimetable) => ({
  timetable: toTimetableResponse(timetable),
  changed,
  kept: [...kept],
});

/** Returns the fields that the request contains, under the core's names. */
const planOf = (body: Static<typeof partial>): Partial<TimetablePlan> => ({
  ...(body.source_city_id !== undefined && { sourceCityId: body.source_city_id }),
  ...(body.destination_city_id !== undefined && { destinationCityId: body.destination_city_id }),
  ...(body.bus_id !== undefined && { busId: keyOf<BusId>(body.bus_id) }),
  ...(body.fare !== undefined && { fare: fromRupees(body.fare) }),
  ...(body.departs !== undefined && { departs: body.departs }),
  ...(body.duration_minutes !== undefined && { durationMinutes: body.duration_minutes }),
  ...(body.days !== undefined && { days: body.days }),
  ...(body.valid_from !== undefined && { validFrom: body.valid_from }),
  ...(body.valid_until !== undefined && { validUntil: body.valid_until }),
  ...(body.except_dates !== undefined && { exceptDates: body.except_dates }),
  ...openingOf(body),
  ...roadOf(body),
  ...(body.boarding_points !== undefined && { boardingPoints: toPoints(body.boarding_points) }),
  ...(body.dropping_points !== undefined && { droppingPoints: toPoints(body.dropping_points) }),
});

export const timetableRoutes = ({
  timetableViews,
  viewTimetable,
  addTimetable,
  changeTimetable,
  endTimetable,
  ...lists
}: Uses) => {
  interface Named {
    readonly caller: StaffCaller;
    readonly params: { readonly id: TimetableId };
  }
  /** Refuses a path whose id is not that of a timetable of the caller's company. */
  const exists = ({ caller, params: { id: timetable } }: Named) => viewTimetable(caller.staff.operatorId, timetable);

  return [
    listRoute(lists, {
      path,
      operationId: 'listTimetables',
      summary: 'List the timetables of your company',
      description: 'Lists the timetables of your company, newest first, those that have ended too.',
      returns: 'Lists the timetables of your company, newest first, page by page.',
      access: 'manager',
      filters: {},
      item: timetableResponse,
      list: ({ caller }, page) => timetableViews.list(caller.staff.operatorId, page),
      toItem: toTimetableResponse,
    }),

    route({
      method: 'post',
      path,
      operationId: 'addTimetable',
      summary: 'Add a departure that repeats',
      description:
        'Adds a timetable and makes its trips at once for the next days, and every day for another one. ' +
        'A departure that has passed is not made, nor is one while which the bus is on another trip: ' +
        'those days stand in `clashes`.',
      returns: 'Shows the new timetable, with its id.',
      access: 'manager',
      idempotent: true,
      body: Type.Object(
        { ...needed, ...Type.Partial(Type.Object(optional)).properties },
        {
          examples: [
            {
              source_city_id: 1,
              destination_city_id: 2,
              bus_id: 5,
              fare: 1200,
              departs: '07:00',
              duration_minutes: 420,
              days: ['MON', 'WED', 'FRI'],
              valid_from: '{tomorrow}',
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
      response: timetableResponse,
      refuses: [busUnknown, quotaReached],
      handle: ({ caller, body, once }) =>
        once(toTimetableResponse, (keep) =>
          addTimetable(
            memberOf(caller),
            {
              validUntil: null,
              exceptDates: [],
              saleOpensAt: null,
              stops: [],
              fares: [],
              boardingPoints: [],
              droppingPoints: [],
              ...planOf(body),
            } as TimetablePlan,
            keep,
          ),
        ),
    }),

    route({
      method: 'get',
      path: `${path}/:id`,
      operationId: 'getTimetable',
      summary: 'Look at a timetable of your company',
      description:
        'Shows your staff one timetable, with the days on which it runs and those on which its bus is elsewhere.',
      returns: 'Shows the timetable with this id.',
      access: 'manager',
      params,
      status: 200,
      response: timetableResponse,
      refuses: [timetableUnknown],
      handle: async ({ caller, params: { id: timetable } }) =>
        toTimetableResponse(await viewTimetable(caller.staff.operatorId, timetable)),
    }),

    route({
      method: 'patch',
      path: `${path}/:id`,
      operationId: 'changeTimetable',
      summary: 'Change a timetable and its trips from a day on',
      description:
        'Changes a timetable, and its trips from a day on. A day that is no longer in it loses its trip, ' +
        'which is cancelled; one that comes back is revived. Trips that passengers have booked, ' +
        'that somebody has changed one by one, or for which the bus is elsewhere, are left alone. ' +
        'So are trips on which a seat is held, blocked on a part of the road or was ever booked, ' +
        'when the stops change. Whoever holds a seat of a trip that gets another time, ' +
        'bus or fare has to choose again. `sale_opens_at` is given to trips of which no seat is booked or held and few are blocked. Other `stops` without `fares` leave no fares.',
      returns: 'Shows the timetable, and what became of its trips.',
      access: 'manager',
      params,
      exists,
      query,
      body: partial,
      status: 200,
      response: changedResponse,
      refuses: [timetableUnknown, busUnknown, doorAnnounced],
      handle: async ({ caller, params: { id: timetable }, query: { from }, body }) =>
        toChangedResponse(await changeTimetable(memberOf(caller), timetable, planOf(body), from)),
    }),

    route({
      method: 'delete',
      path: `${path}/:id`,
      operationId: 'endTimetable',
      summary: 'End a timetable the day before a day',
      description:
        'Ends a timetable, which stays on record. Its trips from the given day on are cancelled, ' +
        'save those that passengers have booked or somebody has changed one by one.',
      returns: 'Shows the timetable, and what became of its trips.',
      access: 'manager',
      params,
      exists,
      query,
      status: 200,
      response: changedResponse,
      refuses: [timetableUnknown],
      handle: async ({ caller, params: { id: timetable }, query: { from } }) =>
        toChangedResponse(await endTimetable(memberOf(caller), timetable, from)),
    }),
  ];
};
