import { expect } from 'chai';
import { announce } from '../../../adapters/mqtt/announce.ts';
import type { OperatorId, SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import { seatsChanged } from '../../../core/seats/seat-events.ts';
import { payloadOf } from '../../support/events.ts';
import { onEveryEngine } from '../../support/engines.ts';

const NOW = Date.UTC(2026, 10, 20, 4, 15) as Instant;
const LATER = minutesAfter(NOW, 1);
const locked = (seat: string) => seatsChanged(7 as TripId, [seat as SeatNumber], 'LOCKED');

onEveryEngine('the outbox', (engine) => {
  const record = (...seats: readonly string[]) =>
    engine().transact(async ({ events }) => {
      for (const seat of seats) await events.record(locked(seat), NOW);
    });
  const hasPending = () => engine().hasPendingEvents();
  const pending = (limit = 10) => engine().transact(({ outbox }) => outbox.pending(limit));

  it('the event outbox returns pending events oldest first, with topic, payload, id and time', async () => {
    await record('A1', 'A2', 'A3');
    const entries = await pending(2);
    expect(entries.map((entry) => [entry.topic, payloadOf(entry)['seat_numbers']])).to.deep.equal([
      ['schedules/7/seats', ['A1']],
      ['schedules/7/seats', ['A2']],
    ]);
    expect(payloadOf(entries[0]!)).to.include({ schedule_id: 7, status: 'LOCKED', at: '2026-11-20T04:15:00.000Z' });
    expect(new Set(entries.map((entry) => payloadOf(entry)['event_id'])).size).to.equal(2);
  });

  it('the event outbox returns the text of a payload exactly as recorded', async () => {
    await record('A1');
    const [entry] = await pending();
    const { event_id: id } = payloadOf(entry!) as { readonly event_id: string };
    expect(entry?.payload).to.equal(announce(locked('A1'), id, NOW).payload);
  });

  it('the event outbox returns an event again and again until the event is marked as sent', async () => {
    await record('A1', 'A2');
    expect(await hasPending()).to.equal(true);
    const [first, second] = await pending();
    await engine().transact(({ outbox }) => outbox.markSent([first!.id], LATER));
    expect((await pending()).map((entry) => payloadOf(entry)['seat_numbers'])).to.deep.equal([['A2']]);
    await engine().transact(({ outbox }) => outbox.markSent([second!.id], LATER));
    expect(await hasPending()).to.equal(false);
  });

  it('the event outbox marks any number of events as sent in one call', async () => {
    await record('A1', 'A2', 'A3', 'A4', 'A5');
    const ids = (await pending()).map(({ id }) => id);
    await engine().transact(({ outbox }) => outbox.markSent(ids.slice(0, 3), LATER));
    expect((await pending()).map(({ id }) => id)).to.deep.equal(ids.slice(3));
    await engine().transact(({ outbox }) => outbox.markSent([], LATER));
    expect(await pending()).to.have.length(2);
  });

  it('the event outbox can make the last seconds’ published events pending again, in their original order', async () => {
    await record('A1', 'A2', 'A3');
    const [first, second] = await pending();
    await engine().transact(async ({ outbox }) => {
      await outbox.requeueRecent(10);
      await outbox.markSent([first!.id], NOW);
      await outbox.markSent([second!.id], LATER);
      await outbox.requeueRecent(10);
    });
    expect((await pending()).map((entry) => payloadOf(entry)['seat_numbers'])).to.deep.equal([['A2'], ['A3']]);
    await engine().transact(async ({ outbox }) => {
      await outbox.markSent([second!.id], LATER);
      await outbox.requeueRecent(60);
    });
    expect(await pending()).to.have.length(3);
  });

  it('the event outbox has no event from a transaction that was rolled back', async () => {
    const undone = engine().transact(async ({ events }) => {
      await events.record(locked('A1'), NOW);
      throw new Error('undone');
    });
    expect(await undone.catch((error: unknown) => (error as Error).message)).to.equal('undone');
    expect(await pending()).to.deep.equal([]);
  });

  it('the event outbox counts pending events, and says how long the oldest has waited', async () => {
    const backlog = () => engine().transact(({ outbox }) => outbox.backlog());
    expect(await backlog()).to.deep.equal({ count: 0, since: undefined });
    await record('A1', 'A2');
    expect(await backlog()).to.deep.equal({ count: 2, since: NOW });
  });

  it('the event outbox deletes events that were sent long ago, a few at a time', async () => {
    await record('A1', 'A2', 'A3', 'A4');
    const ids = (await pending(3)).map(({ id }) => id);
    await engine().transact(({ outbox }) => outbox.markSent(ids, NOW));
    const prune = (before: Instant) => engine().transact(({ outbox }) => outbox.prune(before, 2));
    expect([await prune(NOW), await prune(LATER), await prune(LATER)]).to.deep.equal([0, 2, 1]);
    expect(await pending()).to.have.length(1);
  });

  it('the event outbox gives each company its own notification topic', async () => {
    const event = {
      type: 'booking cancelled',
      operatorId: 3 as OperatorId,
      bookingCode: 'BT261120000001',
      refund: paisa(120_050),
    } as const;
    await engine().transact(({ events }) => events.record(event, NOW));
    const [entry] = await pending();
    expect(entry?.topic).to.equal('operators/3/notifications');
    expect(payloadOf(entry!)).to.deep.include({
      operator_id: 3,
      type: 'booking_cancelled',
      payload: { booking_code: 'BT261120000001', refund: 1200.5 },
    });
  });
});
