import { expect } from 'chai';
import { systemRandom } from '../../adapters/crypto/random.ts';
import { mayActAs } from '../../core/accounts/account.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import { Refusal } from '../../core/kernel/refusal.ts';
import { daysAfter, hoursAfter, toIso } from '../../core/kernel/time.ts';
import { importCatalogue } from '../../core/trips/import-catalogue.ts';
import type { ImportReport } from '../../core/trips/import-catalogue.ts';
import { aBooking } from '../support/bookings.ts';
import { aCatalogue, read, spoiled } from '../support/catalogue-file.ts';
import { seat } from '../support/catalogue.ts';
import { handClock, START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { anAdmin, anOperator, aPassenger, aPassengerId } from '../support/people.ts';

onEveryEngine('an import', (engine) => {
  let hashed: string[];
  let steps: string[];
  const clock = handClock();
  beforeEach(() => {
    hashed = [];
    steps = [];
    clock.set(START);
  });

  const load = (catalogue: object): Promise<ImportReport> => importCatalogue({
    clock,
    calendar: calendarOf('Asia/Kathmandu'),
    random: systemRandom,
    passwords: { hash: async (password) => { hashed.push(password); return `hash of ${password}`; } },
    transact: (work) => engine().transact(work),
    progress: (what, done, total) => { steps.push(`${what} ${done}/${total}`); },
  })(read(catalogue));
  const loadWith = (changes: Readonly<Record<string, unknown>>) => load(spoiled(aCatalogue(), changes));
  const faultsOf = (loading: Promise<unknown>): Promise<readonly string[]> => loading.then(
    () => [],
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'CATALOGUE_FAULTY') return error.faults.map(({ field, message }) => `${field}: ${message}`);
      throw error;
    });
  const user = (email: string) => engine().transact(({ users }) => users.findByEmail(email));
  const search = (now = START) => engine().tripSearch.search({ departs: { start: START }, order: 'departure_time', limit: 100 }, now);
  const isEmpty = async () => (await engine().cities.all()).length === 0 && (await search()).length === 0 && (await user('sita@example.com')) === undefined;

  it('puts on sale what the file holds, and reports the keys of the trips', async () => {
    const report = await load(aCatalogue());
    expect(report).to.deep.include({ cities: 2, operators: 1, buses: 2, routes: 1 });
    expect([...report.schedules.keys()]).to.deep.equal(['deluxe', 'micro@2026-11-20', 'micro@2026-11-21', 'micro@2026-11-22']);
    const trips = await search();
    expect(trips.map(({ id, departsAt, arrivesAt, fare, seatsLeft }) => [id, toIso(departsAt), toIso(arrivesAt), fare, seatsLeft])).to.deep.equal([
      // Seven o'clock in Nepal of the 20th has passed already.
      [report.schedules.get('micro@2026-11-21'), '2026-11-21T01:15:00.000Z', '2026-11-21T07:45:00.000Z', 90_000, 14],
      [report.schedules.get('micro@2026-11-22'), '2026-11-22T01:15:00.000Z', '2026-11-22T07:45:00.000Z', 90_000, 14],
      [report.schedules.get('deluxe'), '2026-11-22T04:15:00.000Z', '2026-11-22T11:15:00.000Z', 120_050, 4],
    ]);
    expect(trips[0]).to.deep.include({ sourceCity: 'Kathmandu', destinationCity: 'Pokhara' });
    expect(trips[0]?.operator.companyName).to.equal('Blue Sky');
  });

  it('takes papers of one type twice, and counts the types that are verified', async () => {
    const deluxe = async (...types: readonly string[]): Promise<boolean> => {
      const documents = types.map((type) => ({ type, status: type.startsWith('old ') ? 'REJECTED' : 'VERIFIED' })).map(({ type, status }) => ({ type: type.replace('old ', ''), status }));
      const { schedules } = await loadWith({ '/buses/0/documents': documents });
      return (await search()).some(({ id }) => id === schedules.get('deluxe'));
    };
    expect(await deluxe('REGISTRATION', 'REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE')).to.equal(false);
    expect(await deluxe('REGISTRATION', 'old INSURANCE', 'ROUTE_PERMIT', 'FITNESS', 'INSURANCE')).to.equal(true);
  });

  it('makes accounts that can sign in', async () => {
    await load(aCatalogue());
    expect(await user('admin@example.com')).to.include({ role: 'ADMIN', fullName: 'Anil Shrestha', passwordHash: 'hash of secret-123', status: 'ACTIVE', emailVerified: true, phone: null });
    expect(await user('sita@example.com')).to.include({ role: 'OPERATOR', companyName: 'Blue Sky', passwordHash: 'hash of secret-456', status: 'ACTIVE', emailVerified: true });
    expect((await user('sita@example.com'))?.avatarColor).to.match(/^#[0-9a-f]{6}$/);
  });

  it('changes nothing the second time, and hashes no password again', async () => {
    const first = await load(aCatalogue());
    const before = await search();
    hashed = [];
    expect(await load(aCatalogue())).to.deep.equal(first);
    expect(await search()).to.deep.equal(before);
    expect(hashed).to.deep.equal([]);
  });

  it('brings rows up to date and keeps passwords', async () => {
    const { schedules } = await load(aCatalogue());
    await loadWith({
      '/cities/0': 'KATHMANDU', '/operators/0/company_name': 'Blue Sky Yatayat', '/operators/0/full_name': 'Sita Thapa', '/operators/0/phone': '9812345678', '/operators/0/password': 'another-1',
      '/admins/0/full_name': 'Anil K.', '/admins/0/password': 'another-2', '/schedules/0/fare': 1300, '/schedules/0/departure_time': '2026-11-21T04:15:00Z', '/schedules/0/source': 'kathmandu',
      '/buses/0/bus_name': 'Blue Sky Sofa',
    });
    expect(await user('sita@example.com')).to.include({ fullName: 'Sita Thapa', companyName: 'Blue Sky Yatayat', phone: '9812345678', passwordHash: 'hash of secret-456' });
    expect(await user('admin@example.com')).to.include({ fullName: 'Anil K.', passwordHash: 'hash of secret-123' });
    const trip = await engine().tripSearch.find(schedules.get('deluxe')!, START);
    expect(trip).to.deep.include({ sourceCity: 'KATHMANDU', fare: 130_000, departsAt: Date.UTC(2026, 10, 21, 4, 15) });
    expect(trip?.bus.name).to.equal('Blue Sky Sofa');
  });

  it('adds new days to a daily schedule and leaves the old ones', async () => {
    const first = await load(aCatalogue());
    clock.set(daysAfter(START, 2));
    const second = await load(aCatalogue());
    expect([...second.schedules.keys()]).to.deep.equal(['deluxe', 'micro@2026-11-22', 'micro@2026-11-23', 'micro@2026-11-24']);
    expect(second.schedules.get('micro@2026-11-22')).to.equal(first.schedules.get('micro@2026-11-22'));
    expect(await search()).to.have.length(5);
  });

  it('takes today as the day it is in Nepal', async () => {
    clock.set(Date.UTC(2026, 10, 20, 18, 15) as typeof START);
    expect([...(await load(aCatalogue())).schedules.keys()]).to.include('micro@2026-11-21').and.not.include('micro@2026-11-20');
  });

  it('may refer to what an earlier one brought', async () => {
    await load(aCatalogue());
    const schedule = { ...aCatalogue().schedules[0], key: 'another', source: 'KATHMANDU' };
    const report = await load({ schedules: [schedule] });
    expect(report).to.deep.include({ cities: 0, operators: 0, buses: 0, routes: 0 });
    expect(await search()).to.have.length(4);
    expect(await load({ buses: [{ ...aCatalogue().buses[1], registration_no: 'BA 5 JA 78' }], routes: [{ source: 'Pokhara', destination: 'Kathmandu' }] })).to.include({ buses: 1, routes: 1 });
  });

  it('loads an empty catalogue', async () => {
    expect(await load({})).to.deep.equal({ cities: 0, operators: 0, buses: 0, routes: 0, schedules: new Map() });
  });

  it('takes keys that mean something to JavaScript for what they are', async () => {
    const { schedules } = await loadWith({ '/schedules/0/key': '__proto__' });
    expect(Object.keys(Object.fromEntries(schedules))).to.include('__proto__');
  });

  it('keeps bookings', async () => {
    const { schedules } = await load(aCatalogue());
    const passenger = await aPassengerId(engine());
    await aBooking(engine(), { userId: passenger, tripId: schedules.get('deluxe')!, seats: [seat('A1')], status: 'CONFIRMED' });
    await aBooking(engine(), { userId: passenger, tripId: schedules.get('micro@2026-11-21')!, seatsCount: 3, status: 'CONFIRMED' });
    await loadWith({ '/buses/0/seat_map/seats': (aCatalogue().buses[0] as { seat_map: { seats: object[] } }).seat_map.seats.slice(1) });
    expect(await engine().bookingViews.list(passenger, 10)).to.have.length(2);
    const left = async (key: string) => (await engine().tripSearch.find(schedules.get(key)!, START))?.seatsLeft;
    expect([await left('deluxe'), await left('micro@2026-11-21')]).to.deep.equal([3, 11]);
  });

  describe('of people who have an account', () => {
    it('gives a passenger the role of an operator beside their own', async () => {
      const { id, passwordHash } = await aPassenger(engine(), { email: 'sita@example.com' });
      await load(aCatalogue());
      const sita = (await user('sita@example.com'))!;
      expect(sita).to.include({ id, role: 'PASSENGER', passwordHash, companyName: 'Blue Sky', fullName: 'Sita Rai' });
      expect([mayActAs(sita, 'OPERATOR'), mayActAs(sita, 'PASSENGER'), mayActAs(sita, 'ADMIN')]).to.deep.equal([true, true, false]);
      expect(hashed).to.deep.equal(['secret-123']);
    });

    it('lets one person be admin and operator', async () => {
      await loadWith({ '/operators/0/email': 'Admin@example.com', '/operators/0/password': 'secret-123', '/buses/0/operator': 'admin@example.com', '/buses/1/operator': 'admin@example.com' });
      const admin = (await user('admin@example.com'))!;
      expect([admin.role, mayActAs(admin, 'ADMIN'), mayActAs(admin, 'OPERATOR')]).to.deep.equal(['ADMIN', true, true]);
      expect(hashed).to.deep.equal(['secret-123']);
    });

    it('makes nobody an admin who is something else', async () => {
      await aPassenger(engine(), { email: 'admin@example.com' });
      expect(await faultsOf(load(aCatalogue()))).to.deep.equal(['/admins/0/email: belongs to a user who is no admin: an admin needs an account of their own']);
      await anOperator(engine(), { email: 'other@example.com' });
      expect(await faultsOf(loadWith({ '/admins/0/email': 'other@example.com' }))).to.have.length(1);
    });

    it('keeps the phone of an admin', async () => {
      await anAdmin(engine(), { email: 'admin@example.com', phone: '9800000001' });
      await load(aCatalogue());
      expect((await user('admin@example.com'))?.phone).to.equal('9800000001');
    });

    it("takes nobody's phone number away", async () => {
      await aPassenger(engine(), { phone: '9812345678' });
      expect(await faultsOf(loadWith({ '/operators/0/phone': '9812345678' }))).to.deep.equal(['/operators/0/phone: is the phone number of another user']);
      expect(await isEmpty()).to.equal(true);
    });
  });

  const seatOf = (changes: object) => ({ seat_number: 'A9', deck: 1, row: 1, col: 1, ...changes });
  const operator = (aCatalogue().operators[0] as object);
  const schedule = (changes: object) => ({ ...aCatalogue().schedules[0], ...changes });
  const wrong: Readonly<Record<string, readonly [Readonly<Record<string, unknown>>, readonly string[]]>> = {
    'a city twice': [{ '/cities/2': 'KATHMANDU' }, ['/cities/2']],
    'an admin twice': [{ '/admins/1': { full_name: 'A', email: 'ADMIN@example.com', password: 'secret-123' } }, ['/admins/1/email']],
    'an operator twice': [{ '/operators/1': operator }, ['/operators/1/email']],
    'one phone of two operators': [{ '/operators/0/phone': '9812345678', '/operators/1': { ...operator, email: 'x@example.com', phone: '9812345678' } }, ['/operators/1/phone']],
    'two passwords of one person': [{ '/operators/1': { ...operator, email: 'admin@example.com' } }, ['/operators/1/password']],
    'a bus twice': [{ '/buses/1/registration_no': 'BA 3 KHA 1234', '/schedules/1/bus': 'BA 3 KHA 1234' }, ['/buses/1/registration_no']],
    'a seat beyond the map': [{ '/buses/0/seat_map/seats/4': seatOf({ deck: 2, row: 3, col: 4 }) }, ['/buses/0/seat_map/seats/4/deck', '/buses/0/seat_map/seats/4/row', '/buses/0/seat_map/seats/4/col']],
    'a seat number twice': [{ '/buses/0/seat_map/seats/3/seat_number': 'A1' }, ['/buses/0/seat_map/seats/3/seat_number']],
    'two seats in one place': [{ '/buses/0/seat_map/seats/4': seatOf({}) }, ['/buses/0/seat_map/seats/4']],
    'a route twice': [{ '/routes/1': { source: 'KATHMANDU', destination: 'pokhara' } }, ['/routes/1']],
    'a route that goes round': [{ '/routes/1': { source: 'Pokhara', destination: 'POKHARA' } }, ['/routes/1/destination']],
    'a route to a city that is not there': [{ '/routes/1': { source: 'Pokhara', destination: 'Ilam' } }, ['/routes/1/destination']],
    'a bus of nobody': [{ '/buses/1/operator': 'nobody@example.com' }, ['/buses/1/operator']],
    'a bus of the admin': [{ '/buses/1/operator': 'admin@example.com' }, ['/buses/1/operator']],
    'a schedule on a bus that is not there': [{ '/schedules/0/bus': 'BA 1 KHA 1' }, ['/schedules/0/bus']],
    'a schedule between cities that are not there': [{ '/schedules/0/source': 'Ilam', '/schedules/0/destination': 'Jiri' }, ['/schedules/0/source', '/schedules/0/destination']],
    'a schedule on a route that is not there': [{ '/schedules/0/source': 'Pokhara', '/schedules/0/destination': 'Kathmandu' }, ['/schedules/0/destination']],
    'a schedule that arrives before it leaves': [{ '/schedules/0/arrival_time': '2026-11-22T04:15:00Z' }, ['/schedules/0/arrival_time']],
    'a key twice': [{ '/schedules/2': schedule({}) }, ['/schedules/2/key']],
    'a daily key twice': [{ '/schedules/0': { ...aCatalogue().schedules[1], days: undefined } }, ['/schedules/1/key']],
    'a key that a daily schedule has come to': [{ '/schedules/2': schedule({ key: 'micro@2026-11-22' }) }, ['/schedules/2/key']],
  };

  for (const [what, [changes, pointers]] of Object.entries(wrong)) {
    it(`refuses ${what}`, async () => {
      expect((await faultsOf(loadWith(changes))).map((line) => line.slice(0, line.indexOf(':')))).to.deep.equal(pointers);
      expect(await isEmpty()).to.equal(true);
    });
  }

  it('does not mix a fixed key up with a daily one', async () => {
    expect((await loadWith({ '/schedules/0/key': 'micro' })).schedules.size).to.equal(4);
    expect((await loadWith({ '/schedules/0/key': 'micro@2026-11-23' })).schedules.size).to.equal(4);
  });

  it('tells all faults at once, in the order of the file, those of broken rows too', async () => {
    expect((await faultsOf(loadWith({
      '/cities/2': 'kathmandu', '/cities/3': 4, '/operators/0/password': 'x', '/buses/0/total_seats': 0, '/buses/0/operator': 'nobody@example.com', '/buses/1/registration_no': '',
      '/schedules/0/fare': -1, '/schedules/0/bus': 'none', '/schedules/0/arrival_time': '2026-11-21T00:00:00Z', '/schedules/1/bus': 'BA 3 KHA 1234',
    }))).map((line) => line.slice(0, line.indexOf(':')))).to.deep.equal([
      '/cities/2', '/cities/3', '/operators/0/password', '/buses/0/total_seats', '/buses/0/operator', '/buses/1/registration_no',
      '/schedules/0/fare', '/schedules/0/arrival_time', '/schedules/0/bus',
    ]);
    expect(await isEmpty()).to.equal(true);
  });

  it('loads nothing of a catalogue that would take the bus from under its passengers', async () => {
    const { schedules } = await load(aCatalogue());
    const passenger = await aPassengerId(engine());
    await aBooking(engine(), { userId: passenger, tripId: schedules.get('deluxe')!, seats: [seat('A1')], status: 'CONFIRMED' });
    expect(await faultsOf(loadWith({ '/cities/2': 'Ilam', '/schedules/0/bus': 'BA 5 JA 77' }))).to.deep.equal(['/schedules/0/bus: cannot change now: deluxe is booked on another bus']);
    expect(await faultsOf(loadWith({ '/cities/2': 'Ilam', '/buses/0/seat_map': null }))).to.deep.equal(['/buses/0/seat_map: cannot come or go now: the bus is booked for trips ahead']);
    expect((await engine().cities.all()).map(({ name }) => name)).to.deep.equal(['Kathmandu', 'Pokhara']);
    clock.set(hoursAfter(START, 24 * 30));
    await loadWith({ '/cities/2': 'Ilam', '/buses/0/seat_map': null });
    expect(await engine().cities.all()).to.have.length(3);
  });

  it('tells how far it is', async () => {
    await loadWith({ '/schedules/1/daily/days': 366 });
    expect(steps).to.deep.equal(['passwords 2/2', 'schedules 367/367']);
  });
});
