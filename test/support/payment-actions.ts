import fc from 'fast-check';
export const SEATS = ['A1', 'A2', 'A3'];

export type Action =
  | { readonly do: 'book'; readonly who: number; readonly seats: readonly string[] }
  | { readonly do: 'take'; readonly who: number; readonly places: number }
  | { readonly do: 'hold'; readonly who: number; readonly seats: readonly string[] }
  | { readonly do: 'checkout'; readonly booking: number; readonly gateway: number }
  | { readonly do: 'cancel' | 'check'; readonly booking: number }
  | { readonly do: 'cancelForOffice'; readonly booking: number; readonly fee: 'none' | 'tiers' }
  | { readonly do: 'pay'; readonly payment: number; readonly more: number }
  | { readonly do: 'giveBackPart' | 'settle'; readonly payment: number }
  | { readonly do: 'enquire'; readonly payment: number }
  | { readonly do: 'succeed' | 'fail'; readonly payment: number; readonly signed: boolean }
  | { readonly do: 'say'; readonly payment: number; readonly status: string }
  | { readonly do: 'answer'; readonly gateway: number; readonly isUp: boolean; readonly isSlow: boolean }
  | { readonly do: 'crash'; readonly after: number; readonly isCommitted: boolean }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'exchange'; readonly bus: number }
  | { readonly do: 'expire' | 'giveUp' | 'reconcile' | 'complete' | 'earn' };

const who = fc.nat(2);
const index = fc.nat(9);
const seats = fc.subarray(SEATS, { minLength: 1 });
const words = fc.constantFrom(
  'INITIATED',
  'PENDING',
  'CANCELED',
  'FAILED',
  'AMBIGUOUS',
  'NOT_FOUND',
  'FULL_REFUND',
  'nonsense',
);

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('book' as const), who, seats }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('take' as const), who, places: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold' as const), who, seats }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('checkout' as const), booking: index, gateway: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('check' as const), booking: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), booking: index }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('cancelForOffice' as const),
      booking: index,
      fee: fc.constantFrom('none' as const, 'tiers' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      payment: index,
      /** The paid amount minus the amount that was asked for, in paisa. Mostly zero. */
      more: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(-100, 100) }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('giveBackPart' as const, 'settle' as const), payment: index }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('enquire' as const), payment: index }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('succeed' as const), payment: index, signed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const), payment: index, signed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('say' as const), payment: index, status: words }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      gateway: fc.nat(3),
      isUp: fc.boolean(),
      isSlow: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('crash' as const), after: fc.nat(5), isCommitted: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(0.02, 1, 5, 10, 15, 20, 60, 600),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('exchange' as const), bus: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'expire' as const,
        'giveUp' as const,
        'reconcile' as const,
        'complete' as const,
        'earn' as const,
      ),
    }),
  },
);

/** Groups of random actions. Groups run one after another; the actions of a group run at once. */
export const happenings = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 5, maxLength: 30 });
