import { device, isOnline } from './device.ts';
import { judge } from './judge.ts';
import type { Action, KeptScan, Outcome, Target } from './kept.ts';
import { awaited, keep, patienceMs, scanOf, scans, sendWaiting } from './log.ts';
import { readManifest, readManifests } from './store.ts';
import { hashOf } from './ticket.ts';

export interface Said {
  readonly outcome: Outcome;
  /** Whether the phone judged by what it keeps. */
  readonly isOffline: boolean;
}

/** Scans a ticket: the service says what comes of it, or after 1.5 s the manifest that the phone keeps. */
export async function scan(tripId: number, action: Action, target: Target): Promise<Said> {
  const made: KeptScan = {
    nonce: crypto.getRandomValues(new Uint32Array(4)).join('-'),
    order: nextOrder(),
    operatorId: device.peek()!.operatorId,
    ...{ tripId, action, target, at: Date.now() },
  };
  awaited.add(made.nonce);
  await keep([made]);
  const answer = await Promise.race([answerTo(made.nonce), patience()]);
  awaited.delete(made.nonce);
  if (answer) return { outcome: answer, isOffline: false };
  // One after the other: the second of two scans of a ticket has to know of the first.
  const mine = judging.then(() => judgedHere(made));
  judging = mine.catch(() => undefined);
  return mine;
}

let judging: Promise<unknown> = Promise.resolve();

async function judgedHere(made: KeptScan): Promise<Said> {
  const said = await judged(made);
  const now = scanOf(made.nonce) ?? made;
  // It came while the manifest was looked at.
  if (now.answer) return { outcome: now.answer, isOffline: false };
  await keep([{ ...now, said }]);
  return { outcome: said, isOffline: true };
}

let lastOrder = 0;
const nextOrder = (): number => (lastOrder = Math.max(lastOrder, scans.peek().at(-1)?.order ?? 0) + 1);

const patience = (): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), patienceMs()));

async function answerTo(nonce: string): Promise<Outcome | undefined> {
  await sendWaiting();
  // It was made while the last batch was on its way.
  if (!scanOf(nonce)?.answer && isOnline.peek()) await sendWaiting();
  return scanOf(nonce)?.answer;
}

/** What the manifest says of a scan. */
async function judged({ nonce, tripId, action, target, at }: KeptScan): Promise<Outcome> {
  const [kept, manifests] = await Promise.all([readManifest(tripId), readManifests()]);
  if (!kept) return { result: 'REFUSED', reason: 'INVALID', booking_code: null, seats: [], trip: null, first: null };
  return judge({
    ...{ action, target, kept, now: at },
    hash: 'token' in target ? await hashOf(target.token) : undefined,
    others: manifests.filter(({ manifest }) => manifest.trip.id !== tripId),
    scans: scans.peek().filter((one) => one.nonce !== nonce),
  });
}
