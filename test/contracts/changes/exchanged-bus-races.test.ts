import { expect } from 'chai';
import { runAudit } from '../../../core/audit/run-audit.ts';
import { createBooking } from '../../../core/bookings/create-booking.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { BusId, OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import type { Stores } from '../../../core/stores.ts';
import { systemRandom } from '../../../adapters/crypto/random.ts';
import { BOOKING_TERMS, aBooking } from '../../support/bookings.ts';
import {
  type ListedBus,
  type TripForTests,
  aBus,
  allVerified,
  aTrip,
  calendar,
  saveBus,
  seat,
  seatsNumbered,
} from '../../support/catalogue.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { exchangeBus } from '../../support/exchange.ts';
import { beforeCommit, beforeRecording } from '../../support/overlap.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { KNOWN } from '../../support/known-gateways.ts';
import { aWorld } from '../../support/world.ts';

const A_BUS: Omit<ListedBus, 'operatorId' | 'seatMap'> = {
  name: 'Blue Sky Deluxe',
  registrationNo: 'BA 1 PA 1',
  type: 'DELUXE',
  totalSeats: 2,
  amenities: [],
  approvalStatus: 'APPROVED',
  status: 'ACTIVE',
  documents: allVerified,
};

/**
 * Tests of an import that gives a trip another bus while a passenger takes a seat. They run on parallel connections of
 * Postgres, and in sequence on SQLite. In either order each seat number is sold only once.
 */

