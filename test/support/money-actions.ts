import fc from 'fast-check';
import { type AgentAction, agentActions } from './agent-actions.ts';
import { type ChangeAction, changeActions } from './change-actions.ts';
import type { PlannedCrash } from './crashing.ts';
import { plannedCrash, refundFault } from './refund-actions.ts';
import type { RefundFault } from './self-paying-gateway.ts';

const CODE_ENDINGS = [
  /** The customer pays the sale's QR code in time. */
  'paid',
  /** Nobody pays, and the job that ends overdue bookings ends the sale. */
  'expired',
  /** The customer pays the QR code after the deadline: before or after the job (sweep) has ended the sale. */
  'late',
  'late after the sweep',
  /** The customer pays cash instead. */
  'cashed',
  /** The customer pays twice: in cash, and by the QR code. */
  'double',
  /** The clerk cancels the sale, and then the customer pays its QR code. */
  'cancelled and paid',
] as const;

export type CodeEnding = (typeof CODE_ENDINGS)[number];

/** A random action. An index beyond the end of a list wraps around: of three bookings, index 7 means the second. */
export type MoneyAction =
  | AgentAction
  | ChangeAction
  | { readonly do: 'book'; readonly who: number; readonly trip: number; readonly seats: number }
  | {
      readonly do: 'buy';
      readonly who: number;
      readonly trip: number;
      readonly seats: number;
      readonly atWallet: boolean;
      /** The wallet's fault: it takes another amount, or refunds a part before the browser returns. */
      readonly oddly: 'less' | 'more' | 'given back' | 'no';
    }
  | { readonly do: 'checkout'; readonly booking: number; readonly atWallet: boolean }
  | { readonly do: 'cancel'; readonly booking: number }
  | { readonly do: 'name'; readonly booking: number }
  /** Cancels some seats of a booking, for the passenger or by the office with or without a fee. */
  | {
      readonly do: 'cancelPart';
      readonly booking: number;
      readonly count: number;
      readonly by: 'passenger' | 'none' | 'tiers';
    }
  | { readonly do: 'cancelForOffice'; readonly booking: number; readonly fee: 'none' | 'tiers' }
  | { readonly do: 'succeed' | 'fail' | 'enquire'; readonly payment: number }
  /**
   * The payer pays at the gateway. `more` is the difference from the asked amount in paisa; only the wallet takes other
   * amounts.
   */
  | { readonly do: 'pay'; readonly payment: number; readonly more: number }
  /** The wallet refunds a part of a payment before the service records the payment in the ledger. */
  | { readonly do: 'giveBackPart'; readonly payment: number }
  /** An administrator settles an unclear payment, which records its money in the ledger. */
  | { readonly do: 'settleUnclear'; readonly payment: number; readonly admin: number }
  /** Lets a process send the automatic refunds that are due. */
  | {
      readonly do: 'sendRefunds';
      readonly process: number;
      readonly fault: RefundFault | 'none';
      /** A crash of the process at one of its transactions; null if the process does not crash. */
      readonly crash: PlannedCrash | null;
    }
  /** Makes the wallet answer enquiries from now on, or leave them unanswered. */
  | { readonly do: 'answer'; readonly isUp: boolean }
  | { readonly do: 'say'; readonly payment: number; readonly status: string }
  | {
      readonly do: 'sell';
      readonly trip: number;
      readonly from: number;
      readonly seats: number;
      readonly paidBy: 'CASH' | 'QR' | 'SCAN';
    }
  /** A clerk sells seats that the customer pays by QR code. `then` says what happens next. */
  | {
      readonly do: 'sellByCode';
      readonly trip: number;
      readonly from: number;
      readonly seats: number;
      readonly then: CodeEnding;
    }
  /** A company blocks this number of seats or places from sale. Zero removes all blocks. */
  | { readonly do: 'block'; readonly trip: number; readonly seats: number }
  /** A customer pays the QR code of a counter sale. `more` is the difference from the asked amount in paisa. */
  | { readonly do: 'scan'; readonly sale: number; readonly more: number }
  | { readonly do: 'checkSale' | 'cancelSale'; readonly sale: number }
  | { readonly do: 'checkoutSale'; readonly sale: number; readonly paidBy: 'CASH' | 'QR' | 'SCAN' }
  /** Makes the gateway of the QR codes answer from now on, or leave all requests unanswered. */
  | { readonly do: 'answerAtCounter'; readonly isUp: boolean }
  | { readonly do: 'openShift' | 'closeShift'; readonly company: number }
  | { readonly do: 'goodwill'; readonly payment: number; readonly rupees: number; readonly admin: number }
  | {
      readonly do: 'send';
      readonly refund: number;
      readonly method: 'ESEWA' | 'KHALTI' | 'BANK' | 'AUTOMATIC';
      readonly admin: number;
    }
  | { readonly do: 'claim' | 'takeOver'; readonly refund: number; readonly admin: number }
  | { readonly do: 'confirm' | 'bounce' | 'payCash'; readonly refund: number }
  | { readonly do: 'state'; readonly company: number }
  | { readonly do: 'payStatement'; readonly statement: number }
  | {
      readonly do: 'settle';
      readonly share: number;
      readonly fee: number;
      readonly forced: boolean;
      readonly atWallet: boolean;
    }
  | {
      readonly do: 'propose';
      readonly pair: number;
      readonly company: number;
      readonly agent: number;
      readonly rupees: number;
      readonly admin: number;
    }
  | { readonly do: 'decide'; readonly adjustment: number; readonly isConfirmed: boolean; readonly admin: number }
  | { readonly do: 'receive'; readonly company: number; readonly rupees: number }
  | { readonly do: 'resolve'; readonly payment: number; readonly as: 'FAILED' | 'COMPLETE' }
  | { readonly do: 'suspend' | 'reactivate'; readonly company: number }
  | {
      readonly do: 'import';
      readonly trip: number;
      readonly status: 'ACTIVE' | 'CANCELLED';
      /** Hours by which the import delays the departure. */
      readonly delay: number;
    }
  /** The company gives a trip another departure, this number of hours from now. */
  | { readonly do: 'retime'; readonly trip: number; readonly hours: number }
  | { readonly do: 'cancelTrip'; readonly trip: number }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'expire' | 'reconcile' | 'complete' | 'earn' | 'close' | 'sweepTrips' | 'sweepChanges' };

