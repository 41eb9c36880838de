import { endAgentHolds } from '../../../core/agents/end-agent-holds.ts';
import { expect } from 'chai';
import { changeTerms } from '../../../core/companies/change-terms.ts';
import { removeStaff } from '../../../core/companies/remove-staff.ts';
import type { Member } from '../../../core/companies/member.ts';
import type { ShiftId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { NOTHING } from '../../../core/kernel/money.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock } from '../../support/clock.ts';
import { aClerk as aClerkOf, counterOn } from '../../support/counter.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { afterWaiting, beforeCommit } from '../../support/overlap.ts';
import { anAdmin, anOperator, aPassengerId } from '../../support/people.ts';
import { payingOn } from '../../support/paying.ts';
import { aWorld } from '../../support/world.ts';

/* Tests of several sellers, who sell at the same time on Postgres, and one after the other on SQLite. */

const SIX = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2'];

onEveryEngine('counter sales at once', (engine, database) => {
  let clock: HandClock;
  let owner: Member;
  let trip: TripId;

  beforeEach(async () => {
    clock = handClock();
    const { id: userId, operatorId } = await anOperator(engine());
    owner = { userId, operatorId };
    trip = (await aTrip(engine(), { seats: SIX, bus: { operatorId } })).id;
  });

  const counter = () => counterOn(engine(), clock);
  const aClerk = () => aClerkOf(engine(), owner);
  const shiftOf = async (member: Member): Promise<ShiftId> => (await counter().openShift(plain(member), NOTHING)).id;
  const plain = ({ userId, operatorId }: Member): Member => ({ userId, operatorId });
  const lock = (passenger: UserId, turn = 0) =>
    lockSeats({ ...aWorld, transact: engine().transact, clock, seatLockMinutes: 10, rateLimit: false })(
      passenger,
      trip,
      [...SIX.slice(turn % 6), ...SIX.slice(0, turn % 6)].map(seat),
    );
  /** Returns results and the codes of refusals. Throws any other error. */
  const settled = async (works: readonly Promise<unknown>[]) => {
    const endings = await Promise.allSettled(works);
    return endings.map((ending) => {
      if (ending.status === 'fulfilled') return 'done';
      if (!(ending.reason instanceof Refusal)) throw ending.reason;
      return ending.reason.code;
    });
  };
  const sold = async (): Promise<number> => {
    const map = await engine().seatMaps.view(trip, undefined, clock());
    return map?.hasSeatMap ? map.seats.filter(({ isBooked }) => isBooked).length : NaN;
  };
  const sales = async (id: ShiftId) => (await engine().shiftViews.find(id))?.sales;

  it('a sale that waits for a locked trip is dated when the lock is free, not when it was asked for', async () => {
    const clerk = await aClerk();
    await shiftOf(clerk);
    const { id } = await afterWaiting(
      database(),
      engine().transact,
      ({ plannedTrips }) => plannedTrips.lock(trip),
      () => counter().sell(clerk, trip, { numbers: ['A1'], paidBy: 'CASH' }),
      () => clock.advance(7),
    );
    const sale = await engine().transact(({ bookings }) => bookings.find(id));
    expect(sale?.bookedAt).to.equal(clock());
  });

  it('a seat that clerks and passengers want at once goes to only one of them', async () => {
    const [clerks, passengers] = [[] as Member[], [] as UserId[]];
    for (let made = 0; made < 5; made += 1) clerks.push(await aClerk());
    for (let made = 0; made < 20; made += 1) passengers.push(await aPassengerId(engine()));
    const shifts = await Promise.all(clerks.map(shiftOf));
    const granted: string[] = [];
    const endings = await settled([
      ...clerks.map((clerk, turn) =>
        counter().sell(clerk, trip, { numbers: [SIX[turn]!, SIX[turn + 1]!], paidBy: 'CASH' }),
      ),
      ...passengers.map(async (passenger, turn) => {
        granted.push(...(await lock(passenger, turn)).granted);
      }),
    ]);
    const made = endings.filter((ending, index) => index < 5 && ending === 'done').length;
    expect(endings.filter((ending) => ending !== 'done' && ending !== 'SEATS_TAKEN')).to.deep.equal([]);
    expect(new Set(granted).size, 'a seat has one holder').to.equal(granted.length);
    expect(await sold()).to.equal(made * 2);
    expect(made * 2 + granted.length).to.be.at.most(6);
    const kept = await Promise.all(shifts.map(sales));
    expect(kept.reduce<number>((sum, one) => sum + (one ?? 0), 0)).to.equal(made * 240_000);
  });

  it('places without seat numbers are not oversold when five clerks sell the last ones at once', async () => {
    trip = (await aTrip(engine(), { seats: 6, bus: { operatorId: owner.operatorId } })).id;
    const clerks: Member[] = [];
    for (let made = 0; made < 5; made += 1) clerks.push(await aClerk());
    const endings = await settled(clerks.map((clerk) => counter().sell(clerk, trip, { seats: 2 })));
    expect(endings.filter((ending) => ending === 'done')).to.have.length(3);
    expect(endings.filter((ending) => ending === 'SEATS_TAKEN')).to.have.length(2);
  });

  it('counter sales that one clerk makes at once all count in the clerk’s shift', async () => {
    const clerk = await aClerk();
    const id = await shiftOf(clerk);
    const endings = await settled(
      SIX.map((number) => counter().sell(clerk, trip, { numbers: [number], paidBy: 'CASH' })),
    );
    expect(new Set(endings)).to.deep.equal(new Set(['done']));
    expect(await sales(id)).to.equal(720_000);
  });

  it('a clerk who opens a shift several times at once gets only one shift', async () => {
    const clerk = await aClerk();
    const endings = await settled([1, 2, 3].map(() => counter().openShift(plain(clerk), NOTHING)));
    expect(endings.sort()).to.deep.equal(['SHIFT_OPEN', 'SHIFT_OPEN', 'done']);
  });

  for (const first of ['sale', 'closing'] as const)
    it(`a cash sale while its clerk’s shift is being closed counts in the shift’s total or is refused (${first} first)`, async () => {
      const clerk = await aClerk();
      const id = await shiftOf(clerk);
      const sell = (transact = engine().transact) =>
        settled([counterOn({ ...engine(), transact }, clock).sell(clerk, trip, { numbers: ['A1'], paidBy: 'CASH' })]);
      const close = (transact = engine().transact) =>
        settled([
          counterOn({ ...engine(), transact }, clock).closeShift(plain(clerk), id, {
            countedCash: NOTHING,
            note: 'Not counted.',
          }),
        ]);
      const works = first === 'sale' ? ([sell, close] as const) : ([close, sell] as const);
      const [[one], [other]] = await beforeCommit(database(), engine().transact, works[0], () => works[1]());
      const isSold = first === 'sale';
      expect([one, other]).to.deep.equal(['done', isSold ? 'done' : 'NO_OPEN_SHIFT']);
      expect([await sales(id), await sold()]).to.deep.equal(isSold ? [120_000, 1] : [0, 0]);
    });

  it('a counter sale is refused while its company is being suspended', async () => {
    const clerk = await aClerk();
    const admin = (await anAdmin(engine())).id;
    const [, [ending]] = await beforeCommit(
      database(),
      engine().transact,
      (transact) =>
        changeTerms({ ...aWorld, transact, clock, endAgentHolds })(admin, owner.operatorId, {
          status: 'SUSPENDED',
          reason: 'Debts.',
        }),
      () => settled([counter().sell(clerk, trip, { numbers: ['A1'] })]),
    );
    expect([ending, await sold()]).to.deep.equal(['COMPANY_SUSPENDED', 0]);
  });

  for (const first of ['sale', 'block'] as const)
    it(`a seat is never both sold and blocked when both are requested at once (${first} first)`, async () => {
      const sell = (transact = engine().transact) =>
        settled([counterOn({ ...engine(), transact }, clock).sell(owner, trip, { numbers: ['A1'] })]);
      const block = (transact = engine().transact) =>
        transact(async ({ blocks }) => {
          const there = await blocks.lock(trip, clock());
          const isFree = there.hasSeatMap && there.taken.every((taken) => taken.seat !== seat('A1'));
          if (isFree) await blocks.replace(trip, [{ seat: seat('A1'), reason: 'Kept.', until: null }], clock());
          return [isFree ? 'done' : 'SEATS_SOLD'];
        });
      const works = first === 'sale' ? ([sell, block] as const) : ([block, sell] as const);
      const [[one], [other]] = await beforeCommit(database(), engine().transact, works[0], () => works[1]());
      // The sale may take a seat that the company has blocked. A block cannot take a sold seat.
      expect([one, other]).to.deep.equal(['done', first === 'sale' ? 'SEATS_SOLD' : 'done']);
      expect([await sold(), (await engine().tripBlocks.find(trip, clock()))?.blocks]).to.deep.equal([1, []]);
    });

  it('a clerk whom the company is just removing from its staff cannot open a shift', async () => {
    const clerk = await aClerk();
    const [, [ending]] = await beforeCommit(
      database(),
      engine().transact,
      (transact) => removeStaff({ ...aWorld, transact, clock })(owner, clerk.staffId),
      () => settled([counter().openShift(plain(clerk), NOTHING)]),
    );
    expect(ending).to.equal('POSITION_TOO_LOW');
  });

  it('a clerk who is just opening a shift cannot be removed from the staff', async () => {
    const clerk = await aClerk();
    const [, [ending]] = await beforeCommit(
      database(),
      engine().transact,
      (transact) => counterOn({ ...engine(), transact }, clock).openShift(plain(clerk), NOTHING),
      () => settled([removeStaff({ ...engine(), clock })(owner, clerk.staffId)]),
    );
    expect(ending).to.equal('SHIFT_OPEN');
  });

  it('a seat wanted by a counter sale and a late payment at once goes to only one of them', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await aTrip(engine(), { seats: ['A1'], bus: { operatorId: owner.operatorId } });
      const paying = payingOn(engine());
      const booking = await aBooking(engine(), {
        userId: await aPassengerId(engine()),
        tripId: id,
        seats: [seat('A1')],
      });
      const payment = await paying.checkout(booking);
      for (const hand of [paying.clock, clock]) hand.set(booking.paymentDeadline);
      const [ending] = await Promise.all([
        settled([counter().sell(owner, id, { numbers: ['A1'] })]),
        paying.handleSuccess(paying.gateway.pay(payment)),
      ]);
      const { status } = (await engine().transact(({ bookings }) => bookings.find(booking.id)))!;
      expect([ending[0], status]).to.be.deep.oneOf([
        ['done', 'EXPIRED'],
        ['SEATS_TAKEN', 'CONFIRMED'],
      ]);
    }
  });
});
