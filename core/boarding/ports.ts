import type { CrewMember } from '../trips/crew.ts';
import type { Booking, BookingStatus } from '../bookings/booking.ts';
import type { Sender } from '../platform/idempotency.ts';
import type { BookingId, OperatorId, ScanId, SeatNumber, SoldSeatId, TripId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type { Road } from '../trips/sections.ts';
import type { TripStatus } from '../trips/trip.ts';
import type { ConflictReason, FirstBoarding, ScanAction, ScanAnswer, ScanMode, TicketedTrip } from './scan.ts';

/** A seat of a booking. On a bus without a seat map, the number of a place of the booking, from 1. */
export type SeatOrPlace = { readonly seatId: SoldSeatId; readonly number: SeatNumber } | { readonly place: number };

/** The moment of a passenger's boarding, and who reported it. */
export interface Boarding {
  readonly at: Instant;
  /** The device or person that scanned the ticket. `by` is its present name. */
  readonly sender: Sender;
  readonly by: string;
  readonly scan: ScanId;
}

/** A passenger of a booking, identified by seat or place. Says whether the passenger has boarded or is missing. */
export interface PassengerMark {
  readonly bookingId: BookingId;
  readonly tripId: TripId;
  readonly at: SeatOrPlace;
  readonly boarding: Boarding | null;
  /** The time at which the passenger was reported missing; null for any other passenger. */
  readonly noShowAt: Instant | null;
}

export interface ScannedTrip extends TicketedTrip {
  readonly operatorId: OperatorId;
  readonly status: TripStatus;
  readonly arrivesAt: Instant;
  /** The stops between the trip's first and last stop. */
  readonly stops: Road['stops'];
  /** The names of the cities of all stops, the first and the last included. */
  readonly cities: readonly string[];
}

/** A scan to be stored, with its answer. */
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
  /**
   * The scan that contradicts the records. If a boarded passenger's booking is cancelled, this is the scan that boarded
   * the passenger.
   */
  readonly scan: ScanId;
  /** The first boarding of the passengers whom the scan is about; null if none of them was on board. */
  readonly first: Pick<Boarding, 'at' | 'scan'> | null;
  readonly seats: readonly SeatNumber[];
  readonly reason: ConflictReason;
}

/** Stores scans and the boarding state of passengers, inside a transaction. */
export interface Boardings {
  /**
   * Locks the sending device or person until the transaction ends, so that its scans run one after another. Returns the
   * sender's name; undefined if the sender no longer exists.
   */
  lockSender(sender: Sender): Promise<string | undefined>;
  /** The stored answers to earlier scans of this sender, by nonce. Nonces without an answer are missing. */
  answers(sender: Sender, nonces: readonly string[]): Promise<ReadonlyMap<string, ScanAnswer>>;
  /**
   * The company's bookings among `ids`, locked in the same order as by `lockActive`. Bookings of other companies are
   * not locked.
   */
  lockBookings(ids: readonly BookingId[], of: OperatorId): Promise<readonly Booking[]>;
  /**
   * The company's trips among `ids`. Until the transaction ends, no other transaction can cancel these trips or change
   * their times.
   */
  trips(ids: readonly TripId[], of: OperatorId): Promise<readonly ScannedTrip[]>;
  /**
   * The passengers of these bookings. Every seat that a booking has or had gives one mark. A booking without seats has
   * a mark for each place whose passenger a scan has changed.
   */
  marks(bookings: readonly BookingId[]): Promise<readonly PassengerMark[]>;
  /**
   * The last stop at which an earlier passenger of a seat gets off, for the seats of these bookings. Leaves out seats
   * without an earlier passenger.
   */
  seatsTakenUntil(bookings: readonly BookingId[]): Promise<ReadonlyMap<SoldSeatId, number>>;
  /** Adds scans, and returns their keys in the same order. */
  addScans(sender: Sender, scans: readonly NewScan[], receivedAt: Instant): Promise<readonly ScanId[]>;
  saveMarks(marks: readonly PassengerMark[]): Promise<void>;
  /**
   * Moves the passengers on board to the first places, after some places of a locked booking were cancelled. Deletes
   * the entries of passengers who are not on board.
   */
  closeRanks(booking: BookingId): Promise<void>;
  addConflicts(conflicts: readonly NewConflict[], receivedAt: Instant): Promise<void>;
  /**
   * Deletes at most `limit` scans received before `before`, oldest first, together with their conflicts. Returns the
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
  readonly status: BookingStatus;
}

/** A contradiction between two scans of a passenger, or between a scan and a cancellation. */
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
  /** The tickets of a company's trips, including those of unpaid and cancelled bookings. */
  tickets(operatorId: OperatorId, trips: readonly TripId[]): Promise<readonly IssuedTicket[]>;
  /** The company's tickets with these booking codes. */
  byCode(operatorId: OperatorId, codes: readonly string[]): Promise<readonly IssuedTicket[]>;
  /** Conflicts of a trip, newest first. The page cursor is the moment and the id of a conflict. */
  conflicts(trip: TripId, page: Page): Promise<Listing<Conflict>>;
}

/** A passenger on a printed manifest, or a booking on a bus without a seat map. */
export interface PrintedPassenger {
  readonly seat: SeatNumber | null;
  readonly places: number;
  readonly name: string;
  readonly phone: string | null;
  readonly boardingPoint: string;
  readonly droppingPoint: string;
  readonly bookingCode: string;
  readonly boarded: number;
  /** Whether the booking ended with the cancellation of the trip. */
  readonly isCancelled: boolean;
}

/** A manifest as texts for printing. Times are local, `YYYY-MM-DD HH:MM`. */
export interface PrintedManifest {
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly departure: string;
  readonly busName: string;
  readonly registrationNo: string;
  readonly isCancelled: boolean;
  readonly crew: readonly CrewMember[];
  readonly sold: number;
  readonly boarded: number;
  readonly revision: number;
  readonly printedAt: string;
  readonly passengers: readonly PrintedPassenger[];
}

/** Prints a manifest as a PDF on A4. */
export interface ManifestPrinter {
  print(manifest: PrintedManifest): Promise<Uint8Array>;
}
