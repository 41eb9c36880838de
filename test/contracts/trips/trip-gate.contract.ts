import { expect } from 'chai';
import type { BusDocument } from '../../../core/fleet/documents.ts';
import { gateAllTrips, gateTrips } from '../../../core/fleet/gate-trips.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { BusId, TripId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { aBus, allVerified, aTrip, calendar, verified } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { exchangeBus } from '../../support/exchange.ts';

/** All required documents, valid without end. The given documents replace the insurance. */
const insured = (...insurances: readonly BusDocument[]): readonly BusDocument[] => [
  ...allVerified.filter(({ type }) => type !== 'INSURANCE'),
  ...insurances,
];
const FIRST_DAYS = verified('INSURANCE', '2026-11-22', '2026-11-23');

onEveryEngine('trips on sale and the documents of their bus', (engine) => {
  const inside: ReturnType<typeof engine>['transact'] = (work) => engine().transact(work);
  const isOpen = async (trip: TripId): Promise<boolean> => {
    const found = await inside(({ trips }) => trips.find(trip));
    const isFound = (await engine().tripSearch.find(trip, START)) !== undefined;
    expect(isFound, 'search goes by the same').to.equal(found?.papersOk);
    return isFound;
  };
  const list = (busId: BusId, documents: readonly BusDocument[]) =>
    inside(async (stores) => {
      await stores.documents.saveListed([{ busId, documents }], START);
      await gateTrips(stores, calendar, [busId]);
    });
  const leaving = (busId: BusId, day: string, time: string) =>
    aTrip(engine(), { busId, departsAt: calendar.at(day, time)! });

  it('a trip is on sale if every required document of its bus is valid on the local day of departure', async () => {
    const busId = await aBus(engine(), { documents: insured(FIRST_DAYS) });
    const days = ['2026-11-21 23:59', '2026-11-22 00:00', '2026-11-23 23:59', '2026-11-24 00:00'];
    const trips: TripId[] = [];
    for (const text of days) trips.push((await leaving(busId, text.slice(0, 10), text.slice(11))).id);
    const open = async () => Promise.all(trips.map(isOpen));
    expect(await open()).to.deep.equal([false, true, true, false]);

    await list(busId, insured(FIRST_DAYS, verified('INSURANCE', '2026-11-24')));
    expect(await open(), 'a renewal follows').to.deep.equal([false, true, true, true]);
    await list(busId, insured(verified('INSURANCE', undefined, '2026-11-21')));
    expect(await open()).to.deep.equal([true, false, false, false]);
    await list(busId, insured(FIRST_DAYS, { ...verified('INSURANCE'), status: 'PENDING' }));
    expect(await open(), 'what waits does not count').to.deep.equal([false, true, true, false]);
    await list(busId, []);
    expect(await open()).to.deep.equal([false, false, false, false]);
  });

  it('a change of the service’s time zone makes the service decide again which trips are on sale', async () => {
    const trips: TripId[] = [];
    for (const time of ['00:00', '05:44', '05:45', '23:59']) {
      const busId = await aBus(engine(), { documents: insured(verified('INSURANCE', '2026-11-22', '2026-11-22')) });
      trips.push((await leaving(busId, '2026-11-22', time)).id);
    }
    await aBus(engine());
    const judge = (timeZone: string, batch: number) =>
      gateAllTrips({ calendar: calendarOf(timeZone), fleetViews: engine().fleetViews, transact: inside })(batch);
    for (const batch of [1, 2, 5, 20]) {
      expect(await judge('UTC', batch)).to.equal(5);
      expect(await Promise.all(trips.map(isOpen))).to.deep.equal([false, false, true, true]);
      expect(await judge('Asia/Kathmandu', batch)).to.equal(5);
      expect(await Promise.all(trips.map(isOpen))).to.deep.equal([true, true, true, true]);
    }
  });

  it('a document of one bus does not change whether trips of other buses are on sale', async () => {
    const { id, busId } = await aTrip(engine());
    const other = await aTrip(engine(), { bus: { documents: [] } });
    expect([await isOpen(id), await isOpen(other.id)]).to.deep.equal([true, false]);
    await list(busId, []);
    await list(other.busId, allVerified);
    expect([await isOpen(id), await isOpen(other.id)]).to.deep.equal([false, true]);
  });

  it('a trip that gets another bus is on sale only if the new bus’s documents are valid', async () => {
    const [trip, bare] = [await aTrip(engine()), await aBus(engine(), { documents: [] })];
    await inside((stores) => exchangeBus(stores, trip, bare));
    expect(await isOpen(trip.id)).to.equal(false);
    await inside((stores) => exchangeBus(stores, trip, trip.busId));
    expect(await isOpen(trip.id)).to.equal(true);
  });

  it('a new trip is not on sale until the service has checked the bus’s documents for the day of departure', async () => {
    const trip = await aTrip(engine());
    const next = { departsAt: minutesAfter(trip.departsAt, 60), arrivesAt: minutesAfter(trip.arrivesAt, 60) };
    const id = await inside(async ({ catalogue }) => {
      const { routes } = await catalogue.known();
      const [added] = await catalogue.addTrips([
        {
          key: 'unseen',
          routeId: [...routes.values()][0]!,
          busId: trip.busId,
          fare: 1 as never,
          status: 'ACTIVE',
          stops: [],
          fares: [],
          ...next,
        },
      ]);
      return added!.id;
    });
    expect(await isOpen(id)).to.equal(false);
  });
});

onEveryEngine('the documents that a catalogue lists', (engine) => {
  const inside: ReturnType<typeof engine>['transact'] = (work) => engine().transact(work);
  const saved = async (busId: BusId) => (await inside(({ documents }) => documents.lockOf([busId]))).get(busId);
  const list = (busId: BusId, documents: readonly BusDocument[]) =>
    inside((stores) => stores.documents.saveListed([{ busId, documents }], START));

  it('an import replaces the documents of a bus that an earlier import listed', async () => {
    const busId = await aBus(engine(), { documents: allVerified });
    const renewed = insured(verified('INSURANCE', undefined, '2026-12-31'), verified('INSURANCE', '2027-01-01'));
    const rejected = { ...verified('POLLUTION'), status: 'REJECTED' as const };
    for (const documents of [allVerified, [...renewed, rejected], [verified('FITNESS')], []]) {
      expect(await list(busId, documents)).to.equal(0);
      expect(await saved(busId)).to.have.deep.members(documents);
    }
  });

  it('locking the documents of several buses leaves out buses that do not exist', async () => {
    const busId = await aBus(engine(), { documents: [verified('FITNESS')] });
    const nobody = 2_000_000_000 as BusId;
    const found = await inside(({ documents }) => documents.lockOf([nobody, busId]));
    expect([...found]).to.deep.equal([[busId, [verified('FITNESS')]]]);
  });
});
