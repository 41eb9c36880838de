import type { Schemas } from '../../api/operations.ts';
import { dayAfter, today } from '../../parts/moment.ts';
import type { DepartureDraft } from './departure-draft.ts';
import { fieldOf, momentIn } from '../parts/local-time.ts';
import { numberIn } from '../parts/number-in.ts';
import { draftOfPoints, pointsOf } from './points.ts';
import { NO_STOPS, type WholeRoad, draftOfRoad, roadOf, stopsOfTimetable } from './road.ts';
import { type Repeating, WEEK } from './days.ts';

type Timetable = Schemas['Timetable'];

/** A timetable while the user types it. Its fields hold the typed texts. */
export interface Draft extends Repeating, DepartureDraft {
  readonly departs: string;
  readonly hours: string;
  readonly minutes: string;
  /** The value of a day-and-time field, in Nepal's time. Empty: on sale at once. */
  readonly saleOpens: string;
}

export const emptyDraft = (): Draft => ({
  source: '',
  destination: '',
  bus: '',
  fare: '',
  departs: '07:00',
  hours: '',
  minutes: '0',
  days: WEEK,
  validFrom: dayAfter(today(), 1),
  validUntil: '',
  exceptDates: [],
  saleOpens: '',
  road: NO_STOPS,
  boarding: [],
  dropping: [],
});

export function draftOf(timetable: Timetable): Draft {
  const road = draftOfRoad({ stops: stopsOfTimetable(timetable), fares: timetable.fares });
  return {
    source: String(timetable.source_city.id),
    destination: String(timetable.destination_city.id),
    bus: String(timetable.bus.id),
    fare: String(timetable.fare),
    departs: timetable.departs,
    hours: String(Math.floor(timetable.duration_minutes / 60)),
    minutes: String(timetable.duration_minutes % 60),
    days: timetable.days,
    validFrom: timetable.valid_from,
    validUntil: timetable.valid_until ?? '',
    exceptDates: timetable.except_dates,
    saleOpens: timetable.sale_opens_at === null ? '' : fieldOf(timetable.sale_opens_at),
    road,
    boarding: draftOfPoints(timetable.boarding_points, road.stops),
    dropping: draftOfPoints(timetable.dropping_points, road.stops),
  };
}

/**
 * A copy of a timetable, from tomorrow on and without an end. The exceptions and the opening of the sale are not
 * copied.
 */
export const copyOf = (timetable: Timetable): Draft => ({
  ...draftOf(timetable),
  validFrom: emptyDraft().validFrom,
  validUntil: '',
  exceptDates: [],
  saleOpens: '',
});

/** The typed duration in minutes; undefined while nothing is typed. */
export const durationOf = ({ hours, minutes }: Pick<Draft, 'hours' | 'minutes'>): number | undefined =>
  hours.trim() === '' && Number(minutes) === 0 ? undefined : Number(hours) * 60 + Number(minutes);

export const wholeOf = (draft: Draft): WholeRoad => ({ duration: durationOf(draft), fare: draft.fare });

export const bodyOf = (draft: Draft) => ({
  source_city_id: numberIn(draft.source),
  destination_city_id: numberIn(draft.destination),
  bus_id: numberIn(draft.bus),
  fare: numberIn(draft.fare),
  departs: draft.departs,
  duration_minutes: durationOf(draft) as number,
  days: [...draft.days],
  valid_from: draft.validFrom,
  valid_until: draft.validUntil || null,
  except_dates: [...draft.exceptDates],
  sale_opens_at: momentIn(draft.saleOpens) ?? null,
  ...roadOf(draft.road, wholeOf(draft)),
  boarding_points: pointsOf(draft.boarding, draft.road.stops),
  dropping_points: pointsOf(draft.dropping, draft.road.stops),
});

/** The changes of a timetable. An opening that stays is left out, because trips with another one would get it. */
export function changesOf(draft: Draft, timetable: Timetable) {
  const { sale_opens_at: opensAt, ...body } = bodyOf(draft);
  const before = bodyOf(draftOf(timetable)).sale_opens_at;
  return opensAt === before ? body : { ...body, sale_opens_at: opensAt };
}

/**
 * The local time of arrival, and the number of days between departure and arrival. Undefined while the duration is not
 * a number.
 */
export function arrivalOf(draft: Pick<Draft, 'departs' | 'hours' | 'minutes'>) {
  const duration = durationOf(draft);
  return duration === undefined || !Number.isFinite(duration) ? undefined : clockAfter(draft.departs, duration);
}

const DAY = 24 * 60;

/** Adds minutes to a local time such as `07:00`. Returns the local time, and how many days later that is. */
export function clockAfter(departs: string, minutes: number): { readonly time: string; readonly days: number } {
  const [hour = NaN, minute = NaN] = departs.split(':').map(Number);
  const whole = hour * 60 + minute + minutes;
  const inDay = ((whole % DAY) + DAY) % DAY;
  const two = (count: number): string => String(count).padStart(2, '0');
  return { time: `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`, days: Math.floor(whole / DAY) };
}
