import { randomUUID } from 'node:crypto';
import type { Booking } from '../../core/bookings/booking.ts';
import type { OperatorId, PaymentId, RefundId, SeatNumber, UserId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { type Clock, daysAfter } from '../../core/kernel/time.ts';
import type { Gateways } from '../../core/payments/gateway.ts';
import type { NewRefund, Refund } from '../../core/payments/refund.ts';
import { addGoodwill } from '../../core/refunds/add-goodwill.ts';
import { confirmRefund } from '../../core/refunds/confirm-refund.ts';
import { failRefund } from '../../core/refunds/fail-refund.ts';
import { claimRefund } from '../../core/refunds/claim-refund.ts';
import { takeOverRefund } from '../../core/refunds/take-over-refund.ts';
import { nameAccount, nameAccountForContact, nameAccountForRefund } from '../../core/refunds/name-account.ts';
import { payCash } from '../../core/refunds/pay-cash.ts';
import { sendRefund } from '../../core/refunds/send-refund.ts';
import { aBooking } from './bookings.ts';
import { aTrip, seat } from './catalogue.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';
import { aPassengerId } from './people.ts';
import { NEWS } from './news.ts';

export { CLIENT } from './news.ts';

export const WALLET = { kind: 'ESEWA', holder: 'Asha Gurung', number: '9812345678', bank: '' } as const;
export const CONTACT = { name: 'Bikram Rai', phone: '+977 1-4412345', email: 'bikram@example.com' };

/** The refund use cases on one storage engine. */
export function refundsOn(engine: Engine, clock: Clock, gateways: Gateways = NEWS.gateways) {
  const needs = { ...engine, ...NEWS, clock, gateways };
  return {
    send: sendRefund(needs),
    confirm: confirmRefund(needs),
    fail: failRefund(needs),
    payCash: payCash(needs),
    addGoodwill: addGoodwill(needs),
    nameAccount: nameAccount(needs),
    nameAccountForContact: nameAccountForContact(needs),
    nameAccountForRefund: nameAccountForRefund(needs),
    claim: claimRefund(needs),
    takeOver: takeOverRefund(needs),
  };
}

interface Paid {
  readonly operatorId?: OperatorId;
  readonly userId?: UserId;
  /** The gateway of the payment. With CASH or QR, the booking is a counter sale to CONTACT. */
  readonly gateway?: 'ESEWA' | 'CASH' | 'QR';
  readonly seats?: readonly SeatNumber[];
}

export interface PaidBooking {
  readonly booking: Booking;
  readonly paymentId: PaymentId;
}

/** Adds a paid booking for NPR 1200 a seat, by default of seat A1. */
export async function aPaidBooking(
  engine: Pick<Engine, 'transact'>,
  { operatorId, userId, gateway = 'ESEWA', seats = [seat('A1')] }: Paid = {},
): Promise<PaidBooking> {
  const { id: tripId } = await aTrip(engine, operatorId === undefined ? {} : { bus: { operatorId } });
  const booking = await aBooking(engine, {
    userId: userId ?? (await aPassengerId(engine)),
    tripId,
    seats,
    status: 'CONFIRMED',
    ...(gateway !== 'ESEWA' && { channel: 'COUNTER', contact: CONTACT }),
  });
  const paymentId = await engine.transact(async ({ payments }) => {
    const begun = { bookingId: booking.id, gateway, transactionUuid: randomUUID(), amount: booking.total };
    const id = await payments.add({ ...begun, createdAt: START, nextEnquiryAt: undefined });
    await payments.move(id, 'complete', START, { reference: 'REF' });
    return id;
  });
  return { booking, paymentId };
}

/** Adds a refund of NPR 1000, DUE in a week. By default it refunds a new paid booking. */
export async function aRefund(
  engine: Pick<Engine, 'transact'>,
  { paid, ...traits }: Paid & Partial<NewRefund> & { readonly paid?: PaidBooking } = {},
): Promise<Refund> {
  const { booking, paymentId } = paid ?? (await aPaidBooking(engine, traits));
  const { reason = 'PASSENGER_CANCELLATION', amount = paisa(100_000), dueAt = daysAfter(START, 7) } = traits;
  return engine.transact(async ({ refunds }) => {
    const id: RefundId = await refunds.add({ paymentId, bookingId: booking.id, reason, amount, dueAt }, START);
    return (await refunds.get(id))!;
  });
}
