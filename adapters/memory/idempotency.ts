import type { Idempotency, RequestKey } from '../../core/kernel/idempotency.ts';
import type { State } from './state.ts';

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
    if (first?.runningUntil === runningUntil) state.answers.set(nameOf(request), { ...first, runningUntil: undefined, answer });
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
