import { announce } from '../../core/events.ts';
import type { ServiceEvent } from '../../core/events.ts';
import type { Outbox, Recorder } from '../../core/kernel/outbox.ts';
import { toIso } from '../../core/kernel/time.ts';
import { nextId } from './state.ts';
import type { State } from './state.ts';

export const memoryRecorder = (state: State): Recorder<ServiceEvent> => ({
  async record(event, at) {
    const { topic, payload } = announce(event);
    const id = nextId<number>(state);
    state.outbox.push({ id, topic, payload: { event_id: `event-${id}`, ...payload, at: toIso(at) }, recordedAt: at });
  },
});

export const memoryOutbox = (state: State): Outbox => ({
  waiting: async (limit) =>
    state.outbox.filter(({ sentAt }) => sentAt === undefined).slice(0, limit).map(({ id, topic, payload }) => ({ id, topic, payload })),

  anyWaits: async () => state.outbox.some(({ sentAt }) => sentAt === undefined),

  async markSent(ids, at) {
    for (const entry of state.outbox) if (ids.includes(entry.id)) entry.sentAt = at;
  },

  async retellLast(seconds) {
    const newest = Math.max(...state.outbox.map(({ sentAt = Number.NEGATIVE_INFINITY }) => sentAt));
    for (const entry of state.outbox) if (entry.sentAt !== undefined && entry.sentAt >= newest - seconds * 1_000) delete entry.sentAt;
  },

  async backlog() {
    const waiting = state.outbox.filter(({ sentAt }) => sentAt === undefined);
    return { count: waiting.length, since: waiting[0]?.recordedAt };
  },

  async prune(before, limit) {
    const old = state.outbox.filter(({ sentAt }) => sentAt !== undefined && sentAt < before).slice(0, limit);
    state.outbox = state.outbox.filter((entry) => !old.includes(entry));
    return old.length;
  },
});
