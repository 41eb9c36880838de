import { type On, type RoadPlan } from './section-steps.ts';

/*
 * Computes from a plain array of intervals which seats of a trip are taken on which sections. The oracle shares no code
 * with the core that it checks.
 */

/** Minutes for which a hold and an unpaid booking last. */
export const MINUTES = { hold: 10, payment: 15 } as const;

const NEVER = Infinity;

interface Piece {
  readonly from: number;
  readonly to: number;
}

/** A seat, or some places, that a passenger or a block takes on a section until a moment. */
export interface Interval extends Piece {
  readonly trip: On;
  /** The seat number; empty on the trip without a seat map. */
  readonly seat: string;
  readonly places: number;
  readonly kind: 'sold' | 'held' | 'blocked';
  /** The passenger who holds the seat, or the index of the booking that has bought it. */
  readonly by: number;
  readonly until: number;
}

interface OracleBooking extends Piece {
  readonly trip: On;
  /** The passenger of the booking; null for counter sales. */
  readonly who: number | null;
  seats: readonly string[];
  places: number;
  readonly deadline: number;
  status: 'unpaid' | 'paid' | 'expired' | 'ended';
}

/** A block of a seat, or of some places, that the company asks for. */
export interface OracleBlock extends Piece {
  readonly seat: string;
  readonly places: number;
  readonly until: number;
}

/** A moment of the model, in minutes since its start. */
type Minute = number;

export interface Bus {
  /** The seat numbers in the order of the map; empty without a map. */
  readonly seats: readonly string[];
  readonly places: number;
}

interface Road extends RoadPlan {
  readonly buses: readonly Bus[];
}

export const partsOf = ({ between }: RoadPlan): number => between + 1;

/** Whether passengers can buy a section. Passengers can always buy the whole trip. */
export const isSold = (plan: RoadPlan, { from, to }: Piece): boolean =>
  to - from === partsOf(plan) || !plan.hasGaps || (3 * from + to) % 4 !== 0;

const meet = (one: Piece, other: Piece): boolean => Math.max(one.from, other.from) < Math.min(one.to, other.to);

/** The parts of the interval `whole` before and after `hole`. */
const around = (whole: Interval, hole: Piece): readonly Interval[] =>
  [
    { ...whole, to: Math.min(whole.to, hole.from) },
    { ...whole, from: Math.max(whole.from, hole.to) },
  ].filter(({ from, to }) => from < to);

