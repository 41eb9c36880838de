import { expect } from 'chai';
import type { TripId, UserId } from '../../core/kernel/ids.ts';
import { minutesAfter } from '../../core/kernel/time.ts';
import { startWaiting } from '../../core/line/start-waiting.ts';
import { changeBlocks } from '../../core/seats/change-blocks.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { changingOn } from '../support/changing.ts';
import { START, handClock } from '../support/clock.ts';
import { aClerk, counterOn } from '../support/counter.ts';
import { type Engine, memoryEngine } from '../support/engines.ts';
import { LINE_TERMS } from '../support/line.ts';
import { payingOn } from '../support/paying.ts';
import { anOperator, aPassengerId } from '../support/people.ts';
import { ended } from '../support/refusals.ts';

describe('seats that another transaction is about to free for the line', () => {
  let engine: Engine;
  /** The engine, while another transaction is about to free the seat A1. */
  let meanwhile: Engine;
  let clerk: Awaited<ReturnType<typeof aClerk>>;
  let trip: TripId;
  let holder: UserId;

  beforeEach(async () => {
    engine = memoryEngine();
    meanwhile = {
      ...engine,
      transact: (work) =>
        engine.transact((stores) =>
          work({ ...stores, line: { ...stores.line, serve: () => Promise.resolve(new Set([seat('A1')])) } }),
        ),
    };
    const { operatorId } = await anOperator(engine);
    clerk = await aClerk(engine, { operatorId });
    trip = (await aTrip(engine, { bus: { operatorId }, seats: ['A1', 'A2'] })).id;
    holder = await aPassengerId(engine);
    const world = { ...engine, ...LINE_TERMS, clock: handClock(), rateLimit: false };
    const request = { count: 3, anyOf: [], section: undefined, keptFor: undefined };
    await startWaiting(world)(await aPassengerId(engine), trip, request);
  });

  it('a counter does not sell them', async () => {
    const sell = (seats: readonly string[]) =>
      ended(counterOn(meanwhile, handClock()).sell(clerk, trip, { numbers: seats, paidBy: 'QR' }));
    expect([await sell(['A1', 'A2']), await sell(['A2'])]).to.deep.equal(['SEATS_TAKEN', 'done']);
  });

  it('an office moves no booking to them', async () => {
    const { id } = await aBooking(engine, {
      tripId: trip,
      userId: holder,
      seats: [seat('A2')],
      status: 'CONFIRMED',
    });
    const exchange = (on: Engine) =>
      ended(changingOn(payingOn(on)).changeForOffice(clerk, id, { id: trip }, { numbers: ['A1'] }));
    expect([await exchange(meanwhile), await exchange(engine)]).to.deep.equal(['SEATS_TAKEN', 'done']);
  });

  it('an office does not block them', async () => {
    const block = (number: string) =>
      ended(
        changeBlocks({ ...meanwhile, clock: handClock() })(
          clerk,
          trip,
          [{ seat: seat(number), reason: 'Kept', until: null }],
          () => true,
        ),
      );
    expect([await block('A1'), await block('A2')]).to.deep.equal(['SEATS_HELD', 'done']);
  });

  it('a late payment for them is given back', async () => {
    const paying = payingOn(meanwhile);
    const booking = await aBooking(engine, { tripId: trip, userId: holder, seats: [seat('A1')], bookedAt: START });
    const payment = await paying.checkout(booking);
    paying.clock.set(minutesAfter(booking.paymentDeadline, 1));
    expect(await paying.handleSuccess(paying.gateway.pay(payment))).to.deep.include({ outcome: 'refund due' });
  });
});
