import { type SchemaOptions, type Static, type TSchema, Type } from '@sinclair/typebox';
import type { SeatNumber } from '../../core/kernel/ids.ts';
import { type Amenity, AMENITIES } from '../../core/fleet/amenities.ts';
import type { ApprovalStatus, BusStatus } from '../../core/fleet/bus.ts';
import { type DocumentStatus, type DocumentType, DOCUMENT_TYPES } from '../../core/fleet/documents.ts';
import { KEPT_FOR } from '../../core/fleet/kept-seats.ts';
import { MOST_ALIASES } from '../../core/trips/city.ts';
import { MOST_FARES, MOST_STOPS } from '../../core/trips/road-faults.ts';
import type { TripStatus } from '../../core/trips/trip.ts';
import { moment, reads, rupees, text } from './keywords.ts';

/**
 * The schema of a catalogue file. The core checks rules that a schema cannot express, such as that a schedule's bus
 * exists. Defaults of missing fields are in rows.ts.
 */

const oneOf = <Value extends string>(...values: readonly Value[]) =>
  Type.Unsafe<Value>({ type: 'string', enum: values });

const city = (description: string) => text(100, { description });
const count = (most: number) => Type.Integer({ minimum: 1, maximum: most });
const closed = <Properties extends Record<string, TSchema>>(properties: Properties, rules: SchemaOptions = {}) =>
  Type.Object(properties, { additionalProperties: false, ...rules });

/** A value that may be null, which removes the present one. */
const orNull = <Value>(type: string, options: SchemaOptions) =>
  Type.Unsafe<Value | null>({ ...options, type: [type, 'null'] });

const person = { full_name: reads('person'), email: reads('email'), password: reads('password') };

const seat = closed({
  seat_number: Type.Unsafe<SeatNumber>(text(20)),
  deck: count(9),
  row: count(99),
  col: count(99),
  seat_type: Type.Optional(text(50, { description: 'Default: STANDARD.' })),
  is_active: Type.Optional(
    Type.Boolean({ description: 'Default: true. A seat that is not active is shown as blocked.' }),
  ),
  kept_for: Type.Optional(
    Type.Union([...KEPT_FOR.map((word) => Type.Literal(word)), Type.Null()], {
      description: 'The passengers for whom the seat is kept. Default: null, anybody.',
    }),
  ),
});

const seatMap = closed({
  rows: count(99),
  cols: count(99),
  deck_count: count(9),
  seats: Type.Array(seat, { minItems: 1 }),
});

const bus = closed({
  operator: reads('email', { description: 'The e-mail address of its operator.' }),
  bus_name: reads('name'),
  registration_no: text(50, {
    description: 'Identifies the bus: a row with the number of an existing bus changes that bus.',
  }),
  bus_type: reads('upperCase'),
  total_seats: count(999),
  amenities: Type.Optional(
    Type.Array(oneOf<Amenity>(...AMENITIES), { description: 'What the bus offers beside a seat.' }),
  ),
  approval_status: oneOf<ApprovalStatus>('PENDING', 'APPROVED', 'REJECTED'),
  status: Type.Optional(oneOf<BusStatus>('ACTIVE', 'INACTIVE')),
  documents: Type.Optional(
    Type.Array(
      closed({
        type: oneOf<DocumentType>(...DOCUMENT_TYPES),
        status: oneOf<DocumentStatus>('PENDING', 'VERIFIED', 'REJECTED'),
        valid_until: Type.Optional(
          Type.Unsafe<string | null>({
            type: ['string', 'null'],
            reads: 'day',
            description: 'The last day on which it is valid.',
          }),
        ),
      }),
    ),
  ),
  seat_map: Type.Optional(Type.Unsafe<Static<typeof seatMap> | null>({ ...seatMap, type: ['object', 'null'] })),
});

