import { type ReadonlySignal, batch, signal } from '@preact/signals';
import type { Answer, Schemas } from '../../api/operations.ts';
import { momentHere } from '../../api/service-clock.ts';
import type { SeatState } from '../../parts/seat-map/grid.ts';
import type { Draft } from '../draft.ts';

export type Seat = Schemas['Seat'];
type Status = Seat['status'];

export interface Hold {
  readonly seats: readonly string[];
  /** The moment at which the hold ends, in milliseconds of this device's clock. */
  readonly until: number;
}

/** A change of the chosen seats about which the page informs the user. */
export type ChoiceNews =
  | { readonly is: 'lost'; readonly seats: readonly string[] }
  | { readonly is: 'heldTooLong'; readonly seats: readonly string[] }
  | { readonly is: 'kept'; readonly seats: readonly string[]; readonly reason: string }
  | { readonly is: 'most' }
  | { readonly is: 'refused'; readonly error: unknown };

/** Wishes for the seats that the service chooses. */
export interface BestWish {
  /** The number of seats, 1 to 6. */
  readonly best: number;
  readonly together: boolean;
  readonly like?: 'WINDOW';
}

export interface SeatChoice {
  /** Chosen seat numbers, in the order of choosing. */
  readonly chosen: ReadonlySignal<readonly string[]>;
  /** The present hold; undefined without a hold. */
  readonly hold: ReadonlySignal<Hold | undefined>;
  /** True if a hold has lapsed and no new one exists. */
  readonly isLapsed: ReadonlySignal<boolean>;
  readonly news: ReadonlySignal<ChoiceNews | undefined>;
  readonly stateOf: (seat: Pick<Seat, 'seat_number'>) => SeatState;
  readonly toggle: (seat: string) => void;
  /** Holds the chosen seats. Returns true when all are held; otherwise `news` says why not. */
  readonly settle: () => Promise<boolean>;
  /** Holds seats that the service chooses, in place of the chosen ones. Rejects with the service's refusal. */
  readonly takeBest: (wish: BestWish) => Promise<void>;
  /** Ends the hold when its time is over. */
  readonly lapse: () => void;
  /** Handles an event about the trip's seats. Events do not name the holder. */
  readonly hear: (seats: readonly string[], status: Status) => void;
  /** Reads all seats again, after events may have been missed. */
  readonly reread: () => Promise<void>;
  readonly stop: () => void;
}

interface Needs {
  readonly seats: readonly Seat[];
  readonly draft: Pick<Draft, 'seats' | 'until'>;
  readonly keep: (change: Pick<Draft, 'seats' | 'until'>) => void;
  readonly isSignedIn: () => boolean;
  readonly read: () => Promise<readonly Seat[]>;
  readonly lock: (
    wanted: { readonly seat_numbers: readonly string[] } | BestWish,
  ) => Promise<Answer<'post', '/api/trips/{id}/seats/lock'>>;
}

/** The most seats that a passenger can hold on a trip; the service's limit. */
export const MOST_SEATS = 6;
/** Milliseconds to wait, so that three quick choices make one request. */
const PAUSE_MS = 250;

const STATES: Readonly<Record<Status, SeatState>> = {
  AVAILABLE: 'available',
  LOCKED: 'held',
  LOCKED_BY_ME: 'yours',
  BOOKED: 'taken',
  BLOCKED: 'blocked',
};

/**
 * The user's choice of seats. Signed-in users hold seats while they choose, so that others see these seats as held.
 * Other users hold their seats when they continue. If another user takes a seat, only that seat is unchosen.
 */
