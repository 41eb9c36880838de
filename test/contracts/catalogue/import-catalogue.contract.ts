import { expect } from 'chai';
import { daysAfter, hoursAfter, toIso } from '../../../core/kernel/time.ts';
import { administrationOn } from '../../support/administration.ts';
import { aBooking, ownBookings } from '../../support/bookings.ts';
import { aCatalogue, spoiled } from '../../support/catalogue-file.ts';
import { seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { importing } from '../../support/importing.ts';
import { aPassengerId } from '../../support/people.ts';

onEveryEngine('an import of a catalogue', (engine) => {
  const { clock, hashed, steps, load, loadWith, user, search } = importing(engine);
  it('an import puts the file’s trips on sale and reports their ids by the file’s keys', async () => {
    const report = await load(aCatalogue());
    expect(report).to.deep.include({ cities: 2, operators: 1, buses: 2, routes: 1 });
    expect([...report.schedules.keys()]).to.deep.equal([
      'deluxe',
      'micro@2026-11-20',
      'micro@2026-11-21',
      'micro@2026-11-22',
    ]);
    const trips = await search();
    expect(
      trips.map(({ id, departsAt, arrivesAt, fare, seatsLeft }) => [
        id,
        toIso(departsAt),
        toIso(arrivesAt),
        fare,
        seatsLeft,
      ]),
    ).to.deep.equal([
      // At START it is past seven o'clock on the 20th in Nepal, so the daily trips begin on the 21st.
      [report.schedules.get('micro@2026-11-21'), '2026-11-21T01:15:00.000Z', '2026-11-21T07:45:00.000Z', 90_000, 14],
      [report.schedules.get('micro@2026-11-22'), '2026-11-22T01:15:00.000Z', '2026-11-22T07:45:00.000Z', 90_000, 14],
      [report.schedules.get('deluxe'), '2026-11-22T04:15:00.000Z', '2026-11-22T11:15:00.000Z', 120_050, 4],
    ]);
    expect(trips[0]).to.deep.include({ sourceCity: 'Kathmandu', destinationCity: 'Pokhara' });
    expect(trips[0]?.operator.companyName).to.equal('Blue Sky');
  });

  it('an import with several documents of one type puts trips on sale only if every required type is verified', async () => {
    const deluxe = async (...types: readonly string[]): Promise<boolean> => {
      const documents = types
        .map((type) => ({ type, status: type.startsWith('old ') ? 'REJECTED' : 'VERIFIED' }))
        .map(({ type, status }) => ({ type: type.replace('old ', ''), status }));
      const { schedules } = await loadWith({ '/buses/0/documents': documents });
      return (await search()).some(({ id }) => id === schedules.get('deluxe'));
    };
    expect(await deluxe('REGISTRATION', 'REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE')).to.equal(false);
    expect(await deluxe('REGISTRATION', 'old INSURANCE', 'ROUTE_PERMIT', 'FITNESS', 'INSURANCE')).to.equal(true);
  });

  it('an import puts trips on sale only on days on which the bus’s documents are valid', async () => {
    const valid = (until: string) =>
      ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'].map((type) => ({
        type,
        status: 'VERIFIED',
        ...(type === 'FITNESS' && { valid_until: until }),
      }));
    const sold = async (until: string) => {
      await loadWith({ '/buses/1/documents': valid(until) });
      return (await search()).filter(({ bus }) => bus.type === 'MICROBUS').map(({ departsAt }) => toIso(departsAt));
    };
    expect(await sold('2026-11-21')).to.deep.equal(['2026-11-21T01:15:00.000Z']);
    expect(await sold('2026-11-22')).to.deep.equal(['2026-11-21T01:15:00.000Z', '2026-11-22T01:15:00.000Z']);
    expect(await sold('2026-11-20')).to.deep.equal([]);
  });

  it('an import takes a trip off sale that it moves to a day or bus without valid documents', async () => {
    const documents = ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'].map((type) => ({
      type,
      status: 'VERIFIED',
      valid_until: '2026-11-22',
    }));
    const isSold = async (changes: Readonly<Record<string, unknown>>) => {
      const { schedules } = await loadWith({ '/buses/0/documents': documents, ...changes });
      return (await search()).some(({ id }) => id === schedules.get('deluxe'));
    };
    expect(await isSold({})).to.equal(true);
    const later = {
      '/schedules/0/departure_time': '2026-11-23T04:15:00Z',
      '/schedules/0/arrival_time': '2026-11-23T11:15:00Z',
    };
    expect(await isSold(later)).to.equal(false);
    expect(await isSold({ ...later, '/schedules/0/bus': 'BA 5 JA 77' })).to.equal(true);
    expect(await isSold({})).to.equal(true);
    // A file may leave out buses that are stored already, although its schedules use these buses.
    const { buses, ...others } = spoiled(aCatalogue(), later) as ReturnType<typeof aCatalogue>;
    expect(buses.length).to.equal(2);
    const { schedules } = await load(others);
    expect((await search()).some(({ id }) => id === schedules.get('deluxe'))).to.equal(false);
  });

  it('an import creates company and administrator accounts that can sign in', async () => {
    await load(aCatalogue());
    expect(await user('admin@example.com')).to.include({
      role: 'ADMIN',
      fullName: 'Anil Shrestha',
      passwordHash: 'hash of secret-123',
      status: 'ACTIVE',
      emailVerified: true,
      phone: null,
    });
    expect(await user('sita@example.com')).to.include({
      role: 'OPERATOR',
      companyName: 'Blue Sky',
      passwordHash: 'hash of secret-456',
      status: 'ACTIVE',
      emailVerified: true,
    });
    expect((await user('sita@example.com'))?.avatarColor).to.match(/^#[0-9a-f]{6}$/);
  });

  it('a second import of the same file changes nothing and hashes no password again', async () => {
    const first = await load(aCatalogue());
    const before = await search();
    hashed.length = 0;
    expect(await load(aCatalogue())).to.deep.equal(first);
    expect(await search()).to.deep.equal(before);
    expect(hashed).to.deep.equal([]);
  });

  it('an import updates existing rows, and keeps the accounts’ passwords and the spelling of cities', async () => {
    const { schedules } = await load(aCatalogue());
    await loadWith({
      '/cities/0': 'KATHMANDU',
      '/operators/0/company_name': 'Blue Sky Yatayat',
      '/operators/0/full_name': 'Sita Thapa',
      '/operators/0/phone': '9812345678',
      '/operators/0/password': 'another-1',
      '/admins/0/full_name': 'Anil K.',
      '/admins/0/password': 'another-2',
      '/schedules/0/fare': 1300,
      '/schedules/0/departure_time': '2026-11-21T04:15:00Z',
      '/schedules/0/source': 'kathmandu',
      '/buses/0/bus_name': 'Blue Sky Sofa',
    });
    expect(await user('sita@example.com')).to.include({
      fullName: 'Sita Thapa',
      companyName: 'Blue Sky Yatayat',
      phone: '9812345678',
      passwordHash: 'hash of secret-456',
    });
    expect(await user('admin@example.com')).to.include({ fullName: 'Anil K.', passwordHash: 'hash of secret-123' });
    const trip = await engine().tripSearch.find(schedules.get('deluxe')!, START);
    expect(trip).to.deep.include({ sourceCity: 'Kathmandu', fare: 130_000, departsAt: Date.UTC(2026, 10, 21, 4, 15) });
    expect(trip?.bus.name).to.equal('Blue Sky Sofa');
  });

  it('an import keeps the spelling that an administrator gave a city, and reports the city as “kept”', async () => {
    const { schedules } = await load(aCatalogue());
    const [kathmandu] = await engine().cities.all();
    const { changeCity } = administrationOn(engine());
    await changeCity((await user('admin@example.com'))!.id, kathmandu!.id, { name: 'KATHMANDU' });
    expect((await load(aCatalogue())).kept).to.equal(1);
    expect(await engine().tripSearch.find(schedules.get('deluxe')!, START)).to.include({ sourceCity: 'KATHMANDU' });
    expect((await loadWith({ '/cities/0': 'KATHMANDU' })).kept).to.equal(0);
  });

  const namesOf = async () => (await engine().cities.all()).map(({ name, aliases }) => [name, ...aliases]);

  it('an import replaces the aliases that the file gives for a city, keeps them otherwise, and null removes them', async () => {
    const withAliases = (aliases?: readonly string[] | null) =>
      loadWith({ '/cities/0': { city_name: 'kathmandu', ...(aliases !== undefined && { aliases }) } });
    await withAliases(['KTM', 'ktm', 'KATHMANDU', 'Yen']);
    expect(await namesOf()).to.deep.equal([['Pokhara'], ['kathmandu', 'KTM', 'Yen']]);
    await load(aCatalogue());
    expect((await withAliases()).kept).to.equal(0);
    expect(await namesOf()).to.deep.equal([['Pokhara'], ['kathmandu', 'KTM', 'Yen']]);
    await withAliases(['Yen', 'Kantipur']);
    expect(await namesOf()).to.deep.equal([['Pokhara'], ['kathmandu', 'Yen', 'Kantipur']]);
    await withAliases(null);
    expect(await namesOf()).to.deep.equal([['Pokhara'], ['kathmandu']]);
  });

  it('an import keeps the aliases that an administrator gave a city, and reports the city as “kept”', async () => {
    await load(aCatalogue());
    const [kathmandu] = await engine().cities.all();
    const { changeCity } = administrationOn(engine());
    const admin = (await user('admin@example.com'))!.id;
    await changeCity(admin, kathmandu!.id, { name: 'KATHMANDU' });
    await changeCity(admin, kathmandu!.id, { aliases: ['KTM'] });
    const row = (aliases: readonly string[]) => ({ '/cities/0': { city_name: 'KATHMANDU', aliases } });
    expect((await loadWith(row(['Yen']))).kept).to.equal(1);
    expect((await loadWith(row(['KTM']))).kept).to.equal(0);
    expect((await load(aCatalogue())).kept).to.equal(1);
    expect(await namesOf()).to.deep.equal([['KATHMANDU', 'KTM'], ['Pokhara']]);
  });

  it('an import adds the next days’ trips of a daily schedule, and keeps the earlier days’ trips', async () => {
    const first = await load(aCatalogue());
    clock.set(daysAfter(START, 2));
    const second = await load(aCatalogue());
    expect([...second.schedules.keys()]).to.deep.equal([
      'deluxe',
      'micro@2026-11-22',
      'micro@2026-11-23',
      'micro@2026-11-24',
    ]);
    expect(second.schedules.get('micro@2026-11-22')).to.equal(first.schedules.get('micro@2026-11-22'));
    expect(await search()).to.have.length(5);
  });

  it('an import starts daily schedules at today’s date in Nepal, not in UTC', async () => {
    clock.set(Date.UTC(2026, 10, 20, 18, 15) as typeof START);
    expect([...(await load(aCatalogue())).schedules.keys()])
      .to.include('micro@2026-11-21')
      .and.not.include('micro@2026-11-20');
  });

  it('an import may refer to cities, companies, buses and routes that an earlier import loaded', async () => {
    await load(aCatalogue());
    const schedule = { ...aCatalogue().schedules[0], key: 'another', source: 'KATHMANDU' };
    const report = await load({ schedules: [schedule] });
    expect(report).to.deep.include({ cities: 0, operators: 0, buses: 0, routes: 0 });
    expect(await search()).to.have.length(4);
    expect(
      await load({
        buses: [{ ...aCatalogue().buses[1], registration_no: 'BA 5 JA 78' }],
        routes: [{ source: 'Pokhara', destination: 'Kathmandu' }],
      }),
    ).to.include({ buses: 1, routes: 1 });
  });

  it('an import of an empty catalogue file succeeds', async () => {
    expect(await load({})).to.deep.equal({
      cities: 0,
      operators: 0,
      buses: 0,
      routes: 0,
      places: 0,
      kept: 0,
      schedules: new Map(),
    });
  });

  it('an import accepts keys such as __proto__ for a schedule', async () => {
    const { schedules } = await loadWith({ '/schedules/0/key': '__proto__' });
    expect(Object.keys(Object.fromEntries(schedules))).to.include('__proto__');
  });

  it('an import keeps the bookings of trips that it updates', async () => {
    const { schedules } = await load(aCatalogue());
    const passenger = await aPassengerId(engine());
    await aBooking(engine(), {
      userId: passenger,
      tripId: schedules.get('deluxe')!,
      seats: [seat('A1')],
      status: 'CONFIRMED',
    });
    await aBooking(engine(), {
      userId: passenger,
      tripId: schedules.get('micro@2026-11-21')!,
      seatsCount: 3,
      status: 'CONFIRMED',
    });
    await loadWith({
      '/buses/0/seat_map/seats': (aCatalogue().buses[0] as { seat_map: { seats: object[] } }).seat_map.seats.slice(
        0,
        -1,
      ),
    });
    expect(await ownBookings(engine(), passenger)).to.have.length(2);
    const left = async (key: string) => (await engine().tripSearch.find(schedules.get(key)!, START))?.seatsLeft;
    expect([await left('deluxe'), await left('micro@2026-11-21')]).to.deep.equal([2, 11]);
  });

  const seatOf = (changes: object) => ({ seat_number: 'A9', deck: 1, row: 1, col: 1, ...changes });
  it('an import does not confuse a single trip’s key with the key of a daily schedule’s trip', async () => {
    expect((await loadWith({ '/schedules/0/key': 'micro' })).schedules.size).to.equal(4);
    expect((await loadWith({ '/schedules/0/key': 'micro@2026-11-23' })).schedules.size).to.equal(4);
  });

  it('an import that gives a trip another bus releases held seats, and publishes the new bus’s free seats', async () => {
    const { schedules } = await load(aCatalogue());
    const [tripId, passenger, expiresAt] = [
      schedules.get('deluxe')!,
      await aPassengerId(engine()),
      hoursAfter(START, 1),
    ];
    await engine().transact(({ seatLocks }) =>
      seatLocks.hold({ tripId, passenger, wanted: [seat('A1'), seat('A2')], expiresAt }, START),
    );
    await load(aCatalogue());
    expect(await recorded(engine()), 'nothing changed').to.deep.equal([]);
    await loadWith({
      '/buses/2': {
        ...aCatalogue().buses[0],
        registration_no: 'BA 9 KHA 9',
        seat_map: { rows: 1, cols: 1, deck_count: 1, seats: [seatOf({ seat_number: 'A1' })] },
      },
      '/schedules/0/bus': 'BA 9 KHA 9',
    });
    expect(await recorded(engine())).to.deep.equal([seatMessage(tripId, 'AVAILABLE', 'A1')]);
    expect(await engine().transact(({ seatLocks }) => seatLocks.release(tripId, passenger, START))).to.deep.equal([]);
  });

  it('an import reports its progress while it runs', async () => {
    await loadWith({ '/schedules/1/daily/days': 366 });
    expect(steps).to.deep.equal(['passwords 2/2', 'schedules 367/367']);
  });
});
