import type { JsonValue } from '../kernel/json.ts';
import { toRupees } from '../kernel/money.ts';
import type { SectionFare, Stop } from './sections.ts';

/* Stops and fares as the activity log stores them, under the API's field names. */

export const loggedStop = ({ cityId, arrives, departs }: Stop): JsonValue => ({ city_id: cityId, arrives, departs });

export const loggedFare = ({ from, to, fare }: SectionFare): JsonValue => ({ from, to, fare: toRupees(fare) });
