import type { ShownTimetable, TimetableRepo, TimetableViews } from '../../core/planning/ports.ts';
import type { Timetable } from '../../core/planning/timetable.ts';
import { citiesOf } from '../../core/trips/sections.ts';
import { listed } from './keyset.ts';
import { toPlannedTrip } from './planned-trips.ts';
import { type State, nextId, put } from './state.ts';

export const memoryTimetables = (state: State): TimetableRepo => ({
  add: async (timetable) => put(state.timetables, { ...timetable, id: nextId(state) }),
  lock: async (id) => state.timetables.get(id),

  async save(timetable) {
    const there = state.timetables.get(timetable.id);
    if (there) put(state.timetables, { ...timetable, operatorId: there.operatorId, createdAt: there.createdAt });
  },

  trips: async (id, day) =>
    [...state.trips.values()]
      .filter(({ timetable }) => timetable?.id === id && timetable.day >= day)
      .sort((one, other) => ((one.timetable?.day ?? '') < (other.timetable?.day ?? '') ? -1 : 1))
      .map((trip) => toPlannedTrip(state, trip)),

  lockTrips: async (ids) =>
    [...state.trips.values()]
      .filter(({ id }) => ids.includes(id))
      .sort((one, other) => one.id - other.id)
      .map((trip) => toPlannedTrip(state, trip)),
});

export const memoryTimetableViews = (state: State): TimetableViews => {
  const shown = (timetable: Timetable): ShownTimetable => {
    const source = state.cities.get(timetable.sourceCityId);
    const destination = state.cities.get(timetable.destinationCityId);
    const bus = state.buses.get(timetable.busId);
    if (!source || !destination || !bus) throw new Error(`Timetable ${timetable.id} leads nowhere.`);
    const stopCities = citiesOf(timetable).flatMap((id) => state.cities.get(id) ?? []);
    return {
      ...timetable,
      source,
      destination,
      stopCities,
      bus: { name: bus.name, registrationNo: bus.registrationNo },
    };
  };

  return {
    async find(id) {
      const timetable = state.timetables.get(id);
      return timetable && shown(timetable);
    },

    list: async (operator, page) =>
      listed(
        [...state.timetables.values()].filter(({ operatorId }) => operatorId === operator).map(shown),
        page,
        ({ id }) => [id],
        'desc',
      ),

    due: async (today, limit) =>
      [...state.timetables.values()]
        .filter(({ dueOn }) => dueOn !== null && dueOn <= today)
        .sort((one, other) => {
          const [first, second] = [one.dueOn ?? '', other.dueOn ?? ''];
          return first < second ? -1 : first > second ? 1 : one.id - other.id;
        })
        .slice(0, limit)
        .map(({ id }) => id),
  };
};
