import { systemRandom } from '../../adapters/crypto/random.ts';
import { runAudit } from '../../core/audit/run-audit.ts';
import { type Invariant, toLine } from '../../core/audit/finding.ts';
import { cancelBooking } from '../../core/changes/cancel-booking.ts';
import { cancelForOffice } from '../../core/changes/cancel-for-office.ts';
import { swapBus } from '../../core/changes/swap-bus.ts';
import { doorNameOf } from '../../core/line/door.ts';
import { readDoors } from '../../core/line/door-board.ts';
import { type PassRequest, readPass, refuseWithoutPass } from '../../core/line/door-pass.ts';
import { enterDoor, type GivenPass } from '../../core/line/enter-door.ts';
import { joinDoor, viewPlace } from '../../core/line/join-door.ts';
import { startWaiting } from '../../core/line/start-waiting.ts';
import { stepDoors } from '../../core/line/step-doors.ts';
import { stopWaiting } from '../../core/line/stop-waiting.ts';
import { sweepLine } from '../../core/line/sweep-line.ts';
import { viewWaits } from '../../core/line/view-waits.ts';
import { changeTrip } from '../../core/planning/change-trip.ts';
import { createBooking } from '../../core/bookings/create-booking.ts';
import type { BookingStatus } from '../../core/bookings/booking.ts';
import type { Member } from '../../core/companies/member.ts';
import type { BookingId, BusId, TripId, UserId } from '../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../core/kernel/money.ts';
import { Refusal } from '../../core/kernel/refusal.ts';
import { type Instant, hoursAfter, minutesAfter, toIso } from '../../core/kernel/time.ts';
import type { Payment } from '../../core/payments/payment.ts';
import { type Block, isOfSeat } from '../../core/seats/block.ts';
import { changeBlocks } from '../../core/seats/change-blocks.ts';
import { lockSeats } from '../../core/seats/lock-seats.ts';
import { releaseSeats } from '../../core/seats/release-seats.ts';
import { seatStatus } from '../../core/seats/seat-map.ts';
import { sweepBlocks, sweepLocks } from '../../core/seats/sweep-seats.ts';
import type { Section } from '../../core/trips/sections.ts';
import { aBus, calendar, seat } from './catalogue.ts';
import type { HandClock } from './clock.ts';
import { ASHA, counterOn, PLATFORM_TIERS } from './counter.ts';
import type { Engine } from './engines.ts';
import { type FakeGateway } from './gateway.ts';
import type { Answer, Api, Json } from './http.ts';
import { KNOWN } from './known-gateways.ts';
import { LINE_TERMS } from './line.ts';
import { type payingOn } from './paying.ts';
import { anOperator, aPassengerId } from './people.ts';
import { staffTokenOf, tokenOf } from './plain-tokens.ts';
import { aRoad } from './roads.ts';
import { type Bus, isSold, MINUTES, partsOf } from './section-oracle.ts';
import type { On, RoadPlan } from './section-steps.ts';

/** The trips of a run, with their company and passengers. */
export interface SectionWorld {
  readonly owner: Member;
  readonly passengers: readonly UserId[];
  readonly trips: Readonly<Record<On, TripId>>;
  readonly buses: Readonly<Record<On, readonly BusId[]>>;
}

