import { paisa } from '../../core/kernel/money.ts';
import { minutesAfter } from '../../core/kernel/time.ts';
import type { Payment } from '../../core/payments/payment.ts';
import { type EsewaGateway, ESEWA } from '../../adapters/esewa/gateway.ts';
import type {
  BeginningPayment,
  EnquiryAnswer,
  GatewayCallback,
  Gateways,
  PaymentGateway,
} from '../../core/payments/gateway.ts';
import { START } from './clock.ts';
import { WITHOUT_REFERENCE } from './esewa-answers.ts';

type Order = Pick<Payment, 'transactionUuid' | 'amount'>;

/** A payment that begins now, with a quarter of an hour to pay it. */
export const beginning = ({ transactionUuid, amount }: Order): BeginningPayment => ({
  transactionUuid,
  gatewayId: transactionUuid,
  amount,
  createdAt: START,
  payBefore: minutesAfter(START, 15),
  bookingCode: 'BT261120048213',
});

/** A gateway that behaves like eSewa, with its own records of payments. Tests can make it misbehave. */
export interface FakeGateway extends EsewaGateway {
  /** Records the payment as COMPLETE. Returns the `data` that the browser brings back. */
  readonly pay: (order: Order) => string;
  /** Records another status of a payment. Undefined deletes the record. */
  readonly say: (transactionUuid: string, status: string | undefined) => void;
  readonly statusOf: (transactionUuid: string) => string | undefined;
  /** The `data` of a callback. The callback is authentic unless `changes` contains another value. */
  readonly callback: (order: Order, changes?: Partial<GatewayCallback>) => string;
  /** False if the gateway answers no enquiries. */
  isUp: boolean;
  /** The number of enquiries so far, and the most at the same time. */
  readonly asked: () => { readonly times: number; readonly atOnce: number };
  /** Delays answers until `release` is called. */
  readonly hold: () => { readonly release: () => void };
}

const NOBODY: GatewayCallback = {
  transactionUuid: '',
  status: '',
  reference: '',
  amount: undefined,
  authentic: false,
  raw: '',
};

export function fakeGateway(): FakeGateway {
  const ledger = new Map<string, Pick<EnquiryAnswer, 'amount' | 'reference'> & { readonly status: string }>();
  let [times, now, atOnce, paid] = [0, 0, 0, 0];
  let held: Promise<void> = Promise.resolve();

  const callback: FakeGateway['callback'] = ({ transactionUuid, amount }, changes = {}) => {
    const { status = 'NOT_FOUND', reference = '' } = ledger.get(transactionUuid) ?? {};
    return JSON.stringify({ transactionUuid, status, reference, amount, authentic: true, ...changes });
  };

  const gateway: FakeGateway = {
    isUp: true,
    callback,
    pay(order) {
      paid += 1;
      ledger.set(order.transactionUuid, { status: 'COMPLETE', reference: `REF-${paid}`, amount: order.amount });
      return callback(order);
    },
    say(transactionUuid, status) {
      if (status === undefined) ledger.delete(transactionUuid);
      else
        ledger.set(transactionUuid, {
          status,
          reference: WITHOUT_REFERENCE.includes(status) ? '' : `REF-${transactionUuid}`,
        });
    },
    statusOf: (transactionUuid) => ledger.get(transactionUuid)?.status,
    asked: () => ({ times, atOnce }),
    hold() {
      let release: () => void = () => undefined;
      held = new Promise((resolve) => {
        release = resolve;
      });
      return { release };
    },
    ...ESEWA,
    bounds: { min: null, max: null },
    idOf: (transactionUuid) => transactionUuid,
    form: ({ transactionUuid, amount }) => ({
      kind: 'form',
      url: 'https://gateway.example/form',
      fields: { transaction_uuid: transactionUuid, amount: String(amount) },
    }),
    readCallback(data) {
      try {
        const said = JSON.parse(data) as GatewayCallback;
        return { ...NOBODY, ...said, ...(said.amount !== undefined && { amount: paisa(said.amount) }), raw: data };
      } catch {
        return NOBODY;
      }
    },
    async enquire({ transactionUuid }) {
      times += 1;
      now += 1;
      atOnce = Math.max(atOnce, now);
      await held;
      now -= 1;
      if (!gateway.isUp) return { status: undefined, reference: '', raw: '(no answer)' };
      const { status, reference, amount } = ledger.get(transactionUuid) ?? { status: 'NOT_FOUND', reference: '' };
      const raw = JSON.stringify({ status, reference });
      return { status, reference, raw, ...(amount !== undefined && { amount }) };
    },
  };
  return gateway;
}

/** A list of gateways, all of them set up and enabled. */
export const gatewaysOf = (...all: readonly PaymentGateway[]): Gateways => ({
  known: all,
  on: all,
  preferred: ESEWA.name,
  of: (name) => all.find((gateway) => gateway.name === name),
});
