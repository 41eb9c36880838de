import type { Booking, BookingStatus } from '../bookings/booking.ts';
import type { BookingId, SeatNumber, SoldSeatId, TripId } from '../kernel/ids.ts';
import { foldCase } from '../kernel/text.ts';
import type { Instant } from '../kernel/time.ts';
import { bySeat } from '../seats/seat-map.ts';
import type { SeatPassenger } from '../seats/ports.ts';
import type { Point } from '../trips/points.ts';
import type { Road, Section } from '../trips/sections.ts';
import type { Tap } from '../trips/taps.ts';
import type { CrewTrip } from './crew-trip.ts';

/** A sold seat and its passenger. */
export interface ManifestSeat extends SeatPassenger {
  /** The key of the sold seat, which stays the same when the passengers get another bus. */
  readonly id: SoldSeatId;
  readonly boardedAt: Instant | null;
}

/** The fields of a booking from which its ticket's token is made. */
export type Ticketed = Pick<Booking, 'id' | 'code' | 'bookedAt'>;

/** A booking with a ticket for the trip. */
export interface ManifestBooking extends Ticketed {
  readonly status: BookingStatus;
  readonly section: Section;
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

/** The road of a trip, and which stops the bus has left. */
export interface ManifestRoad extends Pick<Road, 'stops'> {
  /** The names of the cities of all stops, the ends included. */
  readonly cities: readonly string[];
  readonly left: readonly Tap[];
}

/** The data of a manifest, all read at one moment. */
export interface ManifestFacts {
  readonly trip: CrewTrip;
  readonly revision: number;
  readonly road: ManifestRoad;
  /** The boarding points, in the order in which the bus reaches them. */
  readonly boardingPoints: readonly Pick<Point, 'name' | 'stop'>[];
  /** Paid, active bookings, unordered. */
  readonly bookings: readonly ManifestBooking[];
  /** Bookings whose ticket was valid once and is not valid any more. */
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

/**
 * Orders passengers by first stop, then by boarding point: the stop's points in their order, then other names, then
 * none.
 */
export function inBoardingOrder({
  bookings,
  boardingPoints,
}: Pick<ManifestFacts, 'bookings' | 'boardingPoints'>): readonly ManifestBooking[] {
  const pointsAt = new Map<number, string[]>();
  for (const { name, stop = 0 } of boardingPoints) pointsAt.set(stop, [...(pointsAt.get(stop) ?? []), foldCase(name)]);
  const turnIn = ({ section }: ManifestBooking, seat: ManifestSeat) => turnOf(pointsAt.get(section.from) ?? [], seat);
  const sorted = bookings.map((booking) => ({
    ...booking,
    seats: [...booking.seats].sort(
      (one, other) => byTurn(turnIn(booking, one), turnIn(booking, other)) || bySeat(one, other),
    ),
  }));
  const keyOf = (booking: ManifestBooking): Turned => {
    const {
      id,
      section,
      seats: [first],
    } = booking;
    return {
      from: section.from,
      turn: first ? turnIn(booking, first) : NOWHERE,
      seat: first?.seat ?? null,
      id,
    };
  };
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
  readonly from: number;
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

/**
 * Orders by first stop and boarding point, and passengers of one boarding point by seat. Bookings without seats come
 * last, the oldest first.
 */
const byKey = (one: Turned, other: Turned): number =>
  one.from - other.from ||
  byTurn(one.turn, other.turn) ||
  Number(one.seat === null) - Number(other.seat === null) ||
  byText(one.seat ?? '', other.seat ?? '') ||
  one.id - other.id;
