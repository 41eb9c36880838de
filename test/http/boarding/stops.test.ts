import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { hoursAfter, toIso } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { aDevice } from '../../support/devices.ts';
import { onEveryServer } from '../../support/http.ts';
import { aPassenger } from '../../support/people.ts';
import { type SignedInAccount, staffOn } from '../../support/staff.ts';
import { addStops } from '../../support/stops.ts';

const DEPARTS = hoursAfter(START, 2);

onEveryServer('boarding on trips with stops between their ends', (api) => {
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

  it('a scan is judged by the stop where the bus is, and tells until which stop the seat is taken', async () => {
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
});
