import { NOTHING, type Paisa, minus, plus } from '../../core/kernel/money.ts';
import type { PageGateway, RefundAnswer, RefundRequest } from '../../core/payments/gateway.ts';
import { SELF_PAYING } from './known-gateways.ts';

/** A fault that the test gateway simulates at its next refund request. Without a fault the gateway pays the refund. */
export type RefundFault =
  /** The gateway does not pay the refund, and says why. */
  | 'refuse'
  /** The gateway cannot be reached. */
  | 'not reached'
  /** The gateway does not pay, and its answer to the refund request is lost. */
  | 'lose request'
  /** The gateway pays, and its answer to the refund request is lost. */
  | 'lose answer'
  /**
   * The gateway's answer to the refund request is lost. It pays only after its answer to the next enquiry about a
   * payment.
   */
  | 'pay late'
  /** The gateway does not pay. Its answer arrives when `arrive` is called. */
  | 'refuse slowly'
  /** The gateway pays. Its answer arrives when `arrive` is called. */
  | 'pay slowly';

/** A gateway that holds money and pays automatic refunds from it. */
export interface SelfPayingGateway extends PageGateway {
  readonly refund: (request: RefundRequest) => Promise<RefundAnswer>;
  /** Records a payment at the gateway. */
  readonly take: (reference: string, gatewayId: string, amount: Paisa) => void;
  /** Makes the gateway refund an amount that nobody has requested. */
  readonly giveBack: (reference: string, amount: Paisa) => void;
  /** The amount of a payment that the gateway has refunded. */
  readonly givenBack: (reference: string) => Paisa;
  /** Faults of the next refund requests. Each request removes the first fault. */
  readonly faults: RefundFault[];
  /** All refund requests so far. */
  readonly requests: RefundRequest[];
  readonly lookUps: () => number;
  /** The reason that the gateway gives when it refuses a refund. */
  words: string;
  /** Delivers the answers that `refuse slowly` and `pay slowly` have delayed. */
  readonly arrive: () => void;
  /** False while the gateway answers no enquiries about payments. */
  isUp: boolean;
  /** Delays answers until `release` is called. `reached` resolves once the first request waits for its answer. */
  readonly hold: () => { readonly reached: Promise<void>; readonly release: () => void };
}

export const WORDS = 'The merchant’s balance is too low.';

interface Taken {
  readonly gatewayId: string;
  readonly amount: Paisa;
  given: Paisa;
}

export function selfPayingGateway(): SelfPayingGateway {
  const ledger = new Map<string, Taken>();
  let lookUps = 0;
  let held: Promise<void> = Promise.resolve();
  let arrive: () => void = () => undefined;
  const late: RefundRequest[] = [];
  const slow: (() => void)[] = [];
  const arrival = (): Promise<void> =>
    new Promise((resolve) => {
      slow.push(resolve);
    });

  const pay = ({ reference, part }: RefundRequest): boolean => {
    const taken = ledger.get(reference);
    if (!taken) return false;
    const left = minus(taken.amount, taken.given);
    const amount = part ?? left;
    if (amount > left || amount === NOTHING) return false;
    taken.given = plus(taken.given, amount);
    return true;
  };

  const gateway: SelfPayingGateway = {
    ...SELF_PAYING,
    bounds: { min: null, max: null },
    isUp: true,
    words: WORDS,
    faults: [],
    requests: [],
    lookUps: () => lookUps,
    take: (reference, gatewayId, amount) => void ledger.set(reference, { gatewayId, amount, given: NOTHING }),
    giveBack: (reference, amount) => void pay({ reference, part: amount, wallet: undefined }),
    givenBack: (reference) => ledger.get(reference)?.given ?? NOTHING,
    hold() {
      let release: () => void = () => undefined;
      held = new Promise((resolve) => {
        release = resolve;
      });
      const reached = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      return { reached, release };
    },
    arrive: () => {
      for (const resolve of slow.splice(0)) resolve();
    },
    open: async () => ({ raw: '(no page)' }),
    async enquire({ gatewayId }) {
      lookUps += 1;
      const [reference, taken] = [...ledger].find(([, one]) => one.gatewayId === gatewayId) ?? [];
      if (!gateway.isUp || !taken) return { status: undefined, reference: '', raw: '(no answer)' };
      const status = taken.given === NOTHING ? 'COMPLETE' : taken.given === taken.amount ? 'FULL_REFUND' : 'AMBIGUOUS';
      const isPartlyGivenBack = status === 'AMBIGUOUS';
      for (const request of late.splice(0)) pay(request);
      return { status, isPartlyGivenBack, amount: taken.amount, reference: reference ?? '', raw: status };
    },
    async refund(request) {
      const fault = gateway.faults.shift();
      if (fault === 'not reached') return { outcome: 'not reached', raw: '(no connection)' };
      gateway.requests.push(request);
      arrive();
      await held;
      if (fault === 'refuse slowly') await arrival();
      if (fault === 'refuse' || fault === 'refuse slowly')
        return { outcome: 'refused', words: gateway.words, raw: gateway.words };
      if (fault === 'pay late') late.push(request);
      if (fault === 'lose request' || fault === 'pay late') return { outcome: 'lost', raw: '(no answer)' };
      const isPaid = pay(request);
      if (fault === 'pay slowly') await arrival();
      if (fault === 'lose answer') return { outcome: 'lost', raw: '(no answer)' };
      return isPaid
        ? { outcome: 'paid', raw: 'Success.' }
        : { outcome: 'refused', words: 'Not held.', raw: 'Not held.' };
    },
  };
  return gateway;
}