/** Adds the company, buses, trips and passengers of a run. The trips depart long after `now`. */
export async function aSectionWorld(
  engine: Pick<Engine, 'transact'>,
  plans: Readonly<Record<On, RoadPlan>>,
  layouts: Readonly<Record<On, readonly Bus[]>>,
  now: Instant,
): Promise<SectionWorld> {
  const { id: userId, operatorId } = await anOperator(engine);
  const buses = async (on: On): Promise<readonly BusId[]> => {
    const made: BusId[] = [];
    for (const { seats, places } of layouts[on])
      made.push(await aBus(engine, { operatorId, seats: on === 'seats' ? seats : places }));
    return made;
  };
  const made = { seats: await buses('seats'), places: await buses('places') };
  const trip = async (on: On): Promise<TripId> => {
    const parts = partsOf(plans[on]);
    const departsAt = hoursAfter(now, 200);
    const fares = Array.from({ length: parts }, (_, from) =>
      Array.from({ length: parts - from }, (_ignored, more) => ({ from, to: from + 1 + more })),
    )
      .flat()
      .filter((section) => section.to - section.from < parts && isSold(plans[on], section))
      .map((section) => ({ ...section, fare: paisa(10_000 * (section.to - section.from)) }));
    const between = Array.from({ length: parts - 1 }, (_, index) => `Stop ${index + 1}`);
    const road = { between, fares, busId: made[on][0]!, departsAt, arrivesAt: hoursAfter(departsAt, 14) };
    return (await aRoad(engine, road)).id;
  };
  return {
    owner: { userId, operatorId },
    passengers: [await aPassengerId(engine), await aPassengerId(engine), await aPassengerId(engine)],
    trips: { seats: await trip('seats'), places: await trip('places') },
    buses: made,
  };
}

/** A block of a trip, as the service lists it. */
export interface ListedBlock extends Section {
  /** The seat number; empty for places. */
  readonly seat: string;
  readonly places: number;
  readonly until: Instant | null;
}

/** Some seats of a booking; on a bus without a seat map, a number of places. */
export interface NamedPart {
  readonly seats: readonly string[];
  readonly places: number;
}

/**
 * The service that a model tests, called by its use cases or over HTTP. Actions return a short result such as `paid`,
 * or the code of the refusal.
 */
export interface SectionService {
  readonly clock: HandClock;
  readonly hold: (on: On, who: number, seats: readonly string[], section?: Section) => Promise<string>;
  readonly release: (on: On, who: number, section?: Section) => Promise<string>;
  /** Books these seats, or this number of places, and starts a payment. */
  readonly book: (on: On, who: number, part: NamedPart, section?: Section) => Promise<string>;
  /**
   * Pays a booking. `booking` is its index among all bookings and counter sales, in the order in which these were
   * made.
   */
  readonly pay: (booking: number) => Promise<string>;
  readonly cancel: (booking: number, part?: NamedPart) => Promise<string>;
  readonly sell: (on: On, part: NamedPart, section?: Section) => Promise<string>;
  readonly block: (on: On, blocks: readonly ListedBlock[]) => Promise<string>;
  readonly swap: (on: On, bus: number) => Promise<string>;
  readonly expire: () => Promise<unknown>;
  /** Deletes what is over by the clock, and serves those who wait. */
  readonly sweep: () => Promise<unknown>;
  readonly queue: (on: On, who: number, wish: WaitWish, section?: Section) => Promise<string>;
  readonly giveUp: (on: On, who: number) => Promise<string>;
  /** Gives a trip a moment at which its sale opens. */
  readonly open: (on: On, opensAt: Instant) => Promise<string>;
  /** Joins the door of a trip, and asks for its pass, which is sent with later requests. */
  readonly enter: (on: On, who: number) => Promise<string>;
  /** Makes the present step of each door. */
  readonly step: () => Promise<unknown>;
  /** The waits of a person on a trip. */
  readonly waits: (on: On, who: number) => Promise<readonly ListedWaitOf[]>;
  /** The status of each seat on a section, in the order of the seat map. Undefined if the section is not on sale. */
  readonly map: (on: On, who: number | undefined, section?: Section) => Promise<readonly string[] | undefined>;
  readonly seatsLeft: (on: On, section?: Section) => Promise<number | undefined>;
  readonly blocks: (on: On) => Promise<readonly ListedBlock[]>;
  /** The numbers of sold, held, blocked and free seats, for each pair of neighbouring stops. */
  readonly counts: (on: On) => Promise<readonly (readonly number[])[]>;
  /** Findings of `npm run check`, except work that jobs will do. */
  readonly audit: () => Promise<readonly string[]>;
}

/** Seats to wait for; any seat if none is named. */
export interface WaitWish {
  readonly count: number;
  readonly seats: readonly string[];
}

