import type { Booking } from '../bookings/booking.ts';
import type { BookingId, PaymentId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Random } from '../kernel/random.ts';
import { type Instant, minutesAfter, secondsAfter, secondsBetween } from '../kernel/time.ts';
import { firstEnquiryAt } from './enquiry.ts';
import type { AmountBounds, BeginningPayment, GatewayForm, Gateways, PaymentGateway } from './gateway.ts';
import type { Payment, PaymentPage } from './payment.ts';
import type { PaymentRepo } from './ports.ts';
import { amountNotTaken, gatewayOff, tooManyAttempts } from './refusals.ts';

/** A stored payment that the payer can still make. */
export interface Attempt extends BeginningPayment {
  readonly id: PaymentId;
  readonly bookingId: BookingId;
  /** The page or code that the gateway has opened. Undefined for gateways that open none, and before it is open. */
  readonly page: PaymentPage | undefined;
  /** The process in which the request runs that makes the gateway open the page: this one or another one. */
  readonly beingOpened: 'here' | 'elsewhere' | undefined;
}

/** The form, page or code by which a payer reaches the gateway. */
export type WayToPay =
  | GatewayForm
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'qr'; readonly text: string; readonly goodUntil: Instant };

/** The limit of payments for one booking. The next payment is refused. */
const MOST_ATTEMPTS = 10;

/** Minutes for which the service waits for a gateway to open a page. Longer than any request takes. */
const OPENING_MINUTES = 1;

/** Seconds for which checkouts wait for a page that another process opens. Gateways are called for ten seconds. */
const OPENED_ELSEWHERE_SECONDS = 11;

const takes = ({ min, max }: AmountBounds, amount: Paisa): boolean =>
  (min === null || amount >= min) && (max === null || amount <= max);

/** Refuses the name of a gateway that is unknown or takes no new payments. Undefined names no gateway. */
export function refuseUnlessOn({ on }: Pick<Gateways, 'on'>, name: string | undefined): void {
  if (name !== undefined && !on.some((gateway) => gateway.name === name))
    throw gatewayOff(on.map((gateway) => gateway.name));
}

/**
 * The gateway for an amount. The named gateway comes first, then the preferred one if it takes the amount. Otherwise it
 * is the first gateway that takes the amount.
 */
export function gatewayFor(
  { on, preferred }: Pick<Gateways, 'on' | 'preferred'>,
  name: string | undefined,
  amount: Paisa,
): PaymentGateway {
  const fitting = on.filter((gateway) => takes(gateway.bounds, amount));
  const named = fitting.find((gateway) => gateway.name === (name ?? preferred));
  const chosen = named ?? (name === undefined ? fitting[0] : undefined);
  if (!chosen) throw amountNotTaken();
  return chosen;
}

interface Beginning {
  readonly gateway: PaymentGateway;
  /** The locked booking, which still awaits payment. */
  readonly booking: Pick<Booking, 'id' | 'code' | 'amountDue' | 'paymentDeadline'>;
  /** All earlier payments of the booking, read after the lock. */
  readonly earlier: readonly Payment[];
}

interface Needs {
  readonly random: Random;
  readonly rateLimit: boolean;
  /** Whether this process waits for the gateway to open the payment's page. */
  readonly isOpening: (payment: PaymentId) => boolean;
}

/**
 * Adds a payment of a booking. If the gateway opens pages or codes, an earlier payment is returned instead. Its page
 * must be valid or about to be opened. A payment whose process seems to have died while opening its page is FAILED:
 * if that page comes after all, nobody sees it. The caller has locked the booking's row.
 */
export async function beginAttempt(
  { payments }: { readonly payments: Pick<PaymentRepo, 'add' | 'move'> },
  { random, rateLimit, isOpening }: Needs,
  { gateway, booking, earlier }: Beginning,
  now: Instant,
): Promise<Attempt> {
  const { id: bookingId, code: bookingCode, amountDue: amount, paymentDeadline: payBefore } = booking;
  const ofGateway = earlier.filter((payment) => payment.gateway === gateway.name && payment.amount === amount);
  const beingOpened = ({ id, ...payment }: Payment): Attempt['beingOpened'] => {
    if (isOpening(id)) return 'here';
    return isUnopened(payment) && openedElsewhereUntil(payment) > now ? 'elsewhere' : undefined;
  };
  const repeated = ofGateway.find((payment) => hasGoodPage(payment, now) || beingOpened(payment));
  if (repeated) return { ...repeated, bookingCode, beingOpened: repeated.page ? undefined : beingOpened(repeated) };
  if (rateLimit && earlier.length >= MOST_ATTEMPTS)
    throw tooManyAttempts(MOST_ATTEMPTS, secondsBetween(now, payBefore));

  for (const { id } of ofGateway.filter(isUnopened)) await payments.move(id, 'reportFailed', now, { raw: NO_PAGE });
  const transactionUuid = random.uuid();
  const beginning = { transactionUuid, gatewayId: gateway.idOf?.(transactionUuid), amount, createdAt: now, payBefore };
  const asked =
    gateway.kind === 'form'
      ? { nextEnquiryAt: firstEnquiryAt(now) }
      : { nextEnquiryAt: undefined, openingUntil: minutesAfter(now, OPENING_MINUTES) };
  const id = await payments.add({ bookingId, gateway: gateway.name, ...beginning, ...asked });
  return { ...beginning, id, bookingId, bookingCode, page: undefined, beingOpened: undefined };
}

/** The evidence of a payment whose page or code was never stored. */
export const NO_PAGE = '(the gateway opened no page)';

/** Whether the payment still waits for its page or code. */
export const isUnopened = ({ status, page, openingUntil }: Omit<Payment, 'id'>): boolean =>
  status === 'INITIATED' && openingUntil !== undefined && !page;

/** The moment until which checkouts wait for the page of a payment that another process opens. */
export const openedElsewhereUntil = ({ createdAt }: Pick<Payment, 'createdAt'>): Instant =>
  secondsAfter(createdAt, OPENED_ELSEWHERE_SECONDS);

/** Whether the payment's page or code is still valid and can be shown again. */
export const hasGoodPage = ({ status, page }: Payment, now: Instant): boolean =>
  page !== undefined && page.goodUntil > now && (status === 'INITIATED' || status === 'PENDING');

/** The way to pay on an open page, or by an open code. */
export const wayByPage = (kind: 'redirect' | 'qr', { content, goodUntil }: PaymentPage): WayToPay =>
  kind === 'qr' ? { kind, text: content, goodUntil } : { kind, url: content };
