import type { BookingId } from '../kernel/ids.ts';
import type { CheckPaymentStatus } from './check-payment-status.ts';
import { settlementOf } from './confirm-payment.ts';
import type { ReturnAddress } from './gateway.ts';
import { logReturn, logUnmatched, storedName, storedPayload } from './log-callback.ts';
import { isSettled, type Payment, type PaymentStatus } from './payment.ts';
import type { Settlement } from './settlement.ts';
import type { PaymentStores, PaymentWorld } from './world.ts';

/** An unsigned return from a gateway, as the browser sent it. */
export interface ReturnedBrowser {
  readonly gateway: string;
  readonly source: ReturnAddress['source'];
  /** The gateway's id of the payment, as the return's URL names it; undefined if the URL names none. */
  readonly gatewayId: string | undefined;
  /** The whole query of the return's URL. */
  readonly query: string;
  /** The IP address of the browser. */
  readonly address: string;
}

/** The outcome of a payment after a return. */
export type ReturnOutcome = Settlement | { readonly outcome: 'cancelled' | 'pending'; readonly bookingId: BookingId };

const UNSETTLED_OUTCOMES: Readonly<Partial<Record<PaymentStatus, 'pending' | 'cancelled'>>> = {
  INITIATED: 'pending',
  PENDING: 'pending',
  CANCELED: 'cancelled',
};

/** The pattern of ids that gateways give to payments: at most 100 letters, digits, underscores and hyphens. */
const GATEWAY_ID = /^[\w-]{1,100}$/;

export type HandleReturn = ReturnType<typeof handleReturn>;

/**
 * Handles a browser's return from a gateway that does not sign returns. The return only names a payment: the gateway is
 * asked for its status, unless it is settled. Returns are logged, within limits. Repeating a return changes nothing.
 */
export const handleReturn =
  (world: PaymentWorld & { readonly checkPaymentStatus: CheckPaymentStatus }) =>
  async ({ gateway, source, gatewayId, query, address }: ReturnedBrowser): Promise<ReturnOutcome> => {
    const { clock, transact, checkPaymentStatus } = world;
    const said = { payload: storedPayload(query), signatureValid: false, source };
    const payment = await transact(async ({ payments, callbacks }) => {
      const isId = gatewayId !== undefined && GATEWAY_ID.test(gatewayId);
      const found = isId ? await payments.findAtGateway(gateway, gatewayId) : undefined;
      if (found) {
        const entry = { ...said, paymentId: found.id, transactionUuid: found.transactionUuid };
        await logReturn(callbacks, entry, false, clock());
      }
      return found;
    });
    if (!payment) {
      const entry = { ...said, transactionUuid: storedName(gatewayId ?? '') };
      await logUnmatched(world, entry, address);
      return { outcome: 'not matched' };
    }
    if (!isSettled(payment.status)) await checkPaymentStatus(payment, 'callback');
    return transact(async (stores) => outcomeOf(stores, (await stores.payments.get(payment.id)) ?? payment));
  };

async function outcomeOf(stores: PaymentStores, payment: Payment): Promise<ReturnOutcome> {
  const settlement = await settlementOf(stores, payment);
  if (settlement.outcome !== 'unverified') return settlement;
  return { outcome: UNSETTLED_OUTCOMES[payment.status] ?? 'unverified', bookingId: payment.bookingId };
}