/** A wait, as the service lists it. `until` is the end of the offer; null without one. */
interface ListedWaitOf extends Section {
  readonly id: number;
  readonly count: number;
  readonly anyOf: readonly string[] | null;
  readonly position: number;
  readonly seats: readonly string[];
  readonly until: Instant | null;
}

interface MadeBooking {
  readonly id: BookingId;
  /** The passenger of the booking; null for counter sales. */
  readonly userId: UserId | null;
  readonly payment: Pick<Payment, 'transactionUuid' | 'amount'> | null;
}

const REASON = 'Kept.';
const WHY = { reason: 'BREAKDOWN', note: '' } as const;
const WAITS: readonly Invariant[] = ['OVERDUE', 'PAYMENT_OPEN', 'EVENT_UNTOLD'];

const codeOr = (work: Promise<string>): Promise<string> =>
  work.catch((error: unknown) => {
    if (error instanceof Refusal && error.kind !== 'unavailable') return error.code;
    throw error;
  });

const stateOf = (status: BookingStatus): string =>
  status === 'CONFIRMED' ? 'paid' : status === 'EXPIRED' ? 'expired' : 'ended';

const isMap = (on: On): boolean => on === 'seats';
const audited = async ({ auditReader }: Pick<Engine, 'auditReader'>, clock: HandClock): Promise<readonly string[]> =>
  (await runAudit({ gateways: KNOWN, clock, calendar, auditReader })()).findings
    .filter(({ invariant }) => !WAITS.includes(invariant))
    .map(toLine);

