import { expect } from 'chai';
import type { BookingOnRecord } from '../../../core/audit/ports.ts';
import { refundDetailFaults } from '../../../core/audit/refund-details.ts';
import { cancelForOffice } from '../../../core/changes/cancel-for-office.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { type Day, aDay, markPublished } from '../../support/audited-day.ts';
import { START } from '../../support/clock.ts';
import { aClerk, aNewShift } from '../../support/counter.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anAdmin } from '../../support/people.ts';
import { aRefund, refundsOn } from '../../support/refunds.ts';
import { NEWS } from '../../support/news.ts';

onEveryEngine('an audit of refunds', (engine) => {
  let day: Day;

  beforeEach(async () => {
    day = await aDay(engine());
  });

  const says = async (of: string) => {
    await markPublished(engine());
    return (await day.audit()).findings
      .filter(({ invariant }) => invariant === of)
      .map(({ row, says: words }) => `${row}: ${words}`);
  };
  const goodwill = async (amount: number) => {
    const booking = await day.book('A1');
    const { id: paymentId } = await day.pay(booking);
    const { id: admin } = await anAdmin(engine());
    const { addGoodwill } = refundsOn(engine(), day.paying.clock);
    await addGoodwill(admin, paymentId, { amount: paisa(amount), note: 'No air.' });
    return { booking, paymentId, admin };
  };

  it('an audit finds nothing wrong with a goodwill refund, before and after its booking is cancelled', async () => {
    const { booking, admin } = await goodwill(20_000);
    expect([...(await says('REFUND_DIFFERS')), ...(await says('MONEY_WITHOUT_SEAT'))]).to.deep.equal([]);
    expect(await says('SEAT_WITHOUT_MONEY')).to.deep.equal([]);
    const { clock } = day.paying;
    await cancelForOffice({ ...engine(), ...NEWS, clock, cancellationTiers: [] })(
      { role: 'ADMIN', userId: admin },
      booking.id,
      {
        reason: 'Landslide.',
        fee: 'none',
      },
    );
    expect([...(await says('REFUND_DIFFERS')), ...(await says('MONEY_WITHOUT_SEAT'))]).to.deep.equal([]);
  });

  it('an audit finds refunds that add up to more than their payment', async () => {
    const { booking, paymentId } = await goodwill(120_000);
    const more = { paymentId, bookingId: booking.id, reason: 'GOODWILL', amount: paisa(1) } as const;
    await engine().transact(({ refunds }) => refunds.add({ ...more, dueAt: daysAfter(START, 7) }, START));
    expect((await says('REFUND_DIFFERS')).join()).to.include('are NPR 1200.01 out of NPR 1200');
  });

  it('an audit finds a clerk’s shift whose cash refunds differ from the total paid out of it', async () => {
    const { operatorId } = (await engine().transact(({ trips }) => trips.find(day.bus.id)))!.bus;
    const clerk = await aClerk(engine(), { operatorId });
    const shift = await aNewShift(engine(), clerk, paisa(100_000));
    const { id } = await aRefund(engine(), { operatorId, gateway: 'CASH' });
    await refundsOn(engine(), day.paying.clock).payCash(clerk, id);
    expect(await says('TOTALS_DIFFER')).to.deep.equal([]);
    await engine().transact(({ shifts }) => shifts.addRefund(shift, paisa(50)));
    expect(await says('TOTALS_DIFFER')).to.deep.equal([
      `shift ${shift}: refunds_paisa is 100050, and its rows make 100000`,
    ]);
  });
});

describe('the reason of a refund', () => {
  it('an audit accepts a late payment of the moment in which its booking ended after a part was cancelled', () => {
    // No two cancellations of a booking have the same moment, so the end is recorded later than it was.
    const faultsOf = (endedLaterBy: number) => {
      const late = { id: 8, reason: 'LATE_PAYMENT', status: 'PAID', account: null, addedBy: null };
      const payments = [
        { id: 3, status: 'COMPLETE', paidAt: START - 1, unclear: null, refunds: [] },
        { id: 4, status: 'COMPLETE', paidAt: START, unclear: null, refunds: [late] },
      ];
      const ended = { cancelledAt: START + endedLaterBy, payments, carriedRefunds: [] };
      return refundDetailFaults(ended as unknown as BookingOnRecord);
    };
    expect(faultsOf(1)).to.deep.equal([]);
    expect(faultsOf(1_000)).to.deep.equal([
      'refund 8 (PAID) is a LATE_PAYMENT of payment 4, which came while the booking was paid',
    ]);
  });
});
