import { expect } from 'chai';
import type { BusyRoute } from '../../../core/trips/ports.ts';
import { popularRoutes } from '../../../core/trips/popular-routes.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import { aWorld } from '../../support/world.ts';

const NOW = Date.UTC(2026, 10, 20, 4, 15) as Instant;
const ROUTE: BusyRoute = { sourceCity: 'Kathmandu', destinationCity: 'Pokhara', trips: 3, fare: paisa(90_000) };

describe('popular routes', () => {
  const counted = (answers: readonly (readonly BusyRoute[] | Error)[]) => {
    let [now, asked] = [NOW, 0];
    const find = popularRoutes({
      ...aWorld,
      clock: () => now,
      minBookingLeadMinutes: 30,
      fareViews: {
        ...aWorld.fareViews,
        busiest: ({ start, end }) => {
          expect([start, end]).to.deep.equal([minutesAfter(now, 30), minutesAfter(now, 48 * 60)]);
          const answer = answers[asked++] ?? [ROUTE];
          return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
        },
      },
    });
    return { find, asked: () => asked, pass: (minutes: number) => (now = minutesAfter(now, minutes)) };
  };

  it('popular routes are read once a minute, however many people ask', async () => {
    const { find, asked, pass } = counted([]);
    expect(await Promise.all([find(), find()])).to.deep.equal([[ROUTE], [ROUTE]]);
    pass(0.9);
    await find();
    expect(asked()).to.equal(1);
    pass(0.1);
    await find();
    expect(asked()).to.equal(2);
  });

  it('popular routes are read again at once after a failure, and after an empty result', async () => {
    const { find, asked } = counted([new Error('The database is gone.'), []]);
    const failure = await find().catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Error);
    expect(await find()).to.deep.equal([]);
    expect(await find()).to.deep.equal([ROUTE]);
    expect(asked()).to.equal(3);
  });
});
