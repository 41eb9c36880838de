import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { aDay, markPublished } from '../../support/audited-day.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { earnDue } from '../../support/entries.ts';

onEveryEngine('the ledger while others write it', (engine) => {
  it('a booking’s fare is earned or refunded only once when cancellations and the ledger job run at once', async () => {
    const day = await aDay(engine());
    const { clock, expire } = day.paying;
    const booked: Booking[] = [];
    for (const seat of ['A1', 'A2', 'A3', 'A4', 'B1', 'B2']) {
      const booking = await day.book(seat);
      await day.pay(booking);
      booked.push(booking);
    }
    clock.set(day.bus.departsAt);
    await expire();
    const { cancelForOffice } = cancellingOn(day.paying);
    const cancel = (booking: Booking) =>
      cancelForOffice({ role: 'ADMIN', userId: day.asha }, booking).then(
        () => 1,
        () => 0,
      );
    const [cancelled] = await Promise.all([
      Promise.all(booked.slice(0, 4).flatMap((booking) => Array.from({ length: 5 }, () => cancel(booking)))),
      ...Array.from({ length: 20 }, () => earnDue(engine(), clock)),
    ]);
    expect(cancelled.filter((count) => count === 1)).to.have.length(4);
    await earnDue(engine(), clock);
    await markPublished(engine());
    expect((await day.audit()).findings).to.deep.equal([]);
    expect(await engine().ledgerViews.balances()).to.include({ UNEARNED: 0, REFUND_DUE: -480_000, OPERATOR: -216_000 });
  });
});
