/** A database key: a positive integer of at most 2^31 − 1, which fits both SQLite and Postgres. */
type Id<Of extends string> = number & { readonly keyOf: Of };

export type UserId = Id<'user'>;
/** The user of a booking that an agent sold: no account has this key. */
export const NOBODY = 0 as UserId;
export type OperatorId = Id<'operator'>;
/** The key of a staff membership, or of the invitation to one. */
export type StaffId = Id<'staff'>;
export type CityId = Id<'city'>;
export type BusId = Id<'bus'>;
export type DocumentId = Id<'document'>;
/** The key of a bus's seat. A seat keeps its key when it is renumbered or moved. */
export type SeatId = Id<'seat'>;
/** The key of a trip: one journey of one bus. The API calls it a schedule. */
export type TripId = Id<'trip'>;
/** The key of a timetable: a departure that repeats. */
export type TimetableId = Id<'timetable'>;
export type BookingId = Id<'booking'>;
export type PaymentId = Id<'payment'>;
export type RefundId = Id<'refund'>;
/** The key of a shift at the counter. */
export type ShiftId = Id<'shift'>;
/** The key of a ledger row. */
export type LedgerEntryId = Id<'ledger entry'>;
/** The key of a statement, which says how much the platform pays a company. */
export type StatementId = Id<'statement'>;
/** The key of a settlement: a sum that a gateway has transferred to the platform. */
export type SettlementId = Id<'settlement'>;
/** The key of a correction of the ledger that one administrator proposes and another confirms. */
export type AdjustmentId = Id<'adjustment'>;
/** The key of a receipt: a payment by which a company settled its debt to the platform. */
export type ReceiptId = Id<'receipt'>;
/** The key of an agent: a business that sells tickets of several companies on account. */
export type AgentId = Id<'agent'>;
/** The key of an API key of an agent. */
export type AgentKeyId = Id<'agent key'>;
/** The key of a phone of a company's crew. */
export type DeviceId = Id<'device'>;
/** The key of a scan of a ticket. */
export type ScanId = Id<'scan'>;
/** The key of a seat in a booking. It stays the same when the passenger gets another seat. */
export type SoldSeatId = Id<'sold seat'>;
/** The key of a person's wait for seats of a trip. */
export type WaitId = Id<'wait'>;
/** The key of a mail that is queued. */
export type MailId = Id<'mail'>;
export type SmsId = Id<'sms'>;
/** The key of an endpoint to which events are sent. */
export type WebhookId = Id<'webhook'>;
/** The key of a place: a named spot in a city, where passengers get on or off. */
export type PlaceId = Id<'place'>;
/** The key of a notice: the news of a trip's last change, as one booking's passengers get it. */
export type NoticeId = Id<'notice'>;

/** The key of a statement, which says how much an agent owes the platform. */
export type AgentStatementId = Id<'agent statement'>;
/** The key of a payment by which an agent settled its debt to the platform. */
export type AgentPaymentId = Id<'agent payment'>;
/**
 * The key of an agent's customer who holds seats: the negated number of its row, so that no user has the same key.
 */
export type HolderId = number & { readonly keyOf: 'holder' };
/** Somebody who holds seats: a user, or a customer of an agent. */
export type SeatHolder = UserId | HolderId;

/** The label of a seat, unique on the bus's seat map: `A1`. */
export type SeatNumber = string & { readonly label: 'seat' };

export const LARGEST_ID = 2 ** 31 - 1;

/** Whether a number can be a database key. */
export const isId = (value: number): boolean => Number.isSafeInteger(value) && value >= 1 && value <= LARGEST_ID;
