import fc from 'fast-check';

/** Seat numbers of the model's bus with a seat map. */
export const SEATS = ['A1', 'A2', 'B1', 'B2'];

/** The number of places on the model's bus without a seat map. */
export const PLACES = 6;

/** A choice of a section: `whole` for the whole trip, or two numbers from which the model chooses two stops. */
export type Leg = { readonly from: number; readonly length: number } | 'whole';

/** The trip that an action is about: the trip with a seat map, or the trip that counts places. */
export type On = 'seats' | 'places';

interface GivenSeat {
  readonly seat: string;
  readonly on: Leg;
}

export type SectionAction =
  | { readonly do: 'hold'; readonly who: number; readonly seats: readonly string[]; readonly on: Leg }
  | { readonly do: 'release'; readonly who: number; readonly on: Leg | 'as held' }
  /** Books the seats that a passenger holds. `on` is the section of these holds, or another section. */
  | { readonly do: 'book'; readonly who: number; readonly on: Leg | 'as held' }
  | { readonly do: 'take'; readonly who: number; readonly places: number; readonly on: Leg }
  | { readonly do: 'pay'; readonly booking: number }
  /** Cancels `part` seats or places of a booking. If `part` is null, cancels the whole booking. */
  | { readonly do: 'cancel'; readonly booking: number; readonly part: number | null }
  | { readonly do: 'sell'; readonly trip: On; readonly seats: readonly string[]; readonly on: Leg }
  /** Adds the blocks `more` to the trip's blocks, and removes the block at index `without` if it exists. */
  | {
      readonly do: 'block';
      readonly trip: On;
      readonly without: number;
      readonly more: readonly GivenSeat[];
      readonly minutes: number | null;
    }
  | { readonly do: 'swap'; readonly trip: On; readonly bus: number }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'expire' | 'sweep' }
  /** Waits in line for `count` seats. Any seat will do if `seats` is empty. */
  | {
      readonly do: 'queue';
      readonly trip: On;
      readonly who: number;
      readonly count: number;
      readonly seats: readonly string[];
      readonly on: Leg;
    }
  | { readonly do: 'give up'; readonly trip: On; readonly who: number }
  /** Lets the sale of a trip open at the next quarter of an hour, or some quarters later. */
  | { readonly do: 'open'; readonly trip: On; readonly quarters: number }
  /** Joins the door of a trip, and asks for its pass. */
  | { readonly do: 'enter'; readonly trip: On; readonly who: number }
  /** Lets the next people in at the doors that are open. */
  | { readonly do: 'step' };

/** An action, and what the model compares afterwards. */
export interface SectionStep {
  readonly action: SectionAction;
  /** The index of the passenger who looks at the seats afterwards; 3 is a visitor without an account. */
  readonly viewer: number;
  readonly looks: readonly Leg[];
}

/** The number of stops between a trip's ends, and whether some of its sections are not on sale. */
export interface RoadPlan {
  readonly between: number;
  readonly hasGaps: boolean;
}

const who = fc.nat(2);
const booking = fc.nat(30);
const leg: fc.Arbitrary<Leg> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ from: fc.nat(11), length: fc.nat(11) }) },
  // Makes many sections short, so that one seat can be sold on several sections.
  { weight: 4, arbitrary: fc.record({ from: fc.nat(11), length: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.constant('whole' as const) },
);
const heldOr = (other: fc.Arbitrary<Leg>): fc.Arbitrary<Leg | 'as held'> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant('as held' as const) }, { weight: 1, arbitrary: other });
const trip = fc.oneof(
  { weight: 2, arbitrary: fc.constant('seats' as const) },
  { weight: 1, arbitrary: fc.constant('places' as const) },
);
const seats = fc.subarray(SEATS, { minLength: 1, maxLength: 3 });
const action = <Name extends SectionAction['do']>(
  name: Name,
  weight: number,
  traits: { readonly [Field in keyof Omit<SectionAction & { do: Name }, 'do'>]: fc.Arbitrary<unknown> },
): { readonly weight: number; readonly arbitrary: fc.Arbitrary<SectionAction> } => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), ...traits }) as unknown as fc.Arbitrary<SectionAction>,
});

const actions = [
  action('hold', 8, { who, seats, on: leg }),
  action('release', 2, { who, on: heldOr(leg) }),
  action('book', 8, { who, on: heldOr(leg) }),
  action('take', 4, { who, places: fc.integer({ min: 1, max: 3 }), on: leg }),
  action('pay', 6, { booking }),
  action('cancel', 5, {
    booking,
    part: fc.oneof(
      { weight: 1, arbitrary: fc.constant(null) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 2 }) },
    ),
  }),
  action('sell', 4, { trip, seats, on: leg }),
  action('block', 4, {
    trip,
    without: fc.nat(3),
    more: fc.array(fc.record({ seat: fc.constantFrom(...SEATS), on: leg }), { maxLength: 2 }),
    minutes: fc.constantFrom(null, 5, 30),
  }),
  action('swap', 1, { trip, bus: fc.nat(2) }),
  action('wait', 4, { minutes: fc.constantFrom(1, 4, 9, 10, 15) }),
  action('expire', 1, {}),
  action('sweep', 1, {}),
  action('queue', 6, {
    trip,
    who,
    count: fc.constantFrom(1, 1, 2, 3, 4),
    seats: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: seats }),
    on: leg,
  }),
  action('give up', 1, { trip, who }),
];

/** Doors are there from the first steps on, because a trip with bookings gets none. */
const doorActions = [
  action('open', 3, { trip, quarters: fc.nat(1) }),
  action('enter', 4, { trip, who }),
  action('step', 4, {}),
];

/**
 * The steps of a run, with doors in every second run. If a run fails, fast-check leaves out single steps, so that the
 * report shows only few steps.
 */
export const sectionSteps = (
  count: number,
  { hasDoors }: { readonly hasDoors: boolean },
): fc.Arbitrary<readonly (SectionStep | null)[]> => {
  const stepsOf = (some: typeof actions, length: number): fc.Arbitrary<readonly (SectionStep | null)[]> =>
    fc.array(
      fc.option(fc.record({ action: fc.oneof(...some), viewer: fc.nat(3), looks: fc.tuple(leg, leg, leg) }), {
        freq: 1_000_000,
      }),
      { minLength: length, maxLength: length },
    );
  const withoutDoors = stepsOf(actions, count);
  if (!hasDoors) return withoutDoors;
  const opening = 3;
  const withDoors = fc
    .tuple(stepsOf(doorActions, opening), stepsOf([...actions, ...doorActions], count - opening))
    .map(([first, others]) => [...first, ...others]);
  return fc.oneof(withoutDoors, withDoors);
};

const roadPlan: fc.Arbitrary<RoadPlan> = fc.record({ between: fc.nat(10), hasGaps: fc.boolean() });

/** The stops of two trips: the trip with a seat map, and the trip that counts places. Each has 2 to 12 stops. */
export const roadPlans: fc.Arbitrary<Readonly<Record<On, RoadPlan>>> = fc.record({
  seats: roadPlan,
  places: roadPlan,
});
