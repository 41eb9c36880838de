import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { readCatalogue } from '../../adapters/catalogue-file/read-catalogue.ts';
import { printCatalogue, sampleCatalogue } from '../../app/sample/catalogue.ts';
import { ROADS } from '../../app/sample/roads.ts';
import { papers } from '../../core/fleet/papers.ts';

const DAY = 1_440;
const FILE = readFileSync(new URL('../../app/sample/catalogue.json', import.meta.url));

describe('the sample catalogue', () => {
  const { file, faults } = readCatalogue(FILE);
  const { cities, admins, operators, buses, routes, schedules, places } = file!;

  it('the sample catalogue file is up to date with its generator (npm run sample)', () => {
    expect(FILE.toString()).to.equal(printCatalogue(sampleCatalogue()));
  });

  it('the demo’s sample catalogue passes every check of an import', () => {
    expect(faults).to.deep.equal([]);
  });

  it('the sample catalogue has many cities, routes, companies and bus types, and a bus not yet approved', () => {
    expect(cities).to.have.length.of.at.least(25);
    expect(routes).to.have.length.of.at.least(80);
    expect(operators).to.have.length(12);
    expect(admins).to.have.length(1);
    expect(new Set(buses.map(({ type }) => type)).size).to.be.at.least(5);
    expect(
      buses.some(({ seatMap }) => seatMap === null),
      'a bus without a seat map',
    ).to.equal(true);
    expect(
      buses.some(({ seatMap }) => seatMap?.deckCount === 2),
      'a double-decker',
    ).to.equal(true);
    expect(
      buses.some(
        ({ approvalStatus, documents }) => approvalStatus === 'PENDING' && !papers(documents, '2026-11-20').complete,
      ),
      'a bus not yet approved',
    ).to.equal(true);
  });

  it('each city of the sample catalogue has a Nepali name, a centre and a bus park, and each place a Nepali name', () => {
    for (const { name, nameNe, lat, lon } of cities) {
      expect(nameNe, name).to.match(/^[\u0900-\u097f ]+$/);
      expect([lat, lon], name).to.satisfy((spot: unknown[]) => spot.every((degrees) => typeof degrees === 'number'));
      expect(places.some((place) => place.city === name && place.name === `${name} bus park`)).to.equal(true);
    }
    for (const { name, nameNe } of places) expect(nameNe, name).to.match(/^[\u0900-\u097f ]+$/);
  });

  it('the sample catalogue runs every route both ways, and Kathmandu to Pokhara several times a day', () => {
    const count = (from: string, to: string) =>
      schedules.filter(({ source, destination }) => source === from && destination === to).length;
    for (const { source, destination } of routes)
      expect(count(source, destination), `${source} to ${destination}`)
        .to.be.at.least(1)
        .and.equal(count(destination, source));
    expect(count('Kathmandu', 'Pokhara')).to.be.at.least(5);
    expect(schedules.every(({ times }) => times.daily?.days === 14)).to.equal(true);
  });

  it('the sample catalogue sells sections of the trips between Kathmandu and Pokhara, none dearer than the whole trip', () => {
    const road = schedules.filter(
      ({ source, destination }) => [source, destination].sort().join() === 'Kathmandu,Pokhara',
    );
    for (const { source, stops, fares, fare } of road) {
      expect(stops.map(({ city }) => city)).to.deep.equal(
        source === 'Kathmandu' ? ['Mugling', 'Dumre'] : ['Dumre', 'Mugling'],
      );
      expect(fares.map(({ from, to }) => `${from}-${to}`)).to.have.members(['0-1', '0-2', '1-2', '1-3', '2-3']);
      expect(fares.every((section) => section.fare <= fare)).to.equal(true);
    }
  });

  it('the sample catalogue has departures around the clock', () => {
    expect(new Set(schedules.map(({ times }) => times.daily?.time.slice(0, 2))).size).to.equal(24);
  });

  it('the sample catalogue has realistic travel times and fares for Nepal', () => {
    for (const { ends, km, minutes, fare } of ROADS) {
      expect(km / (minutes / 60), `km/h, ${ends.join(' to ')}`).to.be.within(15, 45);
      expect(fare / km, `rupees a km, ${ends.join(' to ')}`).to.be.within(2.9, 10);
    }
  });

  it('no bus in the sample catalogue departs before it has arrived from its previous trip', () => {
    for (const { registrationNo } of buses) {
      const spans = schedules
        .filter(({ bus }) => bus === registrationNo)
        .map(({ times }) => {
          const [hours, minutes] = times.daily!.time.split(':').map(Number) as [number, number];
          return { start: hours * 60 + minutes, length: times.daily!.durationMinutes };
        });
      for (const [index, one] of spans.entries()) {
        const next = spans[(index + 1) % spans.length]!;
        const wait = (next.start - one.start + DAY) % DAY || DAY;
        expect(wait, registrationNo).to.be.at.least(one.length);
      }
    }
  });

  it('each bus of the sample catalogue has as many seats as its entry says', () => {
    for (const { registrationNo, totalSeats, seatMap } of buses)
      if (seatMap) expect(seatMap.seats.length, registrationNo).to.equal(totalSeats);
  });
});
