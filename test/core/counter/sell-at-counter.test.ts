import { expect } from 'chai';
import type { Block } from '../../../core/seats/block.ts';
import type { Member } from '../../../core/companies/member.ts';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { basisPoints, NOTHING, paisa } from '../../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking, sitting } from '../../support/bookings.ts';
import { aTrip, changePlan, seat, verified } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { setTerms } from '../../support/companies.ts';
import { ASHA, counterOn, PLATFORM_TIERS } from '../../support/counter.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { refused, refusalOf } from '../../support/refusals.ts';

describe('selling at the counter', () => {
  let engine: Engine;
  let clock: HandClock;
  let counter: ReturnType<typeof counterOn>;
  let sita: Member;
  let trip: TripId;

  beforeEach(async () => {
    engine = memoryEngine();
    clock = handClock();
    counter = counterOn(engine, clock);
    const { id: userId, operatorId } = await anOperator(engine);
    sita = { userId, operatorId };
    trip = await aTripOfCompany();
  });

  const aTripOfCompany = async (traits: Parameters<typeof aTrip>[1] = {}): Promise<TripId> =>
    (await aTrip(engine, { fare: paisa(3_335), ...traits, bus: { operatorId: sita.operatorId, ...traits.bus } })).id;
  const held = (passenger: UserId, ...wanted: readonly string[]) =>
    engine.transact(({ seatLocks }) =>
      seatLocks.hold(
        { tripId: trip, passenger, wanted: wanted.map(seat), expiresAt: minutesAfter(clock(), 10) },
        clock(),
      ),
    );
  const booked = async (...seats: readonly string[]) =>
    aBooking(engine, { userId: await aPassengerId(engine), tripId: trip, seats: seats.map(seat) });
  const takenSeats = async (sale: Promise<unknown>) => {
    const { code, extra } = await refused(sale);
    return [code, extra['seats']];
  };
  const fieldOf = async (sale: Promise<unknown>) => (await refused(sale)).faults[0]?.field;

  it('a counter sale makes a paid booking with its contact, price, seats and passengers', async () => {
    const passengers = [{ ...sitting(seat('A2')), name: 'Maya', age: 9, gender: 'F' }];
    const sale = await counter.sell(sita, trip, { numbers: ['A2', 'A1', 'A2'], passengers, reference: 'QR 4711' });
    expect(sale).to.deep.include({
      userId: sita.userId,
      operatorId: sita.operatorId,
      channel: 'COUNTER',
      contact: ASHA,
      status: 'CONFIRMED',
      seatsCount: 2,
      total: 6_670,
      commissionRate: 250,
      commission: 167,
      operatorEarning: 6_503,
      cancellationTiers: PLATFORM_TIERS,
      bookedAt: START,
      seats: [
        { ...sitting(seat('A1'), { name: 'Asha Gurung' }), boardedAt: null, beside: [] },
        { ...sitting(seat('A2'), { name: 'Maya', age: 9, gender: 'F' }), boardedAt: null, beside: [] },
      ],
      payments: [
        { gateway: 'QR', status: 'COMPLETE', amount: 6_670, gatewayId: null, reference: 'QR 4711', createdAt: START },
      ],
      refunds: [],
    });
    expect(sale.code).to.match(/^BT261120\d{6}$/);
  });

  it('a counter sale stores its answer for repeated requests, and sells nothing if storing the answer fails', async () => {
    const kept: object[] = [];
    const sale = await counter.sell(sita, trip, { numbers: ['A1'] }, async (sold) => void kept.push(sold));
    expect(kept).to.deep.equal([sale]);
    const lost = new Error('The connection is gone.');
    const ending = await counter
      .sell(sita, trip, { numbers: ['A2'] }, async () => {
        throw lost;
      })
      .catch((error: unknown) => error);
    expect([ending, (await engine.officeTrips.find(trip, START))?.seats.sold]).to.deep.equal([lost, 1]);
  });

  it('a counter sale stores the company’s cancellation tiers, and the platform’s commission rate for counter sales', async () => {
    const cancellationTiers = [{ hours: 1, fee: basisPoints(0) }];
    await setTerms(engine, trip, { commissionRate: basisPoints(1_500), cancellationTiers });
    expect(await counter.sell(sita, trip, { numbers: ['A1'] })).to.deep.include({
      commissionRate: 250,
      cancellationTiers,
    });
  });

  it('a counter sale notifies seat subscribers and the company, and mails the buyer if there is an address', async () => {
    const [silent, mailed] = [
      await counter.sell(sita, trip, { numbers: ['A2', 'A1'] }),
      await counter.sell(sita, trip, { numbers: ['B1'], contact: { ...ASHA, email: 'asha@example.com' } }),
    ];
    const confirmed = (bookingCode: string, seatsCount: number, amount: number) => [
      `operators/${sita.operatorId}/notifications`,
      {
        type: 'booking_confirmed',
        operator_id: sita.operatorId,
        payload: { booking_code: bookingCode, seats_count: seatsCount, amount },
      },
    ];
    expect(await recorded(engine)).to.deep.equal([
      seatMessage(trip, 'BOOKED', 'A1', 'A2'),
      confirmed(silent.code, 2, 66.7),
      seatMessage(trip, 'BOOKED', 'B1'),
      confirmed(mailed.code, 1, 33.35),
    ]);
    const mails = await engine.transact(({ mailQueue }) => mailQueue.claim(clock(), minutesAfter(clock(), 1), 10));
    expect(mails.map(({ mail }) => mail)).to.deep.equal([{ kind: 'BOOKING_CONFIRMED', bookingId: mailed.id }]);
  });

  it('a counter sale is one entry of the activity log', async () => {
    const { id, code } = await counter.sell(sita, trip, { numbers: ['A2', 'A1'] });
    const rows = await engine.transact(({ trail }) => trail.of({ type: 'booking', id }));
    expect(rows).to.have.length(1);
    expect(rows[0]).to.deep.include({
      kind: 'SEATS_SOLD',
      actor: { role: 'OPERATOR', userId: sita.userId },
      operatorId: sita.operatorId,
      amount: 6_670,
      changes: {
        booking_status: { old: null, new: 'CONFIRMED' },
        seats: { old: null, new: 'A1, A2' },
        total_amount: { old: null, new: 66.7 },
        paid_by: { old: null, new: 'QR' },
      },
      description: `Sold A1, A2 under ${code} for NPR 66.7, paid by QR.`,
    });
  });

  describe('cash sales', () => {
    const cash = (numbers: readonly string[]) => counter.sell(sita, trip, { numbers, paidBy: 'CASH' });
    const shift = async (id: Parameters<Engine['shiftViews']['find']>[0]) => engine.shiftViews.find(id);

    it('a cash sale needs an open counter shift and counts in this shift, and a sale by QR code belongs to no shift', async () => {
      expect(await refusalOf(cash(['A1']))).to.deep.equal(['conflict', 'NO_OPEN_SHIFT']);
      const { id } = await counter.openShift(sita, NOTHING);
      await cash(['A1', 'A2']);
      await cash(['B1']);
      await counter.sell(sita, trip, { numbers: ['B2'] });
      expect(await shift(id)).to.include({ sales: 10_005 });
    });

    it('a cash sale is refused once the clerk’s shift is closed, and sells nothing', async () => {
      const { id } = await counter.openShift(sita, NOTHING);
      await counter.closeShift(sita, id, { countedCash: NOTHING, note: null });
      expect(await refusalOf(cash(['A1']))).to.deep.equal(['conflict', 'NO_OPEN_SHIFT']);
      expect((await counter.sell(sita, trip, { numbers: ['A1'] })).status).to.equal('CONFIRMED');
    });

    it('a cash sale of taken seats is refused and adds nothing to the clerk’s shift', async () => {
      const { id } = await counter.openShift(sita, NOTHING);
      await booked('A1');
      expect(await takenSeats(cash(['B1', 'A1']))).to.deep.equal(['SEATS_TAKEN', ['A1']]);
      expect(await shift(id)).to.include({ sales: 0 });
    });
  });

  it('a counter sale is refused for seats that are booked or held, even by the seller, and the refusal names the seats', async () => {
    await booked('A1');
    await held(await aPassengerId(engine), 'A2');
    await held(sita.userId, 'B1');
    expect(await takenSeats(counter.sell(sita, trip, { numbers: ['B2', 'B1', 'A2', 'A1'] }))).to.deep.equal([
      'SEATS_TAKEN',
      ['A1', 'A2', 'B1'],
    ]);
    clock.set(minutesAfter(START, 10));
    expect(await takenSeats(counter.sell(sita, trip, { numbers: ['B2', 'B1', 'A2', 'A1'] }))).to.deep.equal([
      'SEATS_TAKEN',
      ['A1'],
    ]);
    expect((await counter.sell(sita, trip, { numbers: ['A2', 'B1', 'B2'] })).seatsCount).to.equal(3);
  });

  it('a counter sale removes the company’s blocks from the seats and places that it sells, and leaves other blocks', async () => {
    const blocked = (on: TripId, blocks: readonly Block[]) =>
      engine.transact(async (stores) => {
        await stores.blocks.lock(on, clock());
        await stores.blocks.replace(on, blocks, clock());
      });
    const blocksOf = async (on: TripId) => (await engine.tripBlocks.find(on, clock()))?.blocks;
    const kept = (number: string): Block => ({ seat: seat(number), reason: 'For the agent.', until: null });
    await blocked(trip, [kept('A1'), kept('B1')]);
    await counter.sell(sita, trip, { numbers: ['A1', 'A2'] });
    expect(await blocksOf(trip)).to.deep.equal([kept('B1')]);

    const minibus = await aTripOfCompany({ seats: 6 });
    await blocked(minibus, [{ places: 4, reason: 'For the agent.', until: null }]);
    await counter.sell(sita, minibus, { seats: 3 });
    expect(await blocksOf(minibus)).to.deep.equal([{ places: 3, reason: 'For the agent.', until: null }]);
    expect(await takenSeats(counter.sell(sita, minibus, { seats: 4 }))).to.deep.equal(['SEATS_TAKEN', []]);
    expect(await blocksOf(minibus)).to.deep.equal([{ places: 3, reason: 'For the agent.', until: null }]);
  });

  it('a counter sale of seats that are not blocked leaves all blocks as they are', async () => {
    await booked('A2');
    const kept: readonly Block[] = [{ seat: seat('A1'), reason: 'For the agent.', until: null }];
    await engine.transact(async ({ blocks }) => {
      await blocks.lock(trip, clock());
      await blocks.replace(trip, kept, clock());
    });
    expect(await takenSeats(counter.sell(sita, trip, { numbers: ['A1', 'A2'] }))).to.deep.equal([
      'SEATS_TAKEN',
      ['A2'],
    ]);
    expect((await engine.tripBlocks.find(trip, clock()))?.blocks).to.deep.equal(kept);
  });

  it('a counter sale can take seats of unpaid online bookings whose payment deadline has passed', async () => {
    const { id, userId, paymentDeadline } = await booked('A1');
    clock.set((paymentDeadline - 1) as typeof paymentDeadline);
    expect(await takenSeats(counter.sell(sita, trip, { numbers: ['A1'] }))).to.deep.equal(['SEATS_TAKEN', ['A1']]);
    clock.set(paymentDeadline);
    await counter.sell(sita, trip, { numbers: ['A1'] });
    expect((await engine.bookingViews.find(id, userId))?.status).to.equal('EXPIRED');
  });

  it('a counter sale does not count towards a passenger’s limits of held seats and unpaid bookings', async () => {
    for (const numbers of [['A1'], ['A2'], ['B1'], ['B2']]) await counter.sell(sita, trip, { numbers });
    for (let sales = 0; sales < 3; sales += 1) await counter.sell(sita, await aTripOfCompany(), { numbers: ['A1'] });
    expect(await engine.transact(({ bookings }) => bookings.unpaid(sita.userId, clock()))).to.deep.equal([]);
    expect(await engine.transact(({ holdings }) => holdings.trips(sita.userId, clock()))).to.deep.equal([]);
  });

  describe('counter sales on a bus without a seat map', () => {
    it('a counter sale without a seat map sells 1 to 20 places, and is refused when too few are left', async () => {
      trip = await aTripOfCompany({ seats: 25 });
      for (const seats of [-1, 0, 21])
        expect(await fieldOf(counter.sell(sita, trip, { seats, numbers: ['A1'] }))).to.equal('seats');
      const { seats, seatsCount, total } = await counter.sell(sita, trip, { seats: 20 });
      expect([seats, seatsCount, total]).to.deep.equal([[], 20, 66_700]);
      expect(await takenSeats(counter.sell(sita, trip, { seats: 6 }))).to.deep.equal(['SEATS_TAKEN', []]);
      await counter.sell(sita, trip, { seats: 5 });
    });
  });

  it('a counter sale sells 1 to 6 existing seats, and counts a repeated seat once', async () => {
    const seats = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3'];
    trip = await aTripOfCompany({ seats });
    const sell = (...numbers: readonly string[]) => counter.sell(sita, trip, { numbers });
    expect(await fieldOf(sell())).to.equal('seat_numbers');
    expect(await fieldOf(sell(...seats))).to.equal('seat_numbers');
    expect(await fieldOf(sell('A1', 'Z9'))).to.equal('seat_numbers[1]');
    expect((await sell('A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'a1')).seatsCount).to.equal(6);
  });

  describe('trips for counter sales', () => {
    const refusal = async (id: TripId) => {
      const { code, extra } = await refused(counter.sell(sita, id, { numbers: ['A1'] }));
      return [code, extra['because']];
    };

    it('a counter sale is refused for another company’s trip', async () => {
      expect(await refusal((await aTrip(engine)).id)).to.deep.equal(['TRIP_UNKNOWN', undefined]);
      expect(await refusal(999_999 as TripId)).to.deep.equal(['TRIP_UNKNOWN', undefined]);
    });

    it('seats of a trip can be sold at the counter until the bus arrives at its destination', async () => {
      const [departsAt, arrivesAt] = [hoursAfter(START, 1), hoursAfter(START, 8)];
      trip = await aTripOfCompany({ departsAt, arrivesAt });
      clock.set((arrivesAt - 1) as typeof arrivesAt);
      expect((await counter.sell(sita, trip, { numbers: ['A1'] })).status).to.equal('CONFIRMED');
      clock.set(arrivesAt);
      expect(await refusal(trip)).to.deep.equal(['TRIP_ARRIVED', undefined]);
    });

    it('seats of a departed trip are sold at the counter only to passengers who are on board', async () => {
      await changePlan(engine, trip, { departedAt: START });
      expect(await refusal(trip)).to.deep.equal(['TRIP_DEPARTED', undefined]);
      expect((await counter.sell(sita, trip, { numbers: ['A1'], onBoard: true })).status).to.equal('CONFIRMED');
      await changePlan(engine, trip, { departedAt: null });
      expect((await counter.sell(sita, trip, { numbers: ['A2'] })).status).to.equal('CONFIRMED');
    });

    it('a counter sale is refused for a cancelled trip, an unapproved bus, missing documents and a suspended company', async () => {
      const of = (traits: Parameters<typeof aTrip>[1]) => aTripOfCompany(traits).then(refusal);
      expect(await of({ status: 'CANCELLED' })).to.deep.equal(['TRIP_CANCELLED', undefined]);
      expect(await of({ bus: { approvalStatus: 'PENDING' } })).to.deep.equal(['TRIP_NOT_BOOKABLE', 'BUS_NOT_APPROVED']);
      expect(await of({ bus: { status: 'INACTIVE' } })).to.deep.equal(['TRIP_NOT_BOOKABLE', 'BUS_INACTIVE']);
      expect(await of({ bus: { documents: [verified('FITNESS')] } })).to.deep.equal([
        'TRIP_NOT_BOOKABLE',
        'PAPERS_MISSING',
      ]);
      await setTerms(engine, trip, { status: 'SUSPENDED' });
      expect(await refusal(trip)).to.deep.equal(['COMPANY_SUSPENDED', undefined]);
    });
  });
});
