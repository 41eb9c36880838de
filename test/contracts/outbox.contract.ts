import { expect } from 'chai';
import type { OperatorId, SeatNumber, TripId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { minutesAfter } from '../../core/kernel/time.ts';
import { seatsChanged } from '../../core/seats/seat-events.ts';
import { onEveryEngine } from '../support/engines.ts';

const NOW = Date.UTC(2026, 10, 20, 4, 15) as Instant;
const LATER = minutesAfter(NOW, 1);
const locked = (seat: string) => seatsChanged(7 as TripId, [seat as SeatNumber], 'LOCKED');

onEveryEngine('the outbox', (engine) => {
  const record = (...seats: readonly string[]) =>
    engine().transact(async ({ events }) => { for (const seat of seats) await events.record(locked(seat), NOW); });
  const anyWaits = () => engine().eventsWait();
  const waiting = (limit = 10) => engine().transact(({ outbox }) => outbox.waiting(limit));

  it('hands out what waits, oldest first, with topic, payload, id and moment', async () => {
    await record('A1', 'A2', 'A3');
    const entries = await waiting(2);
    expect(entries.map(({ topic, payload }) => [topic, payload['seat_numbers']])).to.deep.equal([['schedules/7/seats', ['A1']], ['schedules/7/seats', ['A2']]]);
    expect(entries[0]?.payload).to.include({ schedule_id: 7, status: 'LOCKED', at: '2026-11-20T04:15:00.000Z' });
    expect(new Set(entries.map(({ payload }) => payload['event_id'])).size).to.equal(2);
  });

  it('hands out again whatever is not marked, and nothing that is', async () => {
    await record('A1', 'A2');
    expect(await anyWaits()).to.equal(true);
    const [first, second] = await waiting();
    await engine().transact(({ outbox }) => outbox.markSent([first!.id], LATER));
    expect((await waiting()).map(({ payload }) => payload['seat_numbers'])).to.deep.equal([['A2']]);
    await engine().transact(({ outbox }) => outbox.markSent([second!.id], LATER));
    expect(await anyWaits()).to.equal(false);
  });

  it('marks any number at once', async () => {
    await record('A1', 'A2', 'A3', 'A4', 'A5');
    const ids = (await waiting()).map(({ id }) => id);
    await engine().transact(({ outbox }) => outbox.markSent(ids.slice(0, 3), LATER));
    expect((await waiting()).map(({ id }) => id)).to.deep.equal(ids.slice(3));
    await engine().transact(({ outbox }) => outbox.markSent([], LATER));
    expect(await waiting()).to.have.length(2);
  });

  it('hands out again, in its old place, what was told last', async () => {
    await record('A1', 'A2', 'A3');
    const [first, second] = await waiting();
    await engine().transact(async ({ outbox }) => {
      await outbox.retellLast(10);
      await outbox.markSent([first!.id], NOW);
      await outbox.markSent([second!.id], LATER);
      await outbox.retellLast(10);
    });
    expect((await waiting()).map(({ payload }) => payload['seat_numbers'])).to.deep.equal([['A2'], ['A3']]);
    await engine().transact(async ({ outbox }) => {
      await outbox.markSent([second!.id], LATER);
      await outbox.retellLast(60);
    });
    expect(await waiting()).to.have.length(3);
  });

  it('forgets a record whose change was undone', async () => {
    const undone = engine().transact(async ({ events }) => {
      await events.record(locked('A1'), NOW);
      throw new Error('undone');
    });
    expect(await undone.catch((error: unknown) => (error as Error).message)).to.equal('undone');
    expect(await waiting()).to.deep.equal([]);
  });

  it('counts what waits and since when', async () => {
    const backlog = () => engine().transact(({ outbox }) => outbox.backlog());
    expect(await backlog()).to.deep.equal({ count: 0, since: undefined });
    await record('A1', 'A2');
    expect(await backlog()).to.deep.equal({ count: 2, since: NOW });
  });

  it('prunes what was sent long ago, a little at a time', async () => {
    await record('A1', 'A2', 'A3', 'A4');
    const ids = (await waiting(3)).map(({ id }) => id);
    await engine().transact(({ outbox }) => outbox.markSent(ids, NOW));
    const prune = (before: Instant) => engine().transact(({ outbox }) => outbox.prune(before, 2));
    expect([await prune(NOW), await prune(LATER), await prune(LATER)]).to.deep.equal([0, 2, 1]);
    expect(await waiting()).to.have.length(1);
  });

  it('tells an operator of its bookings on a topic of its own', async () => {
    const event = { type: 'booking_cancelled', operatorId: 3 as OperatorId, bookingCode: 'BT261120000001', refund: paisa(120_050) } as const;
    await engine().transact(({ events }) => events.record(event, NOW));
    const [entry] = await waiting();
    expect(entry?.topic).to.equal('operators/3/notifications');
    expect(entry?.payload).to.deep.include({ operator_id: 3, type: 'booking_cancelled', payload: { booking_code: 'BT261120000001', refund: 1200.5 } });
  });
});
