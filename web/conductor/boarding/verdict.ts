import { effect, signal } from '@preact/signals';
import { alertBy } from '../parts/alert.ts';
import type { Action, KeptManifest, Outcome, Target } from './kept.ts';
import { opened, refresh } from './manifests.ts';
import { nextStop, stopsNow } from './stops.ts';
import { taps } from './tap-log.ts';
import { type Said, scan } from './scan.ts';
import { device, isOnline } from './device.ts';

export type Look = 'good' | 'wait' | 'bad';

/** The result of the last scan, as the page shows it. */
export interface Verdict {
  readonly outcome: Outcome;
  readonly look: Look;
  /** The scanned ticket, and the number of the stop at which it was scanned. */
  readonly target: Target;
  readonly stop: number | undefined;
  /** The names of the boarded passengers. If nobody was boarded, of those whose rows were tapped. */
  readonly names: readonly string[];
  /** The moment at which the stored manifest was made (ISO). Set only if the phone judged without the service. */
  readonly byListOf: string | undefined;
}

export const verdict = signal<Verdict | undefined>(undefined);
/** Whether the verdict fills the screen. */
export const isLarge = signal(false);

effect(() => {
  if (device.value) return;
  verdict.value = undefined;
  isLarge.value = false;
});

/** Only a boarding is shown in green, because an undone boarding must look different. */
const LOOKS: Readonly<Record<Outcome['result'], Look>> = {
  BOARDED: 'good',
  ALREADY: 'wait',
  UNDONE: 'wait',
  NO_SHOW: 'wait',
  REFUSED: 'bad',
  CONFLICT: 'bad',
};

/** Milliseconds for which a verdict fills the screen. A good verdict disappears sooner. */
const SHOWN_MS: Readonly<Record<Look, number>> = { good: 1_800, wait: 4_000, bad: 6_000 };
let timer: ReturnType<typeof setTimeout> | undefined;

/** Called when the conductor has read the verdict, so that the next verdict is shown. */
let goOn = (): void => undefined;

export function shrink(): void {
  clearTimeout(timer);
  isLarge.value = false;
  goOn();
}

/** Resolves when the next verdict may be shown. If the previous verdict fills the screen, it must be read first. */
let turn: Promise<void> = Promise.resolve();

const untilRead = (): Promise<void> => new Promise((resolve) => (isLarge.peek() ? (goOn = resolve) : resolve()));

function namesOf({ manifest }: KeptManifest, { booking_code, seats }: Outcome, target: Target): readonly string[] {
  const booking = manifest.bookings.find((one) => one.booking_code === booking_code);
  if (!booking) return [];
  const tapped = 'seatIds' in target ? target.seatIds : undefined;
  const sitting = booking.seats.filter(({ seat_id, seat_number }) =>
    seats.length === 0 && tapped ? tapped.includes(seat_id) : seats.includes(seat_number),
  );
  const names = sitting.map(({ name }) => name).filter(Boolean);
  return names.length > 0 ? [...new Set(names)] : [booking.name].filter(Boolean);
}

/**
 * Scans and shows the verdict; `large` fills the screen. Shows verdicts in the order of their scans. Otherwise a late
 * verdict would seem to be about the next ticket.
 */
export async function judgeNow(
  kept: KeptManifest,
  action: Action,
  target: Target,
  { large }: { readonly large: boolean },
): Promise<void> {
  const trip = kept.manifest.trip.id;
  const before = turn;
  const stop = nextStop(stopsNow(opened.peek() ?? kept, taps.peek()));
  const saying = Promise.all([scan(trip, action, target, stop), before]).then(([said]) =>
    say(said, { kept, target, large }),
  );
  turn = saying.then(untilRead, () => before);
  await saying;
  if (isOnline.peek()) void refresh(trip).catch(() => undefined);
}

interface Saying {
  readonly kept: KeptManifest;
  readonly target: Target;
  readonly large: boolean;
}

function say({ outcome, stop, isOffline }: Said, { kept, target, large }: Saying): void {
  // A phone that is not enrolled must not show passengers' data.
  if (!device.peek()) return;
  const look = LOOKS[outcome.result];
  const now = opened.peek() ?? kept;
  verdict.value = {
    outcome,
    look,
    target,
    stop,
    names: namesOf(now, outcome, target),
    byListOf: isOffline ? now.manifest.generated_at : undefined,
  };
  clearTimeout(timer);
  isLarge.value = large;
  if (large) timer = setTimeout(shrink, SHOWN_MS[look]);
  alertBy(look);
}
