import { expect } from 'chai';
import { toLine } from '../../../core/audit/finding.ts';
import { type Conductor, conductorOf } from '../../../core/boarding/conductor.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { type Day, aDay, markPublished } from '../../support/audited-day.ts';
import { aBooking } from '../../support/bookings.ts';
import { type Change, databaseBooks } from '../../support/corrupting.ts';
import { aDevice } from '../../support/devices.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { aScan, scanningOn } from '../../support/scanning.ts';

/** Adds a booking on board, one ashore, one cancelled on board, and one on board of a bus without a seat map. */
async function boardedBooks(engine: Engine) {
  const day = await aDay(engine);
  const { clock } = day.paying;
  const scanning = scanningOn(engine, clock);
  const phoneOf = async ({ operatorId }: { readonly operatorId: Conductor['operatorId'] }): Promise<Conductor> =>
    conductorOf({ deviceId: (await aDevice(engine, { operatorId })).id, operatorId });
  const [aboard, ashore, gone] = [await day.book('A1'), await day.book('A2'), await day.book('A3')];
  const placed = await aBooking(engine, { userId: day.asha, tripId: day.minibus.id, seatsCount: 2, bookedAt: clock() });
  for (const booking of [aboard, ashore, gone, placed]) await day.pay(booking);
  clock.set(hoursAfter(day.bus.departsAt, -1));
  const [phone, other] = [await phoneOf(aboard), await phoneOf(placed)];
  for (const booking of [aboard, ashore, gone]) await scanning.one(phone, aScan(booking, { at: clock() }));
  await scanning.one(phone, aScan(ashore, { at: clock(), action: 'UNDO' }));
  await scanning.one(other, aScan(placed, { at: clock(), places: 1 }));
  await day.cancel(gone);
  await markPublished(engine);
  return { day, aboard, ashore, gone, placed };
}

onEveryEngine('the audit of boardings', (engine, database) => {
  const linesAfter = async ({ paying }: Day, changes: readonly Change[]) =>
    (await databaseBooks(database()).linesAfter(paying.clock, changes)).map((lines) =>
      lines.filter((line) => line.startsWith('BOARDING_DIFFERS')),
    );

  it('the audit finds nothing wrong with scans, an undone scan, and a booking cancelled on board with a conflict', async () => {
    const { day, placed } = await boardedBooks(engine());
    expect((await engine().transact(({ bookings }) => bookings.find(placed.id)))?.status).to.equal('CHECKED_IN');
    expect((await day.audit()).findings.map(toLine)).to.deep.equal([]);
  });

  it('the audit reports boarding marks that contradict the status of their booking', async () => {
    const { day, aboard, ashore, gone, placed } = await boardedBooks(engine());
    const statusOf = ({ id }: typeof aboard, status: string): Change => ({
      table: 'bookings',
      where: { id },
      set: { booking_status: status },
    });
    const conflict = { table: 'boarding_conflicts', where: { booking_id: gone.id } };
    const cases: readonly (readonly [typeof aboard, Change, string])[] = [
      [gone, { ...conflict, isGone: true }, 'the booking is CANCELLED, and has 1 on board without a conflict'],
      [
        gone,
        { ...conflict, set: { reason: 'ALREADY' } },
        'the booking is CANCELLED, and has 1 on board without a conflict',
      ],
      [aboard, statusOf(aboard, 'REFUNDED'), 'the booking is REFUNDED, and has 1 on board without a conflict'],
      [aboard, statusOf(aboard, 'CONFIRMED'), 'the booking is CONFIRMED, and has 1 on board'],
      [placed, statusOf(placed, 'CONFIRMED'), 'the booking is CONFIRMED, and has 1 on board'],
      [ashore, statusOf(ashore, 'CHECKED_IN'), 'the booking is CHECKED_IN, and nobody is on board'],
      [
        placed,
        { table: 'booking_places', where: { booking_id: placed.id }, isGone: true },
        'the booking is CHECKED_IN, and nobody is on board',
      ],
    ];
    const found = await linesAfter(
      day,
      cases.map(([, change]) => change),
    );
    expect(found).to.deep.equal(
      cases.map(([{ id, code }, , says]) => [`BOARDING_DIFFERS: ${code}: ${says} (booking ${id})`]),
    );
  });

  it('the audit does not report a booking whose conflict was deleted with its old scans', async () => {
    const { day, gone } = await boardedBooks(engine());
    const where = { booking_id: gone.id };
    const [lines] = await linesAfter(day, [
      {
        table: 'boarding_conflicts',
        where,
        isGone: true,
        also: [{ table: 'booking_seats', where, set: { boarded_by_scan: null } }],
      },
    ]);
    expect(lines).to.deep.equal([]);
  });

  it('the audit does not report a booking whose last scan was undone after the arrival', async () => {
    const { day, ashore } = await boardedBooks(engine());
    day.paying.clock.set(hoursAfter(day.bus.departsAt, 100));
    const [lines] = await linesAfter(day, [
      { table: 'bookings', where: { id: ashore.id }, set: { booking_status: 'CHECKED_IN' } },
    ]);
    expect(lines).to.deep.equal([]);
  });
});
