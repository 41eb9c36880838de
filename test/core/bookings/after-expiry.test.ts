import { expect } from 'chai';
import { afterExpiry, expireBookings } from '../../../core/bookings/expire-bookings.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

const OVERDUE = minutesAfter(START, 15);

onEveryEngine('changes that first end overdue bookings', (engine) => {
  /** Adds an unpaid booking. `run` runs work that reads its status, and `seen` records what each run read. */
  async function given() {
    const { id: tripId } = await aTrip(engine(), { seats: ['A1'] });
    const userId = await aPassengerId(engine());
    const { id } = await aBooking(engine(), { userId, tripId, seats: [seat('A1')] });
    const seen: string[] = [];
    const run = (now = OVERDUE, refuse = false) =>
      afterExpiry(
        { ...engine(), expireBookings: expireBookings({ ...engine(), clock: handClock() }) },
        { now, neededNow: tripId },
        async ({ bookings, callbacks }) => {
          const status = (await bookings.find(id))?.status ?? 'none';
          seen.push(status);
          const entry = { paymentId: undefined, payload: status, signatureValid: false } as const;
          await callbacks.add({ ...entry, transactionUuid: `of ${id}`, source: 'SUCCESS_CALLBACK' }, now);
          if (refuse) throw new Error(status);
          return status;
        },
      );
    const kept = async () => (await engine().transact(({ callbacks }) => callbacks.of(`of ${id}`))).length;
    return { run, seen, kept };
  }

  it('a change to a trip’s bookings runs only once if no booking is overdue', async () => {
    const { run, seen, kept } = await given();
    expect(await run(START)).to.equal('PENDING_PAYMENT');
    expect([seen, await kept()]).to.deep.equal([['PENDING_PAYMENT'], 1]);
  });

  it('a change to a trip’s bookings is undone and repeated if an overdue booking has to expire first', async () => {
    const { run, seen, kept } = await given();
    expect(await run()).to.equal('EXPIRED');
    expect([seen, await kept()]).to.deep.equal([['PENDING_PAYMENT', 'EXPIRED'], 1]);
  });

  it('a change to a trip’s bookings is refused only for reasons that remain once overdue bookings have expired', async () => {
    const { run, kept } = await given();
    const reason = await run(OVERDUE, true).catch((error: unknown) => (error as Error).message);
    expect([reason, await kept()]).to.deep.equal(['EXPIRED', 0]);
  });
});
