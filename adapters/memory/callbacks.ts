import type { CallbackLog } from '../../core/payments/ports.ts';
import type { State } from './state.ts';

export const memoryCallbacks = (state: State): CallbackLog => ({
  async add(entry) {
    state.callbacks.push(entry);
  },
  of: async (transactionUuid) => state.callbacks.filter((entry) => entry.transactionUuid === transactionUuid),
});
