import { expect } from 'chai';
import { cancelBooking } from '../../../core/changes/cancel-booking.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../../core/stores.ts';
import { aBooking } from '../../support/bookings.ts';
import { aCatalogue } from '../../support/catalogue-file.ts';
import { handClock, START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { importInto } from '../../support/importing.ts';
import { beforeCall } from '../../support/overlap.ts';
import { aPassenger, aPassengerId } from '../../support/people.ts';
import { NEWS } from '../../support/news.ts';
import { aWorld } from '../../support/world.ts';

onEveryEngine('an import while others write', (engine, database) => {
  const clock = handClock();
  const load = (changes: Readonly<Record<string, unknown>> = {}, transact: Transact<Stores> = engine().transact) =>
    importInto({ ...engine(), transact }, clock, changes);
  /** Counts how often transactions start. A deadlock makes a transaction start again. */
  const counted = () => {
    const runs = { count: 0 };
    const transact: Transact<Stores> = (work) =>
      engine().transact((stores) => {
        runs.count += 1;
        return work(stores);
      });
    return { runs, transact };
  };

  it('an import locks no existing trip while it writes rows that are new', async () => {
    const hasLocks = database().dialect === 'postgres';
    const { schedules } = await load();
    const locked: string[] = [];
    const free: string[] = [];
    const isLocked = async (trip: TripId): Promise<boolean> => {
      if (!hasLocks) return false;
      const { rows } = await database().knex.raw<{ rows: readonly unknown[] }>(
        'select id from schedules where id = ? for key share skip locked',
        [trip],
      );
      return rows.length === 0;
    };
    const watched = <Store extends object>(store: Store): Store =>
      new Proxy(store, {
        get:
          (target, name) =>
          async (...args: readonly unknown[]) => {
            const answer: unknown = await (Reflect.get(target, name) as (...given: readonly unknown[]) => unknown)(
              ...args,
            );
            ((await isLocked(schedules.get('deluxe')!)) ? locked : free).push(String(name));
            return answer;
          },
      });
    const changes = {
      '/buses/0/seat_map/seats': (aCatalogue().buses[0] as { seat_map: { seats: object[] } }).seat_map.seats.slice(1),
      '/schedules/2': { ...aCatalogue().schedules[0], key: 'new' },
      '/schedules/0/bus': 'BA 5 JA 77',
    };
    await load(changes, (work) =>
      engine().transact((stores) =>
        work({
          ...stores,
          users: watched(stores.users),
          buses: watched(stores.buses),
          catalogue: watched(stores.catalogue),
        }),
      ),
    );
    const last = ['changeTrips', 'seatMaps', 'saveSeatMap', 'update', 'dropStrandedHolds'];
    expect(locked).to.deep.equal(hasLocks ? last : []);
    expect(free).to.include.members(['saveCities', 'lockOwned', 'saveRoutes', 'addTrips', 'findByEmail']);
  });

  it('an import locks a booking before its trip, in the same order as other transactions', async () => {
    const { schedules } = await load();
    const tripId = schedules.get('micro@2026-11-22')!;
    const [userId, cancelling, importing] = [await aPassengerId(engine()), counted(), counted()];
    const booking = await aBooking(engine(), { userId, tripId, seatsCount: 2, status: 'CONFIRMED' });
    await beforeCall(
      database(),
      cancelling.transact,
      (stores, pause) => ({
        ...stores,
        trips: {
          ...stores.trips,
          freePlaces: async (...args) => {
            await pause();
            await stores.trips.freePlaces(...args);
          },
        },
      }),
      (transact) =>
        cancelBooking({ ...aWorld, ...NEWS, clock, transact, cancellationTiers: [{ hours: 0, fee: basisPoints(0) }] })(
          userId,
          booking.id,
          '',
        ),
      () => load({ '/schedules/1/daily/duration_minutes': 300 }, importing.transact),
    );
    expect([cancelling.runs.count, importing.runs.count]).to.deep.equal([1, 3]);
    expect((await engine().tripSearch.find(tripId, START))?.seatsLeft).to.equal(14);
  });

  it('an import gives no company to an account that gives up the operator’s address just before it is locked', async () => {
    const [operator] = aCatalogue().operators as unknown as readonly [{ readonly email: string }];
    const mina = await aPassenger(engine(), { email: operator.email, emailVerified: false });
    let isMoved = false;
    await load({}, (work) =>
      engine().transact((stores) => {
        const lock: Stores['users']['lock'] = async (id) => {
          if (id === mina.id && !isMoved)
            isMoved = await stores.users.setEmail(id, { email: 'mina@example.com', emailVerified: true });
          return stores.users.lock(id);
        };
        return work({ ...stores, users: { ...stores.users, lock } });
      }),
    );
    expect(isMoved).to.equal(true);
    const after = await engine().transact(({ users }) => users.find(mina.id));
    expect(after).to.deep.equal({ ...mina, email: 'mina@example.com', emailVerified: true });
    const owner = await engine().transact(({ users }) => users.findByEmail(operator.email));
    expect([owner?.id === mina.id, owner?.operatorId === null]).to.deep.equal([false, false]);
  });

  it('an import waits for another import that is already running', async () => {
    const ends: string[] = [];
    await beforeCall(
      database(),
      engine().transact,
      (stores, pause) => ({
        ...stores,
        catalogue: {
          ...stores.catalogue,
          saveCities: async (names) => {
            await pause();
            return stores.catalogue.saveCities(names);
          },
        },
      }),
      (transact) => load({}, transact).then(() => ends.push('the first')),
      () => load({ '/cities': ['Pokhara', 'Kathmandu'] }).then(() => ends.push('the second')),
    );
    expect(ends).to.deep.equal(['the first', 'the second']);
  });

  it('an import leaves a trip unchanged that the office is editing at that moment', async () => {
    const { schedules } = await load();
    const id = schedules.get('deluxe')!;
    let kept = 0;
    await beforeCall(
      database(),
      engine().transact,
      (stores, pause) => ({
        ...stores,
        plannedTrips: {
          ...stores.plannedTrips,
          save: async (trips) => {
            await pause();
            await stores.plannedTrips.save(trips);
          },
        },
      }),
      (transact) =>
        transact(async ({ plannedTrips }) => {
          const trip = (await plannedTrips.lock(id))!;
          await plannedTrips.save([{ ...trip, fare: paisa(90_000), changedInOffice: true }]);
        }),
      () =>
        load({ '/schedules/0/fare': 1300 }).then((report) => {
          kept = report.kept;
        }),
    );
    expect([kept, (await engine().officeTrips.find(id, START))?.fare]).to.deep.equal([1, 90_000]);
  });
});
