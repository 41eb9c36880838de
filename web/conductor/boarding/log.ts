import { computed, signal } from '@preact/signals';
import { inTurn } from '../../api/in-turn.ts';
import { Problem } from '../../api/problem.ts';
import { api, ask, device } from './device.ts';
import type { KeptScan, ScanAnswer } from './kept.ts';
import { BATCH, toSend, waitingFor } from './queue.ts';
import { forget, keepScans, readScans } from './store.ts';
import { findDelays, sendDelay, strandedDelays, waitingDelays } from './delay-log.ts';
import { findTaps, sendTap, strandedTaps, waitingTaps } from './tap-log.ts';

/** All stored scans, in the order of scanning. */
export const scans = signal<readonly KeptScan[]>([]);

/** The number of scans, taps and told delays that are not sent yet. */
export const waitingCount = computed(
  () => waiting.value.length + waitingTaps.value.length + waitingDelays.value.length,
);

/** The number of unsent scans, taps and told delays of a company for which this phone is not enrolled now. */
export const strandedCount = computed(
  () => stranded.value.length + strandedTaps.value.length + strandedDelays.value.length,
);

/** Unsent scans of a company for which this phone is not enrolled now. */
const stranded = computed(() =>
  scans.value.filter((scan) => !scan.answer && scan.operatorId !== device.value?.operatorId),
);

/** Unsent scans of the company for which this phone is enrolled. */
const waiting = computed(() => waitingFor(device.value?.operatorId ?? 0, scans.value));

export const findScans = async (): Promise<void> => {
  scans.value = await readScans();
};

/** The most milliseconds that a scan waits for the service's answer before the phone judges it. */
export const PATIENCE_MS = 1_500;
const GIVE_UP_MS = 20_000;

/** Nonces of scans for whose answer the conductor is waiting. */
export const awaited = new Set<string>();

export const scanOf = (nonce: string): KeptScan | undefined => scans.peek().find((scan) => scan.nonce === nonce);

/** Stores scans on disk before they are shown. */
export async function keep(changed: readonly KeptScan[]): Promise<void> {
  await keepScans(changed);
  const byNonce = new Map(changed.map((scan) => [scan.nonce, scan]));
  const known = new Set(scans.peek().map(({ nonce }) => nonce));
  scans.value = [
    ...scans.peek().map((scan) => ({ ...scan, ...byNonce.get(scan.nonce) })),
    ...changed.filter(({ nonce }) => !known.has(nonce)),
  ];
}

/** Permanently deletes the unsent scans and taps of companies for which this phone is not enrolled now. */
export async function discardStranded(): Promise<void> {
  const noncesOf = (some: readonly { readonly nonce: string }[]) => some.map(({ nonce }) => nonce);
  await forget({
    scans: noncesOf(stranded.peek()),
    taps: noncesOf(strandedTaps.peek()),
    delays: noncesOf(strandedDelays.peek()),
  });
  await Promise.all([findScans(), findTaps(), findDelays()]);
}

let sending: Promise<void> | undefined;
/** The timer for sending the next batch. Set only while the service wants this phone to wait (`Retry-After`). */
let resting: ReturnType<typeof setTimeout> | undefined;
const LONGEST_REST_SECONDS = 300;
/**
 * True while a batch or a tap waits longer than PATIENCE_MS for its answer. New scans are then judged offline at once.
 */
let isSlow = false;

/** Milliseconds that a scan waits for the service's answer before the phone judges it offline. */
export const patienceMs = (): number => (isSlow ? 0 : PATIENCE_MS);

/**
 * Sends waiting scans and taps in order, one batch or tap at a time. Never rejects: unsent scans and taps stay stored.
 * If the service answers with `Retry-After`, sends the remaining scans and taps after that time.
 */
export function sendWaiting(): Promise<void> {
  if (resting !== undefined) return sending ?? Promise.resolve();
  sending ??= inTurn('conductor', sendAll)
    .catch((error: unknown) => {
      if (error instanceof Problem) restFor(error.retryAfterSeconds);
      else if (!(error instanceof DOMException)) throw error;
    })
    .finally(() => (sending = undefined));
  return sending;
}

function restFor(seconds: number | undefined): void {
  if (seconds === undefined) return;
  const goOn = (): void => {
    resting = undefined;
    void sendWaiting();
  };
  resting = setTimeout(goOn, Math.min(seconds, LONGEST_REST_SECONDS) * 1_000);
}

/** Taps and words go in the order of their moments: the service refuses a delay from a stop that is tapped already. */
function isTapNext(): boolean {
  const [[tap], [word]] = [waitingTaps.peek(), waitingDelays.peek()];
  return tap !== undefined && (word === undefined || tap.at <= word.at);
}

async function sendAll(): Promise<void> {
  // Reads the stored scans and taps again, because another tab may have sent some of them.
  await Promise.all([findScans(), findTaps(), findDelays()]);
  let goesOn = true;
  while (goesOn && waitingCount.peek() > 0) {
    const slow = setTimeout(() => (isSlow = true), PATIENCE_MS);
    try {
      if (waiting.peek().length > 0) goesOn = await sendBatch();
      else if (isTapNext()) await sendTap();
      else await sendDelay();
    } finally {
      clearTimeout(slow);
      isSlow = false;
    }
  }
}

/** Sends a batch of scans. Returns false if the service did not answer all of them. */
async function sendBatch(): Promise<boolean> {
  const batch = waiting.peek().slice(0, BATCH);
  const body = { scans: batch.map((one) => toSend(one, awaited.has(one.nonce))) };
  const signal = AbortSignal.timeout(GIVE_UP_MS);
  const { results } = await ask(() => api.post('/api/conductor/scans', { body, signal }));
  await keep(answered(batch, results));
  return results.length >= batch.length;
}

const answered = (batch: readonly KeptScan[], results: readonly ScanAnswer[]): readonly KeptScan[] =>
  results.flatMap(({ nonce, ...answer }) => {
    const sent = batch.find((one) => one.nonce === nonce);
    // Keeps the phone's own judgement, for comparison with the service's answer.
    return sent ? [{ ...(scanOf(sent.nonce) ?? sent), answer, answeredAt: Date.now() }] : [];
  });

/** Stores that the conductor has read that the service judged a scan differently. */
export const settle = (one: KeptScan): Promise<void> => keep([{ ...one, isSettled: true }]);
