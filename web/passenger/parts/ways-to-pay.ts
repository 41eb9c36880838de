import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import type { Answer } from '../../api/operations.ts';
import { type Asking, useAsked } from '../../parts/asked.tsx';
import { api } from '../session.ts';

export type Way = Answer<'get', '/api/payment-methods'>[number];

const KEPT_AS = 'recent-gateway';

/** The ways to pay, and the chosen way. */
export interface WaysToPay {
  readonly asked: Asking<Way[]>;
  /** The chosen gateway. Undefined until the ways to pay are loaded, or if no gateway accepts the amount. */
  readonly chosen: ReadonlySignal<string | undefined>;
  readonly choose: (gateway: string) => void;
}

/** Whether a way to pay accepts an amount, in rupees. Its limits are inclusive. */
export const takes = ({ min_amount: least, max_amount: most }: Way, amount: number): boolean =>
  (least === null || amount >= least) && (most === null || amount <= most);

/**
 * Loads the ways to pay an amount. Chooses the way that was chosen last time, otherwise the first that accepts the
 * amount.
 */
export function useWaysToPay(amount: number): WaysToPay {
  const asked = useAsked((signal) => api.get('/api/payment-methods', { signal }), []);
  const wanted = useSignal(localStorage.getItem(KEPT_AS));
  const chosen = useComputed(() => {
    const state = asked.state.value;
    const possible = state.is === 'here' ? state.value.filter((way) => takes(way, amount)) : [];
    return (possible.find(({ gateway }) => gateway === wanted.value) ?? possible[0])?.gateway;
  });
  return {
    asked,
    chosen,
    choose: (gateway) => {
      wanted.value = gateway;
      localStorage.setItem(KEPT_AS, gateway);
    },
  };
}
