import fc from 'fast-check';
import type { PlannedCrash } from './crashing.ts';
import type { RefundFault } from './self-paying-gateway.ts';

/** A random action. An index beyond the end of a list wraps around: of three refunds, index 7 means the second. */
export type RefundAction =
  /** Adds a refund of `share` percent of the payment's money that is not refunded yet. */
  | { readonly do: 'owe'; readonly payment: number; readonly share: number }
  | { readonly do: 'goodwill'; readonly payment: number; readonly share: number; readonly admin: number }
  | {
      readonly do: 'sendRefunds';
      readonly process: number;
      readonly fault: RefundFault | 'none';
      /** The point at which the process crashes; null if it does not crash. */
      readonly crash: PlannedCrash | null;
    }
  | { readonly do: 'send'; readonly refund: number; readonly method: 'BANK' | 'AUTOMATIC'; readonly admin: number }
  | { readonly do: 'claim'; readonly refund: number; readonly admin: number }
  | { readonly do: 'confirm' | 'bounce'; readonly refund: number }
  | { readonly do: 'name'; readonly payment: number }
  | { readonly do: 'answer'; readonly isUp: boolean }
  /** Lets the gateway's delayed answers arrive. */
  | { readonly do: 'arrive' }
  | { readonly do: 'wait'; readonly minutes: number };

const payment = fc.nat(3);
const refund = fc.nat(11);
const admin = fc.nat(2);
const kind = <Kind extends RefundAction['do']>(kindOfAction: Kind) => fc.constant(kindOfAction);

/** The gateway's fault at the next refund request, or `none`. */
export const refundFault: fc.Arbitrary<RefundFault | 'none'> = fc.oneof(
  { weight: 3, arbitrary: fc.constant('none' as const) },
  { weight: 5, arbitrary: fc.constantFrom('refuse', 'not reached', 'lose request', 'lose answer', 'pay late') },
);
const slowly: fc.Arbitrary<RefundFault> = fc.constantFrom('refuse slowly', 'pay slowly');

/** A crash before or after the commit of one of the process's transactions; null for no crash. */
export const plannedCrash: fc.Arbitrary<PlannedCrash | null> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.record({ after: fc.nat(4), isCommitted: fc.boolean() }) },
);

const action: fc.Arbitrary<RefundAction> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: kind('owe'), payment, share: fc.constantFrom(100, 100, 50, 10) }) },
  { weight: 2, arbitrary: fc.record({ do: kind('goodwill'), payment, share: fc.constantFrom(100, 30), admin }) },
  {
    weight: 10,
    arbitrary: fc.record({ do: kind('sendRefunds'), process: fc.nat(1), fault: refundFault, crash: plannedCrash }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: kind('sendRefunds'),
      process: fc.nat(1),
      fault: slowly,
      crash: fc.constant(null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: kind('arrive') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: kind('send'),
      refund,
      method: fc.constantFrom('BANK' as const, 'AUTOMATIC' as const, 'AUTOMATIC' as const),
      admin,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: kind('claim'), refund, admin }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('confirm' as const, 'bounce' as const), refund }),
  },
  { weight: 1, arbitrary: fc.record({ do: kind('name'), payment }) },
  { weight: 2, arbitrary: fc.record({ do: kind('answer'), isUp: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ do: kind('wait'), minutes: fc.constantFrom(0.2, 1, 5, 6, 61, 600) }) },
);

/** Groups of random actions. Groups run one after another; the actions of a group run at once. */
export const refundDays = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), {
  minLength: 10,
  maxLength: 60,
  size: 'max',
});
