import { expect } from 'chai';
import { nextPage } from '../../web/passenger/accounts/next-page.ts';
import { weekAround } from '../../web/passenger/trips/week.ts';
import {
  type Trip,
  type Wishes,
  fareSteps,
  fitting,
  timeOfDay,
  tripsPage,
  wishesIn,
} from '../../web/passenger/trips/wishes.ts';

let made = 0;

/** Makes a trip that departs at `time` in Kathmandu. */
function trip(time: string, traits: { fare?: number; type?: string; minutes?: number; stars?: number } = {}): Trip {
  made += 1;
  const leaves = new Date(`2026-11-24T${time}:00+05:45`);
  const { fare = 1000, type = 'DELUXE', minutes = 420, stars } = traits;
  return {
    id: made,
    source_city: 'Kathmandu',
    destination_city: 'Pokhara',
    from_stop: 0,
    to_stop: 1,
    departure_time: leaves.toISOString(),
    arrival_time: new Date(leaves.getTime() + minutes * 60_000).toISOString(),
    trip_departure_time: leaves.toISOString(),
    trip_arrival_time: new Date(leaves.getTime() + minutes * 60_000).toISOString(),
    duration_minutes: minutes,
    fare,
    status: 'ACTIVE',
    seats_left: 4,
    sale_opens_at: null,
    on_sale: true,
    withheld: 0,
    bus: {
      id: 1,
      bus_name: 'Blue',
      registration_no: 'BA 1',
      bus_type: type,
      total_seats: 4,
      amenities: [],
      has_seat_map: true,
    },
    operator: { id: 1, company_name: 'Blue Sky' },
    rating_avg: stars ?? null,
    rating_count: stars === undefined ? 0 : 3,
    stops: [],
    fares: [],
  };
}

const wishes = (address: string): Wishes => wishesIn(Object.fromEntries(new URL(address, 'http://x').searchParams));

describe('search filters', () => {
  it('filters of the trip search are written to the page’s address, and read from it', () => {
    const all: Wishes = {
      origin: 'New Baneshwor',
      destination: 'पोखरा',
      date: '2026-11-24',
      times: ['morning', 'night'],
      types: ['AC_DELUXE', 'SOFA'],
      most: 1250.5,
      sort: 'best',
    };
    expect(wishes(tripsPage(all))).to.deep.equal(all);
    const plain = { origin: 'Kathmandu', destination: 'Pokhara', date: '2026-11-24' };
    expect(tripsPage(plain)).to.equal('/trips?origin=Kathmandu&destination=Pokhara&date=2026-11-24');
    expect(wishes(tripsPage(plain))).to.deep.equal({
      ...plain,
      times: [],
      types: [],
      most: undefined,
      sort: 'earliest',
    });
  });

  it('filters of the trip search that are invalid are ignored', () => {
    const read = wishes('/trips?origin=A&destination=B&date=2026-99-99&time=noon,day&max=cheap&sort=constructor');
    expect(read).to.deep.include({ times: ['day'], most: undefined, sort: 'earliest' });
    expect(read.date).to.match(/^\d{4}-\d{2}-\d{2}$/);
    expect(wishes('/trips?max=-1').most).to.equal(undefined);
  });

  it('filters of the trip search use the time of day at the place of departure', () => {
    const times = ['03:59', '04:00', '10:59', '11:00', '16:59', '17:00', '23:30', '00:10'].map((time) =>
      timeOfDay(trip(time)),
    );
    expect(times).to.deep.equal(['night', 'morning', 'morning', 'day', 'day', 'night', 'night', 'night']);
  });

  it('results of the trip search are filtered and sorted by the filters in the page’s address', () => {
    const early = trip('06:00', { fare: 1500, type: 'SOFA', minutes: 400, stars: 4 });
    const late = trip('20:00', { fare: 900, minutes: 500 });
    const noon = trip('12:00', { fare: 900, minutes: 380, stars: 4.5 });
    const all = [noon, late, early];
    const shown = (query: string) => fitting(all, wishes(`/trips?${query}`));
    expect(shown('')).to.deep.equal([early, noon, late]);
    expect(shown('sort=latest')).to.deep.equal([late, noon, early]);
    expect(shown('sort=cheapest')).to.deep.equal([noon, late, early]);
    expect(shown('sort=fastest')).to.deep.equal([noon, early, late]);
    expect(shown('sort=best')).to.deep.equal([noon, early, late]);
    expect(shown('time=morning,night')).to.deep.equal([early, late]);
    expect(shown('type=SOFA')).to.deep.equal([early]);
    expect(shown('max=900')).to.deep.equal([noon, late]);
    expect(shown('max=900&time=morning')).to.deep.equal([]);
  });

  it('the trip search offers a few fare limits, and each leaves out at least one trip', () => {
    expect(fareSteps([1000, 1000].map((fare) => ({ fare })))).to.deep.equal([]);
    expect(fareSteps([1500, 900, 1200, 900].map((fare) => ({ fare })))).to.deep.equal([900, 1200]);
    const many = fareSteps(Array.from({ length: 40 }, (_, index) => ({ fare: 500 + index * 10 })));
    expect(many.length).to.be.within(3, 5);
    expect(Math.max(...many)).to.be.below(890);
  });

  it('the trip search offers days around the chosen day, and none in the past', () => {
    expect(weekAround('2026-11-24', '2026-11-10')).to.deep.equal(
      ['21', '22', '23', '24', '25', '26', '27'].map((day) => `2026-11-${day}`),
    );
    expect(weekAround('2026-11-30', '2026-11-29')[0]).to.equal('2026-11-29');
    expect(weekAround('2026-11-30', '2026-11-29').at(-1)).to.equal('2026-12-05');
  });
});

describe('the page shown after a sign-in', () => {
  it('the page shown after a sign-in is always on this site, whatever the address says', () => {
    expect(nextPage('/trips?origin=A&date=1')).to.equal('/trips?origin=A&date=1');
    expect(nextPage('/book/42')).to.equal('/book/42');
    for (const foreign of [
      undefined,
      '',
      'trips',
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      '/\t/evil.example',
      '/.//evil.example',
      'javascript:alert(1)',
    ])
      expect(nextPage(foreign), String(foreign)).to.equal('/bookings');
  });
});