/** The service of a section model, called by its use cases on one storage engine. */
export function sectionsInCore(
  engine: Engine,
  paying: ReturnType<typeof payingOn>,
  world: SectionWorld,
): SectionService {
  const { clock, gateway } = paying;
  const { owner, passengers, trips, buses } = world;
  const terms = {
    cancellationTiers: PLATFORM_TIERS,
    changeTiers: [],
    commissionRate: basisPoints(1_000),
    paymentWindowMinutes: MINUTES.payment,
    seatLockMinutes: MINUTES.hold,
    rateLimit: false,
  };
  const needs = { ...engine, ...terms, clock, calendar, random: systemRandom, expireBookings: paying.expire };
  const [lock, release, create] = [lockSeats(needs), releaseSeats(needs), createBooking(needs)];
  const [cancel, cancelInOffice, block] = [cancelBooking(needs), cancelForOffice(needs), changeBlocks(needs)];
  const [swap, counter] = [swapBus(needs), counterOn(engine, clock)];
  const [locksSwept, blocksSwept, lineSwept] = [sweepLocks(needs), sweepBlocks(needs), sweepLine(needs)];
  const [start, stop, waits] = [startWaiting(needs), stopWaiting({ ...needs, ...LINE_TERMS }), viewWaits(needs)];
  const [change, step, join, place] = [changeTrip(needs), stepDoors(needs), joinDoor(needs), viewPlace(needs)];
  const made: MadeBooking[] = [];
  const passes = new Map<number, GivenPass>();
  // Doors are read anew for each request, because steps follow each other within one moment.
  const board = () => ({ ...needs, readDoors: readDoors(needs) });
  const request = (on: On, who: number) => ({
    userId: passengers[who]!,
    tripId: trips[on],
    pass: passes.get(who)?.pass ?? '',
  });
  const judge = (on: On, who: number, places?: PassRequest['places']) =>
    refuseWithoutPass(board())({ ...request(on, who), ...(places && { places }) });

  return {
    clock,
    hold: (on, who, seats, section) =>
      codeOr(
        judge(on, who)
          .then((pass) => lock(passengers[who]!, trips[on], seats.map(seat), section, undefined, [], pass))
          .then(({ granted, rejected }) =>
            JSON.stringify({ granted, refused: rejected.map((one) => [one.seat, one.reason]) }),
          ),
      ),
    release: (on, who, section) =>
      codeOr(release(passengers[who]!, trips[on], section).then((count) => `released ${count}`)),
    book: (on, who, { seats, places }, section) =>
      codeOr(
        judge(on, who, { count: places, section })
          .then((judgePass) =>
            create(passengers[who]!, {
              tripId: trips[on],
              seatNumbers: seats.map(seat),
              passengers: [],
              seats: places,
              section,
              judgePass,
            }),
          )
          .then(async ({ id }) => {
            const userId = passengers[who]!;
            made.push({ id, userId, payment: await paying.checkout({ id, userId }) });
            return 'booked';
          }),
      ),
    async pay(booking) {
      const { id, payment } = made[booking]!;
      await paying.handleSuccess(gateway.pay(payment!));
      const { status } = (await engine.transact(({ bookings }) => bookings.find(id)))!;
      return stateOf(status);
    },
    cancel: (booking, part) => {
      const { id, userId } = made[booking]!;
      const given = part && (part.seats.length > 0 ? { seats: part.seats } : { places: part.places });
      const office = { role: 'OPERATOR', ...owner } as const;
      return codeOr(
        (userId === null
          ? cancelInOffice(office, id, { reason: 'Landslide.', fee: 'none', ...given })
          : cancel(userId, id, '', given)
        ).then(() => 'cancelled'),
      );
    },
    sell: (on, { seats, places }, section) =>
      codeOr(
        counter
          .sell(owner, trips[on], { ...(isMap(on) ? { numbers: seats } : { seats: places }), paidBy: 'QR', section })
          .then(({ id }) => {
            made.push({ id, userId: null, payment: null });
            return 'sold';
          }),
      ),
    block: (on, blocks) =>
      codeOr(
        block(
          owner,
          trips[on],
          blocks.map(({ seat: number, places, until, ...section }) => ({
            ...(isMap(on) ? { seat: seat(number) } : { places }),
            reason: REASON,
            until,
            section,
          })),
          () => true,
        ).then(() => 'blocked'),
      ),
    swap: (on, bus) =>
      codeOr(
        swap(owner, trips[on], { ...WHY, busId: buses[on][bus]!, assignments: [], isDryRun: false }).then(
          () => 'swapped',
        ),
      ),
    expire: () => paying.expire(),
    async sweep() {
      await Promise.all([locksSwept(), blocksSwept()]);
      await lineSwept();
    },
    queue: (on, who, { count, seats }, section) =>
      codeOr(
        readPass(board())(request(on, who))
          .then((pass) =>
            start(passengers[who]!, trips[on], { count, anyOf: seats.map(seat), section, keptFor: undefined, pass }),
          )
          .then(() => 'waiting'),
      ),
    async giveUp(on, who) {
      const [own] = (await waits(passengers[who]!)).filter(({ tripId }) => tripId === trips[on]);
      if (!own) return 'not waiting';
      await stop(passengers[who]!, own.id);
      return 'gone';
    },
    open: (on, opensAt) => codeOr(change(owner, trips[on], { saleOpensAt: opensAt }).then(() => 'opens')),
    async enter(on, who) {
      const moment = (await engine.officeTrips.find(trips[on], clock()))?.saleOpensAt ?? null;
      if (moment === null) return 'no door';
      const [name, userId] = [doorNameOf(moment), passengers[who]!];
      return codeOr(
        join(userId, name)
          .then(() => place(userId, name))
          .then(({ token }) => enterDoor(board())(userId, name, token))
          .then((pass) => {
            passes.set(who, pass);
            return 'entered';
          }),
      );
    },
    step: () => step(),
    waits: async (on, who) =>
      (await waits(passengers[who]!))
        .filter(({ tripId }) => tripId === trips[on])
        .map(({ id, section, count, anyOf, position, offer }) => ({
          ...section,
          id,
          count,
          anyOf,
          position,
          seats: offer?.seats ?? [],
          until: offer?.until ?? null,
        })),
    async map(on, who, section) {
      const map = await engine.seatMaps.view(
        trips[on],
        who === undefined ? undefined : passengers[who],
        clock(),
        section,
      );
      return map && (map.hasSeatMap ? map.seats.map((one) => `${one.number} ${seatStatus(one)}`) : []);
    },
    seatsLeft: async (on, section) => (await engine.tripSearch.find(trips[on], clock(), section))?.seatsLeft,
    blocks: async (on) => ((await engine.tripBlocks.find(trips[on], clock()))?.blocks ?? []).map(listed),
    counts: async (on) =>
      (await engine.officeTrips.find(trips[on], clock()))!.seats.sections.map((part) => [
        part.sold,
        part.held,
        part.blocked,
        part.left,
      ]),
    audit: () => audited(engine, clock),
  };
}

