import type { Actor, Trail, TrailFilter, TrailViews } from '../../core/platform/trail.ts';
import { listed } from './keyset.ts';
import { type State, nextId } from './state.ts';

export const memoryTrail = (state: State): Trail => ({
  async add(entry, at) {
    state.trail.push({
      ...entry,
      changes: entry.changes ?? {},
      at,
      id: nextId(state),
      actorName: nameOf(state, entry.actor),
    });
  },

  of: async ({ type, id }) =>
    state.trail
      .filter(({ subject }) => subject.type === type && subject.id === id)
      .sort((one, other) => one.at - other.at || one.id - other.id)
      .map(({ id: _, actorName: __, ...entry }) => entry),
});

export const memoryTrailViews = (state: State): TrailViews => ({
  list: async (filter, page) =>
    listed(
      state.trail.filter((entry) => fits(entry, filter)),
      page,
      ({ at, id }) => [at, id],
      'desc',
    ),
});

const nameOf = (state: State, actor: Actor): string | null =>
  ('userId' in actor ? state.users.get(actor.userId)?.fullName : undefined) ??
  ('deviceId' in actor ? state.crewDevices.get(actor.deviceId)?.name : undefined) ??
  null;

const fits = (
  entry: State['trail'][number],
  { operatorId, userId, byAdmins, kind, subject, during = {} }: TrailFilter,
): boolean =>
  (operatorId === undefined || entry.operatorId === operatorId) &&
  (userId === undefined || ('userId' in entry.actor && entry.actor.userId === userId)) &&
  (byAdmins !== false || entry.actor.role !== 'ADMIN') &&
  (kind === undefined || entry.kind === kind) &&
  (!subject || (entry.subject.type === subject.type && entry.subject.id === subject.id)) &&
  (during.start === undefined || entry.at >= during.start) &&
  (during.end === undefined || entry.at < during.end);
