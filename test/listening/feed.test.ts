import { expect } from 'chai';
import { EVENT_DAYS } from '../../core/listening/delivery.ts';
import type { HeardEvent } from '../../core/listening/event.ts';
import { type Owner, PLATFORM, companyAs } from '../../core/listening/owner.ts';
import { pruneListening } from '../../core/listening/prune-listening.ts';
import { type FeedPosition, viewEvents } from '../../core/listening/view-events.ts';
import { type Instant, daysAfter, minutesAfter } from '../../core/kernel/time.ts';
import { START, handClock } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { type Json, onEveryServer } from '../support/http.ts';
import { adminTokenOf, authenticate } from '../support/plain-tokens.ts';
import { aPaidBooking, aStatedCompany } from '../support/stating.ts';
import { aWorld } from '../support/world.ts';

/** The number of events that parallel writers write. FEED_EVENTS=10000 makes a long run. */
const EVENTS = Number(process.env['FEED_EVENTS'] ?? 2_000);
const COMPANY = companyAs(3);

const anEvent = (number: number, owner: Owner = COMPANY, at: Instant = START): HeardEvent => ({
  id: `evt_${owner.kind}${owner.id}x${number}`,
  owner,
  type: 'webhook.test',
  bookingId: null,
  body: `{"type":"webhook.test","timestamp":"2026-11-20T04:15:00.000Z","data":{"webhook_id":${number}}}`,
  at,
});

onEveryEngine('the list of events', (engine) => {
  const clock = handClock();
  const view = (): ReturnType<typeof viewEvents> => viewEvents({ ...aWorld, ...engine(), clock });
  const add = (...events: readonly HeardEvent[]): Promise<void> =>
    engine().transact(({ eventFeed }) => eventFeed.add(events));
  const idsOf = ({ events }: { readonly events: readonly { readonly id: string }[] }) => events.map(({ id }) => id);

  beforeEach(() => clock.set(START));

  it('a reader goes on behind the last event, and finds an event that comes after an empty page', async () => {
    const events = [1, 2, 3].map((number) => anEvent(number));
    await add(...events, anEvent(1, PLATFORM), anEvent(1, companyAs(4)));
    const first = await view()(COMPANY, { limit: 2 });
    const rest = await view()(COMPANY, { limit: 2, after: first.next });
    const none = await view()(COMPANY, { limit: 2, after: rest.next });
    expect([...idsOf(first), ...idsOf(rest)]).to.deep.equal(events.map(({ id }) => id));
    expect(idsOf(none)).to.deep.equal([]);
    await add(anEvent(4));
    expect(idsOf(await view()(COMPANY, { limit: 2, after: none.next }))).to.deep.equal([anEvent(4).id]);
  });

  it('events of seven days are listed, and a gap is reported to a reader who comes later', async () => {
    await add(anEvent(1), anEvent(2, COMPANY, minutesAfter(START, 1)));
    const { next } = await view()(COMPANY, { limit: 1 });
    clock.set(daysAfter(START, EVENT_DAYS));
    expect(await view()(COMPANY, { limit: 9, after: next })).to.deep.include({ gap: false });
    clock.set(minutesAfter(daysAfter(START, EVENT_DAYS), 1));
    const late = await view()(COMPANY, { limit: 9, after: next });
    expect([idsOf(late), late.gap]).to.deep.equal([[anEvent(2).id], true]);
    expect(await view()(COMPANY, { limit: 9, after: late.next })).to.deep.include({ events: [], gap: false });
    expect(await view()(COMPANY, { limit: 9, since: START })).to.deep.include({ gap: true });
    expect(await view()(COMPANY, { limit: 9, since: minutesAfter(START, 1) })).to.deep.include({ gap: false });
  });

  it('the cleaning deletes events after seven days and deliveries after thirty', async () => {
    await add(anEvent(1));
    await view()(COMPANY, { limit: 1 });
    const prune = pruneListening({ ...aWorld, ...engine(), clock });
    clock.set(daysAfter(START, EVENT_DAYS));
    expect(await prune()).to.equal(0);
    clock.set(minutesAfter(clock(), 1));
    expect(await prune()).to.equal(1);
    const sent = async (id: string): Promise<void> => {
      const webhook = {
        owner: COMPANY,
        url: 'https://example.com/',
        description: '',
        types: [],
        status: 'ACTIVE',
      } as const;
      const never = {
        disabledBecause: null,
        disabledAt: null,
        lastSuccessAt: null,
        failingSince: null,
        oldSecret: null,
      };
      await engine().transact(async ({ webhooks, deliveries }) => {
        const now = clock();
        const webhookId = await webhooks.add({ ...webhook, ...never, activeSince: now, secret: 'x', createdAt: now });
        await deliveries.add([{ webhookId, eventId: id, type: 'webhook.test', kind: 'TEST', body: '{}' }], now);
      });
    };
    await sent('evt_old');
    clock.set(daysAfter(clock(), 30));
    expect(await prune()).to.equal(0);
    clock.set(minutesAfter(clock(), 1));
    expect(await prune()).to.equal(1);
  });
});