/** The view of doors that a server keeps for some seconds would be older than the steps of the model. */
const noDoors = (): never => {
  throw new Error('The model over HTTP has no doors.');
};

const listed = (block: Block): ListedBlock => ({
  ...(isOfSeat(block) ? { seat: block.seat, places: 1 } : { seat: '', places: block.places }),
  until: block.until,
  ...(block.section ?? { from: 0, to: 1 }),
});

const stops = (section: Section | undefined) => section && { from_stop: section.from, to_stop: section.to };
const query = (section: Section | undefined): string =>
  section ? `?from_stop=${section.from}&to_stop=${section.to}` : '';

/** Returns the code of a refusal. Throws if the service fails, or answers without a code. */
const answered = <Result>({ status, json, text }: Answer, result: (json: Json) => Result): Result | string => {
  if (status < 300) return result(json);
  if (status >= 500 || typeof json?.code !== 'string') throw new Error(`${status}: ${text}`);
  return json.code as string;
};

/** The service of a section model, called over HTTP with plain tokens. */
export function sectionsOverHttp(
  api: Pick<Api, 'clock' | 'get' | 'post' | 'put' | 'delete' | 'dependencies' | 'useCases'>,
  gateway: FakeGateway,
  world: SectionWorld,
): SectionService {
  const { owner, passengers, trips, buses } = world;
  const token = (who: number): string => tokenOf(passengers[who]!);
  const office = staffTokenOf('OWNER', owner.userId, owner.operatorId);
  const made: MadeBooking[] = [];
  const at = (on: On): string => `/api/trips/${trips[on]}`;
  const inOffice = (on: On): string => `/api/operator/trips/${trips[on]}`;
  const found = <Result>(answer: Answer, result: (json: Json) => Result): Result | undefined =>
    answer.status === 404 ? undefined : (answered(answer, result) as Result);
  const named = (on: On, { seats, places }: NamedPart) => (isMap(on) ? { seat_numbers: seats } : { seats: places });

  return {
    clock: api.clock,
    hold: async (on, who, seats, section) =>
      answered(
        await api.post(`${at(on)}/seats/lock`, { seat_numbers: seats, ...stops(section) }, token(who)),
        ({ granted, rejected }) =>
          JSON.stringify({ granted, refused: rejected.map((one: Json) => [one.seat_number, one.reason]) }),
      ),
    release: async (on, who, section) =>
      answered(
        await api.post(`${at(on)}/seats/release`, stops(section), token(who)),
        ({ released }) => `released ${released}`,
      ),
    async book(on, who, part, section) {
      const body = { schedule_id: trips[on], ...named(on, part), ...stops(section) };
      const booked = await api.post('/api/bookings', body, token(who));
      const outcome = answered(booked, () => 'booked');
      if (outcome !== 'booked') return outcome;
      const { id, total_amount: amount } = booked.json;
      const { json } = await api.post(`/api/bookings/${id}/checkout`, {}, token(who));
      const transactionUuid = json.form_fields.transaction_uuid as string;
      const payment = { transactionUuid, amount: paisa(Math.round(amount * 100)) };
      made.push({ id, userId: passengers[who]!, payment });
      return outcome;
    },
    async pay(booking) {
      const { id, userId, payment } = made[booking]!;
      const data = encodeURIComponent(gateway.pay(payment!));
      const { status } = await api.get(`/api/payments/passenger/gateway/success?data=${data}`);
      if (status !== 302) throw new Error(`A callback was answered with ${status}.`);
      const { json } = await api.get(`/api/bookings/${id}`, tokenOf(userId!));
      return stateOf(json.booking_status);
    },
    async cancel(booking, part) {
      const { id, userId } = made[booking]!;
      const given = part && (part.seats.length > 0 ? { seats: part.seats } : { places: part.places });
      const answer =
        userId === null
          ? await api.post(`/api/operator/bookings/${id}/cancel`, { reason: 'Landslide.', ...given }, office)
          : await api.post(`/api/bookings/${id}/cancel`, { ...given }, tokenOf(userId));
      return answered(answer, () => 'cancelled');
    },
    async sell(on, part, section) {
      const { name, phone } = ASHA;
      const body = { ...named(on, part), ...stops(section), contact: { name, phone }, paid_by: 'QR' };
      return answered(await api.post(`${inOffice(on)}/sales`, body, office), ({ id }) => {
        made.push({ id, userId: null, payment: null });
        return 'sold';
      });
    },
    async block(on, blocks) {
      const body = blocks.map(({ seat: number, places, until, ...section }) => ({
        ...(isMap(on) ? { seat_number: number } : { places }),
        reason: REASON,
        until: until === null ? null : toIso(until),
        ...stops(section),
      }));
      return answered(await api.put(`${inOffice(on)}/blocks`, { blocks: body }, office), () => 'blocked');
    },
    swap: async (on, bus) =>
      answered(
        await api.post(`${inOffice(on)}/swap-bus`, { bus_id: buses[on][bus], reason: 'BREAKDOWN' }, office),
        () => 'swapped',
      ),
    expire: () => api.useCases.expireBookings(),
    sweep: () => api.useCases.sweepLine(),
    queue: async (on, who, { count, seats }, section) =>
      answered(
        await api.post(`${at(on)}/wait`, { seats: count, any_of: seats, ...stops(section) }, token(who)),
        () => 'waiting',
      ),
    async giveUp(on, who) {
      const waits = (await api.get('/api/waits', token(who))).json as readonly Json[];
      const own = waits.find((wait) => wait.schedule_id === trips[on]);
      if (!own) return 'not waiting';
      return answered(await api.delete(`/api/waits/${own.id}`, {}, token(who)), () => 'gone');
    },
    open: noDoors,
    enter: noDoors,
    step: noDoors,
    waits: async (on, who) =>
      ((await api.get('/api/waits', token(who))).json as readonly Json[])
        .filter((wait) => wait.schedule_id === trips[on])
        .map((wait) => ({
          id: wait.id,
          from: wait.from_stop,
          to: wait.to_stop,
          count: wait.seats,
          anyOf: wait.any_of,
          position: wait.position,
          seats: wait.offer?.seat_numbers ?? [],
          until: wait.offer ? (Date.parse(wait.offer.expires_at) as Instant) : null,
        })),
    map: async (on, who, section) =>
      found(await api.get(`${at(on)}/seats${query(section)}`, who === undefined ? undefined : token(who)), (json) =>
        isMap(on) ? json.seats.map((one: Json) => `${one.seat_number} ${one.status}`) : [],
      ),
    seatsLeft: async (on, section) => found(await api.get(`${at(on)}${query(section)}`), (json) => json.seats_left),
    blocks: async (on) =>
      (await api.get(`${inOffice(on)}/blocks`, office)).json.blocks.map((one: Json) => ({
        seat: one.seat_number ?? '',
        places: one.places ?? 1,
        until: one.until === null ? null : Date.parse(one.until),
        from: one.from_stop,
        to: one.to_stop,
      })),
    counts: async (on) =>
      (await api.get(inOffice(on), office)).json.seats.sections.map((part: Json) => [
        part.sold,
        part.held,
        part.blocked,
        part.left,
      ]),
    audit: () => audited(api.dependencies, api.clock),
  };
}

/** The moment that is this number of minutes after the model's start; null for Infinity. */
export const momentOf = (start: Instant, minutes: number): Instant | null =>
  Number.isFinite(minutes) ? minutesAfter(start, minutes) : null;
