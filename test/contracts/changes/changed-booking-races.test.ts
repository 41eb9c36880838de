import { expect } from 'chai';
import { departTrip } from '../../../core/boarding/depart-trip.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import { expireBookings } from '../../../core/bookings/expire-bookings.ts';
import { cancelTrip } from '../../../core/changes/cancel-trip.ts';
import { swapBus } from '../../../core/changes/swap-bus.ts';
import type { Member } from '../../../core/companies/member.ts';
import type { BookingId, BusId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { addGoodwill } from '../../../core/refunds/add-goodwill.ts';
import type { Stores } from '../../../core/stores.ts';
import { aBooking } from '../../support/bookings.ts';
import { aBus, calendar, seat, type TripForTests } from '../../support/catalogue.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { anotherTrip, changingOn, payFor } from '../../support/changing.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { expectBooksBalance } from '../../support/entries.ts';
import { importInto } from '../../support/importing.ts';
import { NEWS } from '../../support/news.ts';
import { beforeCommit, beforeRecording } from '../../support/overlap.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { anAdmin, aPassengerId } from '../../support/people.ts';
import { ended } from '../../support/refusals.ts';
import { aScan, scanningOn } from '../../support/scanning.ts';

/**
 * Tests of a booking that is changed to another trip while somebody else uses it. They run on parallel connections of
 * Postgres, and in sequence on SQLite. In either order the booking ends in one way, and its money is refunded at most
 * once.
 */

type Work = (transact: Transact<Stores>) => Promise<string>;

const CHANGES = ['a change without a rest to pay', 'the request of a change', 'the payment of a change'] as const;
type Change = (typeof CHANGES)[number];

/**
 * The expected outcomes of a test. `after`: what each kind of change gets if the other work commits first. `before`:
 * what the other work gets if each kind of change commits first.
 */
type Endings = readonly [after: readonly [string, string, string], before: readonly [string, string, string]];

const ENDINGS = {
  'a cancellation': [
    ['BOOKING_CLOSED', 'BOOKING_CLOSED', 'refund due'],
    ['BOOKING_OVER', 'done', 'BOOKING_OVER'],
  ],
  'a cancellation of a seat': [
    ['VALIDATION', 'VALIDATION', 'paid'],
    ['BOOKING_OVER', 'CHANGE_OPEN', 'BOOKING_OVER'],
  ],
  'a cancellation of a seat by an administrator': [
    ['VALIDATION', 'VALIDATION', 'paid'],
    ['BOOKING_CLOSED', 'CHANGE_OPEN', 'BOOKING_CLOSED'],
  ],
  'a scan of its ticket': [
    ['BOOKING_CLOSED', 'BOOKING_CLOSED', 'refund due'],
    ['CHANGED', 'BOARDED', 'CHANGED'],
  ],
  'a swap of its bus': [
    ['CONFIRMED', 'PENDING_PAYMENT', 'paid'],
    ['done', 'done', 'done'],
  ],
  'a swap of the bus of the new trip': [
    ['SEAT_SELECTION_EXPIRED', 'SEAT_SELECTION_EXPIRED', 'paid'],
    ['done', 'done', 'done'],
  ],
  'a cancellation of the new trip': [
    ['TRIP_NOT_BOOKABLE', 'TRIP_NOT_BOOKABLE', 'refund due'],
    ['done', 'done', 'done'],
  ],
  'an import that cancels its trip': [
    ['BOOKING_CLOSED', 'BOOKING_CLOSED', 'refund due'],
    ['done', 'done', 'done'],
  ],
  'an import that retimes its trip': [
    ['CONFIRMED', 'PENDING_PAYMENT', 'paid'],
    ['done', 'done', 'done'],
  ],
  goodwill: [
    ['CONFIRMED', 'PENDING_PAYMENT', 'paid'],
    ['done', 'CHANGE_OPEN', 'done'],
  ],
  'a change by the company': [
    ['BOOKING_CLOSED', 'BOOKING_CLOSED', 'paid'],
    ['BOOKING_CLOSED', 'CHANGE_OPEN', 'BOOKING_CLOSED'],
  ],
} as const satisfies Readonly<Record<string, Endings>>;

type Other = keyof typeof ENDINGS;

const SEATS = ['A1', 'A2', 'B1', 'B2'];
const WHY = { reason: 'BREAKDOWN', note: '', isDryRun: false } as const;
/** The fee of a cancellation or a change is 10 % of the price. */
const TIERS = [{ hours: 0, fee: basisPoints(1_000) }];
const TOTAL = paisa(240_100);
const CHEAP = 80_000;
const DEAR = 150_000;

onEveryEngine('a change of a booking while others use it', (engine, database) => {
  let paying: Paying;
  let owner: Member;
  let asha: UserId;
  let admin: UserId;
  let old: TripId;
  let cheap: TripForTests;
  let dear: TripForTests;
  let spareBus: BusId;
  let booking: Booking;
  /** The payment that a booking change waits for; undefined before the passenger starts to pay. */
  let payment: Payment | undefined;
  let made: BookingId | undefined;

  const load = (changes: Readonly<Record<string, unknown>>, transact = engine().transact) =>
    importInto({ ...engine(), transact }, paying.clock, changes);
  const changing = (transact = engine().transact) => changingOn({ ...paying, engine: { ...engine(), transact } });
  const cancelling = (transact: Transact<Stores>) => cancellingOn({ ...paying, engine: { ...engine(), transact } });
  const needs = (transact: Transact<Stores>) => ({ ...engine(), ...NEWS, transact, clock: paying.clock, calendar });

  beforeEach(async () => {
    paying = payingOn(engine());
    old = (await load({})).schedules.get('deluxe')!;
    owner = await engine().transact(async ({ users, staff }) => {
      const { id: userId } = (await users.findByEmail('sita@example.com'))!;
      return { userId, operatorId: (await staff.ofUser(userId))!.operatorId };
    });
    const { operatorId } = owner;
    [asha, admin] = [await aPassengerId(engine()), (await anAdmin(engine())).id];
    cheap = await anotherTrip(engine(), owner, CHEAP, { seats: SEATS, departsAt: hoursAfter(START, 72) });
    dear = await anotherTrip(engine(), owner, DEAR, { seats: SEATS, departsAt: hoursAfter(START, 80) });
    spareBus = await aBus(engine(), { operatorId, seats: SEATS });
    paying.clock.set(hoursAfter(START, 40));
    booking = await aBooking(engine(), {
      userId: asha,
      operatorId,
      tripId: old,
      seats: ['A1', 'A2'].map(seat),
      total: TOTAL,
      cancellationTiers: TIERS,
      changeTiers: TIERS,
      bookedAt: paying.clock(),
    });
    await payFor(paying, booking);
    payment = made = undefined;
  });

  afterEach(async () => {
    await expectOneOutcome();
    await expectBooksBalance(engine(), paying);
  });

  /**
   * Expects that either the change is done, or the old booking is as the other work left it. The refunds of a payment
   * must not exceed the payment.
   */
  async function expectOneOutcome(): Promise<void> {
    const before = (await engine().officeBookings.find(booking.id))!;
    const after = made === undefined ? undefined : await engine().officeBookings.find(made);
    const isDone = after !== undefined && before.changed.to?.id === after.id;
    if (isDone) expect(before.status).to.equal('CANCELLED');
    else if (after) {
      expect(after.status).to.be.oneOf(['PENDING_PAYMENT', 'CANCELLED', 'EXPIRED']);
      if (after.status === 'PENDING_PAYMENT') expect(before.status).to.equal('CONFIRMED');
    }
    await engine().transact(async (stores) => {
      for (const one of [booking.id, ...(made === undefined ? [] : [made])])
        for (const { id, amount } of await stores.payments.ofBooking(one)) {
          const refunds = await stores.refunds.ofPayment(id);
          expect(refunds.reduce((sum, refund) => sum + refund.amount, 0)).to.be.at.most(amount);
        }
    });
  }

  const ask = async (trip: TripForTests, transact?: Transact<Stores>): Promise<string> => {
    const asked = await changing(transact).ask(booking, trip, { numbers: ['B1', 'B2'] });
    made = asked.booking.id;
    return asked.booking.status;
  };

  /** Each function prepares a change of the booking, and returns the work that commits it. */
  const changes: Readonly<Record<Change, () => Promise<Work>>> = {
    'a change without a rest to pay': async () => {
      await changing().hold(booking, cheap.id, ['B1', 'B2']);
      return (transact) => ended(ask(cheap, transact));
    },
    'the request of a change': async () => {
      await changing().hold(booking, dear.id, ['B1', 'B2']);
      return (transact) => ended(ask(dear, transact));
    },
    'the payment of a change': async () => {
      await changing().hold(booking, dear.id, ['B1', 'B2']);
      await ask(dear);
      payment = await paying.checkout({ id: made!, userId: asha });
      const data = paying.gateway.pay(payment);
      return (transact) => {
        const process = payingOn({ ...engine(), transact });
        process.clock.set(paying.clock());
        return process.handleSuccess(data).then(({ outcome }) => outcome);
      };
    },
  };
  const newTrip = (change: Change): TripId => (change === 'a change without a rest to pay' ? cheap : dear).id;

  const others: Readonly<Record<Other, (transact: Transact<Stores>, change: Change) => Promise<string>>> = {
    'a cancellation': (transact) => ended(cancelling(transact).cancel(booking)),
    'a cancellation of a seat': (transact) => ended(cancelling(transact).cancel(booking, '', { seats: ['A1'] })),
    'a cancellation of a seat by an administrator': (transact) =>
      ended(cancelling(transact).cancelForOffice({ role: 'ADMIN', userId: admin }, booking, { seats: ['A1'] })),
    'a scan of its ticket': async (transact) => {
      const scanning = scanningOn({ ...engine(), transact }, paying.clock);
      const conductor = { operatorId: owner.operatorId, sender: { userId: owner.userId } };
      const { result, reason } = await scanning.one(conductor, aScan(booking, { at: paying.clock() }));
      return reason ?? result;
    },
    'a swap of its bus': (transact) =>
      ended(swapBus(needs(transact))(owner, old, { ...WHY, busId: spareBus, assignments: [] })),
    'a swap of the bus of the new trip': (transact, change) =>
      ended(swapBus(needs(transact))(owner, newTrip(change), { ...WHY, busId: spareBus, assignments: [] })),
    'a cancellation of the new trip': (transact, change) =>
      ended(cancelTrip(needs(transact))(owner, newTrip(change), WHY)),
    'an import that cancels its trip': (transact) => ended(load({ '/schedules/0/status': 'CANCELLED' }, transact)),
    'an import that retimes its trip': (transact) =>
      ended(load({ '/schedules/0/departure_time': '2026-11-22T06:15:00Z' }, transact)),
    goodwill: (transact) =>
      ended(
        (async () => {
          const [paid] = await engine().transact(({ payments }) => payments.ofBooking(booking.id));
          return addGoodwill(needs(transact))(admin, paid!.id, { amount: paisa(50_000), note: 'Noise.' });
        })(),
      ),
    'a change by the company': async (transact) => {
      const trip = await anotherTrip(engine(), owner, 100_000, { seats: SEATS, departsAt: hoursAfter(START, 90) });
      return ended(changing(transact).changeForOffice(owner, booking.id, trip, { numbers: ['A1', 'A2'], fee: 'none' }));
    },
  };

  /**
   * Returns the helper that pauses the work which commits first. Imports and payments run several transactions, so they
   * are paused before they record events. Other work is paused before its commit.
   */
  const meetingOf = (first: Change | Other) =>
    first === 'the payment of a change' || first.startsWith('an import') ? beforeRecording : beforeCommit;

  for (const [index, change] of CHANGES.entries())
    for (const other of Object.keys(ENDINGS) as Other[]) {
      const [after, before] = [ENDINGS[other][0][index]!, ENDINGS[other][1][index]!];

      it(`${change} of a booking that waits for ${other} ends with “${after}”`, async () => {
        const transact = engine().transact;
        const work = await changes[change]();
        const both = await meetingOf(other)(
          database(),
          transact,
          (slow) => others[other](slow, change),
          () => work(transact),
        );
        expect(both[1]).to.equal(after);
      });

      it(`${other} that waits for ${change} of a booking ends with “${before}”`, async () => {
        const transact = engine().transact;
        const work = await changes[change]();
        const both = await meetingOf(change)(database(), transact, work, () => others[other](transact, change));
        expect(both[1]).to.equal(before);
      });
    }

  for (const [index, change] of CHANGES.entries())
    it(`${change} of a booking while its bus departs ends as it would before the departure or after it`, async () => {
      const transact = engine().transact;
      const work = await changes[change]();
      const conductor = { operatorId: owner.operatorId, sender: { userId: owner.userId } };
      const [departure, ending] = await beforeCommit(
        database(),
        transact,
        (slow) => ended(departTrip(needs(slow))(conductor, old, { early: true })),
        () => work(transact),
      );
      const [before, after] = [
        ['CONFIRMED', 'PENDING_PAYMENT', 'paid'][index],
        ['CHANGE_TOO_LATE', 'CHANGE_TOO_LATE', 'refund due'][index],
      ];
      expect(departure).to.equal('done');
      expect(ending).to.be.oneOf([before, after]);
    });

  /** Returns the statuses of the old and the new booking, and the reasons of the new booking's refunds. */
  const ends = async () => {
    const shown = (await engine().officeBookings.find(made!))!;
    const { status } = (await engine().officeBookings.find(booking.id))!;
    return [status, shown.status, ...shown.refunds.map(({ reason }) => reason)];
  };

  for (const first of ['payment', 'sweep'] as const)
    it(`a payment completes a booking’s change to another trip even if a job ends the new booking meanwhile (${first} first)`, async () => {
      const transact = engine().transact;
      const pay = await changes['the payment of a change']();
      paying.clock.advance(15);
      const sweep = (inside: Transact<Stores>) =>
        expireBookings({ ...engine(), transact: inside, clock: paying.clock })().then(() => 'done');
      const works = first === 'payment' ? ([pay, sweep] as const) : ([sweep, pay] as const);
      const meeting = first === 'payment' ? beforeRecording : beforeCommit;
      const both = await meeting(database(), transact, works[0], () => works[1](transact));
      expect(both).to.have.members(['paid', 'done']);
      expect(await ends()).to.deep.equal(['CANCELLED', 'CONFIRMED']);
    });

  it('a payment that is reported ten times at once completes a booking’s change to another trip only once', async () => {
    const pay = await changes['the payment of a change']();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => pay(engine().transact)));
    expect(new Set(outcomes)).to.deep.equal(new Set(['paid']));
    expect(await ends()).to.deep.equal(['CANCELLED', 'CONFIRMED']);
  });

  it('only one of three payments at once completes a booking’s change to another trip, and the others are refunded', async () => {
    const pay = await changes['the payment of a change']();
    const more = [
      await paying.checkout({ id: made!, userId: asha }),
      await paying.checkout({ id: made!, userId: asha }),
    ];
    const outcomes = await Promise.all([
      pay(engine().transact),
      ...more.map(async (one) => (await paying.handleSuccess(paying.gateway.pay(one))).outcome),
    ]);
    expect(outcomes).to.deep.equal(['paid', 'paid', 'paid']);
    expect(await ends()).to.deep.equal(['CANCELLED', 'CONFIRMED', 'DUPLICATE_PAYMENT', 'DUPLICATE_PAYMENT']);
  });

  for (const first of ['payment', 'change'] as const)
    it(`a late payment of a change to another trip is used or refunded if the booking is changed again at once (${first} first)`, async () => {
      const transact = engine().transact;
      const pay = await changes['the payment of a change']();
      const late = made!;
      paying.clock.advance(15);
      await paying.expire();
      await changing().hold(booking, dear.id, ['A1', 'A2']);
      const askAgain = (inside: Transact<Stores>) =>
        ended(changing(inside).ask(booking, dear, { numbers: ['A1', 'A2'] }));
      const both =
        first === 'payment'
          ? await beforeRecording(database(), transact, pay, () => askAgain(transact))
          : await beforeCommit(database(), transact, askAgain, () => pay(transact));
      made = late;
      if (first === 'payment') {
        expect(both).to.deep.equal(['paid', 'BOOKING_CLOSED']);
        expect(await ends()).to.deep.equal(['CANCELLED', 'CONFIRMED']);
      } else {
        expect(both).to.deep.equal(['done', 'refund due']);
        expect(await ends()).to.deep.equal(['CONFIRMED', 'EXPIRED', 'LATE_PAYMENT']);
      }
    });

  for (const first of ['goodwill', 'change'] as const)
    it(`goodwill of an old booking’s payment and the next change of the new booking wait for each other (${first} first)`, async () => {
      const transact = engine().transact;
      await changing().hold(booking, cheap.id, ['B1', 'B2']);
      expect(await ask(cheap)).to.equal('CONFIRMED');
      const present = { id: made!, userId: asha };
      await changing().hold(booking, dear.id, ['A1', 'A2']);
      const due: number[] = [];
      const works: Readonly<Record<typeof first, Work>> = {
        goodwill: (inside) => others.goodwill(inside, 'the request of a change'),
        change: (inside) =>
          ended(
            changing(inside)
              .ask(present, dear, { numbers: ['A1', 'A2'] })
              .then((changed) => due.push(changed.booking.amountDue)),
          ),
      };
      const second = first === 'goodwill' ? 'change' : 'goodwill';
      const both = await beforeCommit(database(), transact, works[first], () => works[second](transact));
      expect(both).to.deep.equal(['done', first === 'goodwill' ? 'done' : 'CHANGE_OPEN']);
      // The first change refunded 56,090 of 240,100 paisa and kept a fee of 24,010. The fee of the second is 16,000,
      // and 300,000 are to be paid.
      const left = 240_100 - 56_090 - 24_010 - (first === 'goodwill' ? 50_000 : 0);
      expect(due).to.deep.equal([300_000 - (Math.min(160_000, left) - 16_000)]);
    });

  it('a payment of a booking’s change is refunded if a job ends the change at that moment because the bus departed', async () => {
    const transact = engine().transact;
    const pay = await changes['the payment of a change']();
    const conductor = { operatorId: owner.operatorId, sender: { userId: owner.userId } };
    await departTrip(needs(transact))(conductor, old, { early: true });
    const both = await beforeCommit(
      database(),
      transact,
      (slow) =>
        changing(slow)
          .sweep()
          .then(() => 'done'),
      () => pay(transact),
    );
    expect(both).to.deep.equal(['done', 'refund due']);
    expect(await ends()).to.deep.equal(['CONFIRMED', 'CANCELLED', 'LATE_PAYMENT']);
  });
});
