import { expect } from 'chai';
import { type Instant, minutesAfter } from '../../core/kernel/time.ts';
import type { TripId } from '../../core/kernel/ids.ts';
import type { Section } from '../../core/trips/sections.ts';
import {
  inWords,
  type Interval,
  type OracleBlock,
  partsOf,
  type SeenWait,
  type SectionOracle,
  sectionOracle,
} from './section-oracle.ts';
import { momentOf, type SectionService, type SectionWorld } from './section-service.ts';
import { type Leg, type On, PLACES, type RoadPlan, type SectionStep, SEATS } from './section-steps.ts';

/** The buses that each trip can get: its first bus, another bus of the same size, and a smaller bus. */
export const LAYOUTS = {
  seats: [SEATS, ['A1', 'B1', 'C1', 'C2'], ['A1', 'A2', 'C1']].map((seats) => ({ seats, places: seats.length })),
  places: [PLACES, PLACES, PLACES - 1].map((places) => ({ seats: [], places })),
};

/**
 * Tries to insert a row that takes a seat on a section. The seat is already taken on an overlapping section, so the
 * database must refuse.
 */
export type TryOverlap = (trip: TripId, taken: Interval, section: Section) => Promise<void>;

interface Run {
  readonly service: SectionService;
  readonly oracle: SectionOracle;
  readonly world: SectionWorld;
  readonly plans: Readonly<Record<On, RoadPlan>>;
  readonly start: Instant;
  /**
   * The number of sections to compare after each step. Zero means one section and one kind of data, such as the blocks.
   */
  readonly looks: number;
  readonly tryOverlap: TryOverlap | undefined;
  /** Indexes of the bookings whose money has arrived. */
  readonly paid: Set<number>;
}

const sectionOn = (plan: RoadPlan, leg: Leg): Section => {
  const parts = partsOf(plan);
  if (leg === 'whole') return { from: 0, to: parts };
  const from = leg.from % parts;
  return { from, to: from + 1 + (leg.length % (parts - from)) };
};

/** The section that a request names; undefined in a request without stops, which is for the whole trip. */
const named = (section: Section, leg: Leg): Section | undefined => (leg === 'whole' ? undefined : section);

/**
 * Performs an action in the service and in the oracle. Returns the changed trip, and the outcome in the service and in
 * the oracle.
 */
