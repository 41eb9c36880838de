import type { LoginLog } from '../../core/accounts/ports.ts';
import type { State } from './state.ts';

export const memoryLoginLog = (state: State): LoginLog => ({
  async add(entry, at) {
    state.loginLog.push({ ...entry, at });
  },
  newest: async (limit) => state.loginLog.slice(-limit).reverse(),
});
