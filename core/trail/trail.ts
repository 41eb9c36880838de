import type { DeviceId, OperatorId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { Told } from '../kernel/told.ts';

/** Who did it: a user in one of their roles, a device of a company's crew, or the service by itself. */
export type Actor =
  | { readonly role: 'PASSENGER' | 'OPERATOR' | 'ADMIN'; readonly userId: UserId }
  | { readonly role: 'DEVICE'; readonly deviceId: DeviceId }
  | { readonly role: 'SYSTEM' };

export const TRAIL_KINDS = [
  'BOOKING_CREATED',
  'BOOKING_CANCELLED',
  'PAYMENT_COMPLETED',
  'PAYMENT_ENQUIRED',
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
  'SHIFT_OPENED',
  'SHIFT_CLOSED',
  'STATEMENT_MADE',
  'STATEMENT_PAID',
  'SETTLEMENT_ADDED',
  'DEVICE_ADDED',
  'DEVICE_ENROLLED',
  'DEVICE_REVOKED',
  'TRIP_DEPARTED',
  'REFUND_SENT',
  'REFUND_PAID',
  'REFUND_FAILED',
  'REFUND_ADDED',
  'REFUND_ACCOUNT_NAMED',
] as const;

/** An object and what was done to it. */
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
  'shift',
  'device',
  'refund',
] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** What it was done to. The id is the key of the row. */
export interface Subject {
  readonly type: SubjectType;
  readonly id: number;
}

/** Old and new values, by the names that the API gives the fields. Never a secret, nor a file. */
export type Changes = Readonly<Record<string, { readonly old: Told; readonly new: Told }>>;

/** One change, for people who are asked about it later. */
export interface TrailEntry {
  readonly kind: TrailKind;
  readonly actor: Actor;
  /** The company that it concerns: its people did it, or it was done to something of its own. */
  readonly operatorId: OperatorId | null;
  readonly subject: Subject;
  readonly changes?: Changes;
  /** A sentence. It holds the reason, if one was given. */
  readonly description: string;
  readonly amount?: Paisa;
}

export interface KeptEntry extends TrailEntry {
  readonly changes: Changes;
  readonly at: Instant;
}

/** The activity log, which is only ever added to: each change writes its entry in its own transaction. */
export interface Trail {
  add(entry: TrailEntry, at: Instant): Promise<void>;
  /** What was done to something, oldest first. */
  of(subject: Subject): Promise<readonly KeptEntry[]>;
}

/** An entry to be shown. */
export interface ShownEntry extends KeptEntry {
  readonly id: number;
  /** The present name of the user or the device that did it; null for the service. */
  readonly actorName: string | null;
}

export interface TrailFilter {
  readonly operatorId?: OperatorId;
  /** Who did it. */
  readonly userId?: UserId;
  /** False: not what administrators did. */
  readonly byAdmins?: false;
  readonly kind?: string;
  readonly subject?: { readonly type: string; readonly id: number };
  readonly during?: Partial<Span>;
}

export interface TrailViews {
  /** Newest first; a position is the moment and the id of an entry. */
  list(filter: TrailFilter, page: Page): Promise<Listing<ShownEntry>>;
}

/** What differs between two states of something. Values are compared as they are written down. */
export function changesBetween(before: Readonly<Record<string, Told>>, after: Readonly<Record<string, Told>>): Changes {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names
      .map((name) => [name, { old: before[name] ?? null, new: after[name] ?? null }] as const)
      .filter(([, change]) => JSON.stringify(change.old) !== JSON.stringify(change.new)),
  );
}
