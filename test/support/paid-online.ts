import { randomUUID } from 'node:crypto';
import type { UserId } from '../../core/kernel/ids.ts';
import { onlinePayment } from '../../core/ledger/entries.ts';
import { aBooking } from './bookings.ts';
import { aTrip, seat } from './catalogue.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';
import { SELF_PAYING } from './known-gateways.ts';
import { aPassengerId } from './people.ts';
import type { PaidBooking } from './refunds.ts';

interface Traits {
  readonly userId?: UserId;
  /** The reference that the gateway gave to the payment; null if it gave none. */
  readonly reference: string | null;
  /** The id by which the gateway knows the payment. */
  readonly gatewayId?: string;
}

/** Adds a booking of seat A1. The passenger paid NPR 1200 for it at a gateway with automatic refunds. */
export async function paidOnline(
  engine: Pick<Engine, 'transact'>,
  { userId, reference, gatewayId = randomUUID() }: Traits,
): Promise<PaidBooking & { readonly gatewayId: string }> {
  const { id: tripId } = await aTrip(engine);
  const passenger = userId ?? (await aPassengerId(engine));
  const booking = await aBooking(engine, { userId: passenger, tripId, seats: [seat('A1')], status: 'CONFIRMED' });
  const paymentId = await engine.transact(async ({ payments, ledger }) => {
    const begun = { bookingId: booking.id, gateway: SELF_PAYING.name, transactionUuid: randomUUID(), gatewayId };
    const id = await payments.add({ ...begun, amount: booking.total, createdAt: START, nextEnquiryAt: undefined });
    await payments.move(id, 'complete', START, reference === null ? {} : { reference });
    await ledger.record(onlinePayment(booking, { paymentId: id, gateway: SELF_PAYING.name }), START);
    return id;
  });
  return { booking, paymentId, gatewayId };
}
