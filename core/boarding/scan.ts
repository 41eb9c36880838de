import type { BookingId, DeviceId, SeatNumber, SoldSeatId, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';

export const SCAN_ACTIONS = ['BOARD', 'UNDO', 'NO_SHOW'] as const;
export type ScanAction = (typeof SCAN_ACTIONS)[number];

/**
 * ONLINE: the conductor waits for the answer. OFFLINE: passengers boarded while the phone had no signal, and the phone
 * sends the scan later.
 */
export const SCAN_MODES = ['ONLINE', 'OFFLINE'] as const;
export type ScanMode = (typeof SCAN_MODES)[number];

/**
 * The ways in which a scan can name a ticket: by token, by the token's hash, by the booking's id, or by a typed
 * reference. A reference is a whole booking code, or letters and digits at the end of a code on the trip's manifest.
 */
export type ScannedTicket =
  | { readonly token: string }
  | { readonly hash: string }
  | { readonly bookingId: BookingId }
  | { readonly reference: string };

/** A conductor's action with a ticket: board its passengers, undo their boarding, or report them missing. */
export interface Scan {
  readonly tripId: TripId;
  readonly action: ScanAction;
  readonly mode: ScanMode;
  readonly ticket: ScannedTicket;
  /** The seats that the action is about; undefined means all seats of the booking. */
  readonly seatIds: readonly SoldSeatId[] | undefined;
  /** The number of places that the action is about, on a bus without a seat map; undefined means all places. */
  readonly places: number | undefined;
  readonly scannedAt: Instant;
  /**
   * The stop where the bus is, or its next stop. Undefined if unknown, and for UNDO and NO_SHOW, which do not need it.
   */
  readonly stop: number | undefined;
}

export const SCAN_RESULTS = ['BOARDED', 'UNDONE', 'NO_SHOW', 'ALREADY', 'REFUSED', 'CONFLICT'] as const;
export type ScanResult = (typeof SCAN_RESULTS)[number];

/** Reasons to refuse a scan, in the order in which they are checked. */
export const REFUSAL_REASONS = [
  'INVALID',
  /** The typed reference fits no booking, or several. */
  'REFERENCE_UNCLEAR',
  'WRONG_TRIP',
  'TRIP_CANCELLED',
  /** The booking was changed to another trip. */
  'CHANGED',
  'CANCELLED',
  'NOT_PAID',
  'TOO_EARLY',
  'TOO_LATE',
  'UNKNOWN_SEAT',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/**
 * Causes of a conflict: the trip or booking was cancelled, the booking was changed to another trip, or another device
 * has already boarded the passenger.
 */
export const CONFLICT_REASONS = ['TRIP_CANCELLED', 'CHANGED', 'CANCELLED', 'ALREADY'] as const;
export type ConflictReason = (typeof CONFLICT_REASONS)[number];

/** An earlier boarding of the passenger: its time, and the name of the device or person that reported it. */
export interface FirstBoarding {
  readonly at: Instant;
  readonly by: string;
}

/** The boarding of the passengers whom a scan found on board already. */
export interface EarlierBoarding {
  readonly at: Instant;
  /** The device that boarded them; null if a member of staff did. */
  readonly device: { readonly id: DeviceId; readonly name: string } | null;
  /** The numbers of their seats; empty on a bus without a seat map. */
  readonly seats: readonly SeatNumber[];
}

/** The trip that a ticket is for. */
export interface TicketedTrip {
  readonly id: TripId;
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly departsAt: Instant;
}

export interface ScanAnswer {
  readonly result: ScanResult;
  /** The reason why the scan was refused or is in conflict; null otherwise. */
  readonly reason: RefusalReason | ConflictReason | null;
  readonly bookingCode: string | null;
  /**
   * The numbers of the seats that this scan has changed. `places` is the number of seats or places that it has changed.
   */
  readonly seats: readonly SeatNumber[];
  readonly places: number;
  /** The trip that the ticket is for; null unless the reason is WRONG_TRIP. */
  readonly trip: TicketedTrip | null;
  /** The code of the newest booking that replaced this one; null unless the reason is CHANGED. */
  readonly changedTo: string | null;
  /**
   * The passengers' first boarding, if the reason is ALREADY or there is a conflict. Null otherwise, and if nobody was
   * on board.
   */
  readonly first: FirstBoarding | null;
  /** The same boarding with its device and seats. Null whenever `first` is null. */
  readonly boarded: EarlierBoarding | null;
  /**
   * The last stop at which an earlier passenger of the seat gets off. Null without such a passenger, or once the bus is
   * at the stop where the booking's passengers get on.
   */
  readonly seatTakenUntil: number | null;
}

const NOTHING_CHANGED = {
  bookingCode: null,
  seats: [],
  places: 0,
  trip: null,
  changedTo: null,
  first: null,
  boarded: null,
  seatTakenUntil: null,
} as const;

export const refused = (reason: RefusalReason, more: Partial<ScanAnswer> = {}): ScanAnswer => ({
  ...NOTHING_CHANGED,
  ...more,
  result: 'REFUSED',
  reason,
});

export const answered = (
  result: Exclude<ScanResult, 'REFUSED'>,
  more: Partial<Omit<ScanAnswer, 'result'>>,
): ScanAnswer => ({ ...NOTHING_CHANGED, reason: null, ...more, result });
