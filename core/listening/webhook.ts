import { type Instant, hoursAfter } from '../kernel/time.ts';
import type { WebhookId } from '../kernel/ids.ts';
import {
  type AttemptOutcome,
  type Delivery,
  type DeliveryStatus,
  type WebhookAnswer,
  isGone,
  isSuccess,
  nextAttempt,
} from './delivery.ts';
import type { HeardEvent } from './event.ts';
import { ALL_TYPES, type ChosenType, type EventType } from './event-types.ts';
import type { Owner } from './owner.ts';
import type { Random } from '../kernel/random.ts';

export const WEBHOOK_STATUSES = ['ACTIVE', 'DISABLED'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/**
 * Reasons of a disabled endpoint: its attempts failed for three days, it answered 410, its secret cannot be decrypted,
 * or its owner disabled it.
 */
export const DISABLED_REASONS = ['failing', 'gone', 'secret', 'you'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** A type that an endpoint hears, or all types, and the moment since which it hears them. */
export type HeardType = readonly [type: ChosenType | typeof ALL_TYPES, since: Instant];

/** An endpoint: an address to which events of its owner are sent. */
export interface Webhook {
  readonly id: WebhookId;
  readonly owner: Owner;
  readonly url: string;
  readonly description: string;
  readonly types: readonly HeardType[];
  readonly status: WebhookStatus;
  readonly disabledBecause: DisabledReason | null;
  /** The moment when the endpoint was made, or was last woken. */
  readonly activeSince: Instant;
  readonly disabledAt: Instant | null;
  readonly lastSuccessAt: Instant | null;
  /** The first failed attempt since the last success. */
  readonly failingSince: Instant | null;
  /** The encrypted secret. `oldSecret` is the one before it, which also signs until `until`. */
  readonly secret: string;
  readonly oldSecret: { readonly sealed: string; readonly until: Instant } | null;
  readonly createdAt: Instant;
}

/** The most endpoints of an owner, and of an agent that a stranger made on a sandbox. */
export const MOST_WEBHOOKS = 10;
export const MOST_SANDBOX_WEBHOOKS = 2;

/** The most attempts in an hour for an agent that a stranger made on a sandbox. */
export const MOST_SANDBOX_ATTEMPTS = 60;

/** Attempts at one time at an endpoint, and at an endpoint whose last attempt failed. */
const MOST_AT_ONCE = 8;

export const mostAtOnce = ({ failingSince }: Pick<Webhook, 'failingSince'>): number =>
  failingSince === null ? MOST_AT_ONCE : 1;

/** Hours of failures after which an endpoint is disabled. */
const PATIENCE_HOURS = 72;

/** Hours for which the earlier secret signs after a rotation. */
export const OLD_SECRET_HOURS = 24;

/** Keeps the moments of the types that the endpoint heard before. A type heard as one of all types counts, too. */
export function heardTypes(
  before: readonly HeardType[],
  chosen: readonly HeardType[0][],
  now: Instant,
): readonly HeardType[] {
  const all = before.find(([type]) => type === ALL_TYPES);
  return [...new Set(chosen)].map((type) => {
    const known = before.find(([heard]) => heard === type) ?? all;
    return [type, known ? known[1] : now] as const;
  });
}

/** Whether the endpoint gets an event by itself: it is ACTIVE, and heard the type when the event happened. */
export const hears = ({ owner, types, status, activeSince }: Webhook, event: HeardEvent): boolean =>
  status === 'ACTIVE' &&
  owner.kind === event.owner.kind &&
  owner.id === event.owner.id &&
  event.at >= activeSince &&
  types.some(([type, since]) => isOfType(type, event.type) && event.at >= since);

const isOfType = (chosen: HeardType[0], type: EventType): boolean => chosen === ALL_TYPES || chosen === type;

/** The types that the endpoint hears now. Undefined for all types. */
export const typesOf = ({ types }: Pick<Webhook, 'types'>): readonly ChosenType[] | undefined => {
  const chosen = types.map(([type]) => type);
  return chosen.includes(ALL_TYPES) ? undefined : (chosen as readonly ChosenType[]);
};

export const disabled = (webhook: Webhook, reason: DisabledReason, now: Instant): Webhook => ({
  ...webhook,
  status: 'DISABLED',
  disabledBecause: reason,
  disabledAt: now,
});

export const woken = (webhook: Webhook, now: Instant): Webhook => ({
  ...webhook,
  status: 'ACTIVE',
  disabledBecause: null,
  disabledAt: null,
  failingSince: null,
  activeSince: now,
});

export interface Verdict {
  readonly webhook: Webhook;
  readonly outcome: AttemptOutcome;
  readonly next: { readonly status: DeliveryStatus; readonly at: Instant | null };
  /** The reason to disable the endpoint; undefined if it stays as it is. */
  readonly disables?: Exclude<DisabledReason, 'secret' | 'you'>;
}

/**
 * Judges an attempt: what it changes in the endpoint and in the delivery. An attempt of a test changes nothing in the
 * endpoint but its last success, and is not repeated.
 */
export function judgeAttempt(
  webhook: Webhook,
  delivery: Delivery,
  answer: WebhookAnswer | undefined,
  random: Pick<Random, 'digits'>,
  now: Instant,
): Verdict {
  const outcome = { responseStatus: answer?.status ?? null, failed: !isSuccess(answer), at: now };
  if (!outcome.failed)
    return {
      webhook: { ...webhook, lastSuccessAt: now, failingSince: null },
      outcome,
      next: { status: 'DELIVERED', at: null },
    };
  const given = { status: 'FAILED', at: null } as const;
  if (delivery.kind === 'TEST') return { webhook, outcome, next: given };

  const failing = { ...webhook, failingSince: webhook.failingSince ?? now };
  if (webhook.status === 'DISABLED') return { webhook, outcome, next: given };
  const reason = reasonToDisable(failing, answer, now);
  if (reason) return { webhook: failing, outcome, next: given, disables: reason };
  const at = nextAttempt({ failures: delivery.failures + 1 }, answer, random, now);
  return {
    webhook: failing,
    outcome,
    next: at === undefined ? given : { status: 'PENDING', at },
  };
}

function reasonToDisable(
  { failingSince }: Pick<Webhook, 'failingSince'>,
  answer: WebhookAnswer | undefined,
  now: Instant,
): Verdict['disables'] {
  if (isGone(answer)) return 'gone';
  return failingSince !== null && now >= hoursAfter(failingSince, PATIENCE_HOURS) ? 'failing' : undefined;
}
