import type { Booking, BookingStatus } from '../bookings/booking.ts';
import type { BookingId, SeatNumber, SoldSeatId, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { bySeat } from '../seats/seat-map.ts';
import type { Need, SeatPassenger, WishedSeat } from '../seats/sold-passenger.ts';
import { type Point, pointKey } from '../trips/points.ts';
import type { Road, Section } from '../trips/sections.ts';
import type { Tap } from '../trips/taps.ts';
import type { CrewTrip } from './crew-trip.ts';

/** A sold seat and its passenger. */
export interface ManifestSeat extends SeatPassenger, WishedSeat {
  /** The key of the sold seat. It stays the same when the trip gets another bus. */
  readonly id: SoldSeatId;
  readonly boardedAt: Instant | null;
  readonly need: Need | null;
}

/** The fields of a booking from which its ticket's token is made. */
export type Ticketed = Pick<Booking, 'id' | 'code' | 'bookedAt'>;

/** A booking on a manifest: paid, or ended with the trip. */
export interface ManifestBooking extends Ticketed {
  readonly status: BookingStatus;
  readonly section: Section;
  readonly name: string;
  readonly phone: string | null;
  /** The name of the person who sold the booking at the counter; null for an online booking. */
  readonly soldBy: string | null;
  /** The number of passengers of the booking, and how many of them are on board. */
  readonly places: number;
  readonly boardedPlaces: number;
  /** The booking's seats; empty on a bus without a seat map. */
  readonly seats: readonly ManifestSeat[];
}

/** The stops of a trip, and the reports of which stops the bus has left. */
export interface ManifestRoad extends Pick<Road, 'stops'> {
  /** The names of the cities of all stops, the first and the last included. */
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
  /** Bookings that ended with the cancellation of the trip, unordered. Empty for a trip that is not cancelled. */
  readonly ended: readonly ManifestBooking[];
  /** Bookings whose ticket was valid once and is no longer valid. */
  readonly revoked: readonly Ticketed[];
}

export interface ManifestViews {
  /** Finds the manifest of a trip of any company. */
  find(id: TripId): Promise<ManifestFacts | undefined>;
  /** The revision of a trip's manifest, with the trip's company and departure. Reads an index only. */
  revision(
    id: TripId,
  ): Promise<(Pick<ManifestFacts, 'revision'> & Pick<CrewTrip, 'operatorId' | 'departsAt'>) | undefined>;
}

/**
 * Orders passengers by the stop where they get on, then by boarding point. The stop's own boarding points come first,
 * in the bus's order. Then come other names, then passengers without a boarding point.
 */
export function inBoardingOrder({
  bookings,
  boardingPoints,
}: Pick<ManifestFacts, 'bookings' | 'boardingPoints'>): readonly ManifestBooking[] {
  const pointsAt = new Map<number, string[]>();
  for (const { name, stop = 0 } of boardingPoints) pointsAt.set(stop, [...(pointsAt.get(stop) ?? []), pointKey(name)]);
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
 * The rank of a passenger among those who get on at one stop. `place` is the index of the passenger's boarding point
 * among the stop's points. Boarding points that the stop does not have come after them, ordered by name.
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
  const name = pointKey(boardingPoint);
  if (name === '') return NOWHERE;
  const place = points.indexOf(name);
  return place === -1 ? { place: points.length, name } : { place, name: '' };
}

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const byTurn = (one: Turn, other: Turn): number =>
  one.place === other.place ? byText(one.name, other.name) : one.place < other.place ? -1 : 1;

/**
 * Orders bookings by the stop where passengers get on and by boarding point, then by seat. Bookings without seats come
 * last at each boarding point, the oldest first.
 */
const byKey = (one: Turned, other: Turned): number =>
  one.from - other.from ||
  byTurn(one.turn, other.turn) ||
  Number(one.seat === null) - Number(other.seat === null) ||
  byText(one.seat ?? '', other.seat ?? '') ||
  one.id - other.id;
