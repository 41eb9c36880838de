import { Type } from '@sinclair/typebox';
import type { SchemaOptions, Static, TSchema } from '@sinclair/typebox';
import type { SeatNumber } from '../../core/kernel/ids.ts';
import { REQUIRED_DOCUMENTS } from '../../core/trips/trip.ts';
import type { ApprovalStatus, BusStatus, DocumentStatus, DocumentType, TripStatus } from '../../core/trips/trip.ts';
import { moment, reads, rupees, text } from './keywords.ts';

/*
 * A catalogue file. What a schema can't say, such as that a schedule names a bus that is there, is judged by the core.
 * What may be left out has the meaning given in rows.ts.
 */

const oneOf = <Value extends string>(...values: readonly Value[]) => Type.Unsafe<Value>({ type: 'string', enum: values });
const count = (most: number) => Type.Integer({ minimum: 1, maximum: most });
const closed = <Properties extends Record<string, TSchema>>(properties: Properties, rules: SchemaOptions = {}) => Type.Object(properties, { additionalProperties: false, ...rules });

const person = { full_name: reads('person'), email: reads('email'), password: reads('password') };

const seat = closed({
  seat_number: Type.Unsafe<SeatNumber>(text(20)),
  deck: count(9),
  row: count(99),
  col: count(99),
  seat_type: Type.Optional(text(50)),
  is_active: Type.Optional(Type.Boolean()),
});

const seatMap = closed({ rows: count(99), cols: count(99), deck_count: count(9), seats: Type.Array(seat, { minItems: 1 }) });

const bus = closed({
  operator: reads('email'),
  bus_name: text(150),
  registration_no: text(50),
  bus_type: reads('upperCase'),
  total_seats: count(999),
  approval_status: oneOf<ApprovalStatus>('PENDING', 'APPROVED', 'REJECTED'),
  status: Type.Optional(oneOf<BusStatus>('ACTIVE', 'INACTIVE')),
  documents: Type.Optional(Type.Array(closed({
    type: oneOf<DocumentType>(...REQUIRED_DOCUMENTS),
    status: oneOf<DocumentStatus>('PENDING', 'VERIFIED', 'REJECTED'),
  }))),
  seat_map: Type.Optional(Type.Unsafe<Static<typeof seatMap> | null>({ ...seatMap, type: ['object', 'null'] })),
});

const schedule = closed({
  key: text(150),
  bus: text(50),
  source: text(100),
  destination: text(100),
  fare: rupees(),
  departure_time: Type.Optional(moment()),
  arrival_time: Type.Optional(moment()),
  daily: Type.Optional(closed({ time: reads('timeOfDay'), duration_minutes: count(20_160), days: count(366) })),
  status: Type.Optional(oneOf<TripStatus>('ACTIVE', 'CANCELLED')),
}, { times: true });

export const catalogueSchema = closed({
  $schema: Type.Optional(Type.String()),
  cities: Type.Optional(Type.Array(text(100))),
  admins: Type.Optional(Type.Array(closed(person))),
  operators: Type.Optional(Type.Array(closed({
    company_name: text(150), ...person, phone: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], reads: 'phone' })),
  }))),
  buses: Type.Optional(Type.Array(bus)),
  routes: Type.Optional(Type.Array(closed({ source: text(100), destination: text(100) }))),
  schedules: Type.Optional(Type.Array(schedule)),
});

export type CatalogueDocument = Static<typeof catalogueSchema>;