onEveryEngine('the list of events while transactions run at once', (engine, _database, kind) => {
  const view = () => viewEvents({ ...aWorld, ...engine() });

  // SQLite runs one transaction at a time, so none can begin earlier and commit later.
  if (kind === 'Postgres')
    it('an event of a transaction that began earlier and commits later is not missed', async () => {
      let commit: () => void = () => undefined;
      let added: () => void = () => undefined;
      const [mayCommit, isAdded] = [
        new Promise<void>((resolve) => (commit = resolve)),
        new Promise<void>((resolve) => (added = resolve)),
      ];
      const slow = engine().transact(async ({ eventFeed, leases }) => {
        await eventFeed.add([anEvent(1)]);
        // Waits for the posted insert.
        await leases.take({ name: 'x', holder: 'x' }, START, START);
        added();
        await mayCommit;
      });
      await isAdded;
      await engine().transact(({ eventFeed }) => eventFeed.add([anEvent(2)]));
      const first = await view()(COMPANY, { limit: 9 });
      commit();
      await slow;
      const rest = await view()(COMPANY, { limit: 9, after: first.next });
      expect([first, rest].map(({ events }) => events.map(({ id }) => id))).to.deep.equal([
        [anEvent(2).id],
        [anEvent(1).id],
      ]);
    });

  it('a reader beside eight writers gets every event once', async function () {
    this.timeout(300_000 + EVENTS * 60);
    const [writers, each] = [8, EVENTS / 8];
    let left = writers;
    const writing = Array.from({ length: writers }, async (_, writer) => {
      for (let count = 0; count < each; count += 1)
        await engine().transact(({ eventFeed }) => eventFeed.add([anEvent(writer * each + count)]));
      left -= 1;
    });
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      let after: FeedPosition | undefined;
      for (let isLast = false; ;) {
        isLast = left === 0;
        const { events, next } = await view()(COMPANY, { limit: 37, after });
        seen.push(...events.map(({ id }) => id));
        after = next;
        if (isLast && events.length === 0) return;
      }
    };
    await Promise.all([...writing, read()]);
    expect(seen).to.have.length(writers * each);
    expect(new Set(seen).size).to.equal(writers * each);
  });
});

onEveryServer(
  'events over HTTP',
  (api) => {
    it('the platform is asked what happened, and reads on with the cursor', async () => {
      const company = await aStatedCompany(api().dependencies);
      const admin = adminTokenOf(company.admin);
      const list = async (query: string): Promise<Json> => (await api().get(`/api/admin/events${query}`, admin)).json;
      const { next_cursor: start } = await list('');
      const sold = [await aPaidBooking(api().dependencies, company), await aPaidBooking(api().dependencies, company)];
      const first = await list(`?limit=1&types=booking.confirmed,booking.expired&cursor=${encodeURIComponent(start)}`);
      const rest = await list(`?cursor=${encodeURIComponent(first.next_cursor)}`);
      expect([...first.results, ...rest.results].map(({ data }) => data.booking_id)).to.deep.equal(
        sold.map(({ id }) => id),
      );
      expect(first.results[0]).to.have.all.keys('id', 'type', 'timestamp', 'data');
      expect(rest).to.include({ gap: false });
      expect(rest.next_cursor).to.be.a('string');
      expect((await list(`?cursor=${encodeURIComponent(rest.next_cursor)}`)).results).to.deep.equal([]);
      for (const [query, field] of [
        [`?since=2026-11-20T04:15:00Z&cursor=${encodeURIComponent(start)}`, 'since'],
        ['?since=yesterday', 'since'],
        ['?types=booking.sold', 'types'],
        ['?cursor=mine', 'cursor'],
        ['?limit=101', 'limit'],
      ] as const)
        expect((await list(query)).errors[0].field, query).to.equal(field);
    });
  },
  { overrides: { authenticate } },
);
