import { expect } from 'chai';
import type { SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import type { Announcement } from '../../../core/platform/outbox.ts';
import { relayOutbox } from '../../../core/platform/relay-outbox.ts';
import { seatsChanged } from '../../../core/seats/seat-events.ts';
import { memoryEngine, openMemory } from '../../support/engines.ts';
import { payloadOf } from '../../support/events.ts';
import { handClock } from '../../support/clock.ts';
import { aWorld } from '../../support/world.ts';

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** A broker that records accepted events, and refuses the events that `refuses` selects. */
function given(refuses: (announcement: Announcement) => boolean = () => false) {
  const database = openMemory();
  const clock = handClock();
  const { transact, hasPendingEvents } = memoryEngine(database);
  const taken: string[] = [];
  const broker = { refuses };
  const label = (event: Announcement): string =>
    `${event.topic.split('/')[1] ?? ''}${String(payloadOf(event)['seat_numbers'])}`;
  const notifier = {
    publish: async (announcement: Announcement) => {
      if (broker.refuses(announcement)) throw new Error('The broker is down.');
      taken.push(label(announcement));
    },
  };
  const relayOf = (processId: string) =>
    relayOutbox({ ...aWorld, clock, transact, notifier, processId, hasPendingEvents });
  const record = (trip: number, ...seats: readonly string[]) =>
    transact(async ({ events }) => {
      for (const seat of seats)
        await events.record(seatsChanged(trip as TripId, [seat as SeatNumber], 'LOCKED'), clock());
    });
  return {
    leases: () => database.knex('leases'),
    clock,
    transact,
    taken,
    broker,
    label,
    relayOf,
    relay: relayOf('one'),
    record,
  };
}

describe('the publishing job', () => {
  it('the event publishing job sends every pending event only once, in the order in which the events were recorded', async () => {
    const { relay, record, taken } = given();
    const seats = Array.from({ length: 450 }, (_, index) => String(index));
    await record(7, ...seats);
    expect([await relay(), await relay()]).to.deep.equal([450, 0]);
    expect(taken).to.deep.equal(seats.map((seat) => `7${seat}`));
  });

  it('the event publishing job does not mark an event as sent that the broker refused, and sends it the next time', async () => {
    const { relay, record, taken, broker } = given(() => true);
    await record(7, 'A', 'B');
    expect(await rejection(relay()))
      .to.be.an('error')
      .with.property('message', 'The broker is down.');
    broker.refuses = () => false;
    expect(await relay()).to.equal(2);
    expect(taken).to.deep.equal(['7A', '7B']);
  });

  it('the event publishing job repeats a topic’s later events after a failed event, so that the newest comes last', async () => {
    const { relay, record, taken, broker, label } = given();
    broker.refuses = (announcement) => label(announcement) === '7B';
    await record(7, 'A', 'B', 'C');
    await record(8, 'X');
    await rejection(relay());
    expect(taken).to.deep.equal(['7A', '7C', '8X']);
    broker.refuses = () => false;
    await relay();
    expect(taken).to.deep.equal(['7A', '7C', '8X', '7B', '7C']);
  });

  it('the event publishing job first sends recent events again that a broker may have lost when it died', async () => {
    const { relay, record, taken, clock } = given();
    await record(7, 'A');
    await relay();
    clock.advance(1);
    await record(7, 'B');
    await relay();
    await record(7, 'C');
    expect(await relay(true)).to.equal(2);
    expect(await relay(true)).to.equal(2);
    expect(taken).to.deep.equal(['7A', '7B', '7B', '7C', '7B', '7C']);
  });

  it('the event publishing job runs in one process at a time, and in a second process once the first has died', async () => {
    const { relay, transact, clock, record } = given();
    await record(7, 'A');
    await transact(({ leases }) =>
      leases.take({ name: 'outbox', holder: 'two' }, (clock() + 5_000) as ReturnType<typeof clock>, clock()),
    );
    expect(await relay()).to.equal('elsewhere');
    clock.advance(5 / 60);
    expect(await relay()).to.equal(1);
  });

  it('the event publishing job lets other processes take over when it is done and when it fails', async () => {
    const { leases, relay, record, broker } = given();
    await record(7, 'A');
    await relay();
    expect(await leases()).to.deep.equal([]);
    broker.refuses = () => true;
    await record(7, 'B');
    await rejection(relay());
    expect(await leases()).to.deep.equal([]);
  });

  it('the event publishing job stops between two batches when another process has taken the job over', async () => {
    const { clock, record, taken, broker, relay, relayOf, label } = given();
    await record(7, ...Array.from({ length: 250 }, (_, index) => String(index)));
    const other = relayOf('two');
    let stalled: ReturnType<typeof other> | undefined;
    broker.refuses = (announcement) => {
      // The lease expires during the first batch, and another process starts from the oldest event.
      if (label(announcement) === '7199' && !stalled) {
        clock.advance(1);
        stalled = other();
      }
      return false;
    };
    expect([await relay(), await stalled!]).to.include('elsewhere');
    const firsts = [...new Set(taken)];
    expect(firsts).to.deep.equal(Array.from({ length: 250 }, (_, index) => `7${index}`));
  });
});
