import type { Agenda } from './agenda.ts';
import type { Cast } from './cast.ts';
import type { Departure, Service } from './departures.ts';
import type { PastService } from './service.ts';
import type { Week } from './week.ts';

/** The data that all scenes of the sample's past share. */
export interface Stage {
  readonly service: PastService;
  readonly agenda: Agenda;
  readonly cast: Cast;
  readonly week: Week;
  readonly departures: readonly Departure[];
}

/** Finds the trip of a bus service on a day, counted from today. */
export function departureOf({ departures }: Stage, service: Service, day: number): Departure {
  const found = departures.find((one) => one.service === service && one.day === day);
  if (!found) throw new Error(`${service} does not go on day ${day}.`);
  return found;
}
