import { computed, signal } from '@preact/signals';
import type { Problem } from '../../api/problem.ts';
import { isFinal } from '../../api/is-final.ts';
import { api, ask, device } from './device.ts';
import type { KeptDelay } from './kept.ts';
import { keepDelay, readDelays } from './store.ts';

/** Everything that the conductor told of delays, in the order of telling. */
export const delays = signal<readonly KeptDelay[]>([]);

/** Unsent words of the company for which this phone is enrolled. */
export const waitingDelays = computed(() =>
  delays.value.filter((one) => one.answeredAt === undefined && one.operatorId === device.value?.operatorId),
);

/** Unsent words of a company for which this phone is not enrolled now. */
export const strandedDelays = computed(() =>
  delays.value.filter((one) => one.answeredAt === undefined && one.operatorId !== device.value?.operatorId),
);

export const findDelays = async (): Promise<void> => {
  delays.value = await readDelays();
};

/** Stores what was told of a delay on disk before it is shown. */
export async function keepAndShowDelay(delay: KeptDelay): Promise<void> {
  await keepDelay(delay);
  delays.value = [...delays.peek().filter(({ nonce }) => nonce !== delay.nonce), delay].sort(
    (one, other) => one.at - other.at,
  );
}

const GIVE_UP_MS = 20_000;

/** Sends the first waiting word. A final refusal is stored with it. Throws Problem when no answer comes. */
export async function sendDelay(): Promise<void> {
  const [word] = waitingDelays.peek();
  if (!word) return;
  const path = { id: word.tripId };
  const at = new Date(word.at).toISOString();
  const signal = AbortSignal.timeout(GIVE_UP_MS);
  try {
    await ask<unknown>(() =>
      word.delay
        ? api.put('/api/conductor/trips/{id}/delay', { path, body: { ...word.delay, at }, signal })
        : api.delete('/api/conductor/trips/{id}/delay', { path, query: { at }, signal }),
    );
    await keepAndShowDelay({ ...word, answeredAt: Date.now() });
  } catch (error) {
    if (!isFinal(error)) throw error;
    await keepAndShowDelay({ ...word, answeredAt: Date.now(), refusal: (error as Problem).code });
  }
}

/** Stores that the conductor has read why a word was refused. */
export const settleDelay = (word: KeptDelay): Promise<void> => keepAndShowDelay({ ...word, isSettled: true });
