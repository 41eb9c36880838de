import type { Idempotency, RequestKey } from '../../core/delivery/idempotency.ts';
import type { Leases } from '../../core/delivery/leases.ts';
import type { Outbox, Recorder } from '../../core/delivery/outbox.ts';
import type { ServiceEvent } from '../../core/events.ts';
import type { NotingNeeds } from '../../core/stores.ts';
import { nextId } from './state.ts';
import type { State } from './state.ts';

export const memoryRecorder = (state: State, { announce, random, note }: NotingNeeds): Recorder<ServiceEvent> => ({
  async record(event, at) {
    state.outbox.push({ id: nextId<number>(state), ...announce(event, random.uuid(), at), recordedAt: at });
    note({ thing: 'event' });
  },
});

export const memoryOutbox = (state: State): Outbox => ({
  pending: async (limit) =>
    state.outbox
      .filter(({ sentAt }) => sentAt === undefined)
      .slice(0, limit)
      .map(({ id, topic, payload }) => ({ id, topic, payload })),

  hasPending: async () => state.outbox.some(({ sentAt }) => sentAt === undefined),

  async markSent(ids, at) {
    for (const entry of state.outbox) if (ids.includes(entry.id)) entry.sentAt = at;
  },

  async requeueRecent(seconds) {
    const newest = Math.max(...state.outbox.map(({ sentAt = Number.NEGATIVE_INFINITY }) => sentAt));
    for (const entry of state.outbox)
      if (entry.sentAt !== undefined && entry.sentAt >= newest - seconds * 1_000) delete entry.sentAt;
  },

  async backlog() {
    const pending = state.outbox.filter(({ sentAt }) => sentAt === undefined);
    return { count: pending.length, since: pending[0]?.recordedAt };
  },

  async prune(before, limit) {
    const old = state.outbox.filter(({ sentAt }) => sentAt !== undefined && sentAt < before).slice(0, limit);
    state.outbox = state.outbox.filter((entry) => !old.includes(entry));
    return old.length;
  },
});

const nameOf = ({ userId, path, key }: RequestKey): string => JSON.stringify([userId, path, key]);

export const memoryIdempotency = (state: State): Idempotency => ({
  async reserve(request, { bodyHash, now, runningUntil, keptSince }) {
    const first = state.answers.get(nameOf(request));
    const dead = first?.runningUntil !== undefined && first.runningUntil <= now && first.bodyHash === bodyHash;
    if (!first || first.createdAt <= keptSince || dead) {
      state.answers.set(nameOf(request), { bodyHash, createdAt: now, runningUntil, answer: undefined });
      return 'first';
    }
    return first.bodyHash === bodyHash ? (first.answer ?? 'running') : 'other body';
  },

  async keep(request, runningUntil, answer) {
    const first = state.answers.get(nameOf(request));
    if (first?.runningUntil !== runningUntil) return false;
    state.answers.set(nameOf(request), { ...first, runningUntil: undefined, answer });
    return true;
  },

  async release(request, runningUntil) {
    if (state.answers.get(nameOf(request))?.runningUntil === runningUntil) state.answers.delete(nameOf(request));
  },

  async prune(before, limit) {
    const old = [...state.answers].filter(([, { createdAt }]) => createdAt < before).slice(0, limit);
    for (const [name] of old) state.answers.delete(name);
    return old.length;
  },
});

export const memoryLeases = (state: State): Leases => ({
  async take({ name, holder }, until, now) {
    const held = state.leases.find((lease) => lease.name === name);
    if (held && held.holder !== holder && held.expiresAt > now) return false;
    state.leases = [...state.leases.filter((lease) => lease !== held), { name, holder, expiresAt: until }];
    return true;
  },

  async release({ name, holder }) {
    state.leases = state.leases.filter((lease) => lease.name !== name || lease.holder !== holder);
  },
});
