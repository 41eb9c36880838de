import { device, isOnline } from './device.ts';
import { judge } from './judge.ts';
import type { Action, KeptScan, Outcome, Target } from './kept.ts';
import { awaited, keep, patienceMs, scanOf, scans, sendWaiting } from './log.ts';
import { readManifest, readManifests } from './store.ts';
import { hashOf } from './ticket.ts';

export interface Said {
  readonly outcome: Outcome;
  /** The number of the stop at which the ticket was scanned. */
  readonly stop: number | undefined;
  /** True if the phone judged the scan by its stored manifest. */
  readonly isOffline: boolean;
}

/**
 * Scans a ticket at a stop of the bus. The service judges the scan. If its answer takes over 1.5 seconds, the phone
 * judges the scan by the stored manifest.
 */
export async function scan(tripId: number, action: Action, target: Target, stop: number): Promise<Said> {
  const made: KeptScan = {
    nonce: crypto.getRandomValues(new Uint32Array(4)).join('-'),
    order: nextOrder(),
    operatorId: device.peek()!.operatorId,
    tripId,
    action,
    target,
    stop,
    at: Date.now(),
  };
  awaited.add(made.nonce);
  await keep([made]);
  const answer = await Promise.race([answerTo(made.nonce), patience()]);
  awaited.delete(made.nonce);
  if (answer) return { outcome: answer, stop, isOffline: false };
  // Scans are judged one at a time, because the second scan of a ticket must see the first.
  const mine = judging.then(() => judgedHere(made));
  judging = mine.catch(() => undefined);
  return mine;
}

let judging: Promise<unknown> = Promise.resolve();

async function judgedHere(made: KeptScan): Promise<Said> {
  const said = await judged(made);
  const now = scanOf(made.nonce) ?? made;
  // The service's answer arrived while the phone read the stored manifest.
  if (now.answer) return { outcome: now.answer, stop: made.stop, isOffline: false };
  // Stores the phone's own judgement only while the phone is enrolled.
  if (device.peek()) await keep([{ ...now, said }]);
  return { outcome: said, stop: made.stop, isOffline: true };
}

let lastOrder = 0;
const nextOrder = (): number => (lastOrder = Math.max(lastOrder, scans.peek().at(-1)?.order ?? 0) + 1);

const patience = (): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), patienceMs()));

async function answerTo(nonce: string): Promise<Outcome | undefined> {
  await sendWaiting();
  // Sends again, because a request that was already under way may lack this scan.
  if (!scanOf(nonce)?.answer && isOnline.peek()) await sendWaiting();
  return scanOf(nonce)?.answer;
}

/** Judges a scan from the stored manifest. */
async function judged({ nonce, tripId, action, target, stop, at }: KeptScan): Promise<Outcome> {
  const [kept, manifests] = await Promise.all([readManifest(tripId), readManifests()]);
  if (!kept) return { result: 'REFUSED', reason: 'INVALID', booking_code: null, seats: [], trip: null, first: null };
  return judge({
    action,
    target,
    stop,
    kept,
    now: at,
    hash: 'token' in target ? await hashOf(target.token) : undefined,
    others: manifests.filter(({ manifest }) => manifest.trip.id !== tripId),
    scans: scans.peek().filter((one) => one.nonce !== nonce),
  });
}
