import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { cacheStatements } from '../../adapters/knex/engine/sqlite-driver.ts';
import { eventually } from '../support/eventually.ts';
import {
  book,
  checkOut,
  findTrip,
  hold,
  payAtGateway,
  register,
  smallCatalogue,
  statusOf,
  viewBooking,
} from '../support/journey.ts';
import { type ServiceProcess, importCatalogue, ownFolder, startProcess } from '../support/process.ts';

describe('a payment after the deadline, with the real process on an SQLite file', function () {
  this.timeout(300_000);
  let api: ServiceProcess;
  let folder: string;
  let remove: () => Promise<void>;

  before(async () => {
    ({ folder, remove } = await ownFolder());
    await importCatalogue(folder, smallCatalogue);
    api = await startProcess(folder, { PAYMENT_WINDOW_MINUTES: '0.02' });
  });
  after(async () => {
    await api.end();
    await remove();
  });

  it('a late payment gets the booking’s seats again while nobody else has them', async () => {
    const trip = await findTrip(api);
    const asha = await register(api);
    await hold(api, asha, trip.id, 'B1');
    const booking = await book(api, asha, trip.id, 'B1');
    const checkout = await checkOut(api, asha, booking.id);
    await eventually(async () => (await viewBooking(api, asha, booking.id)).booking_status === 'EXPIRED');
    expect(await statusOf(api, trip.id, 'B1')).to.equal('AVAILABLE');

    const result = await payAtGateway(api, checkout);
    expect(Object.fromEntries(result)).to.deep.equal({ success: 'true', booking_id: String(booking.id) });
    expect(await viewBooking(api, asha, booking.id)).to.include({
      booking_status: 'CONFIRMED',
      payment_status: 'COMPLETE',
    });
    expect(await statusOf(api, trip.id, 'B1')).to.equal('BOOKED');
  });

  it('a late payment is refunded when another passenger has the seat, so that no seat is sold twice', async () => {
    const trip = await findTrip(api);
    const [asha, bikram] = [await register(api), await register(api, 'Bikram Thapa')];
    await hold(api, asha, trip.id, 'A1', 'A2');
    const booking = await book(api, asha, trip.id, 'A1', 'A2');
    const checkout = await checkOut(api, asha, booking.id);
    await eventually(async () => (await statusOf(api, trip.id, 'A1')) === 'AVAILABLE');

    await hold(api, bikram, trip.id, 'A2');
    const other = await book(api, bikram, trip.id, 'A2');
    expect((await payAtGateway(api, await checkOut(api, bikram, other.id))).get('success')).to.equal('true');

    const result = await payAtGateway(api, checkout);
    expect(Object.fromEntries(result)).to.deep.equal({
      success: 'false',
      reason: 'refund_due',
      booking_id: String(booking.id),
    });
    expect(await viewBooking(api, asha, booking.id)).to.include({
      booking_status: 'EXPIRED',
      payment_status: 'COMPLETE',
    });
    expect(await viewBooking(api, bikram, other.id)).to.include({ booking_status: 'CONFIRMED' });

    const database = new Database(join(folder, 'bus.sqlite'), { readonly: true });
    cacheStatements(database);
    expect(
      database
        .prepare('select reason, amount_paisa, status, due_at - created_at as wait from refunds where booking_id = ?')
        .all(booking.id),
    ).to.deep.equal([{ reason: 'LATE_PAYMENT', amount_paisa: 240_000, status: 'DUE', wait: 7 * 24 * 3_600_000 }]);
    expect(
      database
        .prepare(
          'select count(*) as sold from booking_seats s join bus_seats b on b.id = s.seat_id where s.schedule_id = ? and s.active and b.seat_number = ?',
        )
        .get(trip.id, 'A2'),
    ).to.deep.equal({ sold: 1 });
    database.close();
  });
});
