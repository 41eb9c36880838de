import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import type { Member } from '../../core/companies/member.ts';
import { WEEKDAYS } from '../../core/kernel/calendar.ts';
import type { BusId, CityId, TimetableId, TripId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { addTimetable } from '../../core/planning/add-timetable.ts';
import { changeTimetable } from '../../core/planning/change-timetable.ts';
import { endTimetable } from '../../core/planning/end-timetable.ts';
import { makeDueTrips } from '../../core/planning/make-due-trips.ts';
import type { TimetablePlan } from '../../core/planning/timetable.ts';
import { viewTimetable } from '../../core/planning/view-timetables.ts';
import type { PlannedTrip } from '../../core/trips/planned-trips.ts';
import { aBooking } from './bookings.ts';
import { aBus, calendar, seat } from './catalogue.ts';
import { handClock } from './clock.ts';
import type { Engine } from './engines.ts';
import { recorded } from './events.ts';
import { anOperator, aPassenger } from './people.ts';

/** The number of days for which these tests make trips. The first day is the day of START, a Friday. */
export const REACH = 10;
export const FRIDAY = '2026-11-20';
export const SATURDAY = '2026-11-21';
export const SUNDAY = '2026-11-22';
export const MONDAY = '2026-11-23';
/** The last day for which trips are made. */
export const LAST = '2026-11-29';

/** Adds a company with two buses. Returns its timetable use cases, on the given storage engine. */
export async function timetablesOn(engine: Engine, clock = handClock()) {
  const needs = {
    ...engine,
    clock,
    calendar,
    timetableDays: REACH,
    expireBookings: expireBookings({ ...engine, clock }),
  };
  const { id: userId, operatorId } = await anOperator(engine, { companyName: 'Blue Sky Travels' });
  const member: Member = { userId, operatorId };
  const [bus, otherBus] = [await aBus(engine, { operatorId }), await aBus(engine, { operatorId })];
  const cities = await engine.transact(({ catalogue }) => catalogue.saveCities(['Kathmandu', 'Pokhara', 'Butwal']));
  const [kathmandu, pokhara, butwal] = cities as readonly [CityId, CityId, CityId];

  /** A timetable for every day: a trip at 07:00 local time that takes seven hours. */
  const plan = (more: Partial<TimetablePlan> = {}): TimetablePlan => ({
    sourceCityId: kathmandu,
    destinationCityId: pokhara,
    busId: bus,
    fare: paisa(120_000),
    departs: '07:00',
    durationMinutes: 420,
    days: WEEKDAYS,
    validFrom: FRIDAY,
    validUntil: null,
    exceptDates: [],
    stops: [],
    fares: [],
    saleOpensAt: null,
    boardingPoints: [],
    droppingPoints: [],
    ...more,
  });
  const add = addTimetable(needs);
  const change = changeTimetable(needs);
  const end = endTimetable(needs);

  /** The trips of a timetable, keyed by day. */
  const tripsOf = async (id: TimetableId): Promise<Readonly<Record<string, PlannedTrip>>> => {
    const trips = await engine.transact(({ timetables }) => timetables.trips(id, '2000-01-01'));
    return Object.fromEntries(trips.map((trip) => [trip.timetable!.day, trip]));
  };
  return {
    engine,
    clock,
    member,
    bus,
    otherBus,
    kathmandu,
    pokhara,
    butwal,
    plan,
    tripsOf,
    add: (more: Partial<TimetablePlan> = {}) => add(member, plan(more)),
    addFor: add,
    change: (id: TimetableId, given: Partial<TimetablePlan>, from = '') => change(member, id, given, from),
    end: (id: TimetableId, from = '') => end(member, id, from),
    makeDueTrips: makeDueTrips(needs),
    /** The timetable use cases with another `transact` function, such as one that fails. */
    within: (transact: Engine['transact']) => ({
      add: (more: Partial<TimetablePlan> = {}) => addTimetable({ ...needs, transact })(member, plan(more)),
      change: (id: TimetableId, given: Partial<TimetablePlan>, from = '') =>
        changeTimetable({ ...needs, transact })(member, id, given, from),
      end: (id: TimetableId, from = '') => endTimetable({ ...needs, transact })(member, id, from),
      makeDueTrips: makeDueTrips({ ...needs, transact }),
    }),
    view: (id: TimetableId) => viewTimetable(engine)(operatorId, id),
    /** Active trips as `day hh:mm` in local time. */
    departures: async (id: TimetableId): Promise<readonly string[]> =>
      Object.values(await tripsOf(id))
        .filter(({ status }) => status === 'ACTIVE')
        .map(({ departsAt }) => calendar.text(departsAt)),
    /** Adds a single trip, so that the bus is busy. `from` and `to` are hours and minutes on the day, in local time. */
    busyOn: (day: string, from: string, to: string, busId: BusId = bus) =>
      engine.transact(({ plannedTrips }) =>
        plannedTrips.add([
          {
            operatorId,
            sourceCityId: kathmandu,
            destinationCityId: butwal,
            busId,
            fare: paisa(50_000),
            departsAt: calendar.at(day, from)!,
            arrivesAt: calendar.at(day, to)!,
            timetable: null,
            stops: [],
            fares: [],
            saleOpensAt: null,
            boardingPoints: [],
            droppingPoints: [],
            key: `single ${busId} ${day} ${from}`,
          },
        ]),
      ),
    /** Changes a trip and marks it as changed by the office. */
    touch: (id: TripId, changes: Partial<PlannedTrip>) =>
      engine.transact(async ({ plannedTrips }) => {
        const trip = await plannedTrips.lock(id);
        await plannedTrips.save([{ ...trip!, changedInOffice: true, ...changes }]);
      }),
    book: async (tripId: TripId, traits: Partial<Parameters<typeof aBooking>[1]> = {}) =>
      aBooking(engine, {
        userId: (await aPassenger(engine)).id,
        tripId,
        seats: [seat('A1')],
        bookedAt: clock(),
        ...traits,
      }),
    /** The recorded events about a trip, each as a short text. */
    told: async (id: TripId) =>
      (await recorded(engine)).flatMap(([topic, payload]) => {
        const [trip, about] = topic.replace('schedules/', '').split('/');
        const { type, seat_numbers: seats, status } = payload as Readonly<Record<string, unknown>>;
        return trip === String(id) ? [[about, type ?? String(seats), status].join(' ')] : [];
      }),
  };
}

export type TimetableWorld = Awaited<ReturnType<typeof timetablesOn>>;
