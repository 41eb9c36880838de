import type { WebhookId } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import { type Instant, daysAfter, hoursAfter, secondsAfter } from '../kernel/time.ts';
import type { EventType } from './event-types.ts';

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** EVENT: made when the event happened. REPLAY and TEST: asked for by the endpoint's owner. */
export type DeliveryKind = 'EVENT' | 'REPLAY' | 'TEST';

/** An event on its way to an endpoint. */
export interface Delivery {
  readonly id: number;
  readonly webhookId: WebhookId;
  readonly eventId: string;
  readonly type: EventType;
  readonly kind: DeliveryKind;
  readonly body: string;
  readonly status: DeliveryStatus;
  /** The number of attempts that have ended. */
  readonly attempts: number;
  /** The number of attempts that failed since the delivery was made, or was last asked for again. */
  readonly failures: number;
  /** How often somebody asked for the delivery again. */
  readonly rounds: number;
  /** The status of the last answer; null if the last attempt got none. */
  readonly responseStatus: number | null;
  readonly failed: boolean;
  readonly lastAttemptAt: Instant | null;
  readonly nextAttemptAt: Instant | null;
}

/** The outcome of an attempt, as it changes a delivery. */
export interface AttemptOutcome {
  /** The status of the answer; null without one. */
  readonly responseStatus: number | null;
  readonly failed: boolean;
  readonly at: Instant;
}

/** The answer of an endpoint. */
export interface WebhookAnswer {
  readonly status: number;
  /** The value of `Retry-After`; null without one. */
  readonly retryAfter: string | null;
}

/** Seconds after each failed attempt until the next one. After the last of them a delivery has failed. */
const PAUSES = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000] as const;

/** Each pause is multiplied by a factor between these bounds, so that endpoints are not called all at once. */
const LEAST_FACTOR = 0.8;
const FACTOR_SPAN = 0.4;

const LONGEST_WAIT_HOURS = 24;

const GONE = 410;

/** Statuses whose `Retry-After` counts. */
const ASK_TO_WAIT: readonly number[] = [429, 503];

export const isSuccess = (answer: WebhookAnswer | undefined): boolean =>
  answer !== undefined && answer.status >= 200 && answer.status <= 299;

export const isGone = (answer: WebhookAnswer | undefined): boolean => answer?.status === GONE;

/** The moment of the next attempt after a failed one. Undefined if there is none. `failures` counts this one. */
export function nextAttempt(
  { failures }: Pick<Delivery, 'failures'>,
  answer: WebhookAnswer | undefined,
  random: Pick<Random, 'digits'>,
  now: Instant,
): Instant | undefined {
  const pause = PAUSES[failures - 1];
  if (pause === undefined) return undefined;
  const factor = LEAST_FACTOR + (FACTOR_SPAN * Number(random.digits(4))) / 9_999;
  const planned = secondsAfter(now, Math.round(pause * factor));
  const asked = answer && ASK_TO_WAIT.includes(answer.status) ? waitUntil(answer.retryAfter, now) : undefined;
  return asked !== undefined && asked > planned ? asked : planned;
}

/** Reads `Retry-After`, seconds or a date, at most 24 hours from now. */
function waitUntil(retryAfter: string | null, now: Instant): Instant | undefined {
  if (retryAfter === null) return undefined;
  const latest = hoursAfter(now, LONGEST_WAIT_HOURS);
  const seconds = /^\s*[0-9]{1,9}\s*$/.test(retryAfter) ? Number(retryAfter) : undefined;
  const at = seconds === undefined ? (Date.parse(retryAfter) as Instant) : secondsAfter(now, seconds);
  return Number.isFinite(at) ? (Math.min(at, latest) as Instant) : undefined;
}

/** Days for which deliveries are kept. */
const DELIVERY_DAYS = 30;

export const keptDeliveriesSince = (now: Instant): Instant => daysAfter(now, -DELIVERY_DAYS);

/** Days for which events are kept. */
export const EVENT_DAYS = 7;

export const keptEventsSince = (now: Instant): Instant => daysAfter(now, -EVENT_DAYS);
