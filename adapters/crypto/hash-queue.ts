import type { HashTurn } from '../../core/accounts/crypto-ports.ts';

interface Options {
  /** The most tasks that run at a time. */
  readonly atOnce: number;
  /** The most tasks that wait. */
  readonly waiting: number;
  /** Makes the error of a task that finds no place in the queue, or loses its place to another address. */
  readonly whenFull: () => Error;
}

export interface HashQueue {
  readonly run: <Result>(turn: HashTurn, task: () => Promise<Result>) => Promise<Result>;
  readonly load: () => { readonly running: number; readonly waiting: number };
}

interface Waiting {
  readonly address: string;
  /** The round in which the task runs. Each address has one task a round. */
  readonly round: number;
  readonly start: () => void;
  readonly giveUp: () => void;
}

/** Usual addresses have three of four turns while tasks of both kinds wait. The places are divided alike. */
const TURNS = 4;
const USUAL_TURNS = 3;

/**
 * Runs tasks in the order in which IP addresses take turns. A second waiting task of an address runs after the first of
 * every other address. When the queue is full, a task of an address with fewer waiting tasks takes the place of the
 * last one.
 */
export function hashQueue({ atOnce, waiting, whenFull }: Options): HashQueue {
  const usual = line();
  const others = line();
  let running = 0;
  let turn = 0;

  const places = { usual: Math.ceil((waiting * USUAL_TURNS) / TURNS), others: Math.floor(waiting / TURNS) };
  const isFull = (): boolean => usual.size() + others.size() >= waiting;

  /** Makes room for a task in a full queue. False if every waiting task has a better right to its place. */
  const makeRoom = (isUsual: boolean, address: string): boolean => {
    const [own, other, share] = isUsual ? [usual, others, places.usual] : [others, usual, places.others];
    const evicted = own.size() < share ? other.last() : own.last();
    if (!evicted || (own.size() >= share && evicted.round <= own.roundOf(address))) return false;
    (own.size() < share ? other : own).evict(evicted);
    evicted.giveUp();
    return true;
  };

  const startNext = (): void => {
    if (running >= atOnce) return;
    const both = usual.size() > 0 && others.size() > 0;
    if (both) turn = (turn + 1) % TURNS;
    const next = (both ? turn > 0 : usual.size() > 0) ? usual.next() : others.next();
    next?.start();
  };

  return {
    run: ({ address, isUsual }, task) =>
      new Promise((resolve, reject) => {
        const giveUp = (): void => {
          reject(whenFull());
        };
        const start = (): void => {
          running += 1;
          task()
            .then(resolve, reject)
            .finally(() => {
              running -= 1;
              startNext();
            });
        };
        if (running >= atOnce && isFull() && !makeRoom(isUsual, address)) {
          giveUp();
          return;
        }
        (isUsual ? usual : others).add(address, start, giveUp);
        startNext();
      }),
    load: () => ({ running, waiting: usual.size() + others.size() }),
  };
}

/** Waiting tasks of addresses that take turns, in rounds. */
function line() {
  let tasks: readonly Waiting[] = [];
  /** The round of the task that was started last. */
  let current = 0;
  /** The round of each address's newest task, if it is not over. */
  const rounds = new Map<string, number>();

  /** The round in which a new task of an address would run. */
  const roundOf = (address: string): number => Math.max(current, (rounds.get(address) ?? -1) + 1);
  const remove = (one: Waiting): void => {
    tasks = tasks.filter((task) => task !== one);
    if (tasks.length > 0) return;
    rounds.clear();
    current = 0;
  };
  /** The last task of the last round. */
  const last = (): Waiting | undefined =>
    tasks.reduce<Waiting | undefined>(
      (latest, task) => (latest && latest.round > task.round ? latest : task),
      undefined,
    );

  return {
    size: () => tasks.length,
    roundOf,
    last,
    evict(one: Waiting): void {
      rounds.set(one.address, one.round - 1);
      remove(one);
    },
    add(address: string, start: () => void, giveUp: () => void): void {
      const round = roundOf(address);
      rounds.set(address, round);
      tasks = [...tasks, { address, round, start, giveUp }];
    },
    next(): Waiting | undefined {
      const [first, ...rest] = tasks;
      if (!first) return undefined;
      const next = rest.reduce((earliest, task) => (task.round < earliest.round ? task : earliest), first);
      current = next.round;
      for (const [address, round] of rounds) if (round < current) rounds.delete(address);
      remove(next);
      return next;
    },
  };
}
