import { type On, type RoadPlan } from './section-steps.ts';

/*
 * Computes from a plain array of intervals which seats of a trip are taken on which sections. The oracle shares no code
 * with the core that it checks.
 */

/** Minutes for which a hold and an unpaid booking last. */
export const MINUTES = { hold: 10, payment: 15, offer: 15, pass: 15, rush: 30 } as const;

/** The number of seats that a person may hold on a trip, and may have on a day while the sale opens. */
const MOST_SEATS = 6;

/** The part of a trip's seats that blocks and counter sales may take while the sale opens. */
const COUNTER_SHARE = 0.3;

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
  /** The index of the wait to which the seat is offered. */
  readonly wait?: number;
}

/** A person in line for seats, or for places. */
interface OracleWait extends Piece {
  readonly trip: On;
  readonly who: number;
  readonly count: number;
  anyOf: readonly string[] | null;
  offer: { readonly seats: readonly string[]; readonly until: number } | null;
  hasEnded: boolean;
}

/** A wait as its person sees it. */
export interface SeenWait extends Piece {
  readonly who: number;
  readonly count: number;
  readonly anyOf: readonly string[] | null;
  readonly position: number;
  readonly offer: { readonly seats: readonly string[]; readonly until: number } | null;
}

/** A wait in words, by which the service and the oracle are compared. */
export const inWords = ({ who, from, to, count, anyOf, position, offer }: SeenWait): string =>
  [
    `${who} is number ${position} for ${count} of ${anyOf?.join() ?? 'all'} from ${from} to ${to}`,
    ...(offer ? [`offered ${offer.seats.join()} until ${offer.until}`] : []),
  ].join(', ');