export function sectionOracle(roads: Readonly<Record<On, Road>>) {
  let taken: Interval[] = [];
  let now: Minute = 0;
  const bookings: OracleBooking[] = [];
  const bus: Record<On, number> = { seats: 0, places: 0 };

  const busOf = (trip: On): Bus => roads[trip].buses[bus[trip]]!;
  const parts = (trip: On): readonly Piece[] =>
    Array.from({ length: partsOf(roads[trip]) }, (_, from) => ({ from, to: from + 1 }));
  const live = (trip: On): readonly Interval[] => taken.filter((one) => one.trip === trip && one.until > now);
  const on = (trip: On, piece: Piece): readonly Interval[] => live(trip).filter((one) => meet(one, piece));
  const count = (trip: On, part: Piece, ...kinds: readonly Interval['kind'][]): number =>
    on(trip, part).reduce((sum, { places, kind }) => sum + (kinds.includes(kind) ? places : 0), 0);
  const remove = (isGone: (one: Interval) => boolean): void => {
    taken = taken.filter((one) => !isGone(one));
  };
  const inside = (trip: On, piece: Piece): readonly Piece[] => parts(trip).filter((part) => meet(part, piece));
  const room = (trip: On, piece: Piece, ...kinds: readonly Interval['kind'][]): number =>
    Math.min(...inside(trip, piece).map((part) => busOf(trip).places - count(trip, part, ...kinds)));

  /** Ends the unpaid bookings that are overdue. The service does so before many actions. */
  const expire = (trip?: On): void => {
    for (const [by, one] of bookings.entries())
      if (one.status === 'unpaid' && one.deadline <= now && (trip === undefined || one.trip === trip)) {
        one.status = 'expired';
        remove((interval) => interval.kind === 'sold' && interval.by === by);
      }
  };

  const sell = (by: number, until: number): void => {
    const { trip, seats, places, from, to } = bookings[by]!;
    const rows = trip === 'seats' ? seats.map((seat) => ({ seat, places: 1 })) : [{ seat: '', places }];
    for (const row of rows) taken.push({ trip, from, to, kind: 'sold', by, until, ...row });
  };

  const status = (trip: On, seat: string, piece: Piece, viewer: number): string => {
    const here = on(trip, piece).filter((one) => one.seat === seat);
    if (here.some(({ kind }) => kind === 'sold')) return 'BOOKED';
    if (here.some(({ kind }) => kind === 'blocked')) return 'BLOCKED';
    if (here.length === 0) return 'AVAILABLE';
    return here.every(({ by }) => by === viewer) ? 'LOCKED_BY_ME' : 'LOCKED';
  };

  const REASONS: Readonly<Record<string, string>> = {
    BOOKED: 'Already booked.',
    BLOCKED: 'Not a valid seat.',
    LOCKED: 'Currently held by another passenger.',
  };

  /** Whether a booking that has expired can get its seats back. The passenger's own holds do not prevent that. */
  const isFreeFor = ({ trip, seats, places, who, ...piece }: OracleBooking): boolean => {
    if (trip === 'places') return room(trip, piece, 'sold', 'blocked') >= places;
    return seats.every(
      (seat) =>
        busOf(trip).seats.includes(seat) &&
        on(trip, piece).every((one) => one.seat !== seat || (one.kind === 'held' && one.by === who)),
    );
  };

  /**
   * The seats that passengers get on another bus: a seat with the same number, or else any free seat. If a passenger
   * gets no seat, all seats are assigned again from the start. Returns undefined if a passenger still gets no seat.
   */
  const seating = (trip: On, next: Bus): Map<Interval, string> | undefined => {
    const map = busOf(trip).seats;
    const sold = live(trip)
      .filter(({ kind }) => kind === 'sold')
      .sort((one, other) => one.from - other.from || map.indexOf(one.seat) - map.indexOf(other.seat));
    const place = (passes: readonly ((one: Interval, seat: string) => boolean)[]) => {
      const seated = new Map<Interval, string>();
      for (const suits of passes)
        for (const one of sold.filter((sale) => !seated.has(sale))) {
          const isFree = (seat: string): boolean =>
            [...seated].every(([other, theirs]) => theirs !== seat || !meet(other, one));
          const seat = next.seats.find((candidate) => suits(one, candidate) && isFree(candidate));
          if (seat !== undefined) seated.set(one, seat);
        }
      return seated.size === sold.length ? seated : undefined;
    };
    return place([(one, seat) => one.seat === seat, () => true]) ?? place([() => true]);
  };

  return {
    bookings: bookings as readonly Readonly<OracleBooking>[],
    live,
    bus: busOf,
    wait: (minutes: number): void => {
      now += minutes;
    },
    expire: () => expire(),

    hold(trip: On, who: number, seats: readonly string[], piece: Piece): string {
      if (!isSold(roads[trip], piece)) return 'VALIDATION';
      remove((one) => one.trip === trip && one.kind === 'held' && one.by === who);
      const refused = seats.flatMap((seat) => {
        const why = busOf(trip).seats.includes(seat) ? REASONS[status(trip, seat, piece, who)] : REASONS['BLOCKED'];
        return why === undefined ? [] : [[seat, why] as const];
      });
      const granted = seats.filter((seat) => !refused.some(([no]) => no === seat));
      for (const seat of granted)
        taken.push({ trip, seat, places: 1, ...piece, kind: 'held', by: who, until: now + MINUTES.hold });
      return JSON.stringify({ granted, refused });
    },

    /** Releases the passenger's holds on a section. Without a section, releases all holds of the passenger. */
    release(trip: On, who: number, piece: Piece | undefined): string {
      if (piece && !isSold(roads[trip], piece)) return 'VALIDATION';
      const gone = live(trip).filter(
        (one) => one.kind === 'held' && one.by === who && (!piece || (one.from === piece.from && one.to === piece.to)),
      );
      remove((one) => gone.includes(one));
      return `released ${gone.length}`;
    },

    heldBy: (trip: On, who: number): readonly Interval[] =>
      live(trip).filter((one) => one.kind === 'held' && one.by === who),

    book(trip: On, who: number, seats: readonly string[], piece: Piece): string {
      expire();
      if (!isSold(roads[trip], piece)) return 'VALIDATION';
      const used = live(trip).filter(
        (one) =>
          one.kind === 'held' &&
          one.by === who &&
          one.from === piece.from &&
          one.to === piece.to &&
          seats.includes(one.seat),
      );
      if (used.length < seats.length) return 'SEAT_SELECTION_EXPIRED';
      remove((one) => used.includes(one));
      const deadline = now + MINUTES.payment;
      const by = bookings.push({ trip, who, seats, places: seats.length, ...piece, deadline, status: 'unpaid' }) - 1;
      sell(by, deadline);
      return 'booked';
    },

    take(who: number, places: number, piece: Piece): string {
      const trip = 'places';
      expire();
      if (!isSold(roads[trip], piece)) return 'VALIDATION';
      if (room(trip, piece, 'sold', 'blocked') < places) return 'NOT_ENOUGH_SEATS';
      const deadline = now + MINUTES.payment;
      sell(bookings.push({ trip, who, seats: [], places, ...piece, deadline, status: 'unpaid' }) - 1, deadline);
      return 'booked';
    },

    /** Pays a booking: in time, too late, or after the booking was cancelled. */
    pay(by: number): string {
      const booking = bookings[by]!;
      if (booking.status === 'ended') return 'ended';
      if (booking.status === 'unpaid' && booking.deadline > now) {
        booking.status = 'paid';
        taken = taken.map((one) => (one.kind === 'sold' && one.by === by ? { ...one, until: NEVER } : one));
        return 'paid';
      }
      expire();
      if (!isFreeFor(booking)) return 'expired';
      const { trip, who, seats } = booking;
      remove(
        (one) =>
          one.trip === trip && one.kind === 'held' && one.by === who && seats.includes(one.seat) && meet(one, booking),
      );
      booking.status = 'paid';
      sell(by, NEVER);
      return 'paid';
    },

    /** Cancels a booking. With `part`, cancels only these seats, or this number of places. */
    cancel(by: number, part: { readonly seats: readonly string[]; readonly places: number } | undefined): string {
      const booking = bookings[by]!;
      if (booking.status === 'expired' || booking.status === 'ended')
        return booking.who === null ? 'BOOKING_CLOSED' : 'BOOKING_OVER';
      if (booking.status === 'unpaid' && part) return 'BOOKING_NOT_PAID';
      remove((one) => one.kind === 'sold' && one.by === by);
      if (!part || part.places === booking.places) booking.status = 'ended';
      else {
        booking.seats = booking.seats.filter((seat) => !part.seats.includes(seat));
        booking.places -= part.places;
        sell(by, NEVER);
      }
      return 'cancelled';
    },

    /** Sells seats at the counter, paid at once. Sells blocked seats too, and refuses sold or held seats. */
    sellAtCounter(trip: On, seats: readonly string[], piece: Piece): string {
      expire();
      if (!isSold(roads[trip], piece)) return 'VALIDATION';
      const { length: places } = seats;
      if (trip === 'seats') {
        if (seats.some((seat) => !busOf(trip).seats.includes(seat))) return 'VALIDATION';
        const isHit = (one: Interval): boolean => one.trip === trip && seats.includes(one.seat) && meet(one, piece);
        if (live(trip).some((one) => isHit(one) && one.kind !== 'blocked')) return 'SEATS_TAKEN';
        taken = taken.flatMap((one) => (one.kind === 'blocked' && isHit(one) ? around(one, piece) : [one]));
      } else {
        if (room(trip, piece, 'sold') < places) return 'SEATS_TAKEN';
        for (const part of inside(trip, piece)) {
          let missing = places - (busOf(trip).places - count(trip, part, 'sold', 'blocked'));
          taken = taken.flatMap((one) => {
            if (missing <= 0 || one.kind !== 'blocked' || one.trip !== trip || one.until <= now || !meet(one, part))
              return [one];
            const used = Math.min(missing, one.places);
            missing -= used;
            return one.places > used ? [{ ...one, places: one.places - used }] : [];
          });
        }
      }
      const by = bookings.push({ trip, who: null, seats, places, ...piece, deadline: now, status: 'paid' }) - 1;
      if (trip === 'places') bookings[by]!.seats = [];
      sell(by, NEVER);
      return 'sold';
    },

    blocks: (trip: On): readonly OracleBlock[] => live(trip).filter(({ kind }) => kind === 'blocked'),

    /** Replaces all blocks of a trip. Blocked places are stored for each pair of neighbouring stops. */
    block(trip: On, blocks: readonly OracleBlock[]): string {
      const twice = blocks.some((one, index) =>
        blocks.some((other, at) => at < index && one.seat === other.seat && meet(one, other)),
      );
      const isUnknown = blocks.some(({ seat }) => !busOf(trip).seats.includes(seat));
      if (trip === 'seats' && (twice || isUnknown)) return 'VALIDATION';
      if (trip === 'seats') {
        const isOn = (kind: Interval['kind']): boolean =>
          live(trip).some(
            (one) => one.kind === kind && blocks.some((block) => block.seat === one.seat && meet(one, block)),
          );
        if (isOn('sold')) return 'SEATS_SOLD';
        if (isOn('held')) return 'SEATS_HELD';
      } else {
        const asked = (part: Piece): number =>
          blocks.reduce((sum, block) => sum + (meet(block, part) ? block.places : 0), 0);
        if (parts(trip).some((part) => asked(part) > busOf(trip).places - count(trip, part, 'sold')))
          return 'SEATS_SOLD';
      }
      remove((one) => one.trip === trip && one.kind === 'blocked');
      for (const block of blocks)
        for (const { from, to } of trip === 'seats' ? [block] : inside(trip, block))
          taken.push({ ...block, from, to, trip, kind: 'blocked', by: -1 });
      return 'blocked';
    },

    swap(trip: On, index: number): string {
      if (index === bus[trip]) return 'SAME_BUS';
      const next = roads[trip].buses[index]!;
      const moved = trip === 'seats' ? seating(trip, next) : new Map<Interval, string>();
      const isFull = trip === 'places' && parts(trip).some((part) => count(trip, part, 'sold') > next.places);
      if (!moved || isFull) return 'SEATS_TOO_FEW';
      expire(trip);
      remove((one) => one.trip === trip && one.kind === 'held');
      taken = taken.map((one) => ({ ...one, seat: moved.get(one) ?? one.seat }));
      for (const [by, booking] of bookings.entries())
        if (booking.trip === trip && trip === 'seats' && ['unpaid', 'paid'].includes(booking.status))
          booking.seats = taken.filter((one) => one.kind === 'sold' && one.by === by).map(({ seat }) => seat);
      bus[trip] = index;
      const sold = live(trip).filter(({ kind }) => kind === 'sold');
      remove(
        (one) =>
          one.trip === trip &&
          trip === 'seats' &&
          one.kind === 'blocked' &&
          (!next.seats.includes(one.seat) || sold.some((sale) => sale.seat === one.seat && meet(sale, one))),
      );
      return 'swapped';
    },

    /** The status of each seat on a section, in the order of the seat map. Undefined if the section is not on sale. */
    map: (trip: On, piece: Piece, viewer: number): readonly string[] | undefined =>
      isSold(roads[trip], piece)
        ? busOf(trip).seats.map((seat) => `${seat} ${status(trip, seat, piece, viewer)}`)
        : undefined,

    seatsLeft: (trip: On, piece: Piece): number | undefined => {
      if (!isSold(roads[trip], piece)) return undefined;
      if (trip === 'places') return room(trip, piece, 'sold', 'blocked');
      return busOf(trip).seats.filter((seat) => status(trip, seat, piece, -1) === 'AVAILABLE').length;
    },

    /** The numbers of sold, held, blocked and free seats, for each pair of neighbouring stops. */
    counts: (trip: On): readonly (readonly number[])[] =>
      parts(trip).map((part) => {
        const kinds = ['sold', 'held', 'blocked'] as const;
        const counted = kinds.map((kind) => count(trip, part, kind));
        return [...counted, busOf(trip).places - counted.reduce((sum, one) => sum + one)];
      }),
  };
}

export type SectionOracle = ReturnType<typeof sectionOracle>;