async function perform(run: Run, { action }: SectionStep): Promise<readonly [On | undefined, string, string]> {
  const { service, oracle, plans } = run;
  const at = (on: On, leg: Leg): Section => sectionOn(plans[on], leg);
  switch (action.do) {
    case 'hold': {
      const section = at('seats', action.on);
      const expected = oracle.hold('seats', action.who, action.seats, section);
      return ['seats', await service.hold('seats', action.who, action.seats, named(section, action.on)), expected];
    }
    case 'release': {
      const { who, holds } = holder(run, action.who);
      const { on } = action;
      const section = on === 'as held' ? asHeld(holds) : named(at('seats', on), on);
      return ['seats', await service.release('seats', who, section), oracle.release('seats', who, section)];
    }
    case 'book': {
      const { who, holds } = holder(run, action.who);
      const seats = holds.length > 0 ? holds.map(({ seat }) => seat) : ['A1'];
      const section = (action.on === 'as held' && asHeld(holds)) || at('seats', orWhole(action.on));
      const done = await service.book('seats', who, { seats, places: 0 }, section);
      return ['seats', done, oracle.book('seats', who, seats, section)];
    }
    case 'take': {
      const section = at('places', action.on);
      const asked = { seats: [], places: action.places };
      const done = await service.book('places', action.who, asked, named(section, action.on));
      return ['places', done, oracle.take(action.who, action.places, section)];
    }
    case 'pay': {
      const payable = oracle.bookings.flatMap(({ who }, index) => (who === null || run.paid.has(index) ? [] : [index]));
      const index = payable[action.booking % payable.length];
      if (index === undefined) return [undefined, '', ''];
      run.paid.add(index);
      return [oracle.bookings[index]!.trip, await service.pay(index), oracle.pay(index)];
    }
    case 'cancel': {
      const index = action.booking % oracle.bookings.length;
      const booking = oracle.bookings[index];
      if (!booking) return [undefined, '', ''];
      const count = Math.min(action.part ?? 0, booking.places);
      const part = action.part === null ? undefined : { seats: booking.seats.slice(0, count), places: count };
      return [booking.trip, await service.cancel(index, part), oracle.cancel(index, part)];
    }
    case 'sell': {
      const section = at(action.trip, action.on);
      const asked = { seats: action.seats, places: action.seats.length };
      const done = await service.sell(action.trip, asked, named(section, action.on));
      return [action.trip, done, oracle.sellAtCounter(action.trip, action.seats, section)];
    }
    case 'block': {
      const { trip } = action;
      const blocks = wantedBlocks(run, action);
      const given = blocks.map((block) => ({ ...block, until: momentOf(run.start, block.until) }));
      return [trip, await service.block(trip, given), oracle.block(trip, blocks)];
    }
    case 'swap': {
      const { trip, bus } = action;
      // The oracle does not know which blocked places stay on a smaller bus, so this swap is not tried.
      if (trip === 'places' && oracle.blocks(trip).length > 0) return [undefined, '', ''];
      return [trip, await service.swap(trip, bus), oracle.swap(trip, bus)];
    }
    case 'wait':
      service.clock.advance(action.minutes);
      oracle.wait(action.minutes);
      return [undefined, '', ''];
    case 'expire':
      await service.expire();
      oracle.expire();
      return [undefined, '', ''];
    case 'sweep':
      await service.sweep();
      oracle.serveAll();
      return [undefined, '', ''];
    case 'queue': {
      const { trip, who, count } = action;
      const section = at(trip, action.on);
      // Only a bus with a seat map has numbers to wait for.
      const wish = { count, seats: trip === 'seats' ? action.seats : [] };
      const done = await service.queue(trip, who, wish, named(section, action.on));
      return [trip, done, oracle.queue(trip, who, wish, section)];
    }
    case 'give up':
      return [action.trip, await service.giveUp(action.trip, action.who), oracle.giveUp(action.trip, action.who)];
    case 'open': {
      const { trip } = action;
      const quarter = 15;
      const minutes = (service.clock() - run.start) / 60_000;
      const moment = (Math.floor(minutes / quarter) + 1 + action.quarters) * quarter;
      return [trip, await service.open(trip, minutesAfter(run.start, moment)), oracle.open(trip, moment)];
    }
    case 'enter':
      return [action.trip, await service.enter(action.trip, action.who), oracle.enter(action.trip, action.who)];
    case 'step':
      await service.step();
      oracle.step();
      return [undefined, '', ''];
  }
}

/** The passenger `given`, or the next passenger with a hold if that passenger has none. */
function holder({ oracle, world }: Run, given: number): { readonly who: number; readonly holds: readonly Interval[] } {
  const all = world.passengers.map((_, index) => (given + index) % world.passengers.length);
  const who = all.find((one) => oracle.heldBy('seats', one).length > 0) ?? given;
  return { who, holds: oracle.heldBy('seats', who) };
}

const asHeld = ([hold]: readonly Interval[]): Section | undefined => hold && { from: hold.from, to: hold.to };

const orWhole = (leg: Leg | 'as held'): Leg => (leg === 'as held' ? 'whole' : leg);

/**
 * The blocks to request: all present blocks except one, and some new blocks. All blocks of places have the same end.
 */
function wantedBlocks(
  { oracle, plans, service, start }: Run,
  { trip, without, more, minutes }: Extract<SectionStep['action'], { do: 'block' }>,
): readonly OracleBlock[] {
  const now = (service.clock() - start) / 60_000;
  const until = minutes === null ? Infinity : now + minutes;
  const present = oracle.blocks(trip).filter((_, index) => index !== without);
  const added = more.map(({ seat, on }): OracleBlock => {
    const places = 1 + SEATS.indexOf(seat);
    return { ...(trip === 'seats' ? { seat, places: 1 } : { seat: '', places }), until, ...sectionOn(plans[trip], on) };
  });
  return [...(trip === 'seats' ? present : present.map((block) => ({ ...block, until }))), ...added].map(
    ({ seat, places, from, to, until: end }) => ({ seat, places, from, to, until: end }),
  );
}

/**
 * Compares a trip in the service with the oracle: the seat map, the seats left, the counts and the blocks. If `looks`
 * is 0, compares only one of the four, because a comparison over HTTP is slow.
 */