onEveryEngine('an exchange of a trip’s bus while others use the trip', (engine, database) => {
  let paying: Paying;
  let trip: TripForTests;
  let other: BusId;
  let operator: OperatorId;
  let asha: UserId;
  let bikram: UserId;

  beforeEach(async () => {
    paying = payingOn(engine());
    operator = (await anOperator(engine())).operatorId;
    trip = await aTrip(engine(), { seats: ['A1', 'A2'], bus: { operatorId: operator } });
    other = await aBus(engine(), { operatorId: operator, seats: ['A1', 'A2'] });
    [asha, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
  });

  const overlapping = <One, Two>(first: (transact: Transact<Stores>) => Promise<One>, second: () => Promise<Two>) =>
    beforeCommit(database(), engine().transact, first, second);
  const exchange = (transact: Transact<Stores> = engine().transact) =>
    transact((stores) => exchangeBus(stores, trip, other, paying.clock()));
  /** Imports the bus BA 1 PA 1 again, with a map of `seats`. */
  const rebuild = async (transact: Transact<Stores> = engine().transact, seats: readonly string[] = ['A1', 'A2']) => {
    const seatMap = { rows: 1, cols: 4, deckCount: 1, seats: seatsNumbered(...seats) };
    return transact((stores) => saveBus(stores, { ...A_BUS, operatorId: operator, seatMap }, paying.clock()));
  };
  const lock = async (passenger: UserId, transact: Transact<Stores> = engine().transact, tripId = trip.id) =>
    (
      await lockSeats({ ...aWorld, transact, clock: paying.clock, seatLockMinutes: 10, rateLimit: true })(
        passenger,
        tripId,
        [seat('A1')],
      )
    ).granted;
  const book = (passenger: UserId, transact: Transact<Stores> = engine().transact, tripId = trip.id) =>
    createBooking({
      ...(engine() as Omit<Engine, 'transact'>),
      ...BOOKING_TERMS,
      transact,
      clock: paying.clock,
      random: systemRandom,
      calendar: calendarOf('Asia/Kathmandu'),
      expireBookings: async () => 0,
      rateLimit: true,
    })(passenger, { tripId, seatNumbers: [seat('A1')], passengers: [], seats: 1 }).then(
      () => 'booked',
      (error: unknown) => {
        if (error instanceof Refusal) return error.code;
        throw error;
      },
    );
  const holders = async () => {
    const shown = async (viewer: UserId) => {
      const map = await engine().seatMaps.view(trip.id, viewer, paying.clock());
      return map?.hasSeatMap ? map.seats.find(({ number }) => number === 'A1')?.heldBy : undefined;
    };
    return [await shown(asha), await shown(bikram)];
  };
  const findings = async () =>
    (
      await runAudit({ gateways: KNOWN, clock: paying.clock, calendar, auditReader: engine().auditReader })()
    ).findings.filter(({ invariant: promise }) => promise !== 'EVENT_UNTOLD');
  /** Books A1 and lets the booking expire. The returned `pay` delivers its late payment. */
  const lapsed = async () => {
    const booking = await aBooking(engine(), { userId: asha, tripId: trip.id, seats: [seat('A1')] });
    const data = paying.gateway.pay(await paying.checkout(booking));
    paying.clock.set(booking.paymentDeadline);
    await paying.expire();
    return {
      pay: async (transact: Transact<Stores> = engine().transact) => {
        const process = payingOn({ ...engine(), transact });
        process.clock.set(paying.clock());
        return (await process.handleSuccess(data)).outcome;
      },
    };
  };

  afterEach(async () => {
    expect(await findings()).to.deep.equal([]);
  });

  it('a hold that waits while the trip’s bus is exchanged takes the seat of the new bus', async () => {
    const [, granted] = await overlapping(exchange, () => lock(asha));
    expect(granted).to.deep.equal(['A1']);
    expect(await holders()).to.deep.equal(['me', 'another']);
    expect([await lock(bikram), await book(asha)]).to.deep.equal([[], 'booked']);
  });

  it('a seat that was held just before the trip’s bus was exchanged cannot be booked', async () => {
    const [granted, saved] = await overlapping(
      (transact) => lock(asha, transact),
      () => exchange(),
    );
    expect([granted, saved]).to.deep.equal([['A1'], trip.id]);
    expect([await lock(bikram), await book(bikram), await book(asha)]).to.deep.equal([
      ['A1'],
      'booked',
      'SEAT_SELECTION_EXPIRED',
    ]);
  });

  it('a booking of a held seat that waits while the trip’s bus is exchanged is refused', async () => {
    await lock(asha);
    const [, booked] = await overlapping(exchange, () => book(asha));
    expect(booked).to.equal('SEAT_SELECTION_EXPIRED');
    expect([await lock(bikram), await book(bikram)]).to.deep.equal([['A1'], 'booked']);
  });

  it('a trip keeps its bus if a seat is booked just before the bus would be exchanged', async () => {
    await lock(asha);
    const [booked, saved] = await overlapping(
      (transact) => book(asha, transact),
      () => exchange(),
    );
    expect([booked, saved]).to.deep.equal(['booked', 'sold']);
    expect(await lock(bikram)).to.deep.equal([]);
  });

  it('a passenger’s booking of places without seat numbers is refused while the bus is getting a seat map', async () => {
    const places = await aTrip(engine(), { seats: 2, bus: { registrationNo: 'BA 1 PA 1', operatorId: operator } });
    const [, booked] = await overlapping(rebuild, () => book(asha, engine().transact, places.id));
    expect(booked).to.be.oneOf(['NOT_ENOUGH_SEATS', 'SEAT_SELECTION_EXPIRED']);
    expect(await engine().seatMaps.view(places.id, undefined, paying.clock())).to.include({ hasSeatMap: true });
  });

  it('a bus gets no seat map if places without seat numbers were booked just before', async () => {
    const places = await aTrip(engine(), { seats: 2, bus: { registrationNo: 'BA 1 PA 1', operatorId: operator } });
    const [booked, saved] = await overlapping(
      (transact) => book(asha, transact, places.id),
      () => rebuild(),
    );
    expect([booked, saved]).to.deep.equal(['booked', 'sold']);
  });

  it('the trip store takes no unnumbered places while the bus is getting a seat map', async () => {
    const places = await aTrip(engine(), { seats: 2, bus: { registrationNo: 'BA 1 PA 1', operatorId: operator } });
    const [, taken] = await overlapping(rebuild, () =>
      engine().transact(({ trips }) => trips.takePlaces(places.id, 1, paying.clock())),
    );
    expect(taken).to.equal(false);
  });

  it('a hold of a seat is refused while that seat is being removed from the bus’s seat map', async () => {
    const { id } = await aTrip(engine(), {
      seats: ['A1', 'A2'],
      bus: { registrationNo: 'BA 1 PA 1', operatorId: operator },
    });
    const [, granted] = await overlapping(
      (transact) => rebuild(transact, ['A2']),
      () => lock(asha, engine().transact, id),
    );
    expect(granted).to.deep.equal([]);
  });

  it('a late payment while the trip’s bus is exchanged gets the same seat numbers on the new bus', async () => {
    const { pay } = await lapsed();
    const [, outcome] = await overlapping(exchange, () => pay());
    expect(outcome).to.equal('paid');
    expect([await lock(bikram), await book(bikram)]).to.deep.equal([[], 'SEAT_SELECTION_EXPIRED']);
  });

  it('a late payment while the trip’s bus is exchanged is refunded if the new bus lacks the seat number', async () => {
    other = await aBus(engine(), { seats: ['A2', 'B1'] });
    const { pay } = await lapsed();
    const [, outcome] = await overlapping(exchange, () => pay());
    expect(outcome).to.equal('refund due');
  });

  it('a trip keeps its bus if a late payment gets its seats back just before the bus would be exchanged', async () => {
    const { pay } = await lapsed();
    const [outcome, saved] = await beforeRecording(database(), engine().transact, pay, () => exchange());
    expect([outcome, saved]).to.deep.equal(['paid', 'sold']);
    expect(await lock(bikram)).to.deep.equal([]);
  });
});
