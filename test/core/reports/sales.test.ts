import { expect } from 'chai';
import type { BusId, CityId, OperatorId, TripId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type Span, daysAfter, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { TripSales } from '../../../core/reports/ports.ts';
import { type SalesBy, occupancy, salesReport } from '../../../core/reports/sales.ts';
import { viewSales } from '../../../core/reports/view-sales.ts';
import { calendar } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { faultsOf } from '../../support/refusals.ts';
import { aWorld } from '../../support/world.ts';

const city = (id: number, name: string) => ({ id: id as CityId, name });
const [KATHMANDU, POKHARA, ILAM] = [city(2, 'Kathmandu'), city(10, 'Pokhara'), city(9, 'Ilam')];

const QUIET: TripSales = {
  id: 7 as TripId,
  departsAt: hoursAfter(START, 1),
  departedAt: null,
  status: 'ACTIVE',
  source: KATHMANDU,
  destination: POKHARA,
  bus: { id: 5 as BusId, name: 'Blue Sky Deluxe', registrationNo: 'BA 3 KHA 1234' },
  seats: 40,
  parts: 1,
  partsSold: 0,
  sold: 0,
  boarded: 0,
  gross: paisa(0),
  fees: paisa(0),
  refunds: paisa(0),
  earning: paisa(0),
};

const report = (trips: readonly Partial<TripSales>[], by: SalesBy = 'trip', now = START) =>
  salesReport(
    trips.map((trip) => ({ ...QUIET, ...(trip.sold !== undefined && { partsSold: trip.sold }), ...trip })),
    by,
    calendar,
    now,
  );

describe('sales reports', () => {
  it('a sales report divides the money that was not refunded between platform and company', () => {
    const { rows, total } = report([
      { sold: 3, gross: paisa(10_005), refunds: paisa(2_999), fees: paisa(336), earning: paisa(6_481) },
    ]);
    expect(rows).to.deep.equal([
      {
        key: '7',
        label: 'Kathmandu – Pokhara, 2026-11-20 11:00',
        trips: 1,
        seatsOffered: 40,
        seatsSold: 3,
        partsOffered: 40,
        partsSold: 3,
        boarded: 0,
        noShows: 0,
        gross: 10_005,
        refunds: 2_999,
        fees: 336,
        commission: 525,
        earning: 6_481,
      },
    ]);
    const { key: _, label: __, ...figures } = rows[0]!;
    expect(total).to.deep.equal(figures);
  });

  it('a sales report adds up trips with the same key, and orders numeric keys as numbers', () => {
    const trips = [
      { id: 100 as TripId, gross: paisa(1), sold: 1, bus: { ...QUIET.bus, id: 10 as BusId, name: 'Night Queen' } },
      { id: 20 as TripId, gross: paisa(2), sold: 2, source: POKHARA, destination: KATHMANDU },
      { id: 3 as TripId, gross: paisa(4), sold: 3, destination: ILAM, departsAt: daysAfter(START, 1) },
      { id: 4 as TripId, gross: paisa(8), sold: 4, departsAt: daysAfter(START, -1) },
    ];
    const rowsBy = (by: SalesBy) =>
      report(trips, by).rows.map(({ key, label, trips: count, gross, seatsSold }) => [
        ...[key, label, count, gross, seatsSold],
      ]);
    expect(rowsBy('trip').map(([key]) => key)).to.deep.equal(['3', '4', '20', '100']);
    expect(rowsBy('day')).to.deep.equal([
      ['2026-11-19', '2026-11-19', 1, 8, 4],
      ['2026-11-20', '2026-11-20', 2, 3, 3],
      ['2026-11-21', '2026-11-21', 1, 4, 3],
    ]);
    expect(rowsBy('bus')).to.deep.equal([
      ['5', 'Blue Sky Deluxe (BA 3 KHA 1234)', 3, 14, 9],
      ['10', 'Night Queen (BA 3 KHA 1234)', 1, 1, 1],
    ]);
    expect(rowsBy('route')).to.deep.equal([
      ['2-9', 'Kathmandu – Ilam', 1, 4, 3],
      ['2-10', 'Kathmandu – Pokhara', 2, 9, 5],
      ['10-2', 'Pokhara – Kathmandu', 1, 2, 2],
    ]);
    for (const by of ['trip', 'day', 'bus', 'route'] as const)
      expect(report(trips, by).total).to.include({ trips: 4, seatsOffered: 160, seatsSold: 10, gross: 15 });
  });

  it('a sales report assigns each trip to the local day of its departure', () => {
    const midnight = calendar.day('2026-11-21')!.start;
    const { rows } = report([{ departsAt: midnight }, { departsAt: minutesAfter(midnight, -1) }], 'day');
    expect(rows.map(({ key }) => key)).to.deep.equal(['2026-11-20', '2026-11-21']);
  });

  it('a sales report counts no-shows once the bus has left, by the clock or by the crew’s report', () => {
    const noShows = (trip: Partial<TripSales>, now = START) =>
      report([{ sold: 5, boarded: 3, ...trip }], 'trip', now).total.noShows;
    expect(noShows({})).to.equal(0);
    expect(noShows({}, QUIET.departsAt)).to.equal(2);
    expect(noShows({ departedAt: START })).to.equal(2);
    expect(noShows({ boarded: 5 }, QUIET.departsAt)).to.equal(0);
  });

  it('a sales report counts a cancelled trip’s money but not the trip, and leaves the trip out if nothing was sold', () => {
    const cancelled = { status: 'CANCELLED', gross: paisa(500), refunds: paisa(500) } as const;
    expect(report([cancelled]).rows[0]).to.include({
      trips: 0,
      seatsOffered: 0,
      gross: 500,
      refunds: 500,
      commission: 0,
      earning: 0,
    });
    expect(report([{ status: 'CANCELLED' }]).rows).to.deep.equal([]);
    expect(report([{}]).rows).to.have.length(1);
  });

  it('a sales report shows an occupancy of 100 percent at most', () => {
    const of = (sold: number, seats: number) => occupancy(report([{ sold, seats }]).total);
    expect([of(0, 40), of(1, 3), of(2, 3), of(40, 40), of(41, 40)]).to.deep.equal([0, 0.3333, 0.6667, 1, 1]);
    expect(occupancy(report([]).total)).to.equal(0);
  });

  it('a sales report computes occupancy from seats sold and offered between neighbouring stops, in the row of the whole trip', () => {
    const way = { departsAt: QUIET.departsAt, source: KATHMANDU, destination: POKHARA };
    const sections = [
      { destination: ILAM, sold: 40, whole: way, seats: 0, parts: 0, partsSold: 0, gross: paisa(40) },
      { source: ILAM, sold: 20, whole: way, seats: 0, parts: 0, partsSold: 0, gross: paisa(20) },
    ];
    const trips = [{ parts: 2, partsSold: 60 }, ...sections];
    const rows = (by: SalesBy) =>
      report(trips, by).rows.map((row) => [row.key, row.trips, row.seatsOffered, row.seatsSold, occupancy(row)]);
    expect(rows('route')).to.deep.equal([
      ['2-9', 0, 0, 40, 0],
      ['2-10', 1, 40, 0, 0.75],
      ['9-10', 0, 0, 20, 0],
    ]);
    expect(rows('trip')).to.deep.equal([['7', 1, 40, 60, 0.75]]);
    expect(report(sections).rows.map(({ label }) => label)).to.deep.equal(['Kathmandu – Pokhara, 2026-11-20 11:00']);
  });

  describe('the days of a sales report', () => {
    const operatorId = 3 as OperatorId;
    const asked: [OperatorId, Span][] = [];
    const sales = {
      trips: async (operator: OperatorId, departs: Span) => {
        asked.push([operator, departs]);
        return [];
      },
    };
    const view = (from: string, to: string) =>
      viewSales({ ...aWorld, clock: () => START, calendar, sales })(operatorId, { from, to, by: 'day' });

    it('a sales report covers local days, including the first and the last', async () => {
      await view('2026-11-20', '2026-11-21');
      expect(asked.at(-1)).to.deep.equal([
        operatorId,
        { start: calendar.day('2026-11-20')!.start, end: calendar.day('2026-11-21')!.end },
      ]);
    });

    it('a sales report covers at most 366 days', async () => {
      await view('2026-01-01', '2027-01-01');
      await view('9999-12-31', '9999-12-31');
      expect(await faultsOf(view('2026-01-01', '2027-01-02'))).to.deep.equal(['to']);
      expect(await faultsOf(view('2026-01-02', '2026-01-01'))).to.deep.equal(['to']);
      expect(await faultsOf(view('2026-02-30', '2026-03-01'))).to.deep.equal(['from']);
      expect(await faultsOf(view('2026-02-28', 'soon'))).to.deep.equal(['to']);
    });
  });
});