async function compare(run: Run, on: On, step: SectionStep): Promise<void> {
  const { service, oracle, world, plans, start, looks } = run;
  await compareLine(run, on);
  const viewer = step.viewer < world.passengers.length ? step.viewer : undefined;
  const [first] = step.looks;
  const [map, left, counts, blocks] = [0, 1, 2, 3].map(
    (kind) => looks > 0 || kind === (first === 'whole' ? 0 : (first?.from ?? 0) % 4),
  );
  for (const leg of step.looks.slice(0, Math.max(looks, 1))) {
    const section = sectionOn(plans[on], leg);
    const where = `stops ${section.from} to ${section.to}`;
    if (map) {
      const seats = await service.map(on, viewer, named(section, leg));
      expect(seats, `the map of ${where}`).to.deep.equal(oracle.map(on, section, viewer ?? -1));
    }
    if (left) {
      const free = await service.seatsLeft(on, named(section, leg));
      expect(free, `seats left on ${where}`).to.equal(oracle.seatsLeft(on, section));
    }
  }
  if (counts) expect(await service.counts(on), 'sold, held, blocked and left by part').to.deep.equal(oracle.counts(on));
  if (blocks)
    expect(byPart(await service.blocks(on)), 'blocks').to.deep.equal(
      byPart(oracle.blocks(on).map((block) => ({ ...block, until: momentOf(start, block.until) }))),
    );
  const taken = oracle.live(on)[step.viewer];
  if (on === 'seats' && taken && run.tryOverlap) {
    const from = Math.max(0, taken.from - (step.viewer % 2));
    await run.tryOverlap(world.trips[on], taken, { from, to: step.viewer > 1 ? taken.from + 1 : taken.to });
  }
}

/**
 * Compares the line of a trip with the oracle. Seats that came free by the clock may go to the line at any moment, so
 * the oracle serves it, too, if the service has.
 */
async function compareLine({ service, oracle, world, start }: Run, on: On): Promise<void> {
  const seen: (SeenWait & { readonly id: number })[] = [];
  for (const who of world.passengers.keys())
    for (const { id, until, seats, ...wait } of await service.waits(on, who)) {
      const offer = until === null ? null : { seats, until: (until - start) / 60_000 };
      seen.push({ ...wait, id, who, offer });
    }
  const line = seen.sort((one, other) => one.id - other.id).map(inWords);
  if (line.join() !== oracle.line(on).join()) oracle.serve(on);
  expect(line, 'the line').to.deep.equal(oracle.line(on));
}

/**
 * Counts blocked places by seat, end and pair of neighbouring stops. So one long block equals two adjoining blocks.
 */
function byPart(blocks: readonly (Omit<OracleBlock, 'until'> & { readonly until: Instant | null })[]) {
  const counts = new Map<string, number>();
  for (const { seat, places, from, to, until } of blocks)
    for (let part = from; part < to; part += 1) {
      const key = `${seat} ${until ?? 'for ever'} ${part}`;
      counts.set(key, (counts.get(key) ?? 0) + places);
    }
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
}

interface Options {
  readonly plans: Readonly<Record<On, RoadPlan>>;
  readonly steps: readonly (SectionStep | null)[];
  readonly world: SectionWorld;
  readonly service: SectionService;
  readonly looks: number;
  readonly tryOverlap?: TryOverlap | undefined;
}

/** Runs steps on new trips. After each step, compares the trip that the step changed with the oracle. */
export async function letHappenOnSections({ plans, steps, world, service, looks, tryOverlap }: Options): Promise<void> {
  const roads = {
    seats: { ...plans.seats, buses: LAYOUTS.seats },
    places: { ...plans.places, buses: LAYOUTS.places },
  };
  const oracle = sectionOracle(roads);
  const run: Run = { service, oracle, world, plans, start: service.clock(), looks, tryOverlap, paid: new Set() };
  for (const step of steps) {
    if (step === null) continue;
    const [touched, done, expected] = await perform(run, step);
    expect(done, JSON.stringify(step.action)).to.equal(expected);
    for (const on of touched === undefined ? (['seats', 'places'] as const) : [touched]) await compare(run, on, step);
  }
  await service.sweep();
  oracle.serveAll();
  for (const on of ['seats', 'places'] as const) await compareLine(run, on);
  expect(await service.audit(), 'findings of the check').to.deep.equal([]);
}
