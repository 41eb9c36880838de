import fc from 'fast-check';

/** Seat numbers of the model's buses. */
const SEATS = ['A1', 'A2', 'B1', 'B2'];

/** The index of one of the model's two trips. Trip 0 has a seat map; trip 1 has only a number of places. */
type On = number;

export type TripAction =
  | { readonly do: 'hold'; readonly who: number; readonly seats: readonly string[] }
  | { readonly do: 'book'; readonly who: number; readonly seats: readonly string[] }
  | { readonly do: 'take'; readonly who: number; readonly places: number }
  | { readonly do: 'checkout' | 'cancel'; readonly booking: number }
  | { readonly do: 'cancelForOffice'; readonly booking: number; readonly fee: 'none' | 'tiers' }
  | { readonly do: 'pay' | 'succeed'; readonly payment: number }
  | {
      readonly do: 'sell';
      readonly on: On;
      readonly seats: readonly string[];
      readonly paidBy: 'CASH' | 'QR';
    }
  | { readonly do: 'block'; readonly on: On; readonly seats: readonly string[]; readonly minutes: number | null }
  | { readonly do: 'fare'; readonly on: On; readonly rupees: number }
  | { readonly do: 'swap'; readonly on: On; readonly bus: number; readonly isDryRun: boolean }
  | { readonly do: 'retime'; readonly on: On; readonly hours: number; readonly isDryRun: boolean }
  | { readonly do: 'cancelTrip'; readonly on: On; readonly isDryRun: boolean }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'openShift' | 'closeShift' | 'expire' | 'sweep' | 'reconcile' | 'complete' | 'earn' };

const [who, index, on] = [fc.nat(1), fc.nat(9), fc.nat(1)];
const seats = fc.subarray(SEATS, { minLength: 1 });
const rarely = fc.nat(5).map((at) => at === 0);
const of = <Name extends TripAction['do']>(name: Name): fc.Arbitrary<Name> => fc.constant(name);

const action: fc.Arbitrary<TripAction> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: of('hold'), who, seats }) },
  { weight: 4, arbitrary: fc.record({ do: of('book'), who, seats }) },
  { weight: 2, arbitrary: fc.record({ do: of('take'), who, places: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 5, arbitrary: fc.record({ do: of('checkout'), booking: index }) },
  { weight: 5, arbitrary: fc.record({ do: of('pay'), payment: index }) },
  { weight: 5, arbitrary: fc.record({ do: of('succeed'), payment: index }) },
  { weight: 2, arbitrary: fc.record({ do: of('cancel'), booking: index }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: of('cancelForOffice'), booking: index, fee: fc.constantFrom('none', 'tiers') }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: of('sell'), on, seats, paidBy: fc.constantFrom('CASH', 'QR') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: of('block'),
      on,
      seats: fc.subarray(SEATS),
      minutes: fc.constantFrom(null, 5, 30),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: of('fare'), on, rupees: fc.constantFrom(900, 1_500) }) },
  { weight: 3, arbitrary: fc.record({ do: of('swap'), on, bus: fc.nat(2), isDryRun: rarely }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: of('retime'), on, hours: fc.integer({ min: 1, max: 40 }), isDryRun: rarely }),
  },
  { weight: 1, arbitrary: fc.record({ do: of('cancelTrip'), on, isDryRun: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: of('wait'), minutes: fc.constantFrom(1, 5, 10, 15, 60, 600) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('openShift', 'closeShift', 'expire', 'sweep', 'reconcile', 'complete', 'earn'),
    }),
  },
);

/** Groups of random actions on two trips. Groups run one after another; the actions of a group run at once. */
export const tripHappenings = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), {
  minLength: 5,
  maxLength: 20,
});
