import type { SeatNumber, BookingId, PaymentId, ShiftId, UserId } from '../kernel/ids.ts';
import type { Language } from '../kernel/text.ts';
import type { GatewayCallback } from './gateway.ts';
import type { Instant } from '../kernel/time.ts';
import type { Asker, Doubt, Payment, PaymentMove, PaymentPage, Resolution } from './payment.ts';

export interface NewPayment extends Pick<
  Payment,
  'bookingId' | 'gateway' | 'transactionUuid' | 'amount' | 'createdAt' | 'nextEnquiryAt'
> {
  /** The gateway's id of the payment. Undefined while unknown, and for payments at a counter. */
  readonly gatewayId?: string | undefined;
  /** The payment deadline of the booking; the moment of `createdAt` by default. */
  readonly payBefore?: Instant;
  /**
   * The moment at which the service gives up waiting for the gateway to open the payment page. Undefined for gateways
   * that open no page.
   */
  readonly openingUntil?: Instant | undefined;
  /** The shift whose till got the cash; undefined if the cash went into no till. */
  readonly shiftId?: ShiftId;
}

/** The data of the gateway's answer that a payment stores as evidence. */
export interface Evidence {
  /** The gateway's reference number. */
  readonly reference?: string;
  /** The gateway's message as received, for investigations. */
  readonly raw?: string;
}

/**
 * Stored payments. To change a payment together with any other row, lock its booking's row first. Otherwise checkout,
 * settling, cancelling and expiring could deadlock. Money that only a gateway's own list has is of no booking, and not
 * found here.
 */
export interface PaymentRepo {
  /** Adds an INITIATED payment. */
  add(payment: NewPayment): Promise<PaymentId>;
  find(transactionUuid: string): Promise<Payment | undefined>;
  /** Finds a payment by its id at the gateway. */
  findAtGateway(gateway: string, gatewayId: string): Promise<Payment | undefined>;
  get(id: PaymentId): Promise<Payment | undefined>;
  /** All payments of a booking, oldest first. */
  ofBooking(booking: BookingId): Promise<readonly Payment[]>;
  /**
   * Makes a move of MOVES, if the payment is still in a status that the move starts from. Returns whether the move was
   * made. Evidence that is left out stays as stored. Reconciliation does not ask again once a move has settled the
   * payment.
   */
  move(id: PaymentId, move: PaymentMove, at: Instant, evidence?: Evidence): Promise<boolean>;
  /**
   * Makes the move of a resolution if that move starts from the payment's status, and stores the administrator. Returns
   * whether the move was made. Afterwards no process may claim the right to ask the gateway about the payment.
   */
  resolve(id: PaymentId, resolution: Resolution, at: Instant): Promise<boolean>;
  /**
   * Stores the payment page or QR code that the gateway opened for the payment, with the gateway's id of the payment.
   * The gateway can be asked about the payment only after this.
   */
  keepPage(id: PaymentId, gatewayId: string, page: PaymentPage, raw: string): Promise<void>;
  /**
   * Makes an unsettled payment AMBIGUOUS, and stores why the amount is in doubt. A move to COMPLETE clears the doubt.
   * Returns false if the payment is settled.
   */
  leaveUnclear(id: PaymentId, doubt: Doubt, at: Instant, evidence?: Evidence): Promise<boolean>;
  /**
   * Completes a payment whose amount is in doubt, as an administrator decides. Returns false unless the payment is
   * AMBIGUOUS and its amount is in doubt.
   */
  settle(id: PaymentId, by: UserId, at: Instant): Promise<boolean>;
  /**
   * INITIATED payments without a payment page whose `openingUntil` is at or before `now`, for instance after a crash.
   */
  unopened(now: Instant, limit: number): Promise<readonly Payment[]>;
  /** Abandons the booking's payments that are INITIATED or PENDING. */
  abandonAll(booking: BookingId, at: Instant): Promise<void>;
  /**
   * Takes the right, valid until `until`, to ask the gateway about a payment. Returns false if the payment is settled
   * or resolved, or its payment page is being opened. Only one of several simultaneous callers gets the right, across
   * all processes. If the process dies, or cannot record the answer, reconciliation asks again after `until`.
   */
  claimEnquiry(
    payment: Pick<Payment, 'id' | 'enquiries'>,
    asker: Asker,
    now: Instant,
    until: Instant,
  ): Promise<boolean>;
  /** Ends the right to an enquiry, and sets when reconciliation asks again; undefined means never. */
  endEnquiry(id: PaymentId, next: Instant | undefined): Promise<void>;
  /** Plans an enquiry by reconciliation at `at` about an unsettled payment, unless one is planned sooner. */
  planEnquiry(id: PaymentId, at: Instant): Promise<void>;
  /** Payments of a gateway that reconciliation should have asked about before `now`, the longest overdue first. */
  due(gateway: string, now: Instant, limit: number): Promise<readonly Payment[]>;
}

