import fc from 'fast-check';

const CHANGE_ENDINGS = [
  /** The new booking stays unpaid, for later actions. */
  'open',
  'paid',
  /** The new booking is paid at two gateways. */
  'double',
  /** No payment is made, and the sweep ends the new booking. */
  'expired',
  /** The difference is paid after the deadline, before a sweep or after it. */
  'late',
  'late after the sweep',
  /** The difference is paid late, and the old booking's money became less before. */
  'late after goodwill',
  /** The old booking is changed again after the deadline, and then the first change is paid. */
  'late during another',
  /** The old booking ends or begins its journey, and then the change is paid. */
  'old cancelled',
  'old boarded',
  'old left',
  'old left and swept',
  /** The passenger cancels the new booking, and then it is paid. */
  'new cancelled',
] as const;

export type ChangeEnding = (typeof CHANGE_ENDINGS)[number];

/** Another request while a change is open, which is refused. */
const MEANWHILE = ['goodwill', 'part', 'change'] as const;

/** Changes of bookings. An index beyond the end wraps around. */
export type ChangeAction =
  | { readonly do: 'change'; readonly booking: number; readonly trip: number; readonly from: number }
  /** A change by the passenger, and what happens to it. */
  | {
      readonly do: 'changeAndPay';
      readonly booking: number;
      readonly trip: number;
      readonly from: number;
      readonly atWallet: boolean;
      readonly meanwhile: (typeof MEANWHILE)[number];
      readonly then: ChangeEnding;
    }
  | {
      readonly do: 'changeForOffice';
      readonly booking: number;
      readonly trip: number;
      readonly from: number;
      readonly fee: 'tiers' | 'none';
      readonly by: 'clerk' | 'owner';
      readonly paidBy: 'CASH' | 'QR';
    }
  /** Seats are exchanged inside a booking. */
  | { readonly do: 'exchange'; readonly booking: number; readonly from: number; readonly by: 'passenger' | 'office' }
  | { readonly do: 'board' | 'unboard'; readonly booking: number };

const booking = fc.nat(29);
/** An index among the other trips of the booking's company, the dearest first. */
const trip = fc.nat(2);
const dearTrip = fc.constantFrom(0, 0, 0, 1, 2);
const from = fc.nat(7);
const kind = <Kind extends ChangeAction['do']>(kindOfAction: Kind) => fc.constant(kindOfAction);

export const changeActions: readonly fc.WeightedArbitrary<ChangeAction>[] = [
  { weight: 4, arbitrary: fc.record({ do: kind('change'), booking, trip, from }) },
  {
    weight: 26,
    arbitrary: fc.record({
      do: kind('changeAndPay'),
      booking,
      trip: dearTrip,
      from,
      atWallet: fc.boolean(),
      meanwhile: fc.constantFrom(...MEANWHILE),
      then: fc.constantFrom(...CHANGE_ENDINGS, 'paid' as const, 'paid' as const),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: kind('changeForOffice'),
      booking,
      trip,
      from,
      fee: fc.constantFrom('tiers', 'none'),
      by: fc.constantFrom('clerk', 'owner', 'owner'),
      paidBy: fc.constantFrom('CASH', 'QR'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: kind('exchange'), booking, from, by: fc.constantFrom('passenger', 'office') }),
  },
  { weight: 2, arbitrary: fc.record({ do: kind('board'), booking }) },
  { weight: 2, arbitrary: fc.record({ do: kind('unboard'), booking }) },
];
