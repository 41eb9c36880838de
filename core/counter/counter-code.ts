import { Refusal } from '../kernel/refusal.ts';
import type { Instant } from '../kernel/time.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { type Attempt, beginAttempt, gatewayFor } from '../payments/attempt.ts';
import type { Gateways, PageGateway } from '../payments/gateway.ts';
import type { PageOpener, Unopened } from '../payments/open-page.ts';
import { AT_COUNTER, type PaymentPage } from '../payments/payment.ts';
import { alreadyPaid, gatewayUnavailable, notPayable } from '../payments/refusals.ts';
import { paidByOff, saleClosed } from './refusals.ts';
import { answerSale, type ShownCode, type SoldAtCounter } from './sold.ts';
import type { CounterWorld, CounterStores } from './world.ts';

/** Whether the company itself takes the money, in cash or by its own QR code. Otherwise a gateway takes it. */
export const isTakenByCompany = (paidBy: string): boolean => (AT_COUNTER as readonly string[]).includes(paidBy);

const makesCodes = (gateway: Gateways['on'][number]): gateway is PageGateway => gateway.kind === 'qr';

/**
 * Finds the gateway with this name that makes payment codes; without a name, the first gateway that makes codes.
 * Refuses a gateway that takes no new payments.
 */
export function codeGateway({ gateways }: CounterWorld, paidBy: string | undefined): PageGateway {
  const able = gateways.on.filter(makesCodes);
  const chosen = paidBy === undefined ? able[0] : able.find(({ name }) => name === paidBy);
  if (!chosen) throw paidByOff([...AT_COUNTER, ...able.map(({ name }) => name)]);
  return chosen;
}

/** The dependencies of sales that are paid by a gateway's code. */
export interface CodeWorld extends CounterWorld {
  /** Asks gateways to open payment codes. `checkoutSale` and `sellAtCounter` share this object. */
  readonly pages: PageOpener<CounterStores>;
}

interface Beginning {
  readonly gateway: PageGateway;
  readonly booking: Parameters<typeof beginAttempt>[2]['booking'];
  readonly earlier: Parameters<typeof beginAttempt>[2]['earlier'];
}

/**
 * Adds a payment by a gateway's code to an unpaid sale. If an earlier payment's code is still valid, returns that
 * payment instead. Refuses an amount that the gateway does not accept.
 */
export function beginCode(
  stores: CounterStores,
  world: CodeWorld,
  { gateway, booking, earlier }: Beginning,
  now: Instant,
): Promise<Attempt> {
  gatewayFor(world.gateways, gateway.name, booking.amountDue);
  return beginAttempt(stores, { ...world, isOpening: world.pages.isOpening }, { gateway, booking, earlier }, now);
}

/**
 * Asks the gateway for a payment code, outside every transaction, and returns the sale with the code. Refuses if the
 * sale was paid or has ended meanwhile.
 */
export const openCode = (
  { pages }: CodeWorld,
  { opensAt, attempt }: Unopened,
  keep: KeepResult<SoldAtCounter> | undefined,
): Promise<SoldAtCounter> =>
  pages
    .open(opensAt, attempt, (stores, { attempt: opened }) =>
      answerSale(stores, opened.bookingId, shownCode(opened.page, opened.gatewayId), keep),
    )
    .catch((error: unknown) => {
      throw asClosed(error);
    });

export const shownCode = ({ content: text, goodUntil }: PaymentPage, gatewayId: string | undefined): ShownCode => ({
  text,
  goodUntil,
  gatewayId: gatewayId ?? '',
});

/** Whether an error means that the gateway made no payment code. */
export const hasNoCode = (error: unknown): boolean =>
  error instanceof Refusal && error.code === gatewayUnavailable.code;

/**
 * Converts an error. If the sale was paid or has ended while the gateway made its code, returns the refusal saleClosed.
 */
function asClosed(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  if (error.code === alreadyPaid.code) return saleClosed('CONFIRMED');
  return error.code === notPayable.code ? saleClosed('EXPIRED') : error;
}