export function seatChoice({ seats, draft, keep, isSignedIn, read, lock }: Needs): SeatChoice {
  const statuses = signal(statusesOf(seats));
  const chosen = signal<readonly string[]>([]);
  const hold = signal<Hold | undefined>(undefined);
  const isLapsed = signal(false);
  const news = signal<ChoiceNews | undefined>(undefined);
  let pause: ReturnType<typeof setTimeout> | undefined;
  let line = Promise.resolve();
  /** The seats that the running request asks to hold. The request itself may cause events about these seats. */
  let asking: readonly string[] = [];
  /**
   * The number of answers about the user's seats so far. A seat map that was requested before the last answer is stale.
   */
  let answers = 0;
  let isStopped = false;

  const isMine = (seat: string): boolean => statuses.value.get(seat) === 'LOCKED_BY_ME';
  const isFree = (seat: string): boolean => statuses.value.get(seat) === 'AVAILABLE';
  const isAllHeld = (): boolean =>
    chosen.value.length === (hold.value?.seats.length ?? 0) &&
    chosen.value.every((seat) => hold.value?.seats.includes(seat));

  const change = (what: () => void): void => {
    batch(what);
    keep({ seats: chosen.value, until: hold.value?.until ?? null });
  };
  const mark = (marked: readonly string[], status: Status): void => {
    statuses.value = new Map([...statuses.value, ...marked.map((seat) => [seat, status] as const)]);
  };
  /** Removes unavailable seats from the choice and reports them. */
  const drop = (lost: readonly string[], is: 'lost' | 'heldTooLong' = 'lost'): void => {
    if (lost.length === 0) return;
    chosen.value = chosen.value.filter((seat) => !lost.includes(seat));
    news.value = { is, seats: lost };
  };
  /** Removes seats that are kept for other passengers from the choice, and reports those of the first reason. */
  const dropKept = (kept: readonly { readonly seat_number: string; readonly reason: string }[]): void => {
    const [first] = kept;
    if (!first) return;
    const ofReason = kept.filter(({ reason }) => reason === first.reason).map(numberOf);
    chosen.value = chosen.value.filter((seat) => !kept.some(({ seat_number }) => seat_number === seat));
    news.value = { is: 'kept', seats: ofReason, reason: first.reason };
  };
  const look = (): void => {
    const held = hold.value?.seats.filter(isMine) ?? [];
    // The service ends a hold by its own clock, which may be ahead of this device's.
    if (hold.value && held.length === 0 && hold.value.seats.some((seat) => isFree(seat) && chosen.value.includes(seat)))
      isLapsed.value = true;
    hold.value = hold.value && held.length > 0 ? { ...hold.value, seats: held } : undefined;
    drop(chosen.value.filter((seat) => !isMine(seat) && !isFree(seat) && !asking.includes(seat)));
  };

  async function reread(): Promise<void> {
    const before = answers;
    const found = await read().catch(() => undefined);
    if (!found || isStopped) return;
    if (before !== answers) return reread();
    change(() => {
      statuses.value = statusesOf(found);
      look();
    });
    // Tries again to hold the seats if the hold failed while there was no connection.
    if (isSignedIn() && news.value?.is === 'refused' && !isAllHeld()) holdSoon();
  }

  async function ask(): Promise<void> {
    const wanted = chosen.value;
    if (isStopped || (isAllHeld() && (!hold.value || hold.value.until > Date.now()))) return;
    asking = wanted;
    try {
      const { granted, rejected, expires_at } = await lock({ seat_numbers: wanted });
      answers += 1;
      const tooLong = rejected.filter(({ reason }) => reason.startsWith('Held too long')).map(numberOf);
      const kept = rejected.filter(({ reason }) => reason.startsWith('Kept for'));
      const others = [...tooLong, ...kept.map(numberOf)];
      const lost = rejected.map(numberOf).filter((seat) => !others.includes(seat));
      change(() => {
        if (news.value?.is === 'refused') news.value = undefined;
        mark(hold.value?.seats.filter((seat) => !wanted.includes(seat)) ?? [], 'AVAILABLE');
        mark(lost, 'LOCKED');
        mark(granted, 'LOCKED_BY_ME');
        hold.value = granted.length > 0 ? { seats: granted, until: momentHere(expires_at) } : undefined;
        isLapsed.value = false;
        drop(tooLong, 'heldTooLong');
        dropKept(kept);
        drop(lost);
      });
      if (rejected.length > 0) void reread();
    } catch (error) {
      news.value = { is: 'refused', error };
    } finally {
      asking = [];
    }
  }

  async function askForBest(wish: BestWish): Promise<void> {
    const { granted, expires_at } = await lock(wish);
    answers += 1;
    change(() => {
      news.value = undefined;
      mark(hold.value?.seats ?? [], 'AVAILABLE');
      mark(granted, 'LOCKED_BY_ME');
      chosen.value = granted;
      hold.value = { seats: granted, until: momentHere(expires_at) };
      isLapsed.value = false;
    });
  }

  /** Sends one request at a time, so that the last answer names the seats that are held now. */
  const askInTurn = (): Promise<void> => {
    clearTimeout(pause);
    return (line = line.then(ask));
  };
  const holdSoon = (): void => {
    clearTimeout(pause);
    pause = setTimeout(() => void askInTurn(), PAUSE_MS);
  };

  const mine = seats.filter(({ status }) => status === 'LOCKED_BY_ME').map(numberOf);
  change(() => {
    chosen.value = [...new Set([...draft.seats, ...mine])];
    if (mine.length > 0 && draft.until !== null && draft.until > Date.now())
      hold.value = { seats: mine, until: draft.until };
    look();
  });
  if (isSignedIn() && (!isAllHeld() || (mine.length > 0 && !hold.value))) void askInTurn();

  return {
    chosen,
    hold,
    isLapsed,
    news,
    stateOf: ({ seat_number }) => STATES[statuses.value.get(seat_number) ?? 'BLOCKED'],
    toggle: (seat) => {
      const isChosen = chosen.value.includes(seat);
      if (!isChosen && chosen.value.length >= MOST_SEATS) {
        news.value = { is: 'most' };
        return;
      }
      change(() => {
        news.value = undefined;
        chosen.value = isChosen ? chosen.value.filter((other) => other !== seat) : [...chosen.value, seat];
      });
      if (isSignedIn()) holdSoon();
    },
    settle: async () => {
      // The message about a lost seat stays on the screen until the user chooses another seat.
      if (news.value?.is !== 'lost') news.value = undefined;
      await askInTurn();
      return chosen.value.length > 0 && hold.value !== undefined && isAllHeld();
    },
    takeBest: (wish) => {
      clearTimeout(pause);
      const asked = line.then(() => askForBest(wish));
      line = asked.catch(() => undefined);
      return asked;
    },
    lapse: () =>
      change(() => {
        mark(hold.value?.seats ?? [], 'AVAILABLE');
        hold.value = undefined;
        isLapsed.value = true;
        news.value = undefined;
      }),
    hear: (heard, status) => {
      const ours = heard.filter((seat) => isMine(seat) || asking.includes(seat));
      change(() => {
        mark(
          heard.filter((seat) => !ours.includes(seat)),
          status,
        );
        look();
      });
      // Reads the seats again, because the event does not say which request has freed the seat.
      if (ours.length > 0 && status !== 'LOCKED') void reread();
    },
    reread,
    stop: () => {
      isStopped = true;
      clearTimeout(pause);
    },
  };
}

const numberOf = ({ seat_number }: { readonly seat_number: string }): string => seat_number;
const statusesOf = (seats: readonly Seat[]): ReadonlyMap<string, Status> =>
  new Map(seats.map(({ seat_number, status }) => [seat_number, status]));
