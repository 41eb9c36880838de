import { createHash } from 'node:crypto';
import type { Instant } from '../../core/kernel/time.ts';
import type {
  AlertCause,
  RealtimeEntity,
  RealtimeTrip,
  RealtimeWriter,
  TripAlert,
  TripUpdate,
  VehiclePosition,
} from '../../core/road/gtfs/realtime.ts';
import { type Field, floatField, messageField, textField, wholeField } from './messages.ts';

/* The numbers are those of https://gtfs.org/documentation/realtime/proto. */

const CANCELED = 3;
const NO_SERVICE = 1;
const SIGNIFICANT_DELAYS = 3;
const FULL_DATASET = 0;

const OTHER_CAUSE = 2;
const CAUSES: Readonly<Record<AlertCause, number>> = {
  UNKNOWN: 1,
  BREAKDOWN: 3,
  STRIKE: 4,
  WEATHER: 8,
  ROAD_CLOSED: OTHER_CAUSE,
  TRAFFIC: OTHER_CAUSE,
  LOW_SALES: OTHER_CAUSE,
  OTHER: OTHER_CAUSE,
};

const seconds = (at: Instant): number => Math.floor(at / 1_000);

const tripFields = ({ id, day }: RealtimeTrip): readonly Field[] => [textField(1, String(id)), textField(3, day)];

const timeField = (number: number, at: Instant): Field => messageField(number, [wholeField(2, seconds(at))]);

const updateField = ({ trip, isCancelled, stops }: TripUpdate): Field =>
  messageField(3, [
    messageField(1, [...tripFields(trip), ...(isCancelled ? [wholeField(4, CANCELED)] : [])]),
    ...stops.map(({ sequence, stopId, arrives, departs }) =>
      messageField(2, [wholeField(1, sequence), timeField(2, arrives), timeField(3, departs), textField(4, stopId)]),
    ),
  ]);

const vehicleField = ({ trip, spot, speed, at }: VehiclePosition): Field =>
  messageField(4, [
    messageField(1, tripFields(trip)),
    messageField(2, [
      floatField(1, spot.lat),
      floatField(2, spot.lon),
      ...(speed === null ? [] : [floatField(5, speed)]),
    ]),
    wholeField(5, seconds(at)),
  ]);

const translated = (number: number, texts: Readonly<Record<'en' | 'ne', string>>): Field =>
  messageField(
    number,
    Object.entries(texts).map(([language, text]) => messageField(1, [textField(1, text), textField(2, language)])),
  );

/** The headline of an alert. Notes of the company are never published. */
const headline = ({ lateMinutes }: TripAlert): Readonly<Record<'en' | 'ne', string>> =>
  lateMinutes === null
    ? { en: 'This trip is cancelled', ne: 'यो यात्रा रद्द भएको छ' }
    : { en: `About ${lateMinutes} minutes late`, ne: `करिब ${lateMinutes} मिनेट ढिलो` };

const alertField = (alert: TripAlert): Field =>
  messageField(5, [
    messageField(5, [messageField(4, tripFields(alert.trip))]),
    wholeField(6, CAUSES[alert.cause]),
    wholeField(7, alert.lateMinutes === null ? NO_SERVICE : SIGNIFICANT_DELAYS),
    translated(10, headline(alert)),
  ]);

function contentOf(entity: RealtimeEntity): Field {
  switch (entity.kind) {
    case 'update':
      return updateField(entity);
    case 'vehicle':
      return vehicleField(entity);
    case 'alert':
      return alertField(entity);
  }
}

/** Writes GTFS Realtime 2.0 as Protocol Buffers. Each feed has at most one entity of a trip. */
export const realtimeWriter: RealtimeWriter = {
  entity: (entity) => messageField(2, [textField(1, String(entity.trip.id)), contentOf(entity)]),

  feed(entities, at) {
    const header = [textField(1, '2.0'), wholeField(2, FULL_DATASET), wholeField(3, seconds(at))];
    const content = Buffer.concat([messageField(1, header), ...entities]);
    return { content, etag: `"${createHash('sha256').update(content).digest('hex').slice(0, 32)}"` };
  },
};
