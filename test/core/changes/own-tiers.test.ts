import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { RefundTier } from '../../../core/companies/company.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip, seat } from '../../support/catalogue.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { setTerms } from '../../support/companies.ts';
import { memoryEngine } from '../../support/engines.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { anAdmin, aPassengerId } from '../../support/people.ts';

describe('a company’s own cancellation tiers', () => {
  let paying: Paying;
  let trip: TripForTests;

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    trip = await aTrip(paying.engine);
    // The bookings below have the tiers that applied when they were made. So these later tiers do not apply to them.
    await setTerms(paying.engine, trip.id, { cancellationTiers: [{ hours: 0, fee: basisPoints(0) }] });
  });

  const paid = async (cancellationTiers: readonly RefundTier[] | null): Promise<Booking> =>
    aBooking(paying.engine, {
      userId: await aPassengerId(paying.engine),
      tripId: trip.id,
      seats: [seat('B1')],
      total: paisa(120_000),
      status: 'CONFIRMED',
      cancellationTiers,
    });
  const OWN = [{ hours: 36, fee: basisPoints(1_250) }];
  const SOME = { fee: 15_000, refund: 105_000, tier: '12.5% fee: 36 hours or more before departure' };
  const EVERYTHING = { fee: 120_000, refund: 0, tier: '100% fee: less than 36 hours before departure' };
  const at = (hoursBefore: number) => paying.clock.set(hoursAfter(trip.departsAt, -hoursBefore));
  const quote = ({ id, userId }: Booking) => cancellingOn(paying).quote(userId, id);

  it('a company’s own cancellation tiers set the fee, and no refund is paid at times that no tier covers', async () => {
    const booking = await paid(OWN);
    at(40);
    expect(await quote(booking)).to.deep.equal(SOME);
    at(30);
    expect(await quote(booking)).to.deep.equal(EVERYTHING);
    expect(await cancellingOn(paying).cancel(booking)).to.deep.equal({ ...EVERYTHING, status: 'CANCELLED' });
  });

  it('an office cancellation with a fee charges the fee that the passenger would have paid', async () => {
    const booking = await paid(OWN);
    at(40);
    const office = { role: 'ADMIN', userId: (await anAdmin(paying.engine)).id } as const;
    await cancellingOn(paying).cancelForOffice(office, booking, { fee: 'tiers' });
    expect((await paying.engine.bookingViews.find(booking.id, booking.userId))?.cancellationFee).to.equal(15_000);
  });

  it('a booking made before cancellation tiers were stored is charged by the platform’s tiers', async () => {
    const booking = await paid(null);
    at(40);
    expect(await quote(booking)).to.include({ tier: '10% fee: 24 to 48 hours before departure' });
  });
});
