import { expect } from 'chai';
import { runAudit } from '../../../core/audit/run-audit.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { CancelledPart } from '../../../core/bookings/cancelled-part.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { aTrip, calendar, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { KNOWN } from '../../support/known-gateways.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';

describe('an audit of a booking of which some seats were cancelled', () => {
  let engine: Engine;
  let paying: Paying;
  let booking: Booking;

  beforeEach(async () => {
    engine = memoryEngine();
    paying = payingOn(engine);
    const trip = await aTrip(engine, { departsAt: hoursAfter(START, 30) });
    const made = await aBooking(engine, {
      userId: await aPassengerId(engine),
      tripId: trip.id,
      seats: ['A1', 'A2', 'B1'].map(seat),
      total: paisa(90_000),
    });
    await paying.handleSuccess(paying.gateway.pay(await paying.checkout(made)));
    await cancellingOn(paying).cancel(made, '', { seats: ['A1'] });
    booking = (await engine.transact(({ bookings }) => bookings.find(made.id)))!;
  });

  const findings = async () =>
    (
      await runAudit({ gateways: KNOWN, clock: paying.clock, calendar, auditReader: engine.auditReader })()
    ).findings.map(({ invariant }) => invariant);
  /** Changes the stored booking so that it is wrong. Returns the kinds of the audit's findings. */
  const after = async (change: Partial<Booking>) => {
    await engine.transact(({ bookedSeats }) => bookedSeats.saveRest(booking, { ...booking, ...change }));
    return new Set(await findings());
  };
  const withPart = (change: Partial<CancelledPart>) => after({ parts: [{ ...booking.parts[0]!, ...change }] });

  it('an audit finds nothing wrong with a booking of which some seats were cancelled', async () => {
    expect(await findings()).to.deep.equal([]);
  });

  it('an audit finds a missing record of cancelled seats', async () => {
    expect(await after({ parts: [] }))
      .to.include('LEDGER_DIFFERS')
      .and.to.include('AMOUNTS_DIFFER');
  });

  it('an audit finds cancelled seats whose stored price is not the price of these seats', async () => {
    expect(await withPart({ amount: paisa(30_001) })).to.include('AMOUNTS_DIFFER');
    expect(await withPart({ seats: [seat('A1'), seat('A2')] })).to.include('AMOUNTS_DIFFER');
  });

  it('an audit finds cancelled seats whose stored fee differs from the ledger', async () => {
    expect(await withPart({ fee: paisa(2_999) }))
      .to.include('LEDGER_DIFFERS')
      .and.to.include('REFUND_DIFFERS');
  });

  it('an audit finds cancelled seats whose stored refund differs from the refund that was added', async () => {
    expect(await withPart({ refund: paisa(1) }))
      .to.include('AMOUNTS_DIFFER')
      .and.to.include('LEDGER_DIFFERS');
    expect(await withPart({ refundId: null }))
      .to.include('AMOUNTS_DIFFER')
      .and.to.include('REFUND_DIFFERS');
  });

  it('an audit finds cancelled seats that are marked as cancelled after their fare was earned, but were not', async () => {
    expect(await withPart({ wasEarned: true }))
      .to.include('AMOUNTS_DIFFER')
      .and.to.include('LEDGER_DIFFERS');
  });

  it('an audit finds cancelled seats whose stored time differs from their ledger rows', async () => {
    expect(await withPart({ at: minutesAfter(START, 9) })).to.include('LEDGER_DIFFERS');
  });

  it('an audit finds a booking that has more seats or a different price than its cancelled seats leave', async () => {
    expect(await after({ seatsCount: 3 }))
      .to.include('SEATS_DIFFER')
      .and.to.include('AMOUNTS_DIFFER');
    expect(await after({ total: paisa(60_001) })).to.include('AMOUNTS_DIFFER');
    expect(await after({ commission: paisa(9_000) })).to.include('AMOUNTS_DIFFER');
  });
});
