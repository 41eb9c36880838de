import { computed, signal } from '@preact/signals';
import { inTurn } from '../api/in-turn.ts';
import { Problem } from '../api/problem.ts';
import { api, ask, device } from './device.ts';
import type { KeptScan, Outcome, ScanAnswer } from './kept.ts';
import { BATCH, toSend, waitingFor } from './queue.ts';
import { keepScans, readScans } from './store.ts';

/** Every scan that this phone keeps, in the order in which they were made. */
export const scans = signal<readonly KeptScan[]>([]);

/** Those that the service has still to be told. */
export const waiting = computed(() => waitingFor(device.value?.operatorId ?? 0, scans.value));

export const findScans = async (): Promise<void> => {
  scans.value = await readScans();
};

/** Longer than so nobody at the door waits for the service. */
const PATIENCE_MS = 1_500;
const GIVE_UP_MS = 20_000;

/** Whose answer somebody waits for. */
export const awaited = new Set<string>();

export const scanOf = (nonce: string): KeptScan | undefined => scans.peek().find((scan) => scan.nonce === nonce);

/** On the disk first, then on the screen. */
export async function keep(changed: readonly KeptScan[]): Promise<void> {
  await keepScans(changed);
  const byNonce = new Map(changed.map((scan) => [scan.nonce, scan]));
  const known = new Set(scans.peek().map(({ nonce }) => nonce));
  scans.value = [
    ...scans.peek().map((scan) => ({ ...scan, ...byNonce.get(scan.nonce) })),
    ...changed.filter(({ nonce }) => !known.has(nonce)),
  ];
}

let sending: Promise<void> | undefined;
/** A batch is on its way for longer than anybody waits: until it is back, nobody does. */
let isSlow = false;

/** For how long somebody at the door waits for an answer now. */
export const patienceMs = (): number => (isSlow ? 0 : PATIENCE_MS);

/** Sends what waits, in order; one batch at a time. Never rejects: what could not be sent waits on. */
export function sendWaiting(): Promise<void> {
  sending ??= inTurn('conductor', sendAll)
    .catch((error: unknown) => {
      if (!(error instanceof Problem) && !(error instanceof DOMException)) throw error;
    })
    .finally(() => (sending = undefined));
  return sending;
}

async function sendAll(): Promise<void> {
  // Another tab may just have sent them.
  await findScans();
  while (waiting.peek().length > 0) {
    const batch = waiting.peek().slice(0, BATCH);
    const slow = setTimeout(() => (isSlow = true), PATIENCE_MS);
    try {
      const body = { scans: batch.map((one) => toSend(one, awaited.has(one.nonce))) };
      const signal = AbortSignal.timeout(GIVE_UP_MS);
      const { results } = await ask(() => api.post('/api/conductor/scans', { body, signal }));
      await keep(answered(batch, results));
      if (results.length < batch.length) return;
    } finally {
      clearTimeout(slow);
      isSlow = false;
    }
  }
}

const answered = (batch: readonly KeptScan[], results: readonly ScanAnswer[]): readonly KeptScan[] =>
  results.flatMap(({ nonce, result, reason, booking_code, seats, trip, first }) => {
    const sent = batch.find((one) => one.nonce === nonce);
    const answer: Outcome = { result, reason, booking_code, seats, trip, first };
    // What was said meanwhile stays: the two are compared.
    return sent ? [{ ...(scanOf(sent.nonce) ?? sent), answer, answeredAt: Date.now() }] : [];
  });

/** Takes a difference with the service off the list of those to look at. */
export const settle = (one: KeptScan): Promise<void> => keep([{ ...one, isSettled: true }]);