/** Numbers for one gateway: its payments with an unknown outcome, and the unpaid refunds of its payments. */
export interface OpenAtGateway {
  readonly gateway: string;
  readonly payments: number;
  readonly refunds: number;
}

/** Counts the open payments and refunds of each gateway that has any, ordered by name. */
export type CountOpenAtGateways = () => Promise<readonly OpenAtGateway[]>;

/** Numbers of refunds that are not yet paid, for the payments of one gateway. */
export interface UnpaidRefunds {
  readonly gateway: string;
  readonly due: number;
  /** Refunds for which only a person can find out whether the gateway paid. */
  readonly unclear: number;
}

/** Counts unpaid refunds for each gateway that has any, ordered by name. */
export type CountUnpaidRefunds = () => Promise<readonly UnpaidRefunds[]>;

/** A message about a payment, from a browser or from the gateway itself. */
export interface CallbackEntry {
  /** The payment that the message is about; undefined if it is unknown. */
  readonly paymentId: PaymentId | undefined;
  /** The transaction UUID that the message names; empty without one. */
  readonly transactionUuid: string;
  readonly payload: string;
  readonly signatureValid: boolean;
  readonly source: 'SUCCESS_CALLBACK' | 'FAILURE_CALLBACK' | 'ENQUIRY';
}

/** All messages about payments, for investigations. */
export interface CallbackLog {
  /** Adds a message. If it is about an unknown payment, the oldest such messages above MOST_UNMATCHED are deleted. */
  add(entry: CallbackEntry, at: Instant): Promise<void>;
  /** The messages with one transaction UUID, oldest first. */
  of(transactionUuid: string): Promise<readonly CallbackEntry[]>;
  /**
   * Counts the messages about a payment that browsers sent (`all`), and how many of them have this payload (`same`).
   */
  countReturns(payment: PaymentId, payload: string): Promise<{ readonly all: number; readonly same: number }>;
  /** Deletes at most `limit` messages about unknown payments from before `before`. Returns how many. */
  pruneUnknown(before: Instant, limit: number): Promise<number>;
}

/** The most messages about unknown payments that are kept. Anybody can make them up. */
export const MOST_UNMATCHED = 20_000;

/** Whether the service may log another callback about an unknown payment from this IP address. */
export type MayLogUnmatched = (address: string) => Promise<boolean>;

/** Alerts the people who run the service to a payment problem that needs a person. `words` describe the problem. */
export type Alarm = (payment: Pick<Payment, 'id' | 'bookingId' | 'gateway'>, words: string) => void;

/** Reads the `data` parameter of a signed return. Accepts any text. */
export type ReadCallback = (data: string) => GatewayCallback;

/** A journey as written to a calendar. */
export interface Journey {
  readonly language: Language;
  readonly bookingCode: string;
  readonly sourceCity: string;
  readonly destinationCity: string;
  /** The first passenger's boarding point; empty when not given. */
  readonly boardingPoint: string;
  readonly companyName: string;
  readonly busName: string;
  readonly registrationNo: string;
  /** The seat numbers, ordered; empty on a bus without a seat map. */
  readonly seats: readonly SeatNumber[];
  readonly seatsCount: number;
  /** The moments at which the first passenger gets on and off. */
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  /** The URL of the booking's page; null for a counter sale. */
  readonly page: string | null;
  /** True for a journey that was cancelled. Its entry removes an earlier one about the same booking. */
  readonly isCancelled: boolean;
  /** The entry's SEQUENCE. It rises with every change of the entry. */
  readonly sequence: number;
  /** The moment of writing the entry. Calendar programs replace an entry by a newer one about the same booking. */
  readonly at: Instant;
}

/** Writes an iCalendar file (RFC 5545) with one entry. A booking's entry always has the same UID. */
export type WriteCalendarEntry = (journey: Journey) => string;
