import { expect } from 'chai';
import type { OperatorId, TripId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { feedInfoText, leftOutText } from '../../../core/road/gtfs/shared-texts.ts';
import { DUMRE, MUGLING, NAMES, POKHARA, aFeedTrip, feedOf, readCsv } from '../../support/feeds.ts';

const VIA_MUGLING = [{ cityId: MUGLING, arrives: 180, departs: 200 }];
const section = (from: number, to: number, rupees = 500) => ({ from, to, fare: paisa(rupees * 100) });
const pairs = [section(0, 1), section(1, 2)];

/** Rows of stop_times.txt in short: stop, arrival, departure, and whether passengers get on or off. */
const timesOf = (...trips: Parameters<typeof feedOf>[0]): readonly string[] =>
  feedOf(trips)
    .rows('stop_times.txt')
    .map((row) => {
      const on = row['pickup_type'] === '0' ? 'on' : '';
      const off = row['drop_off_type'] === '0' ? 'off' : '';
      return [row['stop_id'], row['arrival_time'], row['departure_time'], on + off].join(' ').trim();
    });

describe('the timetable feed (GTFS)', () => {
  it('a trip without points stops at its cities, and nobody gets off first or on last', () => {
    expect(timesOf(aFeedTrip({ stops: VIA_MUGLING, fares: pairs }))).to.deep.equal([
      'c1s 07:00:00 07:00:00 on',
      'c2s 10:00:00 10:20:00 onoff',
      'c3s 13:00:00 13:00:00 off',
    ]);
  });

  it('a stop where no sold section begins or ends takes nobody on or off', () => {
    expect(timesOf(aFeedTrip({ stops: VIA_MUGLING }))[1]).to.equal('c2s 10:00:00 10:20:00');
    expect(timesOf(aFeedTrip({ stops: VIA_MUGLING, fares: [section(0, 1)] }))[1]).to.equal('c2s 10:00:00 10:20:00 off');
  });

  it('points with places stand for their stop, and the company’s own place comes before the shared one', () => {
    const points = {
      boardingPoints: [
        { name: 'KALANKI', minutes: 15 },
        { name: 'Nowhere', minutes: 20 },
      ],
      droppingPoints: [{ name: 'Prithvi Chowk', minutes: 350 }],
    };
    const rows = (place: string) => [`${place} 07:15:00 07:15:00 on`, 'p31 12:50:00 12:50:00 off'];
    expect(timesOf(aFeedTrip(points))).to.deep.equal(rows('p11'));
    expect(timesOf(aFeedTrip({ ...points, companyId: 7 as OperatorId }))).to.deep.equal(rows('p12'));
  });

  it('the city stands in for the kind of points that a stop lacks, if a sold section ends or begins there', () => {
    const boarding = { boardingPoints: [{ name: 'Bridge', minutes: 200, stop: 1 }] };
    const dropping = { droppingPoints: [{ name: 'Bridge', minutes: 185, stop: 1 }] };
    const at = (given: object) => timesOf(aFeedTrip({ stops: VIA_MUGLING, ...given })).slice(1, -1);
    expect(at({ ...boarding, fares: pairs })).to.deep.equal(['c2s 10:00:00 10:00:00 off', 'p21 10:20:00 10:20:00 on']);
    expect(at({ ...dropping, fares: pairs })).to.deep.equal(['p21 10:05:00 10:05:00 off', 'c2s 10:20:00 10:20:00 on']);
    expect(at({ ...boarding, fares: [section(1, 2)] })).to.deep.equal(['p21 10:20:00 10:20:00 on']);
    expect(at({ ...dropping, fares: [section(0, 1)] })).to.deep.equal(['p21 10:05:00 10:05:00 off']);
  });

  it('a place where passengers get off and on in a row is one row', () => {
    const points = {
      droppingPoints: [{ name: 'Bridge', minutes: 182, stop: 1 }],
      boardingPoints: [{ name: 'Bridge', minutes: 195, stop: 1 }],
    };
    expect(timesOf(aFeedTrip({ stops: VIA_MUGLING, fares: pairs, ...points }))[1]).to.equal(
      'p21 10:02:00 10:15:00 onoff',
    );
  });

  it('times run on although a point of one stop lies within the stay at another', () => {
    const boardingPoints = [{ name: 'Kalanki', minutes: 190 }];
    expect(timesOf(aFeedTrip({ stops: VIA_MUGLING, fares: pairs, boardingPoints }))).to.deep.equal([
      'c2s 10:00:00 10:10:00 onoff',
      'p11 10:10:00 10:10:00 on',
      'c3s 13:00:00 13:00:00 off',
    ]);
  });

  it('the service day is that of the first row, and times run past 24:00:00', () => {
    const boardingPoints = [{ name: 'Kalanki', minutes: -30 }];
    const trip = aFeedTrip({ leaves: '2026-12-02 00:10', boardingPoints });
    expect(feedOf([trip]).rows('trips.txt')[0]).to.include({ service_id: '20261201' });
    expect(feedOf([trip]).rows('calendar_dates.txt')).to.deep.equal([
      { service_id: '20261201', date: '20261201', exception_type: '1' },
    ]);
    expect(timesOf(trip)).to.deep.equal(['p11 23:40:00 23:40:00 on', 'c3s 30:10:00 30:10:00 off']);
  });

  it('a trip whose end has no coordinates is left out with its points, and is counted', () => {
    const nowhere = [{ name: 'Nowhere', minutes: 0 }];
    const left = aFeedTrip({ destinationCityId: DUMRE, boardingPoints: nowhere });
    expect(feedOf([left]).rows('trips.txt')).to.deep.equal([]);
    expect(leftOutText(feedOf([left]).facts.leftOut)).to.equal('cities=1, points=0, trips=1');
    const shown = aFeedTrip({
      boardingPoints: [...nowhere, { name: 'NOWHERE ', minutes: 5 }],
      stops: [{ cityId: DUMRE, arrives: 100, departs: 100 }],
    });
    expect(leftOutText(feedOf([shown, left, shown]).facts.leftOut)).to.equal('cities=1, points=1, trips=1');
    expect(feedOf([shown]).rows('stop_times.txt')).to.have.length(2);
  });

  it('an end without a centre is written if one of its points has a place, and its station is there', () => {
    const droppingPoints = [{ name: 'Dumre Bazaar', minutes: 360 }];
    const feed = feedOf([aFeedTrip({ destinationCityId: DUMRE, droppingPoints })]);
    expect(feed.rows('stops.txt').map((row) => [row['stop_id'], row['stop_lat']])).to.deep.include.members([
      ['c4', '27.91'],
      ['p41', '27.91'],
    ]);
  });

  it('stops are stations, the cities below them and their places, and only what a trip uses is written', () => {
    const trip = aFeedTrip({ boardingPoints: [{ name: 'Kalanki', minutes: 0 }] });
    const rows = feedOf([trip]).rows('stops.txt');
    expect(rows.map((row) => [row['stop_id'], row['location_type'], row['parent_station']])).to.deep.equal([
      ['c1', '1', ''],
      ['c3', '1', ''],
      ['c3s', '0', 'c3'],
      ['p11', '0', 'c1'],
    ]);
    expect(rows[3]).to.include({ stop_name: 'Kalanki', stop_desc: 'Petrol pump, left', stop_lat: '27.61' });
    expect(feedOf([trip]).rows('stop_areas.txt')).to.deep.equal([
      { area_id: 'c1', stop_id: 'c1' },
      { area_id: 'c3', stop_id: 'c3' },
    ]);
    expect(
      feedOf([trip])
        .rows('agency.txt')
        .map((row) => row['agency_id']),
    ).to.deep.equal(['8']);
  });

  it('values with commas and quotes are quoted, and a landmark that repeats the name is no description', () => {
    const trip = aFeedTrip({ companyId: 7 as OperatorId, boardingPoints: [{ name: 'Kalanki', minutes: 0 }] });
    const feed = feedOf([trip]);
    expect(feed.texts.get('agency.txt')).to.contain('\r\n7,"Blue Sky, ""Travels""",https://bus.example.com,');
    expect(feed.rows('stops.txt').at(-1)).to.include({ stop_id: 'p12', stop_desc: '' });
  });

  it('trips with the same company, ends, bus type and fares share a route, whose network has a price for each pair', () => {
    const one = aFeedTrip({ stops: VIA_MUGLING, fares: pairs });
    const other = aFeedTrip({
      id: 101 as TripId,
      stops: VIA_MUGLING,
      fares: pairs.toReversed(),
      leaves: '2026-12-03 21:00',
    });
    const feed = feedOf([one, other]);
    const [route, ...others] = feed.rows('routes.txt');
    expect(others).to.deep.equal([]);
    expect(route).to.include({
      agency_id: '8',
      route_type: '3',
      network_id: route!['route_id'],
      route_long_name: 'Kathmandu – Pokhara, DELUXE',
    });
    expect(route!['route_id']).to.match(/^[0-9a-f]{12}$/);
    expect(
      feed.rows('fare_leg_rules.txt').map((row) => [row['from_area_id'], row['to_area_id'], row['fare_product_id']]),
    ).to.deep.equal([
      ['c1', 'c2', 'npr-50000'],
      ['c1', 'c3', 'npr-120000'],
      ['c2', 'c3', 'npr-50000'],
    ]);
    expect(feed.rows('fare_products.txt')).to.deep.equal([
      { fare_product_id: 'npr-50000', amount: '500.00', currency: 'NPR' },
      { fare_product_id: 'npr-120000', amount: '1200.00', currency: 'NPR' },
    ]);
  });

  it('a route id changes with the company, an end, the bus type and a fare', () => {
    const idOf = (given: Parameters<typeof aFeedTrip>[0]) =>
      feedOf([aFeedTrip(given)]).rows('routes.txt')[0]!['route_id'];
    const ids = [
      {},
      { companyId: 7 as OperatorId },
      { sourceCityId: MUGLING },
      { busType: 'AC' },
      { fare: paisa(120_001) },
      { stops: VIA_MUGLING, fares: [section(0, 1)] },
      { stops: VIA_MUGLING, fares: [section(0, 1, 501)] },
    ].map(idOf);
    expect(new Set(ids)).to.have.length(ids.length);
    expect(idOf({ stops: VIA_MUGLING })).to.equal(ids[0]);
  });

  it('routes of a company with one name get their fares, and then numbers in the order of their ids', () => {
    const priced = (rupees: number, more: object = {}) => aFeedTrip({ fare: paisa(rupees * 100), ...more });
    const namesOf = (...trips: Parameters<typeof feedOf>[0]) =>
      feedOf(trips)
        .rows('routes.txt')
        .map((row) => [row['route_id'], row['route_long_name']]);
    const sections = { stops: VIA_MUGLING, fares: [section(0, 1)] };
    const rows = namesOf(
      priced(1_200),
      priced(150_000.5),
      priced(1_200, sections),
      priced(1_200, { companyId: 7 as OperatorId }),
    );
    expect(rows.map(([, name]) => name).toSorted()).to.deep.equal([
      'Kathmandu – Pokhara, DELUXE',
      'Kathmandu – Pokhara, DELUXE (Rs 1,200)',
      'Kathmandu – Pokhara, DELUXE (Rs 1,200) · 2',
      'Kathmandu – Pokhara, DELUXE (Rs 1,50,000.50)',
    ]);
    const [first, second] = rows.filter(([, name]) => name!.includes('1,200'));
    expect([first![0]! < second![0]!, second![1]]).to.deep.equal([true, 'Kathmandu – Pokhara, DELUXE (Rs 1,200) · 2']);
  });

  it('names of stops are translated, and of routes whose cities both have a Nepali name', () => {
    const dumre = { destinationCityId: DUMRE, droppingPoints: [{ name: 'Dumre Bazaar', minutes: 360 }] };
    const feed = feedOf([aFeedTrip({ boardingPoints: [{ name: 'Kalanki', minutes: 0 }] }), aFeedTrip(dumre)]);
    const route = feed.rows('routes.txt').find((row) => row['route_long_name']!.includes('Pokhara'))!['route_id'];
    expect(feed.rows('translations.txt').map((row) => [row['record_id'], row['translation']])).to.deep.equal([
      ['c1', 'काठमाडौं'],
      ['c3', 'पोखरा'],
      ['c1s', 'काठमाडौं'],
      ['c3s', 'पोखरा'],
      ['p11', 'कलंकी'],
      [route, 'काठमाडौं – पोखरा, DELUXE'],
    ]);
  });

  it('a name loses line breaks and the blanks at its ends', () => {
    const names = { ...NAMES, companies: new Map([[8 as OperatorId, ' Green\n Line ']]) };
    expect(feedOf([aFeedTrip()], names).rows('agency.txt')[0]).to.include({ agency_name: 'Green Line' });
  });

  it('feed_info.txt names the publisher, the days and the version', () => {
    const settings = { publisher: 'Bus, Ticket', baseUrl: 'https://bus.example.com', timeZone: 'Asia/Kathmandu' };
    expect(readCsv(feedInfoText(settings, { first: '20261201', last: '20261208' }, 'abc'))).to.deep.equal([
      {
        feed_publisher_name: 'Bus, Ticket',
        feed_publisher_url: 'https://bus.example.com',
        feed_lang: 'en',
        feed_start_date: '20261201',
        feed_end_date: '20261208',
        feed_version: 'abc',
        feed_contact_url: 'https://bus.example.com/contact',
      },
    ]);
  });

  it('the order of trips changes no file but those of trips', () => {
    const trips = [
      aFeedTrip(),
      aFeedTrip({ id: 101 as TripId, companyId: 7 as OperatorId, sourceCityId: POKHARA, destinationCityId: MUGLING }),
    ];
    const [one, other] = [feedOf(trips), feedOf(trips.toReversed())];
    for (const [name, text] of one.texts)
      if (!['trips.txt', 'stop_times.txt'].includes(name)) expect(other.texts.get(name), name).to.equal(text);
  });
});
