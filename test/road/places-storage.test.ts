import { expect } from 'chai';
import { addPlace } from '../../core/road/keep-places.ts';
import { MOST_PLACES } from '../../core/road/place.ts';
import { quotaReached } from '../../core/companies/refusals.ts';
import { aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { anOperator } from '../support/people.ts';
import { aPlace } from '../support/places.ts';
import { ended } from '../support/refusals.ts';

onEveryEngine('stored places', (engine) => {
  const kathmandu = async () => {
    await aTrip(engine());
    return (await engine().cities.all()).find(({ name }) => name === 'Kathmandu')!;
  };

  it('a place is stored whole, with all six decimals', async () => {
    const { id: cityId, name: city } = await kathmandu();
    const place = await aPlace(engine(), { cityId, name: 'Kalanki' });
    const changed = {
      ...place,
      name: 'Balkhu',
      nameNe: 'बल्खु',
      coordinates: { lat: 27.666667, lon: 85.300001 },
      landmark: 'Bridge',
      landmarkNe: 'पुल',
    };
    expect(await engine().transact(({ places }) => places.change(changed))).to.equal(true);
    const photo = { large: 'a.jpg', small: 'b.jpg' };
    await engine().transact(({ places }) => places.setPhoto(place.id, photo));
    const stored = { ...changed, city: { id: cityId, name: city }, photo };
    expect(await engine().placeViews.find(place.id)).to.deep.equal(stored);
    expect(await engine().transact(({ places }) => places.lock(place.id))).to.deep.equal(stored);
    await engine().transact(({ places }) => places.remove(place.id));
    expect(await engine().placeViews.find(place.id)).to.equal(undefined);
  });

  it('one of several simultaneous places of one name is added, for a company and for the platform', async () => {
    const { id: cityId } = await kathmandu();
    const { id: userId, operatorId } = await anOperator(engine());
    const add = addPlace({ ...engine(), clock: () => START });
    const given = { cityId, nameNe: null, landmark: null, landmarkNe: null, lat: 27.69, lon: 85.28 };
    for (const keeper of [
      { userId, operatorId },
      { userId, operatorId: null },
    ]) {
      const outcomes = await Promise.all(
        ['Kalanki', 'KALANKI', 'kalanki'].map((name) => ended(add(keeper, { ...given, name }))),
      );
      expect(outcomes.filter((outcome) => outcome === 'PLACE_TAKEN')).to.have.length(2);
    }
    expect(await engine().placeViews.all({ owners: [operatorId, null] })).to.have.length(2);
  });

  it('the quota of places holds under simultaneous requests', async () => {
    const { id: cityId } = await kathmandu();
    const { id: userId, operatorId } = await anOperator(engine());
    for (let number = 1; number < MOST_PLACES; number += 1)
      await aPlace(engine(), { operatorId, cityId, name: `Place ${number}` });
    const add = addPlace({ ...engine(), clock: () => START });
    const given = { cityId, nameNe: null, landmark: null, landmarkNe: null, lat: 27.69, lon: 85.28 };
    const outcomes = await Promise.all(
      ['Kalanki', 'Balkhu'].map((name) => ended(add({ userId, operatorId }, { ...given, name }))),
    );
    expect(outcomes.sort()).to.deep.equal([quotaReached.code, 'done']);
  });
});
