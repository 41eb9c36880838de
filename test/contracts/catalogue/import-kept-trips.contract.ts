import { expect } from 'chai';
import type { TripId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { PlannedTrip } from '../../../core/trips/planned-trips.ts';
import { aCatalogue } from '../../support/catalogue-file.ts';
import { seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { importing } from '../../support/importing.ts';
import { aPassengerId } from '../../support/people.ts';

onEveryEngine('an import of trips that people changed in the office', (engine) => {
  const { load, loadWith, faultsOf } = importing(engine);
  const find = async (id: TripId): Promise<PlannedTrip> =>
    (await engine().transact(({ plannedTrips }) => plannedTrips.find(id)))!;
  const touch = async (id: TripId, changes: Partial<PlannedTrip>): Promise<PlannedTrip> => {
    const touched = { ...(await find(id)), ...changes, changedInOffice: true };
    await engine().transact(({ plannedTrips }) => plannedTrips.save([touched]));
    return touched;
  };
  const held = async (trip: TripId): Promise<void> => {
    const passenger = await aPassengerId(engine());
    await engine().transact(({ seatLocks }) =>
      seatLocks.hold({ tripId: trip, passenger, wanted: [seat('A1')], expiresAt: minutesAfter(START, 10) }, START),
    );
  };
  const holds = async (trip: TripId): Promise<number> => (await engine().officeTrips.find(trip, START))!.seats.held;

  it('an import leaves a trip unchanged that people edited, and reports the trip as “kept”', async () => {
    const { schedules } = await load(aCatalogue());
    const trip = schedules.get('deluxe')!;
    const cheaper = await touch(trip, { fare: paisa(90_000) });
    await held(trip);
    const again = await load(aCatalogue());
    expect([again.kept, again.schedules.get('deluxe')]).to.deep.equal([1, trip]);
    expect(await find(trip)).to.deep.equal(cheaper);
    expect(await holds(trip)).to.equal(1);
    expect((await loadWith({ '/schedules/0/fare': 900 })).kept).to.equal(0);
    const cancelled = await touch(trip, { status: 'CANCELLED' });
    expect((await load(aCatalogue())).kept).to.equal(1);
    expect(await find(trip)).to.deep.equal(cancelled);
  });

  it('an import leaves a departed trip unchanged, but changes it after its departure was undone', async () => {
    const trip = (await load(aCatalogue())).schedules.get('deluxe')!;
    const { departedAt, ...rest } = await find(trip);
    const say = (at: PlannedTrip['departedAt']) =>
      engine().transact(({ plannedTrips }) => plannedTrips.save([{ ...rest, departedAt: at }]));

    await say(START);
    expect((await loadWith({ '/schedules/0/fare': 900 })).kept).to.equal(1);
    expect(await find(trip)).to.deep.equal({ ...rest, departedAt: START });
    await say(departedAt);
    expect((await loadWith({ '/schedules/0/fare': 900 })).kept).to.equal(0);
    expect(await find(trip)).to.deep.equal({ ...rest, departedAt, fare: paisa(90_000) });
  });

  it('an import that gives a bus fewer places reduces the places blocked on its trips', async () => {
    const { schedules } = await load(aCatalogue());
    const trip = schedules.get('micro@2026-11-21')!;
    const blocked = async () => (await engine().officeTrips.find(trip, START))!.seats;
    await engine().transact(({ blocks }) =>
      blocks.replace(trip, [{ places: 12, reason: 'Agent', until: null }], START),
    );
    await loadWith({ '/buses/1/total_seats': 10 });
    expect(await blocked()).to.deep.include({ total: 10, blocked: 10, left: 0 });
  });

  it('an import releases the held seats of trips whose time or fare changes, and of no other trips', async () => {
    const { schedules } = await load(aCatalogue());
    const trip = schedules.get('deluxe')!;
    const changes: readonly Readonly<Record<string, unknown>>[] = [
      { '/schedules/0/fare': 1300 },
      { '/schedules/0/departure_time': '2026-11-22T05:15:00Z' },
      { '/schedules/0/arrival_time': '2026-11-22T12:15:00Z' },
    ];
    for (const change of changes) {
      await load(aCatalogue());
      await held(trip);
      await load(aCatalogue());
      expect(await holds(trip), JSON.stringify(change)).to.equal(1);
      await loadWith(change);
      expect(await holds(trip), JSON.stringify(change)).to.equal(0);
    }
    expect(await recorded(engine())).to.deep.equal(changes.flatMap(() => [seatMessage(trip, 'AVAILABLE', 'A1')]));
  });

  it('an import refuses a schedule whose key belongs to a trip planned in the office', async () => {
    for (const key of ['timetable:1@2026-12-01', 'office:7'])
      expect(await faultsOf(loadWith({ '/schedules/0/key': key }))).to.deep.equal([
        '/schedules/0/key: begins with "office:" or "timetable:", as only the keys of trips planned in the office do',
      ]);
    expect(await faultsOf(loadWith({ '/schedules/1/key': 'timetable:1' }))).to.have.length(1);
  });
});
