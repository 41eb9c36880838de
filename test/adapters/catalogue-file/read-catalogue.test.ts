import { expect } from 'chai';
import { readCatalogue } from '../../../adapters/catalogue-file/read-catalogue.ts';
import { aCatalogue, read, spoiled, written } from '../../support/catalogue-file.ts';

const SEAT = '/buses/0/seat_map/seats/0';

/** The other fields of a row that is only the name of a city. */
const UNSAID = { aliases: undefined, nameNe: undefined, lat: undefined, lon: undefined };

describe('reading a catalogue file', () => {
  const faultsOf = (changes: Readonly<Record<string, unknown>>) =>
    read(spoiled(aCatalogue(), changes)).faults.map(({ field, message }) => `${field}: ${message}`);
  const textOf = (text: string) =>
    readCatalogue(new TextEncoder().encode(text)).faults.map(({ field, message }) => `${field}: ${message}`);

  it('a catalogue file is read into cities, routes, buses and trips', () => {
    const { file, faults } = read(
      spoiled(aCatalogue(), {
        '/cities/0': '  E\u0301lan ',
        '/operators/0/email': ' SITA@Example.com ',
        '/operators/0/password': ' six  ',
        '/buses/0/bus_type': 'sofa',
        '/buses/0/amenities': ['WIFI'],
        '/buses/0/documents/2/valid_until': '2027-04-13',
        '/buses/0/documents/3/valid_until': null,
        '/schedules/0/fare': 33.35,
        '/schedules/0/departure_time': '2026-11-22T10:00:00.5+05:45',
      }),
    );
    expect(faults).to.deep.equal([]);
    expect(file?.cities[0]).to.deep.equal({ name: 'Élan', nameAt: '', ...UNSAID });
    expect(file?.operators[0]).to.deep.equal({
      fullName: 'Sita Rai',
      companyName: 'Blue Sky',
      email: 'sita@example.com',
      phone: null,
      password: ' six  ',
    });
    expect(file?.buses[0]).to.include({
      type: 'SOFA',
      operator: 'sita@example.com',
      totalSeats: 4,
      approvalStatus: 'APPROVED',
    });
    expect(file?.buses[0]?.seatMap?.seats[3]).to.deep.equal({
      number: 'B2',
      deck: 1,
      row: 2,
      col: 2,
      type: 'WINDOW',
      isActive: true,
    });
    expect(file?.buses.map(({ amenities }) => amenities)).to.deep.equal([['WIFI'], []]);
    expect(file?.buses[1]?.seatMap).to.equal(null);
    expect(file?.buses[0]?.documents.slice(2)).to.deep.equal([
      { type: 'INSURANCE', status: 'VERIFIED', validFrom: null, validUntil: '2027-04-13' },
      { type: 'FITNESS', status: 'VERIFIED', validFrom: null, validUntil: null },
    ]);
    expect(file?.schedules[0]).to.deep.include({
      fare: 3_335,
      status: 'ACTIVE',
      times: { departsAt: Date.UTC(2026, 10, 22, 4, 15, 0, 500), arrivesAt: Date.UTC(2026, 10, 22, 11, 15) },
    });
    expect(file?.schedules[1]?.times).to.deep.equal({ daily: { time: '07:00', durationMinutes: 390, days: 3 } });
  });

  it('a catalogue file’s missing fields get their defaults', () => {
    const { file, faults } = read(
      spoiled(aCatalogue(), {
        '/admins': undefined,
        '/operators/0/phone': undefined,
        '/buses/1/seat_map': undefined,
        '/buses/1/documents': undefined,
        '/buses/1/status': undefined,
        [`${SEAT}/is_active`]: undefined,
        [`${SEAT}/seat_type`]: undefined,
        '/schedules/0/status': undefined,
      }),
    );
    expect(faults).to.deep.equal([]);
    expect(file?.admins).to.deep.equal([]);
    expect(file?.operators[0]?.phone).to.equal(null);
    expect(file?.buses[1]).to.deep.include({ seatMap: null, documents: [], status: 'ACTIVE' });
    expect(file?.buses[0]?.seatMap?.seats[0]).to.include({ isActive: true, type: 'STANDARD' });
    expect(file?.schedules[0]?.status).to.equal('ACTIVE');
    expect(read({}).file).to.deep.equal({
      cities: [],
      admins: [],
      operators: [],
      buses: [],
      routes: [],
      schedules: [],
      places: [],
    });
  });

  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    '/cities': [null, 'Kathmandu', {}],
    '/cities/0': [42, null, '', '  ', 'a\u0000b', 'a\nb', '\ud800', 'x'.repeat(101), ['Kathmandu']],
    '/admins/0': ['admin@example.com', null],
    '/admins/0/email': [
      'admin',
      'admin@',
      'a@b@c d.com',
      'a,b@example.com',
      '<a@example.com>',
      'a\r\nb@example.com',
      7,
      `${'x'.repeat(250)}@example.com`,
    ],
    '/admins/0/password': ['12345', '      ', 123_456_789, 'x'.repeat(129), 'secret\u0000'],
    '/admins/0/full_name': ['', 'x'.repeat(151), true],
    '/operators/0/company_name': ['', null],
    '/operators/0/phone': ['call me', 9_812_345_678, '', '1'],
    '/buses/0/registration_no': ['', 1234, 'x'.repeat(51)],
    '/buses/0/bus_type': ['', 1],
    '/buses/0/total_seats': [0, -1, 4.5, '4', 1_000],
    '/buses/0/approval_status': ['approved', 'YES', '', null],
    '/buses/0/status': ['SUSPENDED', 1],
    '/buses/0/documents': [{}, 'REGISTRATION'],
    '/buses/0/documents/0/type': ['PASSPORT', 'registration'],
    '/buses/0/documents/0/status': ['OK'],
    '/buses/0/documents/0/valid_until': ['2027-02-30', '13 April 2027', '', 2027],
    '/buses/0/seat_map': [[], 'none', true],
    '/buses/0/seat_map/rows': [0, 1.5, '2', 100],
    '/buses/0/seat_map/deck_count': [0, 10],
    '/buses/0/seat_map/seats': [[], {}],
    [`${SEAT}/seat_number`]: ['', 1, 'A\t1', 'x'.repeat(21)],
    [`${SEAT}/deck`]: [0, '1'],
    [`${SEAT}/is_active`]: ['yes', 1],
    '/routes/0/source': ['', 1],
    '/schedules/0/key': ['', 5, 'x'.repeat(151)],
    '/schedules/0/fare': ['1200', 0, -1, 12.345, 0.1 + 0.2, 10_000_001, null],
    '/schedules/0/departure_time': [
      '2026-02-30T00:00:00Z',
      '2026-11-22',
      '2026-11-22T04:15:00',
      '2026-11-22 04:15:00Z',
      '2026-11-22T24:00:00Z',
      '2026-11-22T04:60:00Z',
      '2026-11-22T04:15:00+5:45',
      1_795_234_500,
      '',
    ],
    '/schedules/0/status': ['CANCELED', 'active'],
    '/schedules/1/daily': ['07:00', []],
    '/schedules/1/daily/time': ['24:00', '7:00', '07:60', '07:00:00', 420],
    '/schedules/1/daily/duration_minutes': [0, 390.5, '390', 20_161],
    '/schedules/1/daily/days': [0, 1.5, 367, '3'],
  };

  for (const [pointer, values] of Object.entries(wrong)) {
    it(`a catalogue file with a fault is refused, and the report points to the field ${pointer}`, () => {
      for (const value of values) {
        const faults = faultsOf({ [pointer]: value });
        expect(faults, JSON.stringify(value)).to.have.length(1);
        expect(faults[0], JSON.stringify(value)).to.match(new RegExp(`^${pointer}: \\S`));
      }
    });
  }

  it('a catalogue file without a required field or section is refused, and the report names the missing field or section', () => {
    const needed = [
      '/admins/0/full_name',
      '/admins/0/email',
      '/admins/0/password',
      '/operators/0/company_name',
      '/operators/0/email',
      '/buses/0/operator',
      '/buses/0/bus_name',
      '/buses/0/registration_no',
      '/buses/0/bus_type',
      '/buses/0/total_seats',
      '/buses/0/approval_status',
      '/buses/0/documents/0/type',
      '/buses/0/seat_map/rows',
      '/buses/0/seat_map/cols',
      '/buses/0/seat_map/deck_count',
      '/buses/0/seat_map/seats',
      `${SEAT}/seat_number`,
      `${SEAT}/row`,
      '/routes/0/source',
      '/routes/0/destination',
      '/schedules/0/key',
      '/schedules/0/bus',
      '/schedules/0/source',
      '/schedules/0/fare',
      '/schedules/0/departure_time',
      '/schedules/0/arrival_time',
      '/schedules/1/daily/time',
      '/schedules/1/daily/days',
    ];
    for (const pointer of needed) expect(faultsOf({ [pointer]: undefined })).to.deep.equal([`${pointer}: is missing`]);
    expect(faultsOf({ '/schedules/1/daily': undefined })).to.deep.equal([
      '/schedules/1/departure_time: is missing',
      '/schedules/1/arrival_time: is missing',
    ]);
  });

  it('a catalogue file’s unknown fields are refused, whatever their names', () => {
    expect(
      faultsOf({
        '/bus': [],
        '/schedules/0/depature_time': 'x',
        '/schedules/0/a~1~0b': 1,
        '/routes/0/__proto__': {},
        '/operators/0/constructor': 1,
      }),
    ).to.have.members([
      '/bus: is not known here',
      '/schedules/0/depature_time: is not known here',
      '/schedules/0/a~01~00b: is not known here',
      '/routes/0/__proto__: is not known here',
      '/operators/0/constructor: is not known here',
    ]);
  });

  it('a trip in a catalogue file has either one fixed departure or a daily departure time, not both', () => {
    expect(faultsOf({ '/schedules/0/daily': { time: '07:00', duration_minutes: 1, days: 1 } })).to.deep.equal([
      '/schedules/0/departure_time: cannot be combined with daily: give one or the other',
      '/schedules/0/arrival_time: cannot be combined with daily: give one or the other',
    ]);
  });

  it('all faults of a catalogue file are reported, and the valid rows are still returned', () => {
    const { draft, faults, file } = read(
      spoiled(aCatalogue(), {
        '/cities/0': 7,
        '/schedules/0/fare': 'x',
        '/schedules/0/departure_time': 'x',
        '/buses/0': 3,
        '/admins/0/email': 'x',
      }),
    );
    expect(faults.map(({ field }) => field)).to.have.members([
      '/cities/0',
      '/admins/0/email',
      '/buses/0',
      '/schedules/0/fare',
      '/schedules/0/departure_time',
    ]);
    expect(file).to.equal(undefined);
    expect(draft.cities).to.deep.equal([undefined, { name: 'Pokhara', nameAt: '', ...UNSAID }]);
    expect(draft.buses?.map((bus) => bus?.registrationNo)).to.deep.equal([undefined, 'BA 5 JA 77']);
    expect(draft.schedules?.[0]).to.deep.include({ key: 'deluxe', bus: 'BA 3 KHA 1234', fare: undefined });
    expect(draft.admins?.[0]?.password).to.equal('secret-123');
  });

  it('a catalogue file’s values, which may be passwords, are never repeated in a fault', () => {
    const reported = [
      ...faultsOf({ '/admins/0/password': 'tiny', '/admins/0/email': 'secret' }),
      ...textOf('{"password": "secret-123", }'),
    ].join('\n');
    expect(reported).not.to.match(/tiny|secret/);
  });

  it('a catalogue file that is not valid JSON is refused with the line and column of the error', () => {
    expect(textOf('{"cities": ["Kathmandu",\n  "Pokhara",]}')).to.deep.equal([
      ': The file is not valid JSON: value expected at line 2, column 13',
    ]);
    expect(textOf('')).to.deep.equal([': The file is not valid JSON: value expected at line 1, column 1']);
    expect(textOf('{"cities": [] // none\n}')[0]).to.match(/^: The file is not valid JSON: .* at line 1, column 15$/);
  });

  it('a catalogue file is UTF-8, with or without a byte order mark', () => {
    expect(readCatalogue(Uint8Array.of(0x7b, 0xff, 0x7d)).faults).to.deep.equal([
      { field: '', message: 'The file is not in UTF-8' },
    ]);
    expect(readCatalogue(Uint8Array.of(0xef, 0xbb, 0xbf, ...written(aCatalogue()))).faults).to.deep.equal([]);
  });

  it('a catalogue file must be one JSON object', () => {
    for (const text of ['[]', '3', 'null', '"{}"']) expect(textOf(text), text).to.deep.equal([': must be an object']);
    expect(textOf(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).to.deep.equal([': must be an object']);
  });
});
