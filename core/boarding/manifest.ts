import type { Booking, BookingStatus } from '../bookings/booking.ts';
import type { BookingId, SeatNumber, SoldSeatId, TripId } from '../kernel/ids.ts';
import { foldCase } from '../kernel/text.ts';
import type { Instant } from '../kernel/time.ts';
import { bySeat } from '../seats/seat-map.ts';
import type { SeatPassenger } from '../seats/ports.ts';
import type { CrewTrip } from './crew-trip.ts';

/** A sold seat and its passenger. */
export interface ManifestSeat extends SeatPassenger {
  /** The key of the sold seat. It stays the same when the passengers get another bus. */
  readonly id: SoldSeatId;
  readonly boardedAt: Instant | null;
}

/** The fields of a booking from which its ticket's token is made. */
export type Ticketed = Pick<Booking, 'id' | 'code' | 'bookedAt'>;

/** A booking with a ticket for the trip. */
export interface ManifestBooking extends Ticketed {
  readonly status: BookingStatus;
  readonly name: string;
  readonly phone: string | null;
  /** The name of the seller at the counter; null for an online booking. */
  readonly soldBy: string | null;
  /** The number of passengers on the booking, and the number on board. */
  readonly places: number;
  readonly boardedPlaces: number;
  /** The booking's seats; empty on a bus without a seat map. */
  readonly seats: readonly ManifestSeat[];
}

/** The data of a manifest, all read at one moment. */
export interface ManifestFacts {
  readonly trip: CrewTrip;
  readonly revision: number;
  /** The names of the boarding points, in the order in which the bus reaches them. */
  readonly boardingPoints: readonly string[];
  /** Paid, active bookings, unordered. */
  readonly bookings: readonly ManifestBooking[];
  /** Bookings whose ticket was valid once and is no longer valid. */
  readonly revoked: readonly Ticketed[];
}

export interface ManifestViews {
  /** Finds the manifest of a trip of any company. */
  find(id: TripId): Promise<ManifestFacts | undefined>;
  /** The revision of a trip's manifest. Reads an index only. */
  revision(
    id: TripId,
  ): Promise<(Pick<ManifestFacts, 'revision'> & Pick<CrewTrip, 'operatorId' | 'departsAt'>) | undefined>;
}

/** Orders passengers by boarding point: the trip's points in their order, then other names, then none. */
export function inBoardingOrder({
  bookings,
  boardingPoints,
}: Pick<ManifestFacts, 'bookings' | 'boardingPoints'>): readonly ManifestBooking[] {
  const points = boardingPoints.map(foldCase);
  const sorted = bookings.map((booking) => ({
    ...booking,
    seats: [...booking.seats].sort(
      (one, other) => byTurn(turnOf(points, one), turnOf(points, other)) || bySeat(one, other),
    ),
  }));
  const keyOf = ({ id, seats: [first] }: ManifestBooking): Turned => ({
    turn: first ? turnOf(points, first) : NOWHERE,
    seat: first?.seat ?? null,
    id,
  });
  return sorted.sort((one, other) => byKey(keyOf(one), keyOf(other)));
}

/**
 * A passenger's position in the order of boarding: the index of the boarding point among the trip's points. Unknown
 * points are ordered by name.
 */
interface Turn {
  readonly place: number;
  readonly name: string;
}

interface Turned {
  readonly turn: Turn;
  readonly seat: SeatNumber | null;
  readonly id: BookingId;
}

const NOWHERE: Turn = { place: Infinity, name: '' };

function turnOf(points: readonly string[], { boardingPoint }: Pick<SeatPassenger, 'boardingPoint'>): Turn {
  const name = foldCase(boardingPoint.trim());
  if (name === '') return NOWHERE;
  const place = points.indexOf(name);
  return place === -1 ? { place: points.length, name } : { place, name: '' };
}

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const byTurn = (one: Turn, other: Turn): number =>
  one.place === other.place ? byText(one.name, other.name) : one.place < other.place ? -1 : 1;

/** Orders passengers of one boarding point by seat. Bookings without seats come last, the oldest first. */
const byKey = (one: Turned, other: Turned): number =>
  byTurn(one.turn, other.turn) ||
  Number(one.seat === null) - Number(other.seat === null) ||
  byText(one.seat ?? '', other.seat ?? '') ||
  one.id - other.id;
