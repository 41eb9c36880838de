import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { BookingId } from '../../../core/kernel/ids.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import { anotherTrip, aPaidBooking, changingOn, payFor } from '../../support/changing.ts';
import { cancellingOn, viewOf } from '../../support/cancelling.ts';
import { aClerk } from '../../support/counter.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';
import { tolerating } from '../../support/refusals.ts';

interface Made {
  readonly booking: { readonly id: BookingId };
}

onEveryEngine('parallel changes of one booking', (engine) => {
  const setUp = async (fare: number) => {
    const paying = payingOn(engine());
    const { booking } = await aPaidBooking(paying, { userId: await aPassengerId(engine()) });
    const to = await anotherTrip(engine(), booking, fare, { seats: 99 });
    return { paying, changing: changingOn(paying), booking, to };
  };

  it('only one of 20 parallel requests to change the same booking to another trip succeeds', async () => {
    const { changing, booking, to } = await setUp(50_000);
    const asked = Array.from({ length: 20 }, () => tolerating(changing.ask(booking, to, { seats: 2 })));
    const made = (await Promise.all(asked)).filter((one) => one !== undefined);
    expect(made).to.have.length(1);
    expect((await viewOf(engine(), booking)).changed.to?.id).to.equal(made[0]?.booking.id);
    expect((await engine().ledgerViews.balances()).TRANSFER).to.equal(0);
  });

  it('only one of 20 parallel requests of passenger and company to change the same booking to another trip succeeds', async () => {
    const { changing, booking, to } = await setUp(50_000);
    const clerk = await aClerk(engine(), booking);
    const asked = Array.from({ length: 20 }, async (_, index) => {
      const byPassenger = () => changing.ask(booking, to, { seats: 2 });
      const byClerk = () => changing.changeForOffice(clerk, booking.id, to, { seats: 2 });
      return tolerating<Made>(index % 2 === 0 ? byPassenger() : byClerk());
    });
    const made = (await Promise.all(asked)).flatMap((one) => (one ? [one.booking.id] : []));
    expect([(await viewOf(engine(), booking)).changed.to?.id]).to.deep.equal(made);
  });

  it('only one of ten passengers who change to the last seats of one trip at once gets them', async () => {
    const paying = payingOn(engine());
    const changing = changingOn(paying);
    const bookings: Booking[] = [];
    for (let people = 0; people < 10; people += 1) {
      const made = { userId: await aPassengerId(engine()), ...(bookings[0] && { operatorId: bookings[0].operatorId }) };
      bookings.push((await aPaidBooking(paying, made)).booking);
    }
    const to = await anotherTrip(engine(), bookings[0]!, 50_000, { seats: 3 });
    const asked = await Promise.allSettled(bookings.map((booking) => changing.ask(booking, to, { seats: 2 })));
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Refusal).code] : []));
    expect([refused.length, new Set(refused)]).to.deep.equal([9, new Set(['SEATS_TAKEN'])]);
    const statuses = await Promise.all(bookings.map(async (one) => (await viewOf(engine(), one)).status));
    expect(statuses.filter((status) => status === 'CONFIRMED')).to.have.length(9);
  });

  it('a change to another trip, paid while the old booking is cancelled, is either completed or refunded in full', async () => {
    const { paying, changing, booking, to } = await setUp(60_000);
    const { booking: made } = await changing.ask(booking, to, { seats: 2 });
    await Promise.all([payFor(paying, made), tolerating(cancellingOn(paying).cancel(booking))]);
    const [old, changed] = [await viewOf(engine(), booking), await viewOf(engine(), made)];
    const refunds = changed.refunds.map(({ reason }) => reason);
    if (changed.status === 'CONFIRMED') expect([old.status, old.changed.to?.id]).to.deep.equal(['CANCELLED', made.id]);
    else expect([old.status, changed.status, refunds]).to.deep.equal(['REFUNDED', 'CANCELLED', ['LATE_PAYMENT']]);
  });
});
