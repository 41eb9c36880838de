import type { AgentKeyId, DeviceId, OperatorId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { JsonValue } from '../kernel/json.ts';

/**
 * The actor of a recorded action: a user in one of their roles, a phone of a company's crew, a person or a key of an
 * agent, or the service itself.
 */
export type Actor =
  | { readonly role: 'PASSENGER' | 'OPERATOR' | 'ADMIN' | 'AGENT'; readonly userId: UserId }
  | { readonly role: 'DEVICE'; readonly deviceId: DeviceId }
  | { readonly role: 'AGENT'; readonly keyId: AgentKeyId }
  | { readonly role: 'SYSTEM' };

export const TRAIL_KINDS = [
  'BOOKING_CREATED',
  'BOOKING_CHANGED',
  'BOOKING_CANCELLED',
  'PAYMENT_COMPLETED',
  'PAYMENT_ENQUIRED',
  'PAYMENT_RESOLVED',
  'PAYMENT_AMOUNT_DIFFERS',
  'PAYMENT_SETTLED',
  'REFUND_DUE',
  'RATING_SUBMITTED',
  'BUS_CREATED',
  'BUS_CHANGED',
  'BUS_APPROVED',
  'BUS_REJECTED',
  'SEAT_MAP_CHANGED',
  'DOCUMENT_ADDED',
  'DOCUMENT_VERIFIED',
  'DOCUMENT_REJECTED',
  'DOCUMENT_RECALLED',
  'COMPANY_CHANGED',
  'STAFF_INVITED',
  'STAFF_JOINED',
  'STAFF_CHANGED',
  'STAFF_REMOVED',
  'OPERATOR_CHANGED',
  'USER_SUSPENDED',
  'USER_REACTIVATED',
  'USER_SIGNED_OUT',
  'CITY_ADDED',
  'CITY_CHANGED',
  'TIMETABLE_ADDED',
  'TIMETABLE_CHANGED',
  'TIMETABLE_ENDED',
  'TRIP_ADDED',
  'TRIP_CHANGED',
  'TRIP_CANCELLED',
  'TRIP_RETIMED',
  'BUS_SWAPPED',
  'SEATS_BLOCKED',
  'SEATS_SOLD',
  'SALE_UNDONE',
  'SHIFT_OPENED',
  'SHIFT_CLOSED',
  'STATEMENT_MADE',
  'STATEMENT_PAID',
  'SETTLEMENT_ADDED',
  'ADJUSTMENT_PROPOSED',
  'ADJUSTMENT_CONFIRMED',
  'ADJUSTMENT_REJECTED',
  'RECEIPT_ADDED',
  'DEVICE_ADDED',
  'DEVICE_ENROLLED',
  'DEVICE_REVOKED',
  'AGENT_PAYMENT_ADDED',
  'AGENT_STATEMENT_MADE',
  'TRIP_DEPARTED',
  'TRIP_UNDEPARTED',
  'STOP_LEFT',
  'STOP_TAKEN_BACK',
  'REFUND_SENT',
  'REFUND_PAID',
  'REFUND_FAILED',
  'REFUND_ADDED',
  'REFUND_ACCOUNT_NAMED',
  'REFUND_CLAIMED',
  'REFUND_TAKEN_OVER',
  'AGENT_ADDED',
  'AGENT_CHANGED',
  'AGENT_ALLOWED',
  'AGENT_REFUSED',
  'AGENT_KEY_ADDED',
  'AGENT_KEY_CHANGED',
  'AGENT_KEY_ROTATED',
  'AGENT_KEY_DELETED',
  'WEBHOOK_ADDED',
  'WEBHOOK_CHANGED',
  'WEBHOOK_ROTATED',
  'WEBHOOK_DISABLED',
  'WEBHOOK_DELETED',
  'PLACE_ADDED',
  'PLACE_CHANGED',
  'PLACE_REMOVED',
  'TRIP_DELAYED',
  'TRIP_DELAY_ENDED',
  'DOOR_CHANGED',
  'DOOR_MOVED',
] as const;

/** The kind of a recorded action. Its name is the object, then the action on it. */
export type TrailKind = (typeof TRAIL_KINDS)[number];

export const SUBJECT_TYPES = [
  'bus',
  'document',
  'operator',
  'staff',
  'user',
  'city',
  'payment',
  'booking',
  'schedule',
  'timetable',
  'statement',
  'settlement',
  'adjustment',
  'receipt',
  'shift',
  'device',
  'refund',
  'agent',
  'agent_key',
  'webhook',
  'agent_payment',
  'agent_statement',
  'place',
  'door',
] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** The object of the action. `id` is its database key. */
export interface Subject {
  readonly type: SubjectType;
  readonly id: number;
}

/** Old and new values, with the API's field names as keys. Never holds a secret or a file. */
export type Changes = Readonly<Record<string, { readonly old: JsonValue; readonly new: JsonValue }>>;

/** A recorded action. */
export interface TrailEntry {
  readonly kind: TrailKind;
  readonly actor: Actor;
  /** The company that the action concerns: its staff or crew acted, or one of its objects was changed. */
  readonly operatorId: OperatorId | null;
  readonly subject: Subject;
  readonly changes?: Changes;
  /** A sentence about the action, including the reason if somebody gave one. */
  readonly description: string;
  readonly amount?: Paisa;
}

export interface KeptEntry extends TrailEntry {
  readonly changes: Changes;
  readonly at: Instant;
}

/** The activity log. Entries are only added. Each change writes its entry in its own transaction. */
export interface Trail {
  add(entry: TrailEntry, at: Instant): Promise<void>;
  /** The activity log's entries about a subject, oldest first. */
  of(subject: Subject): Promise<readonly KeptEntry[]>;
}

/** An entry of the activity log with the actor's name, for display. */
export interface ShownEntry extends KeptEntry {
  readonly id: number;
  /** The actor's name at the time of the action; null for the service. */
  readonly actorName: string | null;
  /** The name of the agent whose key or person acted; null unless an agent did. */
  readonly agentName: string | null;
}

export interface TrailFilter {
  readonly operatorId?: OperatorId;
  /** Selects actions of this user. */
  readonly userId?: UserId;
  /** False leaves out actions of administrators and agents, whose people a company must not learn. */
  readonly byOutsiders?: false;
  readonly kind?: string;
  readonly subject?: { readonly type: string; readonly id: number };
  readonly during?: Partial<Span>;
}

export interface TrailViews {
  /** Lists entries of the activity log, newest first. The page cursor is an entry's moment and id. */
  list(filter: TrailFilter, page: Page): Promise<Listing<ShownEntry>>;
}

/** The differences between two states. Values are compared as JSON. */
export function changesBetween(
  before: Readonly<Record<string, JsonValue>>,
  after: Readonly<Record<string, JsonValue>>,
): Changes {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names
      .map((name) => [name, { old: before[name] ?? null, new: after[name] ?? null }] as const)
      .filter(([, change]) => JSON.stringify(change.old) !== JSON.stringify(change.new)),
  );
}
