import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readPublished, rememberPublished } from '../../../app/published-events.ts';
import { warnOfLoss } from '../../../app/warn-of-loss.ts';
import { lossWarnings } from '../../../core/audit/losses.ts';
import { minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';
import { readableLog } from '../../support/readable-log.ts';

onEveryEngine('a database that has lost changes', (engine, database) => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'published-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Makes two bookings, publishes their events, and one event that the database has lost. Returns its moment. */
  async function publishThree() {
    const clock = handClock();
    const userId = await aPassengerId(engine());
    const { id: tripId } = await aTrip(engine(), { seats: ['A1', 'A2'] });
    for (const number of ['A1', 'A2'])
      await aBooking(engine(), { userId, tripId, seats: [seat(number)], bookedAt: clock() });
    const published = rememberPublished(folder, clock);
    const notifier = published.around({ publish: async () => undefined });
    for (const entry of await engine().transact(({ outbox }) => outbox.pending(10))) await notifier.publish(entry);
    clock.advance(1);
    const at = clock();
    await notifier.publish({ topic: 'trips/7/seats', payload: JSON.stringify({ event_id: 'lost-1' }) });
    const refusing = published.around({ publish: () => Promise.reject(new Error('No broker.')) });
    await refusing
      .publish({ topic: 'trips/7/seats', payload: JSON.stringify({ event_id: 'refused' }) })
      .catch(() => undefined);
    await published.close();
    await appendFile(join(folder, 'published-events.log'), '2026-11-2');
    return { clock, at };
  }

  it('a start warns of a published event that the database does not have, with its moment', async () => {
    const { clock, at } = await publishThree();
    const { log, lines } = readableLog();
    await warnOfLoss(folder, { auditReader: engine().auditReader, clock }, log);
    expect(lines).to.have.length(1);
    expect(lines[0])
      .to.include(`the database has lost changes since ${toIso(at)}`)
      .and.include('"events":1');
  });

  it('a start warns of a lost event although thousands were published since', async () => {
    const { clock, at } = await publishThree();
    const file = join(folder, 'published-events.log');
    const [kept] = (await readFile(file, 'utf8')).split('\n');
    await appendFile(file, `\n${`${toIso(clock())} ${kept!.split(' ').slice(1).join(' ')}\n`.repeat(3_000)}`);
    const { log, lines } = readableLog();
    await warnOfLoss(folder, { auditReader: engine().auditReader, clock }, log);
    expect(lines[0]).to.include(`the database has lost changes since ${toIso(at)}`);
  });

  it('a start does not warn of events that the database has deleted because of their age, nor without a folder', async () => {
    const { clock } = await publishThree();
    clock.advance(6 * 24 * 60 + 1);
    const { log, lines } = readableLog();
    await warnOfLoss(folder, { auditReader: engine().auditReader, clock }, log);
    await warnOfLoss(join(folder, 'none'), { auditReader: engine().auditReader, clock }, log);
    expect(lines).to.deep.equal([]);
  });

  it('the check since a moment lists gaps in numbers and published events that the database does not have', async () => {
    const { at } = await publishThree();
    const [last] = await database().knex('bookings').max<{ id: number }[]>('id as id');
    const userId = await aPassengerId(engine());
    const { id: tripId } = await aTrip(engine());
    if (database().dialect === 'sqlite')
      await database().knex.raw(`update sqlite_sequence set seq = seq + 3 where name = 'bookings'`);
    else await database().knex.raw(`select setval(pg_get_serial_sequence('bookings', 'id'), ${last!.id + 3})`);
    await aBooking(engine(), { userId, tripId, bookedAt: at });
    const published = await readPublished(folder);
    const first = last!.id + 1;
    const lost = {
      row: 'event lost-1',
      says: `an event on trips/7/seats was published at ${toIso(at)}, and the database does not have it`,
    };
    expect(await lossWarnings(engine().auditReader, START, published)).to.deep.equal([
      { row: 'bookings', says: `${first} to ${first + 2} are missing before ${toIso(at)}` },
      lost,
    ]);
    expect(await lossWarnings(engine().auditReader, minutesAfter(at, 1), published)).to.deep.equal([]);
  });
});
