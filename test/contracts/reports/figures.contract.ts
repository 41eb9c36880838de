import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import { type Instant, type Span, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { anAgent } from '../../support/agents.ts';
import { aBooking } from '../../support/bookings.ts';
import { aRoad } from '../../support/roads.ts';
import { aBus, aTrip, seat, verified } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

const DAY: Span = { start: hoursAfter(START, -10), end: hoursAfter(START, 14) };
const LAST_MOMENT = (DAY.end - 1) as Instant;

onEveryEngine('the figures of a day', (engine, database) => {
  const read = (now = START, openSince = START) => engine().figures.read(DAY, openSince, now);

  it('the administrators’ overview of a day without events shows zeros', async () => {
    expect(await read()).to.deep.equal({
      bookings: 0,
      gross: 0,
      seatsSold: 0,
      seatsOffered: 0,
      paymentsOpen: 0,
      paymentsUnclear: 0,
      reviewsWaiting: 0,
      mailBacklog: 0,
      smsBacklog: 0,
      smsPartsSent: 0,
      webhookBacklog: 0,
      agentsOverCredit: 0,
    });
  });

  it('the administrators’ overview counts the agents that owe more than their limit, and none that owe all of it', async () => {
    for (const balance of [99, 100, 101]) {
      const agent = await anAgent(engine(), { creditLimit: paisa(100) });
      await database().knex('agents').where({ id: agent.id }).update({ balance_paisa: balance });
    }
    expect(await read()).to.include({ agentsOverCredit: 1 });
  });

  it('the administrators’ overview counts the bookings made on the day, and how many of them are paid', async () => {
    const userId = await aPassengerId(engine());
    const { id: tripId } = await aTrip(engine(), { seats: 50 });
    for (const status of ['CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'PENDING_PAYMENT', 'EXPIRED', 'CANCELLED'] as const)
      await aBooking(engine(), { userId, tripId, status, total: paisa(100_050) });
    await aBooking(engine(), { userId, tripId, status: 'REFUNDED' });
    for (const bookedAt of [DAY.start, LAST_MOMENT, DAY.end, (DAY.start - 1) as Instant])
      await aBooking(engine(), { userId, tripId, status: 'CONFIRMED', bookedAt, total: paisa(1) });
    expect(await read()).to.include({ bookings: 5, gross: 300_152 });
    const before: Span = { start: hoursAfter(DAY.start, -24), end: DAY.start };
    expect(await engine().figures.taken([before, DAY])).to.deep.equal([
      { bookings: 1, gross: 1 },
      { bookings: 5, gross: 300_152 },
    ]);
  });

  it('the administrators’ overview counts all seats and sold seats of the trips that leave on the day', async () => {
    const userId = await aPassengerId(engine());
    const mapped = await aTrip(engine(), { departsAt: DAY.start, seats: ['A1', 'A2', 'B1'] });
    await aBooking(engine(), { userId, tripId: mapped.id, seats: [seat('A1')], status: 'COMPLETED' });
    await aBooking(engine(), { userId, tripId: mapped.id, seats: [seat('A2')] });
    await aBooking(engine(), { userId, tripId: mapped.id, seats: [seat('B1')], status: 'REFUNDED' });
    const counted = await aTrip(engine(), { departsAt: LAST_MOMENT, seats: 10 });
    await aBooking(engine(), { userId, tripId: counted.id, seatsCount: 4, status: 'CONFIRMED' });
    await aBooking(engine(), { userId, tripId: counted.id, seatsCount: 3 });
    for (const traits of [
      { departsAt: DAY.end },
      { departsAt: (DAY.start - 1) as Instant },
      { departsAt: START, status: 'CANCELLED' },
    ] as const) {
      const { id: tripId } = await aTrip(engine(), { ...traits, seats: 20 });
      await aBooking(engine(), { userId, tripId, status: 'CONFIRMED' });
    }
    expect(await read()).to.include({ seatsSold: 9, seatsOffered: 13 });
    // The two unpaid bookings are overdue now, so their four seats are no longer sold.
    expect(await read(minutesAfter(START, 15))).to.include({ seatsSold: 5, seatsOffered: 13 });
  });

  it('the administrators’ overview counts a booking between two stops on the day on which the bus leaves its first stop', async () => {
    const userId = await aPassengerId(engine());
    for (const seats of [['A1', 'A2', 'B1'], 10] as const) {
      const { id: tripId } = await aRoad(engine(), {
        between: ['Mugling'],
        seats,
        departsAt: minutesAfter(DAY.end, -30),
      });
      const book = async (from: number, to: number, number: string) =>
        aBooking(engine(), {
          ...(seats === 10 ? { seatsCount: 1 } : { seats: [seat(number)] }),
          userId,
          tripId,
          section: { from, to },
        });
      await book(0, 1, 'A1');
      await book(1, 2, 'A1');
      await book(0, 2, 'A2');
    }
    expect(await read()).to.include({ seatsSold: 4, seatsOffered: 13 });
    const next: Span = { start: DAY.end, end: hoursAfter(DAY.end, 24) };
    expect(await engine().figures.read(next, START, START)).to.include({ seatsSold: 2, seatsOffered: 0 });
    expect(await read(minutesAfter(START, 15))).to.include({ seatsSold: 0 });
  });

  it('the administrators’ overview leaves out seats that are not in use', async () => {
    const busId = await aBus(engine(), { seats: ['A1', 'A2'] });
    await engine().transact(async ({ buses }) => {
      const map = (await buses.seatMaps([busId])).get(busId)!;
      const seats = map.seats.map((one) => ({ ...one, isActive: one.number === 'A1' }));
      await buses.saveSeatMap(busId, { ...map, seats });
    });
    await aTrip(engine(), { busId, departsAt: START });
    expect(await read()).to.include({ seatsOffered: 1 });
  });

  it('the administrators’ overview counts payments with an unknown outcome that are older than a given moment', async () => {
    const userId = await aPassengerId(engine());
    const { id: bookingId } = await aBooking(engine(), { userId, tripId: (await aTrip(engine())).id });
    await engine().transact(async ({ payments }) => {
      const pay = (transactionUuid: string, createdAt: Instant) =>
        payments.add({
          gateway: 'ESEWA',
          bookingId,
          transactionUuid,
          amount: paisa(1),
          createdAt,
          nextEnquiryAt: START,
        });
      await pay('in time', minutesAfter(START, -4));
      await pay('at the moment', minutesAfter(START, -5));
      await pay('doubtful', minutesAfter(START, -6));
      await pay('settled', minutesAfter(START, -7));
      const [doubtful, settled] = [await payments.find('doubtful'), await payments.find('settled')];
      await payments.move(doubtful!.id, 'doubt', START);
      await payments.move(settled!.id, 'complete', START);
    });
    expect(await read(START, minutesAfter(START, -5))).to.include({ paymentsOpen: 2 });
  });

  it('the administrators’ overview counts buses and documents waiting for a review, and unsent mails', async () => {
    await aBus(engine(), { approvalStatus: 'PENDING' });
    await aBus(engine(), {
      documents: [
        { ...verified('REGISTRATION'), status: 'PENDING' },
        { ...verified('INSURANCE'), status: 'PENDING' },
        { ...verified('FITNESS'), status: 'REJECTED' },
      ],
    });
    const userId = await aPassengerId(engine());
    const { id } = await aBooking(engine(), { userId, tripId: (await aTrip(engine())).id });
    await engine().transact(({ mailQueue }) => mailQueue.add({ kind: 'BOOKING_CONFIRMED', bookingId: id }, START));
    expect(await read()).to.include({ reviewsWaiting: 3, mailBacklog: 1 });
    await engine().transact(async ({ mailQueue }) => {
      const [mail] = await mailQueue.claim(START, minutesAfter(START, 1), 1);
      await mailQueue.markSent(mail!, START);
    });
    expect(await read()).to.include({ mailBacklog: 0 });
  });
});
