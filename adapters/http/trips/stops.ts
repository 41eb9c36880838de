import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { CityId } from '../../../core/kernel/ids.ts';
import { fromRupees, toRupees } from '../../../core/kernel/money.ts';
import { MOST_FARES, MOST_STOPS } from '../../../core/trips/road-faults.ts';
import { type Road, type Times, arrivesAt, departsFrom, lastStop } from '../../../core/trips/sections.ts';
import { decimal, givenId, isoOrNull, keyOf, moment, nullable, rupees, whole } from '../route/fields.ts';

/*
 * Stops and fares of trips and timetables, in requests and responses. The origin is stop 0, and each later stop has the
 * next number.
 */

/** The most minutes in a request, more than any trip takes. The core checks whether a stop fits its trip. */
const MOST_MINUTES = 4_320;

const minutes = (description: string, example: number) =>
  whole({ minimum: 0, maximum: MOST_MINUTES }, { description, examples: [example] });

const wantedStop = Type.Object({
  city_id: givenId({ examples: [4] }),
  arrives: minutes('Tells when the bus arrives at the stop, in minutes after the departure of the trip.', 150),
  departs: minutes(
    'Tells when the bus departs from the stop, in minutes after the departure of the trip; not less than `arrives`.',
    160,
  ),
});

const wantedFare = Type.Object({
  from: Type.Integer({
    description: 'Gives the number of the stop at which the section begins; 0 is the origin.',
    examples: [0],
  }),
  to: Type.Integer({ description: 'Gives the number of the stop at which the section ends.', examples: [1] }),
  fare: decimal(
    { minimum: 0.01, maximum: 100_000 },
    { description: 'Gives the fare of one seat, in NPR.', examples: [500] },
  ),
});

export const wantedStops = Type.Array(wantedStop, {
  maxItems: MOST_STOPS,
  description:
    'Lists the stops of the bus between origin and destination, in the order of the road. Each city may be named once.',
});

/** Stops and fares in a request. */
export const wantedRoad = {
  stops: wantedStops,
  fares: Type.Array(wantedFare, {
    maxItems: MOST_FARES,
    description:
      'Lists the sections that are sold beside the whole road, and their prices. A section inside another one costs at most as much.',
  }),
};

export const toStops = (given: Static<typeof wantedStops>): Road['stops'] =>
  given.map(({ city_id, arrives, departs }) => ({ cityId: keyOf<CityId>(city_id), arrives, departs }));

const toFares = (given: Static<(typeof wantedRoad)['fares']>): Road['fares'] =>
  given.map(({ from, to, fare }) => ({ from, to, fare: fromRupees(fare) }));

interface GivenRoad {
  readonly stops?: Static<typeof wantedStops> | undefined;
  readonly fares?: Static<(typeof wantedRoad)['fares']> | undefined;
}

/** Converts the stops and fares of a request to the core's names. */
export const roadOf = ({ stops, fares }: GivenRoad): Partial<Road> => ({
  ...(stops !== undefined && { stops: toStops(stops) }),
  ...(fares !== undefined && { fares: toFares(fares) }),
});

/** The fares between stops in a response. */
export const shownFares = Type.Array(
  Type.Object(
    { from: Type.Integer({ examples: [0] }), to: Type.Integer({ examples: [1] }), fare: rupees({ examples: [500] }) },
    { title: 'SectionFare' },
  ),
  { description: 'Lists the sections that are sold beside the whole road, by the numbers of their stops.' },
);

export const toShownFares = ({ fares }: Pick<Road, 'fares'>) =>
  fares.map(({ from, to, fare }) => ({ from, to, fare: toRupees(fare) }));

const STOPS = 'Lists all stops in the order of the road: the first is the origin, the last is the destination.';

/** The stops of a trip in a response, with their times. `city` is the schema of a city, which differs among routes. */
export const shownStopsInTime = <City extends TSchema, More extends TProperties>(
  city: City,
  title: string,
  more: More,
) =>
  Type.Array(
    Type.Object(
      {
        city,
        arrives_at: nullable(
          moment({
            description: 'Tells when the bus arrives at this stop; null at the origin, where no bus arrives.',
            examples: ['2026-11-20T04:00:00.000Z'],
          }),
        ),
        departs_at: nullable(
          moment({
            description: 'Tells when the bus departs from this stop; null at the destination, where no bus leaves.',
          }),
        ),
        ...more,
      },
      { title },
    ),
    { description: STOPS },
  );

/** Returns the stops of a trip with their cities and times. */
export const toStopsInTime = <City>(trip: Pick<Road, 'stops'> & Times, cities: readonly City[]) =>
  cities.map((city, stop) => ({
    city,
    arrives_at: isoOrNull(stop === 0 ? null : arrivesAt(trip, stop)),
    departs_at: isoOrNull(stop === lastStop(trip) ? null : departsFrom(trip, stop)),
  }));

/** The stops of a timetable in a response, with their minutes after the departure. */
export const shownStops = <City extends TSchema>(city: City) =>
  Type.Array(
    Type.Object(
      {
        city,
        arrives: nullable(
          Type.Integer({
            description:
              'Tells when the bus arrives at this stop, in minutes after the departure of the trip; null at the origin.',
            examples: [150],
          }),
        ),
        departs: nullable(
          Type.Integer({
            description:
              'Tells when the bus departs from this stop, in minutes after the departure of the trip; null at the destination.',
            examples: [160],
          }),
        ),
      },
      { title: 'StopInMinutes' },
    ),
    { description: STOPS },
  );

/**
 * Returns the stops of a timetable with their cities and minutes. `durationMinutes` is the duration of the whole trip.
 */
export const toShownStops = <City>({ stops }: Pick<Road, 'stops'>, durationMinutes: number, cities: readonly City[]) =>
  cities.map((city, stop) => ({
    city,
    arrives: stop === 0 ? null : (stops[stop - 1]?.arrives ?? durationMinutes),
    departs: stop === cities.length - 1 ? null : (stops[stop - 1]?.departs ?? 0),
  }));
