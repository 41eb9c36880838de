import { expect } from 'chai';
import { pino } from 'pino';
import { type PositionNews, startPositionNews } from '../../app/position-news.ts';
import type { TripId } from '../../core/kernel/ids.ts';
import { UNKNOWN_POSITION } from '../../core/road/estimate.ts';
import { noPosition } from '../../core/road/refusals.ts';
import { expectDescribed } from '../support/described-messages.ts';
import { eventually } from '../support/eventually.ts';

const trip = 42 as TripId;
const log = pino({ level: 'silent' });

describe('messages about positions of buses', () => {
  let news: PositionNews | undefined;
  afterEach(() => news?.stop());

  function start(everyMs: number, known = true) {
    const sent: { readonly topic: string; readonly payload: string }[] = [];
    let views = 0;
    const started = startPositionNews({
      random: { uuid: () => 'an-id' } as never,
      viewPosition: async () => {
        views += 1;
        if (!known) throw noPosition();
        return { tripId: trip, isPrivate: false, position: { ...UNKNOWN_POSITION, delayMinutes: views } };
      },
      notifier: {
        publish: async (message) => {
          sent.push(message);
        },
      },
      log,
      everyMs,
    });
    news = started;
    return { sent, tell: () => started.tell(trip), views: () => views };
  }

  it('a message has what strangers see, and the AsyncAPI document describes it', async () => {
    const { sent, tell } = start(10_000);
    tell();
    await eventually(() => sent.length === 1);
    const [message] = sent;
    expect(message?.topic).to.equal('schedules/42/position');
    expect(JSON.parse(message?.payload ?? '')).to.deep.include({
      event_id: 'an-id',
      schedule_id: 42,
      delay_minutes: 1,
    });
    expectDescribed(message?.topic ?? '', message?.payload ?? '');
  });

  it('several changes within the time between two messages lead to one more message, with the newest position', async () => {
    const { sent, tell } = start(30);
    for (let told = 0; told < 5; told += 1) tell();
    await eventually(() => sent.length === 2);
    expect(sent.map(({ payload }) => JSON.parse(payload).delay_minutes)).to.deep.equal([1, 2]);
  });

  it('nothing is published of a bus of which nothing is known', async () => {
    const { sent, tell, views } = start(10_000, false);
    tell();
    await eventually(() => views() === 1);
    expect(sent).to.deep.equal([]);
  });
});
