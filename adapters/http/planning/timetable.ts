import { Type } from '@sinclair/typebox';
import { WEEKDAYS } from '../../../core/kernel/calendar.ts';
import { toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import type { ShownTimetable } from '../../../core/planning/ports.ts';
import { creationMoment, isoOrNull, moment, nullable, rupees } from '../route/fields.ts';
import { cityResponse, toCityResponse } from '../trips/city.ts';
import { shownPoints, toShownPoints } from '../trips/points.ts';
import { shownFares, shownStops, toShownFares, toShownStops } from '../trips/stops.ts';

const localDay = (description: string, example: string) =>
  Type.String({ format: 'date', description, examples: [example] });

export const timetableResponse = Type.Object(
  {
    id: Type.Integer({ examples: [8] }),
    source_city: cityResponse,
    destination_city: cityResponse,
    bus: Type.Object({
      id: Type.Integer({ examples: [5] }),
      bus_name: Type.String({ examples: ['Blue Sky Deluxe'] }),
      registration_no: Type.String({ examples: ['BA 3 KHA 1234'] }),
    }),
    fare: rupees(),
    departs: Type.String({ description: 'Gives the local time of the departure.', examples: ['07:00'] }),
    duration_minutes: Type.Integer({ examples: [420] }),
    days: Type.Array(Type.String({ enum: WEEKDAYS }), {
      description: 'Lists the days of the week on which the bus runs, in the order of the week.',
    }),
    valid_from: localDay('Gives the first local day on which the timetable runs.', '2026-12-01'),
    valid_until: nullable(
      localDay('Gives the last local day on which the timetable runs; null if it has no end.', '2027-03-31'),
    ),
    except_dates: Type.Array(localDay('Is a local day on which the timetable does not run.', '2026-12-25')),
    stops: shownStops(cityResponse),
    fares: shownFares,
    ...shownPoints,
    generated_until: nullable(
      localDay('Gives the last local day for which trips have been made; null before the first.', '2027-01-29'),
    ),
    clashes: Type.Array(Type.String({ format: 'date', examples: ['2026-12-24'] }), {
      description:
        'Lists the local days from today on without a trip as the timetable has it, because the bus is on another trip then. Each is tried again every day.',
    }),
    sale_opens_at: nullable(
      moment({ description: 'Tells when the sale of its trips opens; null if they are on sale at once.' }),
    ),
    created_at: creationMoment(),
  },
  { title: 'Timetable' },
);

export const toTimetableResponse = (timetable: ShownTimetable) => ({
  id: timetable.id,
  source_city: toCityResponse(timetable.source),
  destination_city: toCityResponse(timetable.destination),
  bus: { id: timetable.busId, bus_name: timetable.bus.name, registration_no: timetable.bus.registrationNo },
  fare: toRupees(timetable.fare),
  departs: timetable.departs,
  duration_minutes: timetable.durationMinutes,
  days: [...timetable.days],
  valid_from: timetable.validFrom,
  valid_until: timetable.validUntil,
  except_dates: [...timetable.exceptDates],
  stops: toShownStops(timetable, timetable.durationMinutes, timetable.stopCities.map(toCityResponse)),
  fares: toShownFares(timetable),
  ...toShownPoints(timetable),
  generated_until: timetable.generatedUntil,
  clashes: [...timetable.clashes],
  sale_opens_at: isoOrNull(timetable.saleOpensAt),
  created_at: toIso(timetable.createdAt),
});
