import type { CrewMember } from '../../../core/trips/crew.ts';
import { drawsOf } from './draws.ts';
import { phoneNumber } from './names.ts';
import type { Stage } from './stage.ts';

const OFFICE_PHONE = '061460123';
const DRIVERS = ['Krishna Lama', 'Hari Shrestha', 'Bal Bahadur Gurung'];
const CONDUCTOR = 'Gopal Tamang';

/** Adds a phone number to the company, and a crew to its trips from today on. Tickets then show whom to call. */
export function crews({ agenda, week, cast, service, departures }: Stage): void {
  agenda.at(week.at(-2, '12:00'), async () => {
    await service.useCases.changeCompany(cast.owner, { contactPhone: OFFICE_PHONE });
    for (const { tripId, day, isOfCompany } of departures)
      if (isOfCompany && day >= 0) await service.useCases.setCrew(cast.manager, tripId, crewOf(day));
  });
}

function crewOf(day: number): readonly CrewMember[] {
  const draws = drawsOf(`crew ${day}`);
  return [
    { role: 'DRIVER', name: draws.pick(DRIVERS), phone: phoneNumber(draws) },
    { role: 'CONDUCTOR', name: CONDUCTOR, phone: phoneNumber(drawsOf(CONDUCTOR)) },
  ];
}
