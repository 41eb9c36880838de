import { expect } from 'chai';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aCatalogue } from '../../support/catalogue-file.ts';
import { aBus, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aFleet } from '../../support/fleet.ts';
import { importing } from '../../support/importing.ts';
import { aPassengerId } from '../../support/people.ts';

onEveryEngine('an import with faults', (engine) => {
  const { clock, load, loadWith, faultsOf, isEmpty } = importing(engine);

  const seatOf = (changes: object) => ({ seat_number: 'A9', deck: 1, row: 1, col: 1, ...changes });
  const operator = aCatalogue().operators[0] as object;
  const schedule = (changes: object) => ({ ...aCatalogue().schedules[0], ...changes });
  const wrong: Readonly<Record<string, readonly [Readonly<Record<string, unknown>>, readonly string[]]>> = {
    'a city twice': [{ '/cities/2': 'KATHMANDU' }, ['/cities/2']],
    'a city twice, once with aliases': [
      { '/cities/2': { city_name: 'KATHMANDU', aliases: [] } },
      ['/cities/2/city_name'],
    ],
    'an alias of two cities': [
      {
        '/cities/1': { city_name: 'Pokhara', aliases: ['Lake City'] },
        '/cities/2': { city_name: 'Ilam', aliases: ['lake city'] },
      },
      ['/cities/2/aliases/0'],
    ],
    'an alias that is the name of another city of the file': [
      { '/cities/0': { city_name: 'Kathmandu', aliases: ['KTM', 'POKHARA'] } },
      ['/cities/0/aliases/1'],
    ],
    'an alias that is too short, and an unknown field of a city': [
      { '/cities/2': { city_name: 'Ilam', aliases: ['I', '--'], region: 1 } },
      ['/cities/2/region', '/cities/2/aliases/0', '/cities/2/aliases/1'],
    ],
    'a route to a city by its alias': [
      {
        '/cities/1': { city_name: 'Pokhara', aliases: ['PKR'] },
        '/routes/1': { source: 'PKR', destination: 'Kathmandu' },
      },
      ['/routes/1/source'],
    ],
    'a document that is valid for more than 30 years, and a departure more than two years ahead': [
      {
        '/buses/0/documents/2/valid_until': '2083-04-13',
        '/schedules/0/departure_time': '2083-08-05T04:15:00Z',
        '/schedules/0/arrival_time': '2083-08-05T11:15:00Z',
      },
      ['/buses/0/documents/2/valid_until', '/schedules/0/departure_time'],
    ],
    'an admin twice': [
      { '/admins/1': { full_name: 'A', email: 'ADMIN@example.com', password: 'secret-123' } },
      ['/admins/1/email'],
    ],
    'an operator twice': [{ '/operators/1': operator }, ['/operators/1/email']],
    'one phone of two operators': [
      {
        '/operators/0/phone': '9812345678',
        '/operators/1': { ...operator, email: 'x@example.com', phone: '9812345678' },
      },
      ['/operators/1/phone'],
    ],
    'two passwords of one person': [
      { '/operators/1': { ...operator, email: 'admin@example.com' } },
      ['/operators/1/password'],
    ],
    'a file that lists a bus twice': [
      { '/buses/1/registration_no': 'BA 3 KHA 1234', '/schedules/1/bus': 'BA 3 KHA 1234' },
      ['/buses/1/registration_no'],
    ],
    'a seat outside its seat map': [
      { '/buses/0/seat_map/seats/4': seatOf({ deck: 2, row: 3, col: 4 }) },
      ['/buses/0/seat_map/seats/4/deck', '/buses/0/seat_map/seats/4/row', '/buses/0/seat_map/seats/4/col'],
    ],
    'a seat map with a seat number twice': [
      { '/buses/0/seat_map/seats/3/seat_number': 'A1' },
      ['/buses/0/seat_map/seats/3/seat_number'],
    ],
    'two seats in one place': [{ '/buses/0/seat_map/seats/4': seatOf({}) }, ['/buses/0/seat_map/seats/4']],
    'a file that lists a route twice': [
      { '/routes/1': { source: 'KATHMANDU', destination: 'pokhara' } },
      ['/routes/1'],
    ],
    'a route from a city to itself': [
      { '/routes/1': { source: 'Pokhara', destination: 'POKHARA' } },
      ['/routes/1/destination'],
    ],
    'a route to a city that the file does not list': [
      { '/routes/1': { source: 'Pokhara', destination: 'Ilam' } },
      ['/routes/1/destination'],
    ],
    'a bus of an unknown company': [{ '/buses/1/operator': 'nobody@example.com' }, ['/buses/1/operator']],
    'a bus that belongs to the administrator’s account': [
      { '/buses/1/operator': 'admin@example.com' },
      ['/buses/1/operator'],
    ],
    'a schedule on an unknown bus': [{ '/schedules/0/bus': 'BA 1 KHA 1' }, ['/schedules/0/bus']],
    'a schedule between unknown cities': [
      { '/schedules/0/source': 'Ilam', '/schedules/0/destination': 'Jiri' },
      ['/schedules/0/source', '/schedules/0/destination'],
    ],
    'a schedule on an unknown route': [
      { '/schedules/0/source': 'Pokhara', '/schedules/0/destination': 'Kathmandu' },
      ['/schedules/0/destination'],
    ],
    'a schedule that arrives before it leaves': [
      { '/schedules/0/arrival_time': '2026-11-22T04:15:00Z' },
      ['/schedules/0/arrival_time'],
    ],
    'two schedules with the same key': [{ '/schedules/2': schedule({}) }, ['/schedules/2/key']],
    'a daily schedule with another schedule’s key': [
      { '/schedules/0': { ...aCatalogue().schedules[1], days: undefined } },
      ['/schedules/1/key'],
    ],
    'a schedule with the key of a daily schedule’s trip': [
      { '/schedules/2': schedule({ key: 'micro@2026-11-22' }) },
      ['/schedules/2/key'],
    ],
  };

  for (const [what, [changes, pointers]] of Object.entries(wrong)) {
    it(`an import of the catalogue refuses ${what}`, async () => {
      expect((await faultsOf(loadWith(changes))).map((line) => line.slice(0, line.indexOf(':')))).to.deep.equal(
        pointers,
      );
      expect(await isEmpty()).to.equal(true);
    });
  }

  it('an import reports all faults at once, in the order of the file', async () => {
    expect(
      (
        await faultsOf(
          loadWith({
            '/cities/2': 'kathmandu',
            '/cities/3': 4,
            '/operators/0/password': 'x',
            '/buses/0/total_seats': 0,
            '/buses/0/operator': 'nobody@example.com',
            '/buses/1/registration_no': '',
            '/schedules/0/fare': -1,
            '/schedules/0/bus': 'none',
            '/schedules/0/arrival_time': '2026-11-21T00:00:00Z',
            '/schedules/1/bus': 'BA 3 KHA 1234',
          }),
        )
      ).map((line) => line.slice(0, line.indexOf(':'))),
    ).to.deep.equal([
      '/cities/2',
      '/cities/3',
      '/operators/0/password',
      '/buses/0/total_seats',
      '/buses/0/operator',
      '/buses/1/registration_no',
      '/schedules/0/fare',
      '/schedules/0/arrival_time',
      '/schedules/0/bus',
    ]);
    expect(await isEmpty()).to.equal(true);
  });

  it('an import refuses a city that is an alias here, and an alias that another city has here', async () => {
    await loadWith({ '/cities/1': { city_name: 'Pokhara', aliases: ['Lake City', 'PKR'] } });
    expect(
      await faultsOf(
        load({
          cities: ['pkr', { city_name: 'LAKE CITY' }, { city_name: 'Ilam', aliases: ['Chiya', 'Pkr', 'kathmandu'] }],
          routes: [{ source: 'Kathmandu', destination: 'Lake City' }],
        }),
      ),
    ).to.deep.equal([
      '/cities/0: is another name of the city "Pokhara"',
      '/cities/1/city_name: is another name of the city "Pokhara"',
      '/cities/2/aliases/1: is the name of another city, at /cities/0',
      '/cities/2/aliases/1: belongs to the city "Pokhara"',
      '/cities/2/aliases/2: belongs to the city "Kathmandu"',
    ]);
    expect(await faultsOf(load({ routes: [{ source: 'Kathmandu', destination: 'Lake City' }] }))).to.deep.equal([
      '/routes/0/destination: is another name of the city "Pokhara"',
    ]);
    expect((await engine().cities.all()).map(({ name }) => name)).to.deep.equal(['Kathmandu', 'Pokhara']);
  });

  it('an import that would change the bus of a booked trip is refused, and changes nothing', async () => {
    const { schedules } = await load(aCatalogue());
    const passenger = await aPassengerId(engine());
    await aBooking(engine(), {
      userId: passenger,
      tripId: schedules.get('deluxe')!,
      seats: [seat('A1')],
      status: 'CONFIRMED',
    });
    expect(await faultsOf(loadWith({ '/cities/2': 'Ilam', '/schedules/0/bus': 'BA 5 JA 77' }))).to.deep.equal([
      '/schedules/0/bus: cannot change now: deluxe is booked on another bus, or on this one with other seats',
    ]);
    expect(await faultsOf(loadWith({ '/cities/2': 'Ilam', '/buses/0/seat_map': null }))).to.deep.equal([
      '/buses/0/seat_map: cannot come or go now: the bus is booked for trips ahead',
    ]);
    expect((await engine().cities.all()).map(({ name }) => name)).to.deep.equal(['Kathmandu', 'Pokhara']);
    clock.set(hoursAfter(START, 24 * 30));
    await loadWith({ '/cities/2': 'Ilam', '/buses/0/seat_map': null });
    expect(await engine().cities.all()).to.have.length(3);
  });

  describe('imports of another company’s bus', () => {
    const another = {
      company_name: 'Red Sun',
      full_name: 'Hari Rai',
      email: 'hari@example.com',
      phone: null,
      password: 'secret-789',
    };
    const foreign = [
      '/buses/0/operator: does not run this bus: BA 3 KHA 1234 belongs to another company (REGISTRATION_NO_TAKEN)',
    ];
    const bus = { ...aCatalogue().buses[0], operator: another.email };

    it('an import does not move another company’s bus to a company in the file', async () => {
      const { schedules } = await load(aCatalogue());
      expect(await faultsOf(load({ operators: [another], buses: [bus] }))).to.deep.equal(foreign);
      await load({ operators: [another] });
      expect(await faultsOf(load({ buses: [bus] }))).to.deep.equal(foreign);
      const trip = await engine().tripSearch.find(schedules.get('deluxe')!, START);
      expect(trip?.operator.companyName).to.equal('Blue Sky');
    });

    it('an import reports a bus of another company together with all other faults', async () => {
      await load(aCatalogue());
      await load({ operators: [another] });
      const wrong = { buses: [{ ...bus, total_seats: 0 }], cities: ['Ilam', 'ilam'] };
      expect((await faultsOf(load(wrong))).map((line) => line.split(':')[0])).to.deep.equal([
        '/cities/1',
        '/buses/0/total_seats',
        '/buses/0/operator',
      ]);
      const ofNobody = { buses: [{ ...bus, operator: 'nobody@example.com' }] };
      expect(await faultsOf(load(ofNobody))).to.have.length(1);
    });

    it('an import adds a bus although another new company’s unapproved bus has the same registration number', async () => {
      const fleet = await aFleet(engine());
      const claimed = await fleet.add({ registrationNo: 'BA 3 KHA 1234' });
      const { schedules } = await load(aCatalogue());
      const trip = await engine().tripSearch.find(schedules.get('deluxe')!, START);
      expect([trip?.operator.companyName, trip?.bus.registrationNo]).to.deep.equal(['Blue Sky', 'BA 3 KHA 1234']);
      expect(trip?.bus.id).not.to.equal(claimed.id);
    });

    it('an import refuses a schedule for a registration number that belongs only to another company’s unapproved bus', async () => {
      const fleet = await aFleet(engine());
      await fleet.add({ registrationNo: 'BA 3 KHA 1234' });
      const faults = await faultsOf(load({ ...aCatalogue(), buses: [] }));
      expect(faults.map((fault) => fault.split(':')[0])).to.include('/schedules/0/bus');
    });

    /** Runs imports whose checks find no bus in the database, as if another company added it after the checks. */
    const checkedBefore = importing(() => ({
      ...engine(),
      transact: (work) =>
        engine().transact((stores) => work({ ...stores, buses: { ...stores.buses, known: async () => [] } })),
    }));

    it('an import does not take a bus that another company adds while the import is running', async () => {
      await aBus(engine(), { registrationNo: 'BA 3 KHA 1234' });
      expect(await faultsOf(checkedBefore.load(aCatalogue()))).to.deep.equal(foreign);
      expect(await engine().cities.all()).to.deep.equal([]);
    });
  });
});
