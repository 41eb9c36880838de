import type { AgentId, AgentStatementId, BookingId, RefundId, StatementId, TripId, WebhookId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type { AttemptOutcome, Delivery, DeliveryKind, DeliveryStatus, WebhookAnswer } from './delivery.ts';
import type {
  AgentsBooking,
  HeardEvent,
  ToldAccount,
  ToldBooking,
  ToldRefund,
  ToldStatement,
  TripFacts,
} from './event.ts';
import type { ChosenType } from './event-types.ts';
import type { Owner } from './owner.ts';
import type { Webhook } from './webhook.ts';

/** Reads what events tell, inside the transaction of the change. */
export interface ToldFacts {
  bookings(ids: readonly BookingId[]): Promise<readonly ToldBooking[]>;
  trips(ids: readonly TripId[]): Promise<readonly TripFacts[]>;
  /** The bookings of agents on these trips, also those that have ended. */
  agentsBookings(trips: readonly TripId[]): Promise<readonly AgentsBooking[]>;
  refunds(ids: readonly RefundId[]): Promise<readonly ToldRefund[]>;
  statements(ids: readonly StatementId[]): Promise<readonly ToldStatement[]>;
  accounts(ids: readonly AgentId[]): Promise<readonly ToldAccount[]>;
  agentStatements(ids: readonly AgentStatementId[]): Promise<readonly ToldStatement[]>;
}

/** An event with its place in the list of events. */
export interface PlacedEvent extends HeardEvent {
  readonly place: number;
}

export interface EventChoice {
  readonly owner: Owner;
  /** Undefined for all types. */
  readonly types?: readonly ChosenType[] | undefined;
  /** The earliest moment of an event, inclusive. */
  readonly since: Instant;
  /** Only events behind this place. */
  readonly behind: number;
  readonly limit: number;
}

/**
 * Events that owners hear. An event gets its place after its transaction is committed, from one process at a time.
 * Therefore a place never appears behind the back of a reader.
 */
export interface EventFeed {
  /** Adds events, in the transaction of the change. */
  add(events: readonly HeardEvent[]): Promise<void>;
  /** Gives places to committed events, at most `limit`, and returns them. Waits for others that do the same. */
  number(limit: number): Promise<readonly PlacedEvent[]>;
  /** The highest place of an event so far. */
  lastPlace(): Promise<number>;
  /** Events by their place, the lowest first, at most those up to `lastPlace`. */
  list(choice: EventChoice, lastPlace: number): Promise<readonly PlacedEvent[]>;
  /**
   * Events by their moment, the oldest first. A transaction that began earlier and committed later has an earlier
   * moment at a higher place, so that a list by places could not go on from a moment.
   */
  listByMoment(choice: Omit<EventChoice, 'behind'>): Promise<readonly PlacedEvent[]>;
  /** Counts events of an owner with a moment in the span: `start` is inclusive, `end` is exclusive. */
  count(choice: Pick<EventChoice, 'owner' | 'types'>, span: { start: Instant; end: Instant }): Promise<number>;
  /** Deletes at most `limit` events before `before`, and returns their number. */
  prune(before: Instant, limit: number): Promise<number>;
}

/** Endpoints, inside a transaction. */
export interface Webhooks {
  /** Waits until no other transaction changes the endpoints of this owner. */
  lockOwner(owner: Owner): Promise<void>;
  count(owner: Owner): Promise<number>;
  /** Whether the owner is an agent that a stranger made on a sandbox. */
  isOfSandbox(owner: Owner): Promise<boolean>;
  add(webhook: Omit<Webhook, 'id'>): Promise<WebhookId>;
  /** Finds an endpoint of the owner, and locks it until the transaction ends. */
  lockOwned(id: WebhookId, owner: Owner): Promise<Webhook | undefined>;
  lock(id: WebhookId): Promise<Webhook | undefined>;
  save(webhook: Webhook): Promise<void>;
  /** Deletes an endpoint with its deliveries. */
  remove(id: WebhookId): Promise<void>;
  /** Every endpoint that is ACTIVE. */
  active(): Promise<readonly Webhook[]>;
}

/** Reads endpoints and deliveries, outside transactions. */
export interface WebhookViews {
  /** The owner's endpoints, the newest first. */
  list(owner: Owner, page: Page): Promise<Listing<Webhook>>;
  find(id: WebhookId, owner: Owner): Promise<Webhook | undefined>;
  /** Deliveries to an endpoint, the newest first. */
  deliveries(id: WebhookId, page: Page): Promise<Listing<Delivery>>;
  delivery(id: WebhookId, delivery: number): Promise<Delivery | undefined>;
  /** Whether an event waits for its place. */
  anyUnnumbered(): Promise<boolean>;
  /** Endpoints with a delivery that is due at `now` and that no process attempts. */
  due(now: Instant): Promise<readonly WebhookId[]>;
  /** Endpoints that are ACTIVE and whose secret does not begin with this mark. */
  sealedOtherwise(mark: string): Promise<readonly WebhookId[]>;
}

export interface NewDelivery extends Pick<Delivery, 'webhookId' | 'eventId' | 'type' | 'body'> {
  readonly kind: DeliveryKind;
}

export interface Deliveries {
  /** Adds deliveries that are due at `now`, in their order. Returns their ids. */
  add(deliveries: readonly NewDelivery[], now: Instant): Promise<readonly number[]>;
  find(webhook: WebhookId, delivery: number): Promise<Delivery | undefined>;
  /**
   * Claims due deliveries for a process until `until`: at most `inAll`, and so many that at most `perEndpoint` are
   * claimed of the endpoint by all processes. Claims that end by `doubtfulUntil` do not count. Replays come last, so
   * that a long one delays no new event and no test. The caller has locked the endpoint.
   */
  claim(
    webhook: WebhookId,
    limits: { readonly perEndpoint: number; readonly inAll: number },
    span: { readonly now: Instant; readonly until: Instant; readonly doubtfulUntil: Instant },
  ): Promise<readonly Delivery[]>;
  /** Lengthens the claims of these deliveries until `until`, unless they have lapsed at `now`. */
  renew(ids: readonly number[], now: Instant, until: Instant): Promise<void>;
  /**
   * Records an attempt, and ends its claim. `next` is the status after it, with the moment of the next attempt.
   * If somebody has asked for the delivery again since the claim, it stays due. Returns false if an attempt of another
   * process was recorded since the claim.
   */
  settle(
    delivery: Delivery,
    outcome: AttemptOutcome,
    next: { readonly status: DeliveryStatus; readonly at: Instant | null },
  ): Promise<boolean>;
  /** Makes a delivery due at `now`, in any status. Its pauses begin anew. */
  repeat(delivery: Delivery, now: Instant): Promise<void>;
  /** Counts attempts at all endpoints of an owner since `since`, also those that run. */
  attemptsSince(owner: Owner, since: Instant, now: Instant): Promise<number>;
  /** Gives up what is still PENDING at an endpoint. */
  giveUpAll(webhook: WebhookId): Promise<void>;
  /** Counts tests of an endpoint since `since`, inclusive, and says when the first of them was made. */
  tests(webhook: WebhookId, since: Instant): Promise<{ readonly count: number; readonly first: Instant | null }>;
  /** Whether deliveries of a replay wait for their first attempt. */
  isReplaying(webhook: WebhookId): Promise<boolean>;
  /** Deletes at most `limit` deliveries made before `before`, and returns their number. */
  prune(before: Instant, limit: number): Promise<number>;
}

/** Makes and encrypts the secrets of endpoints. */
export interface WebhookSecrets {
  /** A new secret: `whsec_` and base64 of 32 random bytes. */
  make(): string;
  /** Encrypts a secret. It can be decrypted for this owner alone. */
  seal(secret: string, owner: Owner): string;
  /** Undefined if the secret was encrypted with another key. */
  open(sealed: string, owner: Owner): string | undefined;
  /** The beginning of every text that can be decrypted. */
  readonly mark: string;
}

export interface SentWebhook {
  readonly url: string;
  /** The secrets that sign, the newest first. */
  readonly secrets: readonly string[];
  readonly eventId: string;
  readonly body: string;
  /** The moment of the attempt. */
  readonly at: Instant;
}

/** Sends a webhook. Undefined if the endpoint could not be reached, for whatever reason. Never rejects. */
export type SendWebhook = (sent: SentWebhook) => Promise<WebhookAnswer | undefined>;

/** Judges the address of an endpoint. Returns what is wrong with it, such as `must begin with https://`. */
export type JudgeAddress = (url: string) => Promise<string | undefined>;
