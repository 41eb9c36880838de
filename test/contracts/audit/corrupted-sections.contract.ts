import { expect } from 'chai';
import { toLine } from '../../../core/audit/finding.ts';
import type { Section } from '../../../core/trips/sections.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { type Day, aDay, markPublished } from '../../support/audited-day.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Change, databaseBooks } from '../../support/corrupting.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { aRoad } from '../../support/roads.ts';

/**
 * Adds two trips with four stops each. On one, sections of a seat are sold and held without overlap. On the other,
 * places are sold by sections.
 */
async function soldBySections(engine: Engine) {
  const day = await aDay(engine);
  const [seats, places] = [
    await aRoad(engine, { between: ['Mugling', 'Damauli'], seats: ['A1', 'A2'] }),
    await aRoad(engine, { between: ['Mugling', 'Damauli'], seats: 20 }),
  ];
  const sell = (number: string, section: Section) =>
    aBooking(engine, { userId: day.asha, tripId: seats.id, seats: [seat(number)], section });
  const take = (seatsCount: number, section: Section, status: 'PENDING_PAYMENT' | 'EXPIRED' = 'PENDING_PAYMENT') =>
    aBooking(engine, { userId: day.asha, tripId: places.id, seatsCount, section, status });
  const sold = [await sell('A1', { from: 0, to: 1 }), await sell('A1', { from: 1, to: 2 })] as const;
  await take(15, { from: 0, to: 1 });
  await take(8, { from: 1, to: 3 });
  await take(3, { from: 2, to: 3 });
  await take(4, { from: 1, to: 2 }, 'EXPIRED');
  await engine.transact(({ seatLocks }) =>
    seatLocks.hold(
      {
        tripId: seats.id,
        passenger: day.asha,
        wanted: [seat('A1')],
        expiresAt: minutesAfter(START, 10),
        section: { from: 2, to: 3 },
      },
      START,
    ),
  );
  await markPublished(engine);
  return { day, seats, places, sold };
}

/** The findings of the audit, as lines. */
const linesOf = async ({ audit }: Day) => (await audit()).findings.map(toLine);

onEveryEngine('the audit of trips with stops', (engine) => {
  it('the audit finds nothing wrong on a trip with stops whose seats and places are sold from stop to stop', async () => {
    const { day } = await soldBySections(engine());
    expect(await linesOf(day)).to.deep.equal([]);
  });

  it('the audit finds too many taken places between two stops, even if some of the trip’s unpaid bookings are overdue', async () => {
    const { day, places } = await soldBySections(engine());
    await aBooking(engine(), {
      userId: day.asha,
      tripId: places.id,
      seatsCount: 2,
      section: { from: 0, to: 2 },
      paymentDeadline: hoursAfter(START, 1),
    });
    const oversold = async () => (await linesOf(day)).filter((line) => line.startsWith('PLACES_OVERSOLD'));
    await changePlan(engine(), places.id, { busId: (await aTrip(engine(), { seats: 1 })).busId });
    const line = (taken: number) => `PLACES_OVERSOLD: ${taken} places are taken, and the bus has 1 (trip ${places.id})`;
    expect(await oversold()).to.deep.equal([line(17)]);
    day.paying.clock.set(minutesAfter(START, 15));
    expect(await oversold()).to.deep.equal([line(2)]);
  });
});

