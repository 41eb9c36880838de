import type { Member } from '../../core/companies/member.ts';
import type { CityId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { addTrip } from '../../core/planning/add-trip.ts';
import { changeTrip } from '../../core/planning/change-trip.ts';
import type { WantedTrip } from '../../core/planning/wanted-trip.ts';
import { systemRandom } from '../../adapters/crypto/random.ts';
import { aBus, calendar } from './catalogue.ts';
import { handClock, START } from './clock.ts';
import type { Engine } from './engines.ts';
import { anOperator } from './people.ts';

/** The use cases that plan single trips, on one storage engine, with a clock that tests control. */
export function planningOn(engine: Engine) {
  const clock = handClock();
  const needs = { ...engine, clock, calendar, random: systemRandom };
  return { clock, addTrip: addTrip(needs), changeTrip: changeTrip(needs) };
}

/**
 * Adds a company with a bus, and two cities. `wanted` gives a valid trip on that bus: from 24 to 31 hours after START,
 * for NPR 1200.
 */
export async function aPlanner(engine: Engine) {
  const owner = await anOperator(engine);
  const member: Member = { userId: owner.id, operatorId: owner.operatorId };
  const busId = await aBus(engine, { operatorId: owner.operatorId });
  const [source, destination] = await engine.transact(({ catalogue }) =>
    catalogue.saveCities(['Kathmandu', 'Pokhara']),
  );
  const wanted = (more: Partial<WantedTrip> = {}): WantedTrip => ({
    sourceCityId: source as CityId,
    destinationCityId: destination as CityId,
    busId,
    fare: paisa(120_000),
    departsAt: hoursAfter(START, 24),
    arrivesAt: hoursAfter(START, 31),
    stops: [],
    fares: [],
    saleOpensAt: null,
    boardingPoints: [],
    droppingPoints: [],
    ...more,
  });
  return { member, busId, wanted };
}
