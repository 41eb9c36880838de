import type { Sandbox } from '../../core/payments/sandbox.ts';
import type { State } from './state.ts';

const keyOf = (gateway: string, name: string): string => `${gateway} ${name}`;

export const memorySandbox = (state: State): Sandbox => ({
  async open(payment) {
    const key = keyOf(payment.gateway, payment.id);
    if (!state.sandboxPayments.has(key)) state.sandboxPayments.set(key, payment);
  },

  find: async (gateway, id) => state.sandboxPayments.get(keyOf(gateway, id)),

  findPaid: async (gateway, transactionId) =>
    [...state.sandboxPayments.values()].find(
      (payment) => payment.gateway === gateway && payment.paid?.transactionId === transactionId,
    ),

  async save({ gateway, id, refusedAt, paid, givenBack }) {
    const known = state.sandboxPayments.get(keyOf(gateway, id));
    if (known) state.sandboxPayments.set(keyOf(gateway, id), { ...known, refusedAt, paid, givenBack });
  },

  async setFault(fault, setAt) {
    state.sandboxFaults.set(keyOf(fault.gateway, fault.fault), { ...fault, setAt });
  },

  async takeFault(gateway, faults) {
    const [last] = [...state.sandboxFaults.values()]
      .filter((known) => known.gateway === gateway && faults.includes(known.fault) && known.times > 0)
      .sort((one, other) => other.setAt - one.setAt || (one.fault < other.fault ? -1 : 1));
    if (last) state.sandboxFaults.set(keyOf(gateway, last.fault), { ...last, times: last.times - 1 });
    return last?.fault;
  },

  async keepKey(gateway, key) {
    const kept = state.sandboxKeys.get(gateway) ?? key;
    state.sandboxKeys.set(gateway, kept);
    return kept;
  },

  async prune(before, limit) {
    const old = [...state.sandboxPayments.values()]
      .filter(({ openedAt }) => openedAt < before)
      .sort((one, other) => one.openedAt - other.openedAt)
      .slice(0, limit);
    for (const { gateway, id } of old) state.sandboxPayments.delete(keyOf(gateway, id));
    return old.length;
  },
});
