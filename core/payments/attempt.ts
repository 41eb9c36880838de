import type { Booking } from '../bookings/booking.ts';
import type { BookingId, PaymentId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import { type Instant, minutesAfter, secondsAfter, secondsBetween } from '../kernel/time.ts';
import { firstEnquiryAt } from './enquiry.ts';
import type { AmountBounds, BeginningPayment, GatewayForm, Gateways, PaymentGateway } from './gateway.ts';
import type { Payment, PaymentPage } from './payment.ts';
import { amountNotTaken, gatewayOff, tooManyAttempts } from './refusals.ts';
import type { PaymentStores, PaymentWorld } from './world.ts';

/** A stored payment that the payer has begun and can still complete. */
export interface Attempt extends BeginningPayment {
  readonly id: PaymentId;
  readonly bookingId: BookingId;
  /**
   * The payment page or QR code that the gateway has opened for the payment. Undefined before that, and for gateways
   * that open none.
   */
  readonly page: PaymentPage | undefined;
  /**
   * `here` while this process waits for the gateway to open the payment page, `elsewhere` while another process waits.
   * Undefined if no process waits.
   */
  readonly beingOpened: 'here' | 'elsewhere' | undefined;
}

/** The form, payment page or QR code by which a payer reaches the gateway. */
export type WayToPay =
  | GatewayForm
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'qr'; readonly text: string; readonly goodUntil: Instant };

/** The highest number of payments for one booking. The service refuses to begin more. */
const MOST_ATTEMPTS = 10;

/** Minutes after which the service gives up waiting for a payment page to open. No request takes that long. */
const OPENING_MINUTES = 1;

/**
 * Seconds for which a checkout waits for a payment page that another process asked the gateway to open. That process
 * waits at most ten seconds for the gateway.
 */
const OPENED_ELSEWHERE_SECONDS = 11;

const takes = ({ min, max }: AmountBounds, amount: Paisa): boolean =>
  (min === null || amount >= min) && (max === null || amount <= max);

/**
 * Throws if the named gateway is unknown or takes no new payments. Undefined means that the caller names no gateway,
 * and never throws.
 */
export function refuseUnlessOn({ on }: Pick<Gateways, 'on'>, name: string | undefined): void {
  if (name !== undefined && !on.some((gateway) => gateway.name === name))
    throw gatewayOff(on.map((gateway) => gateway.name));
}

/**
 * Chooses the gateway for an amount: the named gateway, or the preferred one if the caller names none. If the preferred
 * gateway does not take the amount, chooses the first one that does. Throws if the named gateway does not take the
 * amount, or if no gateway does.
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

/**
 * Adds a payment for a booking. Returns an earlier payment instead if its payment page or QR code is still valid or is
 * being opened. An earlier payment becomes FAILED if its process seems to have died while the gateway opened the page.
 * If the gateway opens that page later, the page is not shown. The caller has locked the booking's row.
 */
export async function beginAttempt(
  { payments }: PaymentStores,
  {
    random,
    rateLimit,
    isOpening,
  }: PaymentWorld & {
    /** Whether this process is waiting for the gateway to open the payment page. */
    readonly isOpening: (payment: PaymentId) => boolean;
  },
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

/** The text stored in place of the gateway's answer if the payment page or QR code was never stored. */
export const NO_PAGE = '(the gateway opened no page)';

/** Whether the payment page or QR code of the payment has not been opened yet. */
export const isUnopened = ({ status, page, openingUntil }: Omit<Payment, 'id'>): boolean =>
  status === 'INITIATED' && openingUntil !== undefined && !page;

/** The moment until which a checkout waits for the payment's page, which another process asked the gateway to open. */
export const openedElsewhereUntil = ({ createdAt }: Pick<Payment, 'createdAt'>): Instant =>
  secondsAfter(createdAt, OPENED_ELSEWHERE_SECONDS);

/** Whether the payment page or QR code is still valid and can be shown again. */
export const hasGoodPage = ({ status, page }: Payment, now: Instant): boolean =>
  page !== undefined && page.goodUntil > now && (status === 'INITIATED' || status === 'PENDING');

/** Describes an open payment page or QR code as the payer's way to pay. */
export const wayByPage = (kind: 'redirect' | 'qr', { content, goodUntil }: PaymentPage): WayToPay =>
  kind === 'qr' ? { kind, text: content, goodUntil } : { kind, url: content };