onEveryEngine('the audit of corrupted rows of trips with stops', (engine, database) => {
  const linesAfter = async ({ paying }: Day, changes: readonly Change[]) =>
    databaseBooks(database()).linesAfter(paying.clock, changes);
  const block = (trip: number, seatId: number | null, section: Section, count: number | null = null): Change => ({
    table: 'seat_blocks',
    where: {},
    added: {
      schedule_id: trip,
      seat_id: seatId,
      places: count,
      reason: 'Kept',
      from_stop: section.from,
      to_stop: section.to,
    },
  });
  const seatIdOf = async (busId: number, number: string): Promise<number> => {
    const [row] = await database()
      .knex('bus_seats')
      .where({ bus_id: busId, seat_number: number })
      .select<{ id: number }[]>('id');
    return Number(row?.id);
  };

  it('the audit reports each trip, and each pair of neighbouring stops, whose stored number of taken places is wrong', async () => {
    const { day, places } = await soldBySections(engine());
    const of = (part: number) => ({ table: 'part_places', where: { schedule_id: places.id, part } });
    const [trip, ...parts] = await linesAfter(day, [
      { table: 'schedules', where: { id: places.id }, set: { places_taken: 26 } },
      { ...of(0), set: { places_taken: 14 } },
      { ...of(1), add: { places_taken: 1 } },
      { ...of(2), isGone: true },
      { table: 'part_places', where: {}, added: { schedule_id: places.id, part: 3, places_taken: 2 } },
    ]);
    expect(trip).to.include(`TOTALS_DIFFER: places_taken is 26, and its rows make 15 (trip ${places.id})`);
    expect(parts).to.deep.equal(
      ['part 0 is 14, and its rows make 15', 'part 1 is 9, and its rows make 8']
        .concat(['part 2 is 0, and its rows make 11', 'part 3 is 2, and its rows make 0'])
        .map((says) => [`TOTALS_DIFFER: places_taken of ${says} (trip ${places.id})`]),
    );
  });

  it('the audit reports places that are stored as taken although no active booking takes them', async () => {
    const { day, places } = await soldBySections(engine());
    const [lines] = await linesAfter(day, [
      {
        table: 'bookings',
        where: { schedule_id: places.id, from_stop: 0 },
        set: { booking_status: 'EXPIRED' },
      },
    ]);
    expect(lines).to.include(`TOTALS_DIFFER: places_taken is 15, and its rows make 11 (trip ${places.id})`);
    expect(lines).to.include(`TOTALS_DIFFER: places_taken of part 0 is 15, and its rows make 0 (trip ${places.id})`);
  });

  it('the audit reports a booking whose seats are taken between other stops than the booking’s own', async () => {
    const { day, sold } = await soldBySections(engine());
    const [lines] = await linesAfter(day, [
      { table: 'booking_seats', where: { booking_id: sold[0].id }, set: { to_stop: 0 } },
    ]);
    expect(lines).to.deep.equal([
      `SEATS_DIFFER: ${sold[0].code}: seat A1 is for stops 0 to 0, the booking for stops 0 to 1 (booking ${sold[0].id})`,
    ]);
  });

  it('the audit reports a seat that is sold twice, or both held and sold, between the same two stops', async () => {
    const { day, seats, sold } = await soldBySections(engine());
    const longer = (index: 0 | 1, to: number): Change => ({
      table: 'booking_seats',
      where: { booking_id: sold[index].id },
      set: { to_stop: to },
    });
    const [twice, held, earlier] = await linesAfter(day, [
      longer(0, 2),
      longer(1, 3),
      { table: 'seat_locks', where: { schedule_id: seats.id }, set: { from_stop: 1 } },
    ]);
    const bookings = sold.map(({ id }) => id).join(' and ');
    expect(twice).to.include(`SEAT_SOLD_TWICE: seat A1 is sold to bookings ${bookings} (trip ${seats.id})`);
    const both = `SEAT_TAKEN_TWICE: seat A1 is held and sold at once (trip ${seats.id})`;
    expect(held).to.include(both);
    expect(earlier).to.deep.equal([both]);
  });

  it('the audit reports a hold, block or booking between stops that its trip does not have', async () => {
    const { day, seats, sold } = await soldBySections(engine());
    const a2 = await seatIdOf(seats.busId, 'A2');
    await database().knex('schedules').where('id', seats.id).update({ has_blocks: true });
    const [held, reversed, blocked, booked] = await linesAfter(day, [
      { table: 'seat_locks', where: { schedule_id: seats.id }, set: { to_stop: 4 } },
      { table: 'seat_locks', where: { schedule_id: seats.id }, set: { to_stop: 2 } },
      block(seats.id, a2, { from: 2, to: 9 }),
      { table: 'bookings', where: { id: sold[1].id }, set: { to_stop: 5 } },
    ]);
    const line = (says: string) => `SEATS_DIFFER: stops ${says}, and the road has no such section (trip ${seats.id})`;
    expect(held).to.deep.equal([line('2 to 4 are held')]);
    expect(reversed).to.deep.equal([line('2 to 2 are held')]);
    expect(blocked).to.deep.equal([line('2 to 9 are blocked')]);
    expect(booked).to.include(line('1 to 5 are booked'));
  });

  it('the audit does not report an expired hold on a seat', async () => {
    const { day, seats } = await soldBySections(engine());
    day.paying.clock.set(minutesAfter(START, 10));
    const [lines] = await linesAfter(day, [
      { table: 'seat_locks', where: { schedule_id: seats.id }, set: { from_stop: 1 } },
    ]);
    expect(lines).to.deep.equal([]);
  });

  it('the audit reports a blocked seat only if it is also sold, held or blocked between the same two stops', async () => {
    const { day, seats } = await soldBySections(engine());
    const [a1, a2] = [await seatIdOf(seats.busId, 'A1'), await seatIdOf(seats.busId, 'A2')];
    await database().knex('schedules').where('id', seats.id).update({ has_blocks: true });
    await database()
      .knex('seat_blocks')
      .insert(block(seats.id, a2, { from: 0, to: 2 }).added!);
    const [sold, held, blocked, beside] = await linesAfter(day, [
      block(seats.id, a1, { from: 0, to: 2 }),
      block(seats.id, a1, { from: 2, to: 3 }),
      block(seats.id, a2, { from: 1, to: 3 }),
      block(seats.id, a2, { from: 2, to: 3 }),
    ]);
    const line = (says: string) => `${says} (trip ${seats.id})`;
    expect(sold).to.deep.equal([line('BLOCK_MISPLACED: seat A1 is blocked and sold')]);
    expect(held).to.deep.equal([line('SEAT_TAKEN_TWICE: seat A1 is held and blocked at once')]);
    expect(blocked).to.deep.equal([line('SEAT_TAKEN_TWICE: seat A2 is blocked twice at once')]);
    expect(beside).to.deep.equal([]);
  });

  it('the audit reports blocked places that exceed the places left between the same stops', async () => {
    const { day, places } = await soldBySections(engine());
    await database().knex('schedules').where('id', places.id).update({ has_blocks: true });
    const [fitting, many] = await linesAfter(day, [
      block(places.id, null, { from: 1, to: 2 }, 12),
      block(places.id, null, { from: 0, to: 2 }, 6),
    ]);
    expect(fitting).to.deep.equal([]);
    expect(many).to.deep.equal([
      `BLOCK_MISPLACED: 6 places are blocked and 1 more in all than the bus has left (trip ${places.id})`,
    ]);
  });
});
