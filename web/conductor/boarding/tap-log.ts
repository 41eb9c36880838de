import { computed, signal } from '@preact/signals';
import { isFinal } from '../../api/is-final.ts';
import type { Problem } from '../../api/problem.ts';
import { api, ask, device } from './device.ts';
import type { KeptTap } from './kept.ts';
import { tapsWaitingFor } from './queue.ts';
import { keepTap, readTaps } from './store.ts';

/** All stored taps, in the order of tapping. */
export const taps = signal<readonly KeptTap[]>([]);

/** Unsent taps of the company for which this phone is enrolled. */
export const waitingTaps = computed(() => tapsWaitingFor(device.value?.operatorId ?? 0, taps.value));

/** Unsent taps of a company for which this phone is not enrolled now. */
export const strandedTaps = computed(() =>
  taps.value.filter((tap) => tap.answeredAt === undefined && tap.operatorId !== device.value?.operatorId),
);

export const findTaps = async (): Promise<void> => {
  taps.value = await readTaps();
};

/** Nonces of taps made a moment ago. These taps are sent without a time, so that the service uses its own clock. */
export const freshTaps = new Set<string>();

const GIVE_UP_MS = 20_000;

/** Stores a tap on disk before it is shown. */
export async function keepAndShow(tap: KeptTap): Promise<void> {
  await keepTap(tap);
  taps.value = [...taps.peek().filter(({ nonce }) => nonce !== tap.nonce), tap].sort(
    (one, other) => one.order - other.order,
  );
}

/** Sends the first waiting tap. A final refusal is stored with the tap. Throws Problem when no answer comes. */
export async function sendTap(): Promise<void> {
  const [tap] = waitingTaps.peek();
  if (!tap) return;
  const path = { id: tap.tripId, n: tap.stop };
  const at = freshTaps.has(tap.nonce) ? {} : { at: new Date(tap.at).toISOString() };
  const signal = AbortSignal.timeout(GIVE_UP_MS);
  try {
    await ask(async () =>
      tap.kind === 'LEFT'
        ? api.post('/api/conductor/trips/{id}/stops/{n}/left', { path, body: { early: tap.early, ...at }, signal })
        : api.delete('/api/conductor/trips/{id}/stops/{n}/left', { path, query: at, signal }),
    );
    await keepAndShow({ ...tap, answeredAt: Date.now() });
  } catch (error) {
    if (!isFinal(error)) throw error;
    await keepAndShow({ ...tap, answeredAt: Date.now(), refusal: (error as Problem).code });
  }
}

/** Stores that the conductor has read why a tap was refused. */
export const settleTap = (tap: KeptTap): Promise<void> => keepAndShow({ ...tap, isSettled: true });