/** The opening of the sale of all trips that open at a moment. */
interface OracleDoor {
  /** The end of each person's pass; undefined before the pass was given. In the order in which people joined. */
  readonly places: { readonly who: number; until: number | undefined }[];
  admitted: number;
  steppedAt: number;
  isClear: boolean;
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

/**
 * Chooses seats of a bus with one row: neighbours if there are some, which leave no free seat without a free neighbour
 * where possible, and are as far in front as possible.
 */
function bestInRow(row: readonly string[], free: readonly string[], count: number): readonly string[] {
  let left = row.map((seat) => free.includes(seat));
  const chosen: number[] = [];
  const nextTo = (seats: readonly boolean[], at: number): boolean => seats[at - 1] === true || seats[at + 1] === true;
  for (let size = count; chosen.length < count;) {
    const starts = row.map((_, at) => at).filter((at) => left.slice(at, at + size).filter(Boolean).length === size);
    const lonely = (start: number): number => {
      const others = left.map((isFree, at) => isFree && (at < start || at >= start + size));
      return others.filter((isFree, at) => isFree && nextTo(left, at) && !nextTo(others, at)).length;
    };
    const [best] = starts.sort((one, other) => lonely(one) - lonely(other) || one - other);
    if (best === undefined) size -= 1;
    else {
      for (let at = best; at < best + size; at += 1) chosen.push(at);
      left = left.map((isFree, at) => isFree && !chosen.includes(at));
      size = count - chosen.length;
    }
  }
  return chosen.map((at) => row[at]!).sort();
}

export function sectionOracle(roads: Readonly<Record<On, Road>>) {
  let taken: Interval[] = [];
  let waits: OracleWait[] = [];
  let now: Minute = 0;
  const doors = new Map<Minute, OracleDoor>();
  const opensAt: Record<On, Minute | undefined> = { seats: undefined, places: undefined };
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
  const room = (trip: On, piece: Piece, ...kinds: readonly Interval['kind'][]): number => {
    const counted = kinds.length > 0 ? kinds : (['sold', 'held', 'blocked'] as const);
    return Math.min(...inside(trip, piece).map((part) => busOf(trip).places - count(trip, part, ...counted)));
  };

  const doorOf = (trip: On): OracleDoor | undefined => {
    const moment = opensAt[trip];
    return moment === undefined ? undefined : doors.get(moment);
  };
  /** Whether the trip has a door that is not clear. */
  const isLimited = (trip: On): boolean => doorOf(trip)?.isClear === false;
  const isBeforeSale = (trip: On): boolean => isLimited(trip) && now < opensAt[trip]!;
  const needsPass = (trip: On, who: number): boolean =>
    isLimited(trip) &&
    !isBeforeSale(trip) &&
    !doorOf(trip)!.places.some((place) => place.who === who && place.until !== undefined && place.until > now);

  /** The seats that a person has at doors that are not clear, offered ones too. Null is the counter's customer. */
  const ofDay = (who: number | null, isCounted: (one: Interval) => boolean = () => true): number =>
    (['seats', 'places'] as const)
      .filter(isLimited)
      .flatMap((trip) => {
        const own = live(trip).filter(
          (one) =>
            isCounted(one) &&
            (one.kind === 'sold' ? bookings[one.by]!.who === who : one.kind === 'held' && one.by === who),
        );
        // A seat that is held on several sections counts once.
        const key = (one: Interval): string => `${one.kind} ${one.wait ?? ''} ${one.seat}`;
        return own.filter(
          (one, index) => one.kind === 'sold' || own.findIndex((other) => key(other) === key(one)) === index,
        );
      })
      .reduce((sum, { places }) => sum + places, 0);

  /** The seats of a trip that blocks and counter sales take. */
  const shareOf = (trip: On): number => {
    const shared = live(trip).filter(
      ({ kind, by }) => kind === 'blocked' || (kind === 'sold' && bookings[by]!.who === null),
    );
    if (trip === 'seats') return new Set(shared.map(({ seat }) => seat)).size;
    const onPart = (part: Piece): number => shared.reduce((sum, one) => sum + (meet(one, part) ? one.places : 0), 0);
    return Math.max(...parts(trip).map(onPart));
  };
  const shareLimit = (trip: On): number => Math.floor(busOf(trip).places * COUNTER_SHARE);

  const standing = (trip: On): readonly OracleWait[] =>
    waits.filter((one) => one.trip === trip && !one.hasEnded && (!one.offer || one.offer.until > now));
  const endWait = (wait: OracleWait): void => {
    const index = waits.indexOf(wait);
    wait.hasEnded = true;
    remove((one) => one.wait === index);
  };
  /** Ends the waits whose offers had some of the seats, and the rest of their offers. */
  const endOffersOf = (used: readonly Interval[]): void => {
    for (const { wait } of used) if (wait !== undefined) endWait(waits[wait]!);
  };

  /**
   * The places that the line can get. Places of an overdue booking go to the line once the booking is set to expired,
   * as a job does every minute.
   */
  const roomInLine = (piece: Piece): number => {
    const isOverdue = (one: Interval): boolean =>
      one.trip === 'places' && one.kind === 'sold' && one.until <= now && bookings[one.by]!.status === 'unpaid';
    const left = inside('places', piece).map((part) => {
      const overdue = taken.filter((one) => isOverdue(one) && meet(one, part));
      return room('places', part) - overdue.reduce((sum, { places }) => sum + places, 0);
    });
    return Math.min(...left);
  };

  /** Offers what is free on a trip to those who wait, in the order of the line. */
  const serve = (trip: On): void => {
    for (const wait of waits) if (wait.trip === trip && wait.offer && wait.offer.until <= now) wait.hasEnded = true;
    if (isBeforeSale(trip)) return;
    for (const wait of standing(trip)) {
      if (wait.offer) continue;
      const { who, count: wanted } = wait;
      if (isLimited(trip) && ofDay(who) + wanted > MOST_SEATS) continue;
      const until = now + MINUTES.offer;
      const offered = { ...wait, trip, kind: 'held', by: who, until, wait: waits.indexOf(wait) } as const;
      if (trip === 'places') {
        if (roomInLine(wait) < wanted) continue;
        wait.offer = { seats: [], until };
        taken.push({ ...offered, seat: '', places: wanted });
        continue;
      }
      const own = new Set(live(trip).flatMap(({ kind, by, seat }) => (kind === 'held' && by === who ? [seat] : [])));
      if (own.size + wanted > MOST_SEATS) continue;
      const free = busOf(trip).seats.filter(
        (seat) => (wait.anyOf?.includes(seat) ?? true) && on(trip, wait).every((one) => one.seat !== seat),
      );
      if (free.length < wanted) continue;
      const seats = bestInRow(busOf(trip).seats, free, wanted);
      wait.offer = { seats, until };
      for (const seat of seats) taken.push({ ...offered, seat, places: 1 });
    }
  };

  /** Performs an action after the line was served. If it is refused, nothing has happened. */
  const afterLine = (trip: On, action: () => string): string => {
    const before = { taken, waits: waits.map((wait) => ({ ...wait })) };
    const { length: booked } = bookings;
    taken = [...taken];
    serve(trip);
    const outcome = action();
    if (/^[A-Z_]+$/.test(outcome)) {
      ({ taken, waits } = before);
      bookings.length = booked;
    } else serve(trip);
    return outcome;
  };

  /** Ends the unpaid bookings that are overdue. The service does so before many actions. */
  const expire = (trip?: On): void => {
    for (const [by, one] of bookings.entries())
      if (one.status === 'unpaid' && one.deadline <= now && (trip === undefined || one.trip === trip)) {
        one.status = 'expired';
        remove((interval) => interval.kind === 'sold' && interval.by === by);
        serve(one.trip);
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
    if (trip === 'places') return room(trip, piece) >= places;
    const isOther = (one: Interval): boolean =>
      one.wait !== undefined && (one.from !== piece.from || one.to !== piece.to);
    return seats.every(
      (seat) =>
        busOf(trip).seats.includes(seat) &&
        on(trip, piece).every((one) => one.seat !== seat || (one.kind === 'held' && one.by === who && !isOther(one))),
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

  /** Sells a person the seats that the person holds. */
  const bookHeld = (trip: On, who: number, seats: readonly string[], piece: Piece): string => {
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
    endOffersOf(used);
    const deadline = now + MINUTES.payment;
    const by = bookings.push({ trip, who, seats, places: seats.length, ...piece, deadline, status: 'unpaid' }) - 1;
    sell(by, deadline);
    return 'booked';
  };

  const sellInOffice = (trip: On, seats: readonly string[], piece: Piece): string => {
    const { length: places } = seats;
    const before = shareOf(trip);
    if (trip === 'seats') {
      const isHit = (one: Interval): boolean => one.trip === trip && seats.includes(one.seat) && meet(one, piece);
      if (live(trip).some((one) => isHit(one) && one.kind !== 'blocked')) return 'SEATS_TAKEN';
      taken = taken.flatMap((one) => (one.kind === 'blocked' && isHit(one) ? around(one, piece) : [one]));
    } else {
      if (room(trip, piece, 'sold', 'held') < places) return 'SEATS_TAKEN';
      for (const part of inside(trip, piece)) {
        let missing = places - (busOf(trip).places - count(trip, part, 'sold', 'held', 'blocked'));
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
    if (isLimited(trip) && shareOf(trip) > shareLimit(trip) && shareOf(trip) > before) return 'COUNTER_SHARE';
    if (isLimited(trip) && ofDay(null) > MOST_SEATS) return 'SEATS_PER_DAY';
    return 'sold';
  };

  const replaceBlocks = (trip: On, blocks: readonly OracleBlock[]): string => {
    const before = shareOf(trip);
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
      if (parts(trip).some((part) => asked(part) > busOf(trip).places - count(trip, part, 'sold', 'held')))
        return 'SEATS_SOLD';
    }
    remove((one) => one.trip === trip && one.kind === 'blocked');
    for (const block of blocks)
      for (const { from, to } of trip === 'seats' ? [block] : inside(trip, block))
        taken.push({ ...block, from, to, trip, kind: 'blocked', by: -1 });
    const isBeyond = isLimited(trip) && shareOf(trip) > shareLimit(trip) && shareOf(trip) > before;
    return isBeyond ? 'COUNTER_SHARE' : 'blocked';
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
      if (needsPass(trip, who)) return 'DOOR_PASS_NEEDED';
      if (!isSold(roads[trip], piece)) return 'VALIDATION';
      if (isBeforeSale(trip)) return 'NOT_ON_SALE';
      return afterLine(trip, () => {
        remove((one) => one.trip === trip && one.kind === 'held' && one.by === who && one.wait === undefined);
        const offered = live(trip).filter(({ kind, by }) => kind === 'held' && by === who);
        const isOffered = (seat: string): boolean => offered.some((one) => one.seat === seat);
        const isStanding = (seat: string): boolean =>
          offered.some((one) => one.seat === seat && one.from === piece.from && one.to === piece.to);
        const rest = new Set(offered.map(({ seat }) => seat).filter((seat) => !seats.includes(seat)));
        const wanted = seats.slice(0, MOST_SEATS - rest.size);
        let left = isLimited(trip) ? MOST_SEATS - ofDay(who) : Infinity;
        const refused = wanted.flatMap((seat) => {
          if (isStanding(seat)) return [];
          const why = busOf(trip).seats.includes(seat) ? REASONS[status(trip, seat, piece, -1)] : REASONS['BLOCKED'];
          if (why === undefined && !isOffered(seat)) left -= 1;
          return why !== undefined ? [[seat, why] as const] : left < 0 ? [[seat, 'Day limit reached.'] as const] : [];
        });
        const granted = wanted.filter((seat) => !refused.some(([no]) => no === seat));
        const until = now + MINUTES.hold;
        for (const seat of granted)
          if (!isStanding(seat)) taken.push({ trip, seat, places: 1, ...piece, kind: 'held', by: who, until });
        return JSON.stringify({ granted, refused });
      });
    },

    /** Releases the passenger's holds on a section. Without a section, releases all holds of the passenger. */
    release(trip: On, who: number, piece: Piece | undefined): string {
      if (piece && !isSold(roads[trip], piece)) return 'VALIDATION';
      const gone = live(trip).filter(
        (one) => one.kind === 'held' && one.by === who && (!piece || (one.from === piece.from && one.to === piece.to)),
      );
      remove((one) => gone.includes(one));
      endOffersOf(gone);
      if (gone.length > 0) serve(trip);
      return `released ${gone.length}`;
    },

    heldBy: (trip: On, who: number): readonly Interval[] =>
      live(trip).filter((one) => one.kind === 'held' && one.by === who),

    book(trip: On, who: number, seats: readonly string[], piece: Piece): string {
      expire();
      if (!isSold(roads[trip], piece)) return 'VALIDATION';
      if (isBeforeSale(trip)) return 'NOT_ON_SALE';
      return afterLine(trip, () => bookHeld(trip, who, seats, piece));
    },

    take(who: number, places: number, piece: Piece): string {
      const trip = 'places';
      const offered = (): OracleWait | undefined =>
        standing(trip).find(
          (one) =>
            one.offer && one.who === who && one.count >= places && one.from === piece.from && one.to === piece.to,
        );
      if (needsPass(trip, who) && !offered()) return 'DOOR_PASS_NEEDED';
      expire();
      if (!isSold(roads[trip], piece)) return 'VALIDATION';
      if (isBeforeSale(trip)) return 'NOT_ON_SALE';
      return afterLine(trip, () => {
        const own = offered();
        if (own) endWait(own);
        if (room(trip, piece) < places) return 'NOT_ENOUGH_SEATS';
        if (isLimited(trip) && ofDay(who) + places > MOST_SEATS) return 'SEATS_PER_DAY';
        const deadline = now + MINUTES.payment;
        sell(bookings.push({ trip, who, seats: [], places, ...piece, deadline, status: 'unpaid' }) - 1, deadline);
        return 'booked';
      });
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
      const { trip, who, seats } = booking;
      serve(trip);
      const isOwn = (one: Interval): boolean =>
        one.trip === trip && one.kind === 'held' && one.by === who && seats.includes(one.seat) && meet(one, booking);
      if (!isFreeFor(booking)) return 'expired';
      if (isLimited(trip) && ofDay(who, (one) => !isOwn(one)) + booking.places > MOST_SEATS) return 'expired';
      const used = live(trip).filter(isOwn);
      remove(isOwn);
      endOffersOf(used);
      booking.status = 'paid';
      sell(by, NEVER);
      serve(trip);
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
      serve(booking.trip);
      return 'cancelled';
    },

    /** Sells seats at the counter, paid at once. Sells blocked seats too, and refuses sold or held seats. */
    sellAtCounter(trip: On, seats: readonly string[], piece: Piece): string {
      expire();
      if (!isSold(roads[trip], piece)) return 'VALIDATION';
      if (trip === 'seats' && seats.some((seat) => !busOf(trip).seats.includes(seat))) return 'VALIDATION';
      if (isBeforeSale(trip)) return 'NOT_ON_SALE';
      return afterLine(trip, () => sellInOffice(trip, seats, piece));
    },

    blocks: (trip: On): readonly OracleBlock[] => live(trip).filter(({ kind }) => kind === 'blocked'),

    /** Replaces all blocks of a trip. Blocked places are stored for each pair of neighbouring stops. */
    block: (trip: On, blocks: readonly OracleBlock[]): string => afterLine(trip, () => replaceBlocks(trip, blocks)),

    swap(trip: On, index: number): string {
      if (index === bus[trip]) return 'SAME_BUS';
      const next = roads[trip].buses[index]!;
      const moved = trip === 'seats' ? seating(trip, next) : new Map<Interval, string>();
      const isFull = trip === 'places' && parts(trip).some((part) => count(trip, part, 'sold') > next.places);
      if (!moved || isFull) return 'SEATS_TOO_FEW';
      expire(trip);
      for (const wait of standing(trip)) wait.offer = null;
      for (const wait of waits) if (wait.trip === trip && wait.offer) wait.hasEnded = true;
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
      for (const wait of standing(trip)) {
        wait.anyOf = wait.anyOf?.filter((seat) => next.seats.includes(seat)) ?? null;
        if (wait.anyOf && wait.anyOf.length < wait.count) endWait(wait);
      }
      serve(trip);
      return 'swapped';
    },

    /** Waits in line. Refused if a person waits already, or would be granted the seats at once. */
    queue(trip: On, who: number, wish: { readonly count: number; readonly seats: readonly string[] }, piece: Piece) {
      const { count: wanted, seats } = wish;
      const anyOf = seats.length === 0 ? null : seats;
      if (anyOf && (anyOf.length < wanted || anyOf.some((seat) => !busOf(trip).seats.includes(seat))))
        return 'VALIDATION';
      if (!isSold(roads[trip], piece)) return 'VALIDATION';
      if (isBeforeSale(trip)) return 'NOT_ON_SALE';
      if (needsPass(trip, who)) return 'DOOR_PASS_NEEDED';
      return afterLine(trip, () => {
        if (standing(trip).some((one) => one.who === who)) return 'ALREADY_WAITING';
        const isOwn = (one: Interval): boolean => one.trip === trip && one.kind === 'held' && one.by === who;
        const isAllowed = !isLimited(trip) || ofDay(who, (one) => !isOwn(one)) + wanted <= MOST_SEATS;
        const free = busOf(trip).seats.filter(
          (seat) => (anyOf?.includes(seat) ?? true) && on(trip, piece).every((one) => one.seat !== seat || isOwn(one)),
        );
        const left = trip === 'seats' ? free.length : roomInLine(piece);
        if (isAllowed && left >= wanted) return 'SEATS_FREE';
        waits.push({ trip, who, count: wanted, anyOf, ...piece, offer: null, hasEnded: false });
        return 'waiting';
      });
    },

    giveUp(trip: On, who: number): string {
      const wait = standing(trip).find((one) => one.who === who);
      if (!wait) return 'not waiting';
      endWait(wait);
      serve(trip);
      return 'gone';
    },

    serve,

    /** Serves everybody who waits, as a job does every minute. */
    serveAll(): void {
      serve('seats');
      serve('places');
    },

    /** The waits of a trip, in the order of the line. */
    line: (trip: On): readonly string[] =>
      standing(trip).map((wait, index, all) =>
        inWords({ ...wait, position: all.slice(0, index + 1).filter((one) => meet(one, wait)).length }),
      ),

    /** Gives a trip a moment at which its sale opens. */
    open(trip: On, moment: Minute): string {
      if (moment === opensAt[trip]) return 'opens';
      if (live(trip).some(({ kind }) => kind !== 'blocked')) return 'SEATS_SOLD';
      if (shareOf(trip) > shareLimit(trip)) return 'COUNTER_SHARE';
      if (isLimited(trip)) return 'DOOR_ANNOUNCED';
      opensAt[trip] = moment;
      if (!doors.has(moment)) doors.set(moment, { places: [], admitted: 0, steppedAt: -1, isClear: false });
      return 'opens';
    },

    /** Joins the door of a trip, and takes a pass once enough were let in. */
    enter(trip: On, who: number): string {
      const door = doorOf(trip);
      if (!door) return 'no door';
      if (door.isClear) return 'DOOR_CLEAR';
      const { places } = door;
      const isOpen = (one: OracleDoor['places'][number]): boolean =>
        one.who === who && (one.until === undefined || one.until > now);
      if (!places.some(isOpen)) places.push({ who, until: undefined });
      const index = places.findIndex(isOpen);
      if (index >= door.admitted) return 'NOT_YET';
      places[index]!.until ??= now + MINUTES.pass;
      return 'entered';
    },

    /** Lets everybody in who waits at an open door. Clears doors after the rush. */
    step(): void {
      for (const [moment, door] of doors) {
        if (door.isClear || moment > now || door.steppedAt === now) continue;
        door.steppedAt = now;
        door.admitted = door.places.length;
        door.isClear = now >= moment + MINUTES.rush;
      }
    },

    /** The status of each seat on a section, in the order of the seat map. Undefined if the section is not on sale. */
    map: (trip: On, piece: Piece, viewer: number): readonly string[] | undefined =>
      isSold(roads[trip], piece)
        ? busOf(trip).seats.map((seat) => `${seat} ${status(trip, seat, piece, viewer)}`)
        : undefined,

    seatsLeft: (trip: On, piece: Piece): number | undefined => {
      if (!isSold(roads[trip], piece)) return undefined;
      if (trip === 'places') return room(trip, piece);
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
