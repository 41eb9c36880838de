import { expect } from 'chai';
import { systemRandom } from '../../../adapters/crypto/random.ts';
import { misplacedBlocks } from '../../../core/audit/trips.ts';
import type { Block } from '../../../core/seats/block.ts';
import { changeBlocks, type GivenBlock } from '../../../core/seats/change-blocks.ts';
import { sweepBlocks } from '../../../core/seats/sweep-seats.ts';
import { createBooking } from '../../../core/bookings/create-booking.ts';
import { expireBookings } from '../../../core/bookings/expire-bookings.ts';
import type { Member } from '../../../core/companies/member.ts';
import { changeSeatMap } from '../../../core/fleet/change-seat-map.ts';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import { seatStatus } from '../../../core/seats/seat-map.ts';
import { BOOKING_TERMS, aBooking } from '../../support/bookings.ts';
import { aTrip, calendar, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { counterOn } from '../../support/counter.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { rowsOf } from '../../support/fleet.ts';
import { beforeCommit } from '../../support/overlap.ts';
import { payingOn } from '../../support/paying.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { aWorld } from '../../support/world.ts';

/**
 * Tests for faults that show only when people block and book the same seat at once, on parallel connections of
 * Postgres.
 */

const SIX = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2'];
const kept = (number: string, until: Block['until'] = null) => ({ seat: seat(number), reason: 'Kept', until });
const places = (count: number) => ({ places: count, reason: 'Agent', until: null });

onEveryEngine('blocking seats that others want at once', (engine, database) => {
  let clock: HandClock;
  let owner: Member;
  let trip: TripId;

  const aTripOfCompany = async (seats: readonly string[] | number) =>
    aTrip(engine(), { seats, bus: { operatorId: owner.operatorId } });
  beforeEach(async () => {
    clock = handClock();
    const { id: userId, operatorId } = await anOperator(engine());
    owner = { userId, operatorId };
    trip = (await aTripOfCompany(SIX)).id;
  });
  afterEach(async () => {
    const found = misplacedBlocks(await engine().auditReader.blocks(clock()), clock());
    expect(found, 'what is blocked is nobody’s').to.deep.equal([]);
  });

  const block = (
    blocks: readonly GivenBlock[],
    isKnown: (present: readonly Block[]) => boolean = () => true,
    transact = engine().transact,
  ) => changeBlocks({ ...aWorld, transact, clock })(owner, trip, blocks, isKnown);
  const hold = (passenger: UserId, numbers: readonly string[], transact = engine().transact) =>
    lockSeats({ ...aWorld, transact, clock, seatLockMinutes: 10, rateLimit: false })(
      passenger,
      trip,
      numbers.map(seat),
    );
  const book = (
    passenger: UserId,
    wanted: { seats?: number; numbers?: readonly string[] },
    transact = engine().transact,
  ) =>
    createBooking({
      ...engine(),
      ...BOOKING_TERMS,
      transact,
      clock,
      random: systemRandom,
      calendar,
      expireBookings: expireBookings({ ...engine(), clock }),
      rateLimit: false,
    })(passenger, {
      tripId: trip,
      passengers: [],
      seats: wanted.seats ?? 0,
      seatNumbers: (wanted.numbers ?? []).map(seat),
    });
  const blocksOf = async () => (await engine().tripBlocks.find(trip, clock()))?.blocks;
  const statusOf = async (number: string) => {
    const map = await engine().seatMaps.view(trip, undefined, clock());
    const found = map?.hasSeatMap ? map.seats.find((one) => one.number === number) : undefined;
    return found && seatStatus(found);
  };
  /** Returns `done`, or the refusal's code. Throws any other error. */
  const ending = async (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        return error.code;
      },
    );
  /** Runs two pieces of work in a transaction each. The second starts before the first commits. */
  const runInOrder = (works: readonly ((transact?: ReturnType<typeof engine>['transact']) => Promise<unknown>)[]) =>
    beforeCommit(
      database(),
      engine().transact,
      (transact) => ending(works[0]!(transact)),
      () => ending(works[1]!()),
    );

  it('a seat that office workers block and passengers hold at once goes to only one person', async () => {
    const passengers: UserId[] = [];
    for (let made = 0; made < 15; made += 1) passengers.push(await aPassengerId(engine()));
    const granted: string[] = [];
    const endings = await Promise.all([
      ...SIX.slice(0, 5).map((number) => ending(block([kept(number), kept('B2')]))),
      ...passengers.map(async (passenger, turn) => {
        const wanted = [...SIX.slice(turn % 6), ...SIX.slice(0, turn % 6)];
        granted.push(...(await hold(passenger, wanted.slice(0, 2))).granted);
        return 'done';
      }),
    ]);
    expect(endings.filter((code) => code !== 'done' && code !== 'SEATS_HELD')).to.deep.equal([]);
    const blocked = (await blocksOf())!.map((one) => ('seat' in one ? one.seat : ''));
    expect(new Set(granted).size, 'a seat has one holder').to.equal(granted.length);
    expect(granted.filter((number) => (blocked as readonly string[]).includes(number))).to.deep.equal([]);
    for (const number of granted) expect(await statusOf(number)).to.equal('LOCKED');
    for (const number of blocked) expect(await statusOf(number)).to.equal('BLOCKED');
  });

  for (const first of ['hold', 'block'] as const)
    it(`a seat is held by a passenger or blocked by the office, not both (${first} first)`, async () => {
      const passenger = await aPassengerId(engine());
      const holding = async (transact?: ReturnType<typeof engine>['transact']) => {
        const { granted } = await hold(passenger, ['A1'], transact);
        holds = granted.length;
      };
      let holds = 0;
      const blocking = (transact = engine().transact) => block([kept('A1')], undefined, transact);
      const endings = await runInOrder(first === 'hold' ? [holding, blocking] : [blocking, holding]);
      expect([...endings, holds, await statusOf('A1')]).to.deep.equal(
        first === 'hold' ? ['done', 'SEATS_HELD', 1, 'LOCKED'] : ['done', 'done', 0, 'BLOCKED'],
      );
    });

  for (const first of ['booking', 'block'] as const)
    it(`a place without a seat number is booked or blocked, not both (${first} first)`, async () => {
      trip = (await aTripOfCompany(6)).id;
      const passenger = await aPassengerId(engine());
      const booking = (transact = engine().transact) => book(passenger, { seats: 4 }, transact);
      const blocking = (transact = engine().transact) => block([places(3)], undefined, transact);
      const endings = await runInOrder(first === 'booking' ? [booking, blocking] : [blocking, booking]);
      const isBooked = first === 'booking';
      expect(endings[0]).to.equal('done');
      expect(endings[1]).to.equal(isBooked ? 'SEATS_SOLD' : 'NOT_ENOUGH_SEATS');
      expect(await blocksOf()).to.deep.equal(isBooked ? [] : [places(3)]);
    });

  it('a seat that a passenger is just booking cannot be blocked by the office', async () => {
    const passenger = await aPassengerId(engine());
    await hold(passenger, ['A1']);
    const endings = await runInOrder([
      (transact = engine().transact) => book(passenger, { numbers: ['A1'] }, transact),
      () => block([kept('A1')]),
    ]);
    expect([...endings, await blocksOf()]).to.deep.equal(['done', 'SEATS_SOLD', []]);
  });

  for (const first of ['sale', 'block'] as const)
    it(`a blocked seat that is just sold at the counter can neither be sold nor blocked again (${first} first)`, async () => {
      const selling = (transact = engine().transact) =>
        counterOn({ ...engine(), transact }, clock).sell(owner, trip, { numbers: ['A1', 'A2'] });
      const blocking = (transact = engine().transact) => block([kept('A1'), kept('B1')], undefined, transact);
      const endings = await runInOrder(first === 'sale' ? [selling, blocking] : [blocking, selling]);
      const isSold = first === 'sale';
      expect(endings).to.deep.equal(['done', isSold ? 'SEATS_SOLD' : 'done']);
      expect(await blocksOf()).to.deep.equal(isSold ? [] : [kept('B1')]);
      expect(await statusOf('A1')).to.equal('BOOKED');
    });

  it('a place without a seat number goes to only one counter sale or block, even if many ask at once', async () => {
    trip = (await aTripOfCompany(10)).id;
    const sell = () => counterOn(engine(), clock).sell(owner, trip, { seats: 2 });
    const endings = await Promise.all([
      ...[4, 5, 6].map((count) => ending(block([places(count)]))),
      ...[1, 2, 3, 4].map(() => ending(sell())),
    ]);
    expect(endings.slice(3)).to.deep.equal(['done', 'done', 'done', 'done']);
    const { sold, blocked, left } = (await engine().officeTrips.find(trip, clock()))!.seats;
    expect([sold, blocked + left]).to.deep.equal([8, 2]);
  });

  it('a seat that a block and a late payment want at once goes to only one of them', async () => {
    for (let round = 0; round < 4; round += 1) {
      trip = (await aTripOfCompany(['A1'])).id;
      const paying = payingOn(engine());
      const userId = await aPassengerId(engine());
      const booking = await aBooking(engine(), { userId, tripId: trip, seats: [seat('A1')] });
      const payment = await paying.checkout(booking);
      for (const hand of [paying.clock, clock]) hand.set(booking.paymentDeadline);
      const [blocked] = await Promise.all([
        ending(block([kept('A1')])),
        paying.handleSuccess(paying.gateway.pay(payment)),
      ]);
      const { status } = (await engine().transact(({ bookings }) => bookings.find(booking.id)))!;
      expect([blocked, status]).to.be.deep.oneOf([
        ['done', 'EXPIRED'],
        ['SEATS_SOLD', 'CONFIRMED'],
      ]);
      clock.set(START);
    }
  });

  it('a trip’s list of blocked seats is changed by only one of five office workers who saw the same version', async () => {
    await block([kept('B2')]);
    const isAsRead = (present: readonly Block[]) => present.length === 1;
    const works = SIX.slice(0, 5).map((number) => block([kept('B2'), kept(number)], isAsRead));
    const endings = await Promise.all(works.map(ending));
    expect(endings.sort()).to.deep.equal([...Array<string>(4).fill('BLOCKS_CHANGED'), 'done']);
    expect(await blocksOf()).to.have.length(2);
  });

  for (const first of ['map', 'block'] as const)
    it(`a blocked seat that is removed from the seat map does not stay blocked (${first} first)`, async () => {
      const { busId } = (await engine().transact(({ plannedTrips }) => plannedTrips.find(trip)))!;
      const drawing = (transact = engine().transact) =>
        changeSeatMap({ ...aWorld, transact, clock })(owner, busId, rowsOf('A2', 'A3'));
      const blocking = (transact = engine().transact) => block([kept('A1')], undefined, transact);
      const endings = await runInOrder(first === 'map' ? [drawing, blocking] : [blocking, drawing]);
      expect(endings).to.deep.equal(['done', first === 'map' ? 'VALIDATION' : 'done']);
      expect(await blocksOf()).to.deep.equal([]);
    });

  it('a seat whose block has ended is published as free only once, even if many processes look for ended blocks', async () => {
    await block([kept('A1', minutesAfter(START, 5)), kept('A2')]);
    clock.advance(5);
    await Promise.all([1, 2, 3, 4, 5].map(() => sweepBlocks({ ...engine(), clock })()));
    expect(
      (await recorded(engine())).filter(([, told]) => (told as { status: string }).status !== 'BLOCKED'),
    ).to.deep.equal([seatMessage(trip, 'AVAILABLE', 'A1')]);
  });
});