const index = fc.nat(29);
const trip = fc.nat(7);
const company = fc.nat(1);
const admin = fc.nat(2);
const seats = fc.integer({ min: 1, max: 3 });
const seatIndex = fc.nat(6);
const rupees = fc.integer({ min: 1, max: 1_300 });
const atWallet = fc.boolean();
const oddly = fc.oneof(
  { weight: 5, arbitrary: fc.constant('no' as const) },
  { weight: 1, arbitrary: fc.constantFrom('less', 'more', 'given back') },
);
const weighted = (weight: number, arbitrary: fc.Arbitrary<MoneyAction>): fc.WeightedArbitrary<MoneyAction> => ({
  weight,
  arbitrary,
});
const kind = <Kind extends MoneyAction['do']>(kindOfAction: Kind) => fc.constant(kindOfAction);

const action: fc.Arbitrary<MoneyAction> = fc.oneof(
  ...agentActions,
  ...changeActions,
  weighted(3, fc.record({ do: kind('book'), who: fc.nat(2), trip, seats })),
  weighted(12, fc.record({ do: kind('buy'), who: fc.nat(2), trip, seats, atWallet, oddly })),
  weighted(4, fc.record({ do: kind('checkout'), booking: index, atWallet })),
  weighted(5, fc.record({ do: kind('pay'), payment: index, more: fc.constantFrom(0, 0, 0, -100, 100) })),
  weighted(1, fc.record({ do: kind('giveBackPart'), payment: index })),
  weighted(4, fc.record({ do: kind('settleUnclear'), payment: index, admin })),
  weighted(10, fc.record({ do: kind('sendRefunds'), process: fc.nat(1), fault: refundFault, crash: plannedCrash })),
  weighted(1, fc.record({ do: kind('answer'), isUp: fc.boolean() })),
  weighted(5, fc.record({ do: kind('succeed'), payment: index })),
  weighted(1, fc.record({ do: kind('fail'), payment: index })),
  weighted(1, fc.record({ do: kind('enquire'), payment: index })),
  weighted(
    1,
    fc.record({
      do: kind('say'),
      payment: index,
      status: fc.constantFrom('FAILED', 'FULL_REFUND', 'PARTIAL_REFUND', '?'),
    }),
  ),
  weighted(4, fc.record({ do: kind('cancel'), booking: index })),
  weighted(
    9,
    fc.record({
      do: kind('cancelPart'),
      booking: index,
      count: fc.integer({ min: 1, max: 2 }),
      by: fc.constantFrom('passenger', 'none', 'tiers'),
    }),
  ),
  weighted(3, fc.record({ do: kind('cancelForOffice'), booking: index, fee: fc.constantFrom('none', 'tiers') })),
  weighted(2, fc.record({ do: kind('name'), booking: index })),
  weighted(
    8,
    fc.record({ do: kind('sellByCode'), trip, from: seatIndex, seats, then: fc.constantFrom(...CODE_ENDINGS) }),
  ),
  weighted(
    8,
    fc.record({
      do: kind('sell'),
      trip,
      from: seatIndex,
      seats,
      paidBy: fc.constantFrom('CASH', 'QR', 'SCAN', 'SCAN'),
    }),
  ),
  weighted(2, fc.record({ do: kind('block'), trip, seats: fc.nat(3) })),
  weighted(6, fc.record({ do: kind('scan'), sale: index, more: fc.constantFrom(0, 0, 0, 0, -100, 100) })),
  weighted(5, fc.record({ do: kind('checkSale'), sale: index })),
  weighted(2, fc.record({ do: kind('checkoutSale'), sale: index, paidBy: fc.constantFrom('CASH', 'QR', 'SCAN') })),
  weighted(1, fc.record({ do: kind('cancelSale'), sale: index })),
  weighted(1, fc.record({ do: kind('answerAtCounter'), isUp: fc.boolean() })),
  weighted(2, fc.record({ do: kind('openShift'), company })),
  weighted(1, fc.record({ do: kind('closeShift'), company })),
  weighted(3, fc.record({ do: kind('goodwill'), payment: index, rupees, admin })),
  weighted(
    5,
    fc.record({
      do: kind('send'),
      refund: index,
      method: fc.constantFrom('ESEWA', 'KHALTI', 'BANK', 'AUTOMATIC', 'AUTOMATIC'),
      admin,
    }),
  ),
  weighted(2, fc.record({ do: kind('claim'), refund: index, admin })),
  weighted(2, fc.record({ do: kind('takeOver'), refund: index, admin })),
  weighted(4, fc.record({ do: kind('confirm'), refund: index })),
  weighted(1, fc.record({ do: kind('bounce'), refund: index })),
  weighted(3, fc.record({ do: kind('payCash'), refund: index })),
  weighted(2, fc.record({ do: kind('state'), company })),
  weighted(2, fc.record({ do: kind('payStatement'), statement: index })),
  weighted(
    1,
    fc.record({
      do: kind('settle'),
      share: fc.integer({ min: 1, max: 220 }),
      fee: fc.nat(500),
      forced: fc.boolean(),
      atWallet,
    }),
  ),
  weighted(2, fc.record({ do: kind('propose'), pair: fc.nat(20), company, agent: fc.nat(1), rupees, admin })),
  weighted(3, fc.record({ do: kind('decide'), adjustment: index, isConfirmed: fc.boolean(), admin })),
  weighted(1, fc.record({ do: kind('receive'), company, rupees })),
  weighted(1, fc.record({ do: kind('resolve'), payment: index, as: fc.constantFrom('FAILED', 'COMPLETE') })),
  weighted(1, fc.record({ do: kind('suspend'), company })),
  weighted(4, fc.record({ do: kind('reactivate'), company })),
  weighted(
    1,
    fc.record({ do: kind('import'), trip, status: fc.constantFrom('ACTIVE', 'CANCELLED'), delay: fc.constant(0) }),
  ),
  weighted(
    2,
    fc.record({
      do: kind('import'),
      trip,
      status: fc.constant('ACTIVE' as const),
      delay: fc.constantFrom(0, 9, 14, 30),
    }),
  ),
  weighted(3, fc.record({ do: kind('retime'), trip, hours: fc.constantFrom(1, 4, 7, 12, 20, 31) })),
  // Companies cancel only trips 1 and 3, because nobody can buy a seat on a cancelled trip.
  weighted(1, fc.record({ do: kind('cancelTrip'), trip: fc.constantFrom(1, 3) })),
  weighted(5, fc.record({ do: kind('wait'), minutes: fc.constantFrom(0.5, 5, 16, 61, 120) })),
  weighted(2, fc.record({ do: kind('expire') })),
  weighted(2, fc.record({ do: kind('earn') })),
  weighted(2, fc.record({ do: fc.constantFrom('reconcile', 'complete', 'close', 'sweepTrips', 'sweepChanges') })),
);

/**
 * True for actions that must not run at the same time as others. The oracle compares a statement with all ledger rows
 * before that statement. The wallet can refund a part only until the service records the payment. A wait, a sale by QR
 * code and a change with its payment move the clock.
 */
const isAlone = ({ do: kindOfAction }: MoneyAction): boolean =>
  ['state', 'agentState', 'payStatement', 'wait', 'giveBackPart', 'sellByCode', 'changeAndPay'].includes(kindOfAction);

/** Groups of actions. Groups run one after another; the actions of a group run at once. */
export const moneyDays = (length: number, atOnce: number): fc.Arbitrary<readonly (readonly MoneyAction[])[]> =>
  fc.array(
    fc
      .array(action, { minLength: 1, maxLength: atOnce })
      .map((group) => (group.some(isAlone) ? group.filter(isAlone).slice(0, 1) : group)),
    { minLength: length, maxLength: length, size: 'max' },
  );
