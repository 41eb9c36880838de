import { randomUUID } from 'node:crypto';
import type { UserId } from '../../core/kernel/ids.ts';
import { type Paisa, paisa } from '../../core/kernel/money.ts';
import { daysAfter } from '../../core/kernel/time.ts';
import { paidOnline } from './paid-online.ts';
import type { NewRefund, Refund } from '../../core/payments/refund.ts';
import { attemptRefund } from '../../core/refunds/attempt-refund.ts';
import { addGoodwill } from '../../core/refunds/add-goodwill.ts';
import { confirmRefund } from '../../core/refunds/confirm-refund.ts';
import { failRefund } from '../../core/refunds/fail-refund.ts';
import { nameAccount } from '../../core/refunds/name-account.ts';
import { sendAutomaticRefunds } from '../../core/refunds/send-automatic-refunds.ts';
import { sendRefund } from '../../core/refunds/send-refund.ts';
import { START, handClock } from './clock.ts';
import type { Engine } from './engines.ts';
import { ESEWA } from '../../adapters/esewa/gateway.ts';
import { NEWS } from './news.ts';
import type { PaidBooking } from './refunds.ts';
import { selfPayingGateway } from './self-paying-gateway.ts';
import { aWorld } from './world.ts';

export const LOOKUP_MINUTES = 5;

export type Automatic = ReturnType<typeof automaticOn>;

/** The job that requests automatic refunds, on one storage engine, with a clock that tests control. */
export function automaticOn(engine: Engine) {
  const [clock, gateway] = [handClock(), selfPayingGateway()];
  const gateways = {
    ...aWorld.gateways,
    known: [ESEWA, gateway],
    of: (name: string) => (name === gateway.name ? gateway : undefined),
  };
  const needs = { ...engine, ...NEWS, clock, gateways, refundLookupMinutes: LOOKUP_MINUTES };
  /** Makes another instance of the job, as in a second process on the same storage. */
  const process = () => sendAutomaticRefunds({ ...needs, attemptRefund: attemptRefund(needs) });
  const round = process();

  return {
    engine,
    clock,
    gateway,
    gateways,
    needs,
    process,
    round,
    send: sendRefund(needs),
    confirm: confirmRefund(needs),
    fail: failRefund(needs),
    addGoodwill: addGoodwill(needs),
    nameAccount: nameAccount(needs),
    /** Runs the job, and waits until its attempts to refund have ended. */
    run: async (): Promise<number> => {
      const { begun, done } = await round();
      await done;
      return begun;
    },
    /** Moves the clock forward by these minutes, then runs the job. */
    runAfter: async (minutes: number): Promise<number> => {
      clock.advance(minutes);
      const { begun, done } = await round();
      await done;
      return begun;
    },
    find: async (id: Refund['id']): Promise<Refund> =>
      (await engine.transact(({ refunds }) => refunds.get(id))) ?? Promise.reject(new Error('No such refund.')),
    /** Adds a booking paid with NPR 1200. The gateway holds this money. */
    pay: async (
      traits: { readonly userId?: UserId; readonly reference?: string | null } = {},
    ): Promise<PaidBooking> => {
      const reference = traits.reference === undefined ? `T-${randomUUID()}` : traits.reference;
      const paid = await paidOnline(engine, { ...traits, reference });
      gateway.take(reference ?? `T-${paid.paymentId}`, paid.gatewayId, paid.booking.total);
      return paid;
    },
    /** Adds a refund of a payment. Its amount is NPR 1200 by default. */
    owe: async (paid: PaidBooking, traits: Partial<NewRefund> = {}): Promise<Refund> =>
      engine.transact(async ({ refunds }) => {
        const { reason = 'PASSENGER_CANCELLATION', amount = paid.booking.total, ...rest } = traits;
        const given = { paymentId: paid.paymentId, bookingId: paid.booking.id, reason, amount, ...rest };
        const id = await refunds.add({ ...given, dueAt: daysAfter(START, 7) }, clock());
        return (await refunds.get(id))!;
      }),
  };
}

export const rupees = (amount: number): Paisa => paisa(amount * 100);
