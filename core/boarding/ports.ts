import type { Booking } from '../bookings/booking.ts';
import type { Sender } from '../platform/idempotency.ts';
import type { BookingId, OperatorId, ScanId, SeatNumber, SoldSeatId, TripId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type { Road } from '../trips/sections.ts';
import type { TripStatus } from '../trips/trip.ts';
import type { ConflictReason, FirstBoarding, ScanAction, ScanAnswer, ScanMode, TicketedTrip } from './scan.ts';

/** A seat of a booking or, on a bus without a seat map, the number of a place from 1. */
export type SeatOrPlace = { readonly seatId: SoldSeatId; readonly number: SeatNumber } | { readonly place: number };

/** The boarding of a passenger. */
export interface Boarding {
  readonly at: Instant;
  /** The scanning device or person, with its present name. */
  readonly sender: Sender;
  readonly by: string;
  readonly scan: ScanId;
}

/** A passenger of a booking, identified by seat or place, and whether the passenger has boarded. */
export interface PassengerMark {
  readonly bookingId: BookingId;
  readonly tripId: TripId;
  readonly at: SeatOrPlace;
  readonly boarding: Boarding | null;
  /** The time at which the passenger was reported missing; null for a passenger on board. */
  readonly noShowAt: Instant | null;
}

export interface ScannedTrip extends TicketedTrip {
  readonly operatorId: OperatorId;
  readonly status: TripStatus;
  readonly arrivesAt: Instant;
  /** The stops between the ends of the trip. */
  readonly stops: Road['stops'];
  /** The names of the cities of all stops, the ends included. */
  readonly cities: readonly string[];
}

/** A scan to be stored, with the answer that it gets. */
export interface NewScan {
  readonly nonce: string;
  /** The trip that the scan names; null if the company has no such trip. */
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
  /** The scan that conflicts with others. If a boarded passenger cancels, it is the scan that boarded them. */
  readonly scan: ScanId;
  /** The first boarding of these passengers; null if no passenger was on board. */
  readonly first: Pick<Boarding, 'at' | 'scan'> | null;
  readonly seats: readonly SeatNumber[];
  readonly reason: ConflictReason;
}

/** Stores scans and the state of passengers, inside a transaction. */
export interface Boardings {
  /**
   * Locks the sender until the transaction ends, so that its scans run one after another. Returns its name; undefined
   * if it no longer exists.
   */
  lockSender(sender: Sender): Promise<string | undefined>;
  /** The earlier answers to this sender's scans, by nonce. */
  answers(sender: Sender, nonces: readonly string[]): Promise<ReadonlyMap<string, ScanAnswer>>;
  /**
   * Bookings of the company among `ids`, locked in the same order as by `lockActive`. Rows of other companies are not
   * locked.
   */
  lockBookings(ids: readonly BookingId[], of: OperatorId): Promise<readonly Booking[]>;
  /** Trips of the company among `ids`. No trip is cancelled or changes its times until the transaction ends. */
  trips(ids: readonly TripId[], of: OperatorId): Promise<readonly ScannedTrip[]>;
  /** Every seat that these bookings have or had. For bookings without seats, the places that scans named. */
  marks(bookings: readonly BookingId[]): Promise<readonly PassengerMark[]>;
  /**
   * The last stop at which an earlier passenger with a ticket leaves the seat. Lists only seats of these bookings that
   * have such a passenger.
   */
  seatsTakenUntil(bookings: readonly BookingId[]): Promise<ReadonlyMap<SoldSeatId, number>>;
  /** Adds scans, and returns their keys in the same order. */
  addScans(sender: Sender, scans: readonly NewScan[], receivedAt: Instant): Promise<readonly ScanId[]>;
  saveMarks(marks: readonly PassengerMark[]): Promise<void>;
  /**
   * Gives passengers on board the first places, after places of a locked booking were cancelled. Forgets the marks of
   * passengers who are not on board.
   */
  closeRanks(booking: BookingId): Promise<void>;
  addConflicts(conflicts: readonly NewConflict[], receivedAt: Instant): Promise<void>;
  /**
   * Deletes at most `limit` scans received before a moment, oldest first, together with their conflicts. Returns the
   * number of deleted scans.
   */
  pruneScans(before: Instant, limit: number): Promise<number>;
}

/** The fields of a booking from which its ticket's token is made. */
export interface IssuedTicket {
  readonly id: BookingId;
  readonly code: string;
  readonly bookedAt: Instant;
  readonly tripId: TripId;
}

/** A contradiction between two scans, or between a scan and a cancellation. */
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
  /** The tickets of a company's trips, whatever the status of each booking. */
  tickets(operatorId: OperatorId, trips: readonly TripId[]): Promise<readonly IssuedTicket[]>;
  /** Conflicts of a trip, newest first. The page cursor is the moment and the id of a conflict. */
  conflicts(trip: TripId, page: Page): Promise<Listing<Conflict>>;
}
