import fc from 'fast-check';

const CHANGE_ENDINGS = [
  /** Nobody pays the new booking during this action. A later action may pay the new booking. */
  'open',
  'paid',
  /** The passenger pays the new booking twice, at two gateways. */
  'double',
  /** Nobody pays the new booking, and the job that ends overdue bookings ends it. */
  'expired',
  /**
   * The passenger pays the difference after the deadline: before or after the job (sweep) has ended the new booking.
   */
  'late',
  'late after the sweep',
  /** Goodwill refunds some money of the old booking. Then the passenger pays the difference after the deadline. */
  'late after goodwill',
  /**
   * After the deadline the passenger asks for a second change of the old booking. Then the passenger pays the first
   * change.
   */
  'late during another',
  /**
   * The old booking is earned at its departure, and then its trip gets a later time: not at all, by the company, or by
   * an import. Then the passenger pays the change.
   */
  'late after earned',
  'late after earned and retimed',
  'late after earned and imported',
  /** The old booking is cancelled, its ticket is scanned, or its bus departs. Then the passenger pays the change. */
  'old cancelled',
  'old boarded',
  'old left',
  'old left and swept',
  /** The passenger cancels the new booking, and then pays for it. */
  'new cancelled',
] as const;

export type ChangeEnding = (typeof CHANGE_ENDINGS)[number];

/** Another request about the old booking while its change waits for a payment. The service must refuse that request. */
const MEANWHILE = ['goodwill', 'part', 'change'] as const;

/** An action that changes a booking. An index beyond the end of its list wraps around. */
export type ChangeAction =
  | { readonly do: 'change'; readonly booking: number; readonly trip: number; readonly from: number }
  /** A passenger asks for a change of a booking. `then` says what happens to the change. */
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
  /** The booking gets other seats on its own trip. */
  | { readonly do: 'exchange'; readonly booking: number; readonly from: number; readonly by: 'passenger' | 'office' }
  | { readonly do: 'board' | 'unboard'; readonly booking: number };

const booking = fc.nat(29);
/** The index of another trip of the same company, counted from the dearest trip. */
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