const schedule = closed(
  {
    key: text(150, {
      description:
        'Identifies the schedule: yours to choose, save that it begins with neither "timetable:" nor "office:". Daily ones are stored as KEY@YYYY-MM-DD.',
    }),
    bus: text(50, { description: 'Its registration_no.' }),
    source: city('The city it leaves from.'),
    destination: city('The city it goes to.'),
    fare: rupees(),
    departure_time: Type.Optional(moment()),
    arrival_time: Type.Optional(moment()),
    daily: Type.Optional(
      closed(
        { time: reads('timeOfDay'), duration_minutes: count(20_160), days: count(366) },
        {
          description:
            'Instead of departure_time and arrival_time: one schedule a day, for this many days from the day of the import.',
        },
      ),
    ),
    status: Type.Optional(oneOf<TripStatus>('ACTIVE', 'CANCELLED')),
    stops: Type.Optional(
      Type.Array(
        closed({ city: city('A city that the file lists.'), arrives: count(20_160), departs: count(20_160) }),
        {
          maxItems: MOST_STOPS,
          description:
            'Between source and destination, in the order of the road; in minutes after the departure. Stops are numbered from 0, the source.',
        },
      ),
    ),
    fares: Type.Optional(
      Type.Array(closed({ from: Type.Integer(), to: Type.Integer(), fare: rupees() }), {
        maxItems: MOST_FARES,
        description:
          'Sections that are sold beside the whole road, by the numbers of their stops. A section inside another one costs at most as much.',
      }),
    ),
  },
  { times: true },
);

const names = closed({
  city_name: reads('city'),
  aliases: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: reads('alias'),
      maxItems: MOST_ALIASES,
      description:
        'Other spellings, old names and short names, by which passengers find the city. They replace the present ones; null removes them. Each belongs to one city.',
    }),
  ),
  name_ne: Type.Optional(
    orNull<string>('string', {
      reads: 'city',
      description: 'The name in Nepali. Null removes the present one; without the key it stays.',
    }),
  ),
  lat: Type.Optional(
    orNull<number>('number', {
      description: 'The latitude of the centre, given with lon. Null for both removes the present ones.',
    }),
  ),
  lon: Type.Optional(orNull<number>('number', { description: 'The longitude of the centre, given with lat.' })),
});

const place = closed({
  operator: Type.Optional(
    reads('email', {
      description: 'The e-mail address of the operator whose company has the place. Without it all companies share it.',
    }),
  ),
  city: city('The city in which the place is.'),
  name: reads('name', {
    description: 'The name, as points of trips write it. With its owner and city it identifies the place.',
  }),
  name_ne: Type.Optional(orNull<string>('string', { reads: 'name', description: 'The name in Nepali.' })),
  lat: Type.Number({ description: 'The latitude, in degrees.' }),
  lon: Type.Number({ description: 'The longitude, in degrees.' }),
  landmark: Type.Optional(
    orNull<string>('string', { text: 200, description: 'Something nearby by which people find the place.' }),
  ),
  landmark_ne: Type.Optional(orNull<string>('string', { text: 200, description: 'The landmark in Nepali.' })),
});

/** A city is its name, or an object with its name and its aliases. */
const listedCity = Type.Unsafe<string | Static<typeof names>>({ ...names, type: ['string', 'object'], reads: 'city' });

export const catalogueSchema = closed({
  $schema: Type.Optional(Type.String({ description: 'For editors.' })),
  cities: Type.Optional(Type.Array(listedCity)),
  admins: Type.Optional(Type.Array(closed(person))),
  operators: Type.Optional(
    Type.Array(
      closed({
        company_name: reads('name'),
        ...person,
        phone: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], reads: 'phone' })),
      }),
    ),
  ),
  buses: Type.Optional(Type.Array(bus)),
  routes: Type.Optional(
    Type.Array(closed({ source: city('The city it begins in.'), destination: city('The city it ends in.') })),
  ),
  schedules: Type.Optional(Type.Array(schedule)),
  places: Type.Optional(Type.Array(place)),
});

export type CatalogueDocument = Static<typeof catalogueSchema>;
