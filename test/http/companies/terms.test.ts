import { expect } from 'chai';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { type TripForTests, aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryServer } from '../../support/http.ts';
import { type SignedInAccount, staffOn } from '../../support/staff.ts';

onEveryServer('the terms of a company over HTTP', (api) => {
  const { admin, owner, passenger } = staffOn(api);
  let sita: SignedInAccount;
  let asha: SignedInAccount;
  let trip: TripForTests;
  let path: string;

  beforeEach(async () => {
    [sita, asha] = [await owner(), await passenger()];
    const bus = { operatorId: sita.operatorId! };
    trip = await aTrip(api().dependencies, { bus, departsAt: hoursAfter(START, 30) });
    path = `/api/trips/${trip.id}`;
  });

  const lock = (seat: string) => api().post(`${path}/seats/lock`, { seat_numbers: [seat] }, asha.token);
  const book = (seat: string) =>
    api().post('/api/bookings', { schedule_id: trip.id, seat_numbers: [seat] }, asha.token);
  const booked = async (seat: string): Promise<number> => {
    await lock(seat);
    return (await book(seat)).json.id as number;
  };
  /** Adds a booking that is confirmed without a gateway. */
  const paid = async (seat: string): Promise<number> => {
    const id = await booked(seat);
    await api().dependencies.transact(({ bookings }) => bookings.move(id as never, 'confirm'));
    return id;
  };
  const quote = async (id: number) => (await api().get(`/api/bookings/${id}/cancellation-quote`, asha.token)).json;
  const tiers = (cancellation_tiers: unknown) =>
    api().patch('/api/operator/company', { cancellation_tiers }, sita.token);
  const setStatus = async (status: 'ACTIVE' | 'SUSPENDED') =>
    api().useCases.changeTerms((await admin()).id, sita.operatorId!, { status, reason: 'No papers.' });

  it('a cancellation costs the fee of the tiers that applied when the booking was made', async () => {
    const first = await paid('A1');
    await tiers([
      { hours: 40, fee_percent: 0 },
      { hours: 20, fee_percent: 12.5 },
    ]);
    const second = await paid('A2');
    await tiers([{ hours: 35, fee_percent: 0 }]);
    const third = await paid('B1');
    await tiers(null);
    expect([await quote(first), await quote(second), await quote(third)]).to.deep.equal([
      { refund: 1080, fee: 120, tier: '10% fee: 24 to 48 hours before departure' },
      { refund: 1050, fee: 150, tier: '12.5% fee: 20 to 40 hours before departure' },
      { refund: 0, fee: 1200, tier: '100% fee: less than 35 hours before departure' },
    ]);
    const cancelled = await api().post(`/api/bookings/${second}/cancel`, {}, asha.token);
    expect(cancelled.json).to.include({ refund: 1050, fee: 150, status: 'REFUNDED' });
  });

  it('a suspended company’s trips cannot be found, held, booked or paid for', async () => {
    const unpaid = await booked('A1');
    const sold = await paid('A2');
    await lock('B1');
    await setStatus('SUSPENDED');

    const search = await api().get('/api/trips?origin=Kathmandu&destination=Pokhara');
    expect(search.json.results.filter(({ id }: { id: number }) => id === trip.id)).to.deep.equal([]);
    expect((await api().get(path)).json).to.include({ status: 404, code: 'TRIP_UNKNOWN' });
    expect((await lock('B1')).json).to.include({ status: 404, code: 'TRIP_UNKNOWN' });
    expect((await book('B1')).json).to.include({ status: 409, code: 'TRIP_NOT_BOOKABLE' });
    const checkout = await api().post(`/api/bookings/${unpaid}/checkout`, undefined, asha.token);
    expect(checkout.json).to.include({ status: 409, code: 'TRIP_NOT_BOOKABLE' });

    expect((await api().get(`/api/bookings/${sold}/ticket`, asha.token)).status).to.equal(200);
    expect((await api().get(`${path}/seats`)).status).to.equal(200);

    await setStatus('ACTIVE');
    expect((await api().get(path)).json).to.include({ id: trip.id });
    expect((await api().post(`/api/bookings/${unpaid}/checkout`, undefined, asha.token)).status).to.equal(200);
  });
});
