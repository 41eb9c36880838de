import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { type Listener, listenTo } from '../support/mqtt.ts';
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

describe('a passenger’s journey, with the real process on an SQLite file', function () {
  this.timeout(300_000);
  let api: ServiceProcess;
  let listener: Listener;
  let remove: () => Promise<void>;

  before(async () => {
    const own = await ownFolder();
    ({ remove } = own);
    await importCatalogue(own.folder, smallCatalogue);
    api = await startProcess(own.folder);
    listener = await listenTo(api.mqttUrl);
    await listener.subscribe('busticket/schedules/+/seats');
  });
  after(async () => {
    await listener.close();
    expect(await api.end('SIGTERM')).to.deep.equal({ code: 0, signal: null });
    await remove();
  });

  it('a passenger can search, hold seats, book and pay until the booking is confirmed', async () => {
    const cities = await api.get('/api/cities');
    expect(cities.json.map(({ city_name }: { city_name: string }) => city_name)).to.deep.equal([
      'Kathmandu',
      'Pokhara',
    ]);

    const trip = await findTrip(api);
    expect(trip).to.include({ source_city: 'Kathmandu', fare: 1200, seats_left: 8 });
    const asha = await register(api);
    await hold(api, asha, trip.id, 'A1', 'A2');
    expect([
      await statusOf(api, trip.id, 'A1', asha.token),
      await statusOf(api, trip.id, 'A1'),
      await statusOf(api, trip.id, 'A3'),
    ]).to.deep.equal(['LOCKED_BY_ME', 'LOCKED', 'AVAILABLE']);

    const booking = await book(api, asha, trip.id, 'A1', 'A2');
    expect(booking).to.include({ booking_status: 'PENDING_PAYMENT', total_amount: 2400, seats_count: 2 });

    const checkout = await checkOut(api, asha, booking.id);
    expect(checkout.form_fields.total_amount).to.equal('2400');
    const result = await payAtGateway(api, checkout);
    expect(Object.fromEntries(result)).to.deep.equal({ success: 'true', booking_id: String(booking.id) });

    expect(await viewBooking(api, asha, booking.id)).to.include({
      booking_status: 'CONFIRMED',
      payment_status: 'COMPLETE',
    });
    expect((await findTrip(api)).seats_left).to.equal(6);
    const received = (await listener.heard(2)).map(({ topic, payload }) => [
      topic,
      payload.seat_numbers,
      payload.status,
    ]);
    expect(received.slice(0, 2)).to.deep.equal([
      [`busticket/schedules/${trip.id}/seats`, ['A1', 'A2'], 'LOCKED'],
      [`busticket/schedules/${trip.id}/seats`, ['A1', 'A2'], 'BOOKED'],
    ]);
  });

  it('a passenger can pay in a second attempt after a failed payment', async () => {
    const trip = await findTrip(api, 'MICRO');
    const bikram = await register(api, 'Bikram Thapa');
    const created = await api.post('/api/bookings', { schedule_id: trip.id, seats: 3 }, bikram.token);
    expect(created.json).to.include({ booking_status: 'PENDING_PAYMENT', total_amount: 2851.5 });

    const failed = await payAtGateway(api, await checkOut(api, bikram, created.json.id), 'refuse');
    expect(Object.fromEntries(failed)).to.deep.equal({
      success: 'false',
      reason: 'cancelled',
      booking_id: String(created.json.id),
    });
    expect(await viewBooking(api, bikram, created.json.id)).to.include({
      booking_status: 'PENDING_PAYMENT',
      payment_status: 'CANCELED',
    });

    const paid = await payAtGateway(api, await checkOut(api, bikram, created.json.id));
    expect(paid.get('success')).to.equal('true');
    expect((await findTrip(api, 'MICRO')).seats_left).to.equal(9);
  });

  it('the log of a passenger’s purchase has one JSON object a line, without secrets', async () => {
    const asha = await register(api);
    await api.post('/api/passenger/login', { identifier: asha.email, password: asha.password });
    await api.post('/api/passenger/forgot-password', { email: asha.email });
    // The client may get the answer before the service writes the line to its log.
    await eventually(() => api.log().some(({ route }) => route === '/api/passenger/forgot-password'));
    const lines = api.log();
    expect(lines.find(({ msg }) => msg === 'the service listens')).to.include({ url: api.url });
    expect(lines.find(({ route }) => route === '/api/passenger/login')).to.include({
      msg: 'request',
      method: 'POST',
      status: 200,
    });
    expect(lines.find(({ route }) => route === '/api/payments/passenger/gateway/success')).to.include({ status: 302 });
    for (const secret of [asha.password, asha.token, asha.refresh, 'data=', 'token=', 'eyJ'])
      expect(api.output()).not.to.include(secret);
  });
});
