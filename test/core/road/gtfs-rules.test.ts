import { expect } from 'chai';
import fc from 'fast-check';
import type { OperatorId, TripId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { DUMRE, KATHMANDU, MUGLING, POKHARA, aFeedTrip, feedOf } from '../../support/feeds.ts';
import { problemsOf } from '../../support/feed-rules.ts';

const MINUTES = 600;
/** Names of points in each city. Nobody has a place of the last one. */
const POINTS = ['Kalanki', 'Bridge', 'Prithvi Chowk', 'Dumre Bazaar', 'Nowhere'];

/** Trips with up to two stops on the way, some sections, points of every kind, and departures about midnight. */
const trips = fc.array(
  fc
    .record({
      company: fc.constantFrom(7, 8),
      hour: fc.constantFrom('00:10', '07:00', '23:50'),
      ends: fc.constantFrom([KATHMANDU, POKHARA], [POKHARA, KATHMANDU], [KATHMANDU, DUMRE]),
      between: fc.constantFrom([], [MUGLING], [DUMRE], [MUGLING, DUMRE]),
      sold: fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))),
      boarding: fc.array(fc.tuple(fc.constantFrom(...POINTS), fc.integer({ min: -120, max: MINUTES }), fc.nat(2)), {
        maxLength: 4,
      }),
      dropping: fc.array(fc.tuple(fc.constantFrom(...POINTS), fc.nat(MINUTES), fc.integer({ min: 1, max: 3 })), {
        maxLength: 4,
      }),
    })
    .map(({ company, hour, ends: [source, destination], between, sold, boarding, dropping }) => {
      const stops = between
        .filter((city) => city !== source && city !== destination)
        .map((cityId, index) => ({ cityId, arrives: 100 + index * 200, departs: 130 + index * 200 }));
      const last = stops.length + 1;
      const pairs = new Map(
        sold.map(([from, to, fare]) => [`${from} ${to}`, { from, to, fare: paisa(fare * 10_000) }]),
      );
      return aFeedTrip({
        companyId: company as OperatorId,
        leaves: `2026-12-01 ${hour}`,
        minutes: MINUTES,
        sourceCityId: source,
        destinationCityId: destination,
        stops,
        fares: [...pairs.values()].filter(({ from, to }) => from < to && to <= last && to - from < last),
        boardingPoints: boarding
          .map(([name, minutes, stop]) => ({ name, minutes, stop }))
          .filter(({ stop }) => stop < last),
        droppingPoints: dropping
          .map(([name, minutes, stop]) => ({ name, minutes, stop }))
          .filter(({ stop }) => stop <= last),
      });
    }),
  { minLength: 1, maxLength: 10 },
);

describe('the rules of GTFS', () => {
  it('no random trips break a rule of the validator', () => {
    fc.assert(
      fc.property(trips, (made) => {
        const feed = feedOf(made.map((trip, index) => ({ ...trip, id: (100 + index) as TripId })));
        expect(problemsOf(feed.rows)).to.deep.equal([]);
      }),
      { numRuns: 200 },
    );
  });

  it('a stop without a parent, times that run back and a route twice are found', () => {
    const feed = feedOf([aFeedTrip()]);
    const broken = (file: string, change: (rows: readonly Record<string, string>[]) => readonly object[]) =>
      problemsOf((name) =>
        name === file ? (change([...feed.rows(name)]) as ReturnType<typeof feed.rows>) : feed.rows(name),
      );
    expect(broken('stops.txt', (rows) => rows.slice(1)).join()).to.include('foreign_key_violation: stops.txt');
    expect(broken('stop_times.txt', (rows) => rows.toReversed()).join()).to.include('times_run_back');
    expect(broken('routes.txt', (rows) => [...rows, ...rows]).join()).to.include('duplicate_route_name');
    expect(broken('trips.txt', () => []).join()).to.include('routes.txt route_id');
  });
});
