import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { aDevice } from '../../support/devices.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { aPassenger } from '../../support/people.ts';
import { type SignedInAccount, staffOn } from '../../support/staff.ts';
import { addStops } from '../../support/stops.ts';

const DEPARTS = hoursAfter(START, 2);

onEveryServer('boarding on trips with stops on the way', (api) => {
  let owner: SignedInAccount;
  let device: string;
  let asha: UserId;
  let trip: TripId;

  before(async () => {
    owner = await staffOn(api).owner();
    device = (await aDevice(api().dependencies, { operatorId: owner.operatorId! })).token;
    ({ id: asha } = await aPassenger(api().dependencies, { fullName: 'Asha Gurung', phone: '9812345678' }));
  });
  beforeEach(async () => {
    ({ id: trip } = await aTrip(api().dependencies, { bus: { operatorId: owner.operatorId! }, departsAt: DEPARTS }));
    await addStops(api().dependencies, trip);
  });

  const book = (from: number, to: number, ...seats: readonly string[]) =>
    aBooking(api().dependencies, {
      userId: asha,
      tripId: trip,
      section: { from, to },
      seats: seats.map(seat),
      status: 'CONFIRMED',
    });
  const scan = async (booking: number, more: object) => {
    const common = { nonce: randomUUID(), trip_id: trip, booking_id: booking, action: 'BOARD', mode: 'ONLINE' };
    const scans = [{ ...common, scanned_at: toIso(START), ...more }];
    return (await api().post('/api/conductor/scans', { scans }, device)).json.results[0];
  };

  it('a scan is judged by the bus’s present stop, and its answer says until which stop another passenger has the seat', async () => {
    await book(0, 1, 'A1');
    const { id, code } = await book(1, 2, 'A1');
    expect(await scan(id, { stop: 0 })).to.deep.include({
      result: 'REFUSED',
      reason: 'TOO_EARLY',
      booking_code: code,
      seat_taken_until: 1,
    });
    expect(await scan(id, { stop: 3 })).to.deep.include({ reason: 'INVALID', seat_taken_until: null });
    expect(await scan(id, { stop: 1 })).to.deep.include({ result: 'BOARDED', seats: ['A1'], seat_taken_until: null });
    expect(await scan(id, {})).to.deep.include({ result: 'ALREADY', seat_taken_until: 1 });
  });

  it('a manifest lists for each stop who gets on and off, when the bus left, and which seats are free then', async () => {
    const last = await book(1, 2, 'A1');
    const first = await book(0, 1, 'A1', 'A2');
    const whole = await book(0, 2, 'B1');
    const url = `/api/conductor/trips/${trip}/manifest`;
    const before = (await api().get(url, device)).json;
    expect(before.bookings.map((one: Json) => [one.booking_id, one.from_stop, one.to_stop])).to.deep.equal([
      [first.id, 0, 1],
      [whole.id, 0, 2],
      [last.id, 1, 2],
    ]);
    const minute = (minutes: number) => toIso(minutesAfter(DEPARTS, minutes));
    const arrival = before.trip.arrival_time;
    expect(before.stops).to.deep.equal([
      {
        stop: 0,
        city: 'Kathmandu',
        arrives_at: null,
        departs_at: minute(0),
        left_at: null,
        on: [first.id, whole.id],
        off: [],
        free: [],
      },
      {
        stop: 1,
        city: 'Mugling',
        arrives_at: minute(150),
        departs_at: minute(160),
        left_at: null,
        on: [last.id],
        off: [first.id],
        free: ['A2'],
      },
      {
        stop: 2,
        city: 'Pokhara',
        arrives_at: arrival,
        departs_at: null,
        left_at: null,
        on: [],
        off: [whole.id, last.id],
        free: [],
      },
    ]);
    await api().post(`/api/conductor/trips/${trip}/stops/1/left`, { early: true }, device);
    const after = (await api().get(url, device)).json;
    expect(after.revision).to.be.greaterThan(before.revision);
    expect(after.stops.map((one: Json) => one.left_at)).to.deep.equal([toIso(START), toIso(START), null]);
  });

  it('a manifest as CSV has the first and last stop of each booking, and is sorted by the first stop', async () => {
    await book(1, 2, 'A1');
    await book(0, 1, 'A2');
    const { text } = await api().get(`/api/operator/trips/${trip}/manifest.csv`, owner.token);
    const rows = text
      .trim()
      .split('\r\n')
      .map((row) => row.split(','));
    expect(rows[0]!.slice(-3)).to.deep.equal(['from_stop', 'to_stop', 'cancelled']);
    expect(rows.slice(1).map((row) => row.slice(-3, -1).join(' '))).to.deep.equal(['0 1', '1 2']);
  });

  it('the manifest of a trip without stops on the way has stops 0 and 1', async () => {
    const plain = await aTrip(api().dependencies, { bus: { operatorId: owner.operatorId! }, departsAt: DEPARTS });
    const { json } = await api().get(`/api/operator/trips/${plain.id}/manifest`, owner.token);
    expect(json.stops).to.deep.equal([
      {
        stop: 0,
        city: 'Kathmandu',
        arrives_at: null,
        departs_at: toIso(DEPARTS),
        left_at: null,
        on: [],
        off: [],
        free: [],
      },
      {
        stop: 1,
        city: 'Pokhara',
        arrives_at: toIso(plain.arrivesAt),
        departs_at: null,
        left_at: null,
        on: [],
        off: [],
        free: [],
      },
    ]);
  });
});
