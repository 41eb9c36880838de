import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { daysAfter, hoursAfter, toIso } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { aDevice } from '../../support/devices.ts';
import { onEveryServer } from '../../support/http.ts';
import { aPassenger, anOperator } from '../../support/people.ts';
import { expectProblem } from '../../support/problems.ts';
import { type SignedInAccount, staffOn } from '../../support/staff.ts';

onEveryServer('manifests, and the departure of trips', (api) => {
  const { owner: anOwner, member } = staffOn(api);
  let owner: SignedInAccount;
  let conductor: string;
  let device: string;
  let asha: UserId;
  let trip: TripId;

  before(async () => {
    owner = await anOwner();
    conductor = (await member(owner, 'CONDUCTOR')).token;
    device = (await aDevice(api().dependencies, { operatorId: owner.operatorId! })).token;
    ({ id: asha } = await aPassenger(api().dependencies, { fullName: 'Asha Gurung', phone: '9812345678' }));
  });
  beforeEach(async () => {
    trip = await aTripOf(owner);
  });

  const aTripOf = async ({ operatorId }: Pick<SignedInAccount, 'operatorId'>, departsAt = hoursAfter(START, 2)) =>
    (await aTrip(api().dependencies, { bus: { operatorId: operatorId! }, departsAt })).id;
  const book = (...seats: readonly string[]) =>
    aBooking(api().dependencies, { userId: asha, tripId: trip, seats: seats.map(seat), status: 'CONFIRMED' });
  const manifest = (id = trip, headers: Record<string, string> = {}, token = device) =>
    api().get(`/api/conductor/trips/${id}/manifest`, token, headers);
  const inOffice = (id = trip, headers: Record<string, string> = {}) =>
    api().get(`/api/operator/trips/${id}/manifest`, conductor, headers);

  it('a manifest contains passengers’ names, and the hashes of their tickets instead of the tickets', async () => {
    await changePlan(api().dependencies, trip, { boardingPoints: [{ name: 'Kalanki', minutes: 0 }] });
    const booking = await book('A1');
    const { json, headers } = await manifest();
    const token = api().dependencies.ticketTokens.sign(
      { bookingId: booking.id, bookingCode: booking.code },
      booking.bookedAt,
    );
    const hash = createHash('sha256').update(token).digest().subarray(0, 12).toString('base64url');
    const [{ seats, ...rest }] = json.bookings;
    expect(rest).to.deep.equal({
      booking_id: booking.id,
      booking_code: booking.code,
      booking_status: 'CONFIRMED',
      from_stop: 0,
      to_stop: 1,
      name: 'Asha Gurung',
      phone: '9812345678',
      sold_by: null,
      ticket_hash: hash,
      places: 1,
      boarded_places: 0,
    });
    expect(seats[0]).to.deep.include({ seat_number: 'A1', age: null, gender: null, boarded_at: null });
    expect(json.trip).to.deep.include({ id: trip, source_city: 'Kathmandu', status: 'ACTIVE', sold: 1, boarded: 0 });
    expect(json).to.deep.include({ revoked: [], generated_at: toIso(START) });
    expect(headers.get('etag')).to.equal(`"${json.revision}"`);
    const bookings = json.bookings.map((one: object) => ({ ...one, cancelled: false }));
    expect((await inOffice()).json).to.deep.equal({ ...json, bookings });
  });

  it('a manifest that has not changed since it was read answers 304', async () => {
    await book('A1');
    for (const get of [manifest, inOffice]) {
      const etag = (await get()).headers.get('etag')!;
      for (const known of [etag, `W/${etag}`, `"1", ${etag}`, '*']) {
        const again = await get(trip, { 'If-None-Match': known });
        expect([again.status, again.text, again.headers.get('etag')], known).to.deep.equal([304, '', etag]);
      }
      for (const other of ['"1"', '1', '"', etag.replaceAll('"', '')])
        expect((await get(trip, { 'If-None-Match': other })).status, other).to.equal(200);
    }
    const before = (await manifest()).headers.get('etag')!;
    await book('A2');
    const after = await manifest(trip, { 'If-None-Match': before });
    expect([after.status, after.json.bookings.length]).to.deep.equal([200, 2]);
  });

  it('a manifest lists the tickets that are no longer valid', async () => {
    const { id } = await book('A1');
    const [{ ticket_hash: hash }] = (await manifest()).json.bookings;
    await api().post(`/api/operator/bookings/${id}/cancel`, { reason: 'Ill.' }, owner.token);
    const { json } = await manifest();
    expect([json.bookings, json.revoked]).to.deep.equal([[], [hash]]);
  });

  it('a crew device can read manifests from yesterday to seven days ahead, and the office all manifests', async () => {
    // Hours from START to the first and the last moment at which crews may read a manifest. START is 10:00 in
    // Kathmandu.
    const ends = { yesterday: -34, weekAhead: 7 * 24 + 13.99 };
    for (const hours of Object.values(ends))
      expect((await manifest(await aTripOf(owner, hoursAfter(START, hours)))).status).to.equal(200);
    for (const hours of [ends.yesterday - 0.01, ends.weekAhead + 0.01]) {
      const id = await aTripOf(owner, hoursAfter(START, hours));
      expectProblem(await manifest(id), 404, 'TRIP_UNKNOWN');
      expectProblem(await manifest(id, { 'If-None-Match': '*' }), 404, 'TRIP_UNKNOWN');
      expect((await inOffice(id)).status).to.equal(200);
    }
  });

  it('a manifest of another company’s trip answers 404 like that of an unknown trip', async () => {
    const theirs = await aTripOf(await anOperator(api().dependencies));
    for (const id of [theirs, 4_711_000]) {
      expectProblem(await manifest(id as TripId), 404, 'TRIP_UNKNOWN');
      expectProblem(await manifest(id as TripId, { 'If-None-Match': '"1"' }), 404, 'TRIP_UNKNOWN');
      expectProblem(await inOffice(id as TripId), 404, 'TRIP_UNKNOWN');
      expectProblem(await api().post(`/api/conductor/trips/${id}/depart`, {}, device), 404, 'TRIP_UNKNOWN');
    }
    expect((await api().get(`/api/conductor/trips/${trip}/manifest`)).status).to.equal(401);
    expect((await api().get(`/api/operator/trips/${trip}/manifest`, device)).status).to.equal(401);
  });

  it('a crew device can list the trips of today and of any other day', async () => {
    const tomorrow = await aTripOf(owner, daysAfter(START, 1));
    const ids = async (query = '') =>
      (await api().get(`/api/conductor/trips${query}`, conductor)).json.results.map(({ id }: { id: number }) => id);
    expect(await ids())
      .to.include(trip)
      .and.not.to.include(tomorrow);
    expect(await ids('?date=2026-11-21'))
      .to.include(tomorrow)
      .and.not.to.include(trip);
    expectProblem(await api().get('/api/conductor/trips?date=2026-02-30', device), 400, 'VALIDATION');
    expect((await api().get('/api/conductor/trips', device)).json.results[0]).to.have.all.keys(
      ...['id', 'source_city', 'destination_city', 'departure_time', 'arrival_time', 'status', 'bus_name'],
      ...['registration_no', 'sold', 'boarded', 'departed_at', 'crew'],
    );
  });

  it('the office’s manifest of a cancelled trip lists the passengers whose bookings ended, and the crew’s does not', async () => {
    const one = await aBooking(api().dependencies, { userId: asha, tripId: trip, seats: [seat('A1')] });
    const cancelled = await api().post(`/api/operator/trips/${trip}/cancel`, { reason: 'STRIKE' }, owner.token);
    expect(cancelled.status).to.equal(200);
    const [booking, ...others] = (await inOffice()).json.bookings;
    expect(others).to.deep.equal([]);
    expect(booking).to.deep.include({ booking_id: one.id, booking_status: 'CANCELLED', cancelled: true });
    expect(booking.seats.map(({ seat_number: number }: { seat_number: string }) => number)).to.deep.equal(['A1']);
    expect((await manifest()).json.bookings).to.deep.equal([]);
    const table = await api().get(`/api/operator/trips/${trip}/manifest.csv`, conductor);
    const [head, row] = table.text.split('\r\n');
    expect([head?.split(',').at(-1), row?.split(',').at(-1)]).to.deep.equal(['cancelled', 'true']);
    expect(row).to.include(`${one.code},CANCELLED,Asha Gurung,9812345678,`);
  });

  it('a manifest is downloaded as CSV and as PDF', async () => {
    await changePlan(api().dependencies, trip, { boardingPoints: [{ name: 'Kalanki', minutes: 0 }] });
    const { code } = await book('A1');
    const table = await api().get(`/api/operator/trips/${trip}/manifest.csv`, conductor);
    expect([table.status, table.headers.get('content-type')]).to.deep.equal([200, 'text/csv; charset=utf-8']);
    expect(table.text.split('\r\n')).to.have.length(3);
    expect(table.text).to.include(`${code},CONFIRMED,Asha Gurung,9812345678,`);
    expect(table.headers.get('content-disposition')).to.include(`manifest-${trip}.csv`);
    const pages = await api().get(`/api/operator/trips/${trip}/manifest.pdf`, conductor);
    expect([pages.status, pages.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
    expect(pages.text.slice(0, 5)).to.equal('%PDF-');
    for (const kind of ['csv', 'pdf'])
      expectProblem(await api().get(`/api/operator/trips/4711000/manifest.${kind}`, conductor), 404, 'TRIP_UNKNOWN');
  });

  describe('departures in the office and on board', () => {
    const depart = (token = device, key?: string, id = trip) =>
      api().post(
        `/api/conductor/trips/${id}/depart`,
        { early: true },
        token,
        key === undefined ? {} : { 'Idempotency-Key': key },
      );

    it('a trip’s departure is recorded only once, and ends the trip’s sale', async () => {
      const departed = await depart();
      expect([departed.status, departed.json.departed_at]).to.deep.equal([200, toIso(START)]);
      expectProblem(await depart(), 409, 'TRIP_DEPARTED');
      const { json } = await api().get(`/api/operator/trips/${trip}`, conductor);
      expect(json).to.deep.include({ departed_at: toIso(START), not_bookable_because: 'DEPARTED' });
      expect((await manifest()).json.trip.departed_at).to.equal(toIso(START));
    });

    it('a trip’s departure that a device reports twice under one Idempotency-Key gets the same answer', async () => {
      const first = await depart(device, 'gate-1');
      const again = await depart(device, 'gate-1');
      expect([again.status, again.text]).to.deep.equal([200, first.text]);
      expect(again.headers.get('idempotency-replayed')).to.equal('true');
      const other = (await aDevice(api().dependencies, { operatorId: owner.operatorId! })).token;
      expectProblem(await depart(other, 'gate-1'), 409, 'TRIP_DEPARTED');
    });

    it('a departure report answers 409 for a cancelled trip, or more than 12 hours before the planned departure', async () => {
      const far = await aTripOf(owner, hoursAfter(START, 12.01));
      expectProblem(await depart(device, undefined, far), 409, 'TOO_EARLY');
      await changePlan(api().dependencies, trip, { status: 'CANCELLED' });
      expectProblem(await depart(conductor), 409, 'TRIP_CANCELLED');
    });

    it('a trip’s departure is recorded only once when many requests arrive at once', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, index) => depart(index % 2 ? device : conductor)),
      );
      expect(outcomes.filter(({ status }) => status === 200)).to.have.length(1);
      expect(outcomes.filter(({ status }) => status === 409)).to.have.length(11);
    });
  });
});
