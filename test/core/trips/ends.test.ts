import { expect } from 'chai';
import { endFaults } from '../../../core/trips/planned-trips.ts';
import type { Ends } from '../../../core/trips/sections.ts';
import type { CityId } from '../../../core/kernel/ids.ts';

describe('the cities of a trip', () => {
  const [kathmandu, pokhara, nowhere] = [1, 2, 3] as CityId[] as [CityId, CityId, CityId];
  const cities = [
    { id: kathmandu, name: 'Kathmandu' },
    { id: pokhara, name: 'Pokhara' },
  ];
  const between = (sourceCityId: CityId, destinationCityId: CityId): Ends => ({ sourceCityId, destinationCityId });
  const faultsIn = (ends: Ends, given?: Partial<Ends>) =>
    endFaults(cities, ends, given).map(({ field, message }) => `${field} ${message}`);

  it('a trip’s two cities must be different and known', () => {
    expect(faultsIn(between(kathmandu, pokhara))).to.deep.equal([]);
    expect(faultsIn(between(nowhere, nowhere))).to.deep.equal([
      'source_city_id must be the id of a city',
      'destination_city_id must be the id of a city',
    ]);
    expect(faultsIn(between(pokhara, pokhara))).to.deep.equal(['destination_city_id must differ from source_city_id']);
  });

  it('an error about a trip’s two cities names the field that the company changed', () => {
    const round = between(pokhara, pokhara);
    expect(faultsIn(round, { sourceCityId: pokhara })).to.deep.equal([
      'source_city_id must differ from destination_city_id',
    ]);
    expect(faultsIn(between(nowhere, pokhara), { destinationCityId: pokhara })).to.deep.equal([]);
    expect(faultsIn(between(nowhere, nowhere), {})).to.deep.equal([]);
  });
});
