import type { Leases } from '../../core/kernel/leases.ts';
import type { State } from './state.ts';

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
