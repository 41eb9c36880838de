import { expect } from 'chai';
import type { SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import { pruneDelivered } from '../../../core/platform/prune.ts';
import { daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { seatsChanged } from '../../../core/seats/seat-events.ts';
import { aBooking, sitting } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { memoryEngine, openMemory } from '../../support/engines.ts';
import { payloadOf } from '../../support/events.ts';
import { anExpiryMail, anInvitationMail } from '../../support/mails.ts';
import { handClock } from '../../support/clock.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { aSandboxPayment } from '../../support/sandbox.ts';
import { aWorld } from '../../support/world.ts';

function given() {
  const database = openMemory();
  const engine = memoryEngine(database);
  const count = async (...tables: readonly string[]): Promise<number> => {
    let rows = 0;
    for (const table of tables) rows += (await database.knex(table)).length;
    return rows;
  };
  return { clock: handClock(), engine, transact: engine.transact, database, count };
}

describe('the clean-up job', () => {
  it('the clean-up job deletes events a week after they were published, and never a pending one', async () => {
    const { clock, transact, count } = given();
    const forget = pruneDelivered({ ...aWorld, clock, transact });
    await transact(async ({ events, outbox }) => {
      for (const seat of ['A1', 'A2'])
        await events.record(seatsChanged(7 as TripId, [seat as SeatNumber], 'LOCKED'), clock());
      const [first] = await outbox.pending(1);
      await outbox.markSent([first!.id], clock());
    });
    clock.set(daysAfter(clock(), 7));
    expect(await forget()).to.equal(0);
    clock.advance(1);
    expect(await forget()).to.equal(1);
    const left = await transact(({ outbox }) => outbox.pending(10));
    expect(left.map((entry) => payloadOf(entry)['seat_numbers'])).to.deep.equal([['A2']]);
    expect(await count('outbox')).to.equal(1);
  });

  it('the clean-up job deletes payments of the sandbox ninety days after they were opened', async () => {
    const { clock, transact, count } = given();
    const forget = pruneDelivered({ ...aWorld, clock, transact });
    await transact(({ sandbox }) => sandbox.open(aSandboxPayment({ openedAt: clock() })));
    clock.set(daysAfter(clock(), 90));
    expect(await forget()).to.equal(0);
    clock.advance(1);
    expect(await forget()).to.equal(1);
    expect(await count('sandbox_payments')).to.equal(0);
  });

  it('the clean-up job deletes mails a week after they were sent, and never one that waits', async () => {
    const { clock, transact, database } = given();
    const forget = pruneDelivered({ ...aWorld, clock, transact });
    await transact(async ({ mailQueue }) => {
      await mailQueue.post([anExpiryMail(), anInvitationMail()], clock());
      const [first] = await mailQueue.claim(clock(), clock(), 1);
      await mailQueue.markSent(first!, clock());
    });
    clock.set(daysAfter(clock(), 7));
    expect(await forget()).to.equal(0);
    clock.advance(1);
    expect(await forget()).to.equal(1);
    const left = await database.knex('mail_queue').pluck<string[]>('content');
    expect(left).to.deep.equal([JSON.stringify(anInvitationMail())]);
  });

  it('the clean-up job deletes the records of sent invitations after two days', async () => {
    const { clock, transact, engine, count } = given();
    const forget = pruneDelivered({ ...aWorld, clock, transact });
    const sent = { operatorId: (await anOperator(engine)).operatorId, email: 'ram@example.com' };
    await transact(({ sentInvitations }) => sentInvitations.add(sent, clock()));
    clock.set(daysAfter(clock(), 2));
    expect(await forget()).to.equal(0);
    clock.advance(1);
    expect(await forget()).to.equal(1);
    expect(await count('sent_invitations')).to.equal(0);
  });

  it('the clean-up job clears the needs and wishes of passengers a week after their arrival', async () => {
    const { clock, transact, engine, database } = given();
    const forget = pruneDelivered({ ...aWorld, clock, transact });
    const trip = await aTrip(engine);
    const passengers = [{ ...sitting(seat('A1')), need: 'DISABLED', wish: 'BESIDE_WOMAN' } as const];
    const booking = { userId: await aPassengerId(engine), tripId: trip.id, seats: [seat('A1')], passengers };
    await aBooking(engine, { ...booking, status: 'CONFIRMED' });
    const kept = () => database.knex('booking_seats').first('need', 'wish', 'passenger_name');
    clock.set(minutesAfter(daysAfter(trip.arrivesAt, 7), -1));
    expect([await forget(), (await kept()).wish]).to.deep.equal([0, 'BESIDE_WOMAN']);
    clock.set(daysAfter(trip.arrivesAt, 7));
    expect(await forget()).to.equal(1);
    expect(await kept()).to.deep.equal({ need: null, wish: null, passenger_name: '' });
  });

  it('the clean-up job repeats small transactions until nothing old is left', async () => {
    const { clock, transact, engine, count } = given();
    const userId = await aPassengerId(engine);
    await transact(async ({ events, outbox, callbacks, idempotency }) => {
      for (let n = 0; n < 25; n += 1) {
        await events.record(seatsChanged(7 as TripId, ['A1' as SeatNumber], 'LOCKED'), clock());
        await callbacks.add(
          {
            paymentId: undefined,
            transactionUuid: 'none of ours',
            payload: '',
            signatureValid: false,
            source: 'FAILURE_CALLBACK',
          },
          clock(),
        );
        await idempotency.reserve(
          { userId, path: '/api/bookings', key: String(n) },
          { bodyHash: '', now: clock(), runningUntil: clock(), keptSince: clock() },
        );
      }
      await outbox.markSent(
        (await outbox.pending(25)).map(({ id }) => id),
        clock(),
      );
    });
    const stored = () => count('outbox', 'idempotency_keys', 'payment_webhook_logs');
    let most = 0;
    const forget = pruneDelivered({
      ...aWorld,
      clock,
      transact: async (work) => {
        const before = await stored();
        const result = await transact(work);
        most = Math.max(most, before - (await stored()));
        return result;
      },
    });
    clock.set(daysAfter(clock(), 30));
    expect(await forget(10)).to.equal(50);
    expect(await count('payment_webhook_logs')).to.equal(25);
    clock.advance(1);
    expect(await forget(10)).to.equal(25);
    expect(most).to.equal(10);
  });
});
