import { type Calendar, WEEKDAYS } from '../../core/kernel/calendar.ts';
import type { Quotas } from '../../core/companies/quotas.ts';
import { paisa } from '../../core/kernel/money.ts';
import type { Clock } from '../../core/kernel/time.ts';
import type { Transact } from '../../core/kernel/unit-of-work.ts';
import type { Stores, Views } from '../../core/stores.ts';
import type { PlanningWorld } from '../../core/planning/world.ts';
import { addTimetable } from '../../core/planning/add-timetable.ts';

/*
 * Timetables of one sample company: at night, its bus to Gorkha drives there and back once more. The service makes the
 * trips from the timetables, for more days than the catalogue has.
 */

const COMPANY = 'himchuli@example.com';
export const BUS = 'BA 3 KHA 1830';
const NIGHTS = [
  { from: 'Kathmandu', to: 'Gorkha', departs: '19:30', stop: { name: 'Kalanki', minutes: 20 } },
  { from: 'Gorkha', to: 'Kathmandu', departs: '01:00', stop: { name: 'Abu Khaireni', minutes: 40 } },
] as const;

interface Needs extends Pick<PlanningWorld, 'draws' | 'doorTerms'> {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly timetableDays: number;
  readonly quotas: Quotas;
  readonly transact: Transact<Stores>;
  readonly views: Pick<Views, 'cities' | 'fleetViews' | 'timetableViews'>;
}

/** Adds the timetables. Does nothing if the company already has some. */
export async function addSampleTimetables({ views, ...needs }: Needs): Promise<void> {
  const owner = await needs.transact(({ users }) => users.findByEmail(COMPANY));
  if (!owner?.operatorId) return;
  const { operatorId } = owner;
  const { rows: known } = await views.timetableViews.list(operatorId, { limit: 1 });
  const { rows: buses } = await views.fleetViews.list({ operatorId }, { limit: 100 });
  const bus = buses.find(({ registrationNo }) => registrationNo === BUS);
  const cities = new Map((await views.cities.all()).map(({ id, name }) => [name, id]));
  if (known.length > 0 || !bus) return;
  for (const { from, to, departs, stop } of NIGHTS) {
    const [sourceCityId, destinationCityId] = [cities.get(from), cities.get(to)];
    if (sourceCityId === undefined || destinationCityId === undefined) continue;
    await addTimetable({ ...needs, cities: views.cities })(
      { userId: owner.id, operatorId },
      {
        sourceCityId,
        destinationCityId,
        busId: bus.id,
        fare: paisa(60_000),
        departs,
        durationMinutes: 300,
        days: WEEKDAYS,
        validFrom: needs.calendar.date(needs.clock()),
        validUntil: null,
        exceptDates: [],
        stops: [],
        fares: [],
        saleOpensAt: null,
        boardingPoints: [stop],
        droppingPoints: [{ name: `${to} bus park`, minutes: 295 }],
      },
    );
  }
}
