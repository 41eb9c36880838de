import type { Booking } from '../bookings/booking.ts';
import type { Sender } from '../delivery/idempotency.ts';
import type { BookingId, OperatorId, ScanId, SeatNumber, SoldSeatId, TripId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type { TripStatus } from '../trips/trip.ts';
import type { ConflictReason, FirstBoarding, ScanAction, ScanAnswer, ScanMode, TicketedTrip } from './scan.ts';

/** Which seat of a booking is meant or, where places are counted, which place: the first, second, … */
export type SeatOrPlace = { readonly seatId: SoldSeatId; readonly number: SeatNumber } | { readonly place: number };

/** That somebody got on. */
export interface Boarding {
  readonly at: Instant;
  /** Who told of it, and what they are called now. */
  readonly sender: Sender;
  readonly by: string;
  readonly scan: ScanId;
}

/** A seat or a place of a booking, and whether its passenger is there. */
export interface PassengerMark {
  readonly bookingId: BookingId;
  readonly tripId: TripId;
  readonly at: SeatOrPlace;
  readonly boarding: Boarding | null;
  /** When they were told missing; never of who is on board. */
  readonly noShowAt: Instant | null;
}

export interface ScannedTrip extends TicketedTrip {
  readonly operatorId: OperatorId;
  readonly status: TripStatus;
  readonly arrivesAt: Instant;
}

/** A scan that is answered now. */
export interface NewScan {
  readonly nonce: string;
  /** Null when it named none of the company's. */
  readonly tripId: TripId | null;
  readonly bookingId: BookingId | null;
  readonly action: ScanAction | null;
  readonly mode: ScanMode | null;
  readonly scannedAt: Instant | null;
  readonly answer: ScanAnswer;
}

export interface NewConflict {
  readonly tripId: TripId;
  readonly bookingId: BookingId;
  /** The scan that says something else than others; when who is on board cancels, the one that told so. */
  readonly scan: ScanId;
  /** Null when nobody was on board. */
  readonly first: Pick<Boarding, 'at' | 'scan'> | null;
  readonly seats: readonly SeatNumber[];
  readonly reason: ConflictReason;
}

/** Scans and what they say of passengers, inside a transaction. */
export interface Boardings {
  /** What they are called; until the transaction ends nobody else scans as them. Undefined if they are no more. */
  lockSender(sender: Sender): Promise<string | undefined>;
  /** The answers that these nonces of theirs have got before. */
  answers(sender: Sender, nonces: readonly string[]): Promise<ReadonlyMap<string, ScanAnswer>>;
  /** These bookings, locked as by `lockActive`, and so in the same order as everybody locks many. */
  lockBookings(ids: readonly BookingId[]): Promise<readonly Booking[]>;
  /** These trips; none of them is cancelled or changes its times until the transaction ends. */
  trips(ids: readonly TripId[]): Promise<readonly ScannedTrip[]>;
  /** Every seat that these bookings have or had; of those without, the places about which something was told. */
  marks(bookings: readonly BookingId[]): Promise<readonly PassengerMark[]>;
  /** Adds scans, and answers their keys in the same order. */
  addScans(sender: Sender, scans: readonly NewScan[], receivedAt: Instant): Promise<readonly ScanId[]>;
  saveMarks(marks: readonly PassengerMark[]): Promise<void>;
  addConflicts(conflicts: readonly NewConflict[], receivedAt: Instant): Promise<void>;
}

/** A ticket of a trip, as far as its token is signed with it. */
export interface IssuedTicket {
  readonly id: BookingId;
  readonly code: string;
  readonly bookedAt: Instant;
  readonly tripId: TripId;
}

/** What two scans, or a scan and a cancellation, say differently. */
export interface Conflict {
  readonly id: number;
  readonly tripId: TripId;
  readonly bookingCode: string;
  readonly seats: readonly SeatNumber[];
  readonly reason: ConflictReason;
  readonly scannedAt: Instant;
  readonly receivedAt: Instant;
  readonly by: string;
  readonly nonce: string;
  readonly first: FirstBoarding | null;
}

export interface BoardingViews {
  /** The tickets of a company's trips, whatever became of them. */
  tickets(operatorId: OperatorId, trips: readonly TripId[]): Promise<readonly IssuedTicket[]>;
  /** Of a trip, newest first; a position is the moment and the id of a conflict. */
  conflicts(trip: TripId, page: Page): Promise<Listing<Conflict>>;
}
