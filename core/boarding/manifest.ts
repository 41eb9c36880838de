import type { Booking, BookingStatus } from '../bookings/booking.ts';
import type { BookingId, SeatNumber, SoldSeatId, TripId } from '../kernel/ids.ts';
import { foldCase } from '../kernel/text.ts';
import type { Instant } from '../kernel/time.ts';
import { bySeat } from '../seats/seat-map.ts';
import type { SeatPassenger } from '../seats/ports.ts';
import type { CrewTrip } from './crew-trip.ts';

/** A seat that was sold, and who sits on it. */
export interface ManifestSeat extends SeatPassenger {
  /** The sold seat's own, which stays when its passengers get another bus. */
  readonly id: SoldSeatId;
  readonly boardedAt: Instant | null;
}

/** Facts that tickets are made from. */
export type Ticketed = Pick<Booking, 'id' | 'code' | 'bookedAt'>;

/** A booking with a ticket for the trip. */
export interface ManifestBooking extends Ticketed {
  readonly status: BookingStatus;
  readonly name: string;
  readonly phone: string | null;
  /** The name of the counter's seller; null online. */
  readonly soldBy: string | null;
  /** The number of passengers on the booking, and the number on board. */
  readonly places: number;
  readonly boardedPlaces: number;
  /** Empty on a bus without a seat map. */
  readonly seats: readonly ManifestSeat[];
}

/** Facts of a manifest, all of one moment. */
export interface ManifestFacts {
  readonly trip: CrewTrip;
  readonly revision: number;
  /** The names of the points where passengers get on, in the order in which the bus comes by. */
  readonly boardingPoints: readonly string[];
  /** Active bookings that are paid, unordered. */
  readonly bookings: readonly ManifestBooking[];
  /** Bookings whose ticket was good once and is no more. */
  readonly revoked: readonly Ticketed[];
}

export interface ManifestViews {
  /** The manifest of one trip, of any company. */
  find(id: TripId): Promise<ManifestFacts | undefined>;
  /** The revision alone, read from an index. */
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

/** The order of boarding: the index of the point among the trip's points, and the name of an unknown point. */
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

/** Bookings without seats come after the others, the oldest first. */
const byKey = (one: Turned, other: Turned): number =>
  byTurn(one.turn, other.turn) ||
  Number(one.seat === null) - Number(other.seat === null) ||
  byText(one.seat ?? '', other.seat ?? '') ||
  one.id - other.id;
