import type { CrewTrip, KeptManifest, KeptScan, ManifestBooking } from './kept.ts';

/* Computes who is on board from the manifest and later scans, without side effects. */

/** One passenger with a seat. On a bus without a seat map, one object stands for all passengers of a booking. */
export interface Passenger {
  readonly key: string;
  readonly booking: ManifestBooking;
  /** The seat's id. Undefined on a bus without a seat map. */
  readonly seatId: number | undefined;
  /** The seat's number, or the booking's code. */
  readonly label: string;
  readonly name: string;
  readonly boardingPoint: string;
  readonly places: number;
  readonly state: 'waiting' | 'boarded' | 'no-show';
}

type State = Passenger['state'];

/** The state of the passengers after a scan; undefined if the scan changes nothing. */
function stateAfter({ action, answer, said }: KeptScan): State | undefined {
  const outcome = answer ?? said;
  switch (outcome?.result) {
    case 'BOARDED':
    case 'ALREADY':
      return 'boarded';
    case 'CONFLICT':
      // A passenger whom another phone scanned first is on board, too.
      return outcome.reason === 'ALREADY' ? 'boarded' : undefined;
    case 'NO_SHOW':
      return 'no-show';
    case 'UNDONE':
      return 'waiting';
    case 'REFUSED':
      return undefined;
    case undefined:
      // The scan has no result, because the page was closed before it could judge the scan. So the action counts as
      // done.
      return { BOARD: 'boarded', NO_SHOW: 'no-show', UNDO: 'waiting' }[action] as State;
  }
}

/** Whether a scan is about this booking and seat. A token or a code is matched by the booking code in the result. */
const isAbout = ({ target, answer, said }: KeptScan, booking: ManifestBooking, seatId: number | undefined): boolean =>
  'bookingId' in target
    ? target.bookingId === booking.booking_id &&
      (seatId === undefined || !target.seatIds || target.seatIds.includes(seatId))
    : (answer ?? said)?.booking_code === booking.booking_code;

/** All passengers of a trip, in boarding order. */
export function passengersOf({ manifest, askedAt }: KeptManifest, scans: readonly KeptScan[]): readonly Passenger[] {
  const told = scans.filter(({ tripId }) => tripId === manifest.trip.id);
  const stateOf = (booking: ManifestBooking, seatId: number | undefined, isBoarded: boolean): State =>
    told
      .filter((scan) => isAbout(scan, booking, seatId))
      .reduce<State>(
        (state, scan) => {
          // The manifest includes scans that were answered before it was requested, so the manifest's state replaces
          // theirs. No-shows stay, because manifests do not contain no-shows.
          const isInManifest = scan.answeredAt !== undefined && scan.answeredAt < askedAt;
          const next = stateAfter(scan) ?? state;
          if (!isInManifest) return next;
          return isBoarded ? 'boarded' : next === 'no-show' ? 'no-show' : 'waiting';
        },
        isBoarded ? 'boarded' : 'waiting',
      );

  return manifest.bookings.flatMap((booking): readonly Passenger[] =>
    booking.seats.length === 0
      ? [
          {
            key: `booking ${booking.booking_id}`,
            booking,
            seatId: undefined,
            label: booking.booking_code,
            name: booking.name,
            boardingPoint: '',
            places: booking.places,
            state: stateOf(booking, undefined, booking.boarded_places >= booking.places),
          },
        ]
      : booking.seats.map((seat) => ({
          key: `seat ${seat.seat_id}`,
          booking,
          seatId: seat.seat_id,
          label: seat.seat_number,
          name: seat.name || booking.name,
          boardingPoint: seat.boarding_point,
          places: 1,
          state: stateOf(booking, seat.seat_id, seat.boarded_at !== null),
        })),
  );
}

/**
 * Sets a trip's number of boarded passengers to the number from the stored manifest and later scans. Without a stored
 * manifest, keeps the number that the service sent last.
 */
export function withBoarded(trip: CrewTrip, kept: KeptManifest | undefined, scans: readonly KeptScan[]): CrewTrip {
  if (!kept) return trip;
  const passengers = passengersOf(kept, scans);
  return { ...trip, boarded: placesIn(passengers, 'boarded'), sold: placesIn(passengers) };
}

export interface Group {
  readonly boardingPoint: string;
  readonly passengers: readonly Passenger[];
}

/** Passengers grouped by boarding point, in the manifest's order. */
export function byBoardingPoint(passengers: readonly Passenger[]): readonly Group[] {
  const points = [...new Set(passengers.map(({ boardingPoint }) => boardingPoint))];
  return points.map((boardingPoint) => ({
    boardingPoint,
    passengers: passengers.filter((one) => one.boardingPoint === boardingPoint),
  }));
}

/** Passengers who get on at a stop. */
export const gettingOn = (passengers: readonly Passenger[], stop: number): readonly Passenger[] =>
  passengers.filter(({ booking }) => booking.from_stop === stop);

/** Passengers who get off at a stop: those on board, and those who may still get on, at the stop `next` or later. */
export const gettingOff = (passengers: readonly Passenger[], stop: number, next: number): readonly Passenger[] =>
  passengers.filter(
    ({ booking, state }) => booking.to_stop === stop && (state === 'boarded' || booking.from_stop >= next),
  );

export const isMissing = ({ state }: Passenger): boolean => state !== 'boarded';

const RANKS: Readonly<Record<State, number>> = { waiting: 0, 'no-show': 1, boarded: 2 };

/**
 * Puts missing passengers before boarded ones in each group, and complete groups last. Orders each passenger by the
 * state that `placed` returns.
 */
export function missingFirst(
  groups: readonly Group[],
  placed: (one: Passenger) => Passenger = (one) => one,
): readonly Group[] {
  const rank = (one: Passenger): number => RANKS[placed(one).state];
  const isFull = ({ passengers }: Group): boolean => !passengers.some((one) => isMissing(placed(one)));
  return groups
    .map((group) => ({ ...group, passengers: [...group.passengers].sort((one, other) => rank(one) - rank(other)) }))
    .sort((one, other) => Number(isFull(one)) - Number(isFull(other)));
}

export const placesIn = (passengers: readonly Passenger[], state?: State): number =>
  passengers.reduce((sum, one) => sum + (state === undefined || one.state === state ? one.places : 0), 0);
