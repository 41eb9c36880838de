import type { Payment } from '../../core/payments/payment.ts';
import { SELF_PAYING } from './known-gateways.ts';
import type { MoneyWorld } from './money-world.ts';

/** The item at an index that wraps around. Undefined if the list is empty. */
export const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % items.length];

export const isAtWallet = ({ gateway }: Pick<Payment, 'gateway'>): boolean => gateway === SELF_PAYING.name;

export const checkout = (
  { paying, wallet }: MoneyWorld,
  booking: MoneyWorld['bookings'][number],
  atWallet: boolean,
): Promise<Payment> => paying.checkout(booking, atWallet ? wallet.name : paying.gateway.name);

export const comeBack = ({ paying }: MoneyWorld, payment: Payment, source: 'SUCCESS_CALLBACK' | 'FAILURE_CALLBACK') =>
  paying.handleReturn({ ...payment, source, query: 'status=Completed', address: '203.0.113.1' });

/** Pays at the payment's gateway, and returns to the service as a browser does. */
export async function payAndReturn(world: MoneyWorld, payment: Payment): Promise<void> {
  if (isAtWallet(payment)) {
    world.wallet.payAtPage(payment, payment.amount);
    await comeBack(world, payment, 'SUCCESS_CALLBACK');
  } else await world.paying.handleSuccess(world.paying.gateway.pay(payment));
}
