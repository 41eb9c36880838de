import { type Ended, type Explorer, type Meeting, titleOf } from './explorer.ts';
import type { Able, Choose } from './run-schedule.ts';
import { type Effect, commute } from './statements.ts';

/** How many schedules a meeting gets. */
export interface Extent {
  /** All schedules run where there are at most so many. */
  readonly all: number;
  /** The number of chosen schedules where there are more. Each has a seed of its own. */
  readonly chosen: number;
  /** True if meetings that are known to be large only get chosen schedules. */
  readonly isHurried: boolean;
}

/** A schedule that ends as no order of its actors does, with the reason. */
export interface Failure {
  readonly schedule: string;
  readonly reason: string;
}

export interface Explored {
  readonly schedules: number;
  /** True if every schedule ran. */
  readonly isComplete: boolean;
  /** The first failure, after which no further schedule ran. */
  readonly failure?: Failure;
}

/** Follows a text such as `babbbaaa`, and then lets the first actor go on that can. */
export const following =
  (schedule: string): Choose =>
  (able, position) =>
    schedule[position] ?? able[0]!.letter;

/** Chooses at random, always alike for a seed: the generator mulberry32. */
function seeded(seed: number): Choose {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return (able) => able[Math.floor(next() * able.length)]!.letter;
}

const ordersOf = <One>(actors: readonly One[]): readonly (readonly One[])[] =>
  actors.length < 2
    ? [actors]
    : actors.flatMap((first, index) => ordersOf(actors.toSpliced(index, 1)).map((rest) => [first, ...rest]));

/** A position in the schedules that are explored depth first. */
interface Position {
  readonly able: readonly Able[];
  /** Actors that have gone on from here. The last one goes on now. */
  readonly tried: string[];
  /** Actors whose next group makes no difference here, because it was tried before: a sleep set. */
  readonly asleep: readonly string[];
  /** True if all that follows has been tried in another order. */
  readonly isRepeated: boolean;
}

/** Actors that sleep at the next position. The group that goes on wakes those with whose group it does not commute. */
function asleepAfter({ able, tried, asleep }: Position): readonly string[] {
  const effectOf = (wanted: string): Effect => able.find(({ letter }) => letter === wanted)!.effect;
  const chosen = tried.at(-1)!;
  return [...asleep, ...tried.slice(0, -1)].filter((one) => commute(effectOf(one), effectOf(chosen)));
}

/** Chooses schedules depth first. Of schedules that differ only in the order of groups that commute, one is chosen. */
function depthFirst() {
  const path: Position[] = [];
  const choose: Choose = (able, position) => {
    if (position === path.length) {
      const before = path.at(-1);
      const asleep = before ? asleepAfter(before) : [];
      const awake = able.find(({ letter }) => !asleep.includes(letter));
      const isRepeated = before?.isRepeated === true || !awake;
      path.push({ able, tried: [(awake ?? able[0]!).letter], asleep, isRepeated });
    }
    return path[position]!.tried.at(-1)!;
  };
  /** Goes to the next schedule. False after the last one. */
  const advance = (): boolean => {
    for (let at = path.at(-1); at; path.pop(), at = path.at(-1)) {
      const { able, tried, asleep, isRepeated } = at;
      const next = able.find(({ letter }) => !tried.includes(letter) && !asleep.includes(letter));
      if (!next || isRepeated) continue;
      tried.push(next.letter);
      return true;
    }
    return false;
  };
  return { choose, advance };
}

const endOf = ({ outcomes, changes }: Ended): string => JSON.stringify([outcomes, changes]);

/** Compares schedules with the orders of their actors. */
export async function judgeOf(explorer: Explorer, meeting: Meeting) {
  const orders: Ended[] = [];
  for (const order of [...ordersOf(meeting.actors), ...(meeting.orders ?? [])])
    orders.push(await explorer.runInTurn(meeting, order));
  const ends = new Set(orders.map(endOf));
  /** The reason for which a schedule is wrong; undefined if it is right. */
  const faultOf = (ended: Ended): string | undefined => {
    if (ended.faults.length > 0) return ended.faults.join('\n');
    return ends.has(endOf(ended))
      ? undefined
      : `It ends as no order of its actors does.\n${differenceOf(orders, ended)}`;
  };
  return { orders, faultOf };
}

/** The difference to the order that is most alike. */
function differenceOf(orders: readonly Ended[], ended: Ended): string {
  const linesOf = ({ outcomes, changes }: Ended) => [`outcomes: ${outcomes.join(', ')}`, ...changes];
  const differences = orders.map((order) => {
    const [wanted, found] = [linesOf(order), linesOf(ended)];
    const [missing, extra] = [without(wanted, found), without(found, wanted)];
    return [
      `Against ${order.schedule}:`,
      ...missing.map((line) => `  missing ${line}`),
      ...extra.map((line) => `  instead ${line}`),
    ];
  });
  return differences.sort((one, other) => one.length - other.length)[0]!.join('\n');
}

/** The lines of `all` without those of `others`. A line that is there twice counts twice. */
function without(all: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return all.filter((line) => {
    const index = left.indexOf(line);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** Runs the schedules of a meeting until one is wrong: all of them, depth first, or those of fixed seeds. */
export async function explore(
  explorer: Explorer,
  meeting: Meeting,
  { all, chosen, isHurried }: Extent,
): Promise<Explored> {
  const { orders, faultOf } = await judgeOf(explorer, meeting);
  let schedules = 0;
  const failed = (ended: Ended): Explored | undefined => {
    schedules += 1;
    const reason = faultOf(ended);
    if (reason === undefined) return undefined;
    return { schedules, isComplete: false, failure: { schedule: ended.schedule, reason } };
  };
  for (const order of orders) {
    const failure = failed(order);
    if (failure) return failure;
  }
  const { choose, advance } = depthFirst();
  for (let count = 1; count <= all && !(meeting.isLarge === true && isHurried); count += 1) {
    const failure = failed(await explorer.run(meeting, choose));
    if (failure) return failure;
    if (!advance()) return { schedules, isComplete: true };
  }
  for (let seed = 1; seed <= chosen; seed += 1) {
    const failure = failed(await explorer.run(meeting, seeded(seed)));
    if (failure) return failure;
  }
  return { schedules, isComplete: false };
}

/** The report of a wrong schedule, with the command that replays it. */
export const reportOf = (meeting: Meeting, { schedule, reason }: Failure): string =>
  `${titleOf(meeting)} fails in ${schedule}. Replay: ` +
  `SCHEDULE=${schedule} npm run test:schedules -- --grep "${titleOf(meeting)}"\n${reason}`;
