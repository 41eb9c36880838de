import type { CityId, OperatorId } from '../../kernel/ids.ts';
import type { Paisa } from '../../kernel/money.ts';
import { type Ends, endsOf } from '../../trips/sections.ts';
import { type Digest, type FeedTrip } from './feed-trip.ts';

/** The price between two cities: of the whole trip, or of a section that is sold. */
type CityFare = readonly [from: CityId, to: CityId, fare: Paisa];

/** A route of the feed: trips of one company between two cities, with one bus type and the same fares. */
export interface FeedRoute extends Ends {
  readonly id: string;
  readonly companyId: OperatorId;
  readonly busType: string;
  /** The fare of the whole trip. */
  readonly fare: Paisa;
  readonly fares: readonly CityFare[];
}

const ID_LENGTH = 12;

/** Finds the routes of trips. Trips with the same company, ends, bus type and fares have one route. */
export function routeFinder(digest: Digest): (trip: FeedTrip) => FeedRoute {
  const routes = new Map<string, FeedRoute>();
  return (trip) => {
    const { companyId, sourceCityId, destinationCityId, busType, fare } = trip;
    const fares = faresOf(trip);
    const key = JSON.stringify([companyId, sourceCityId, destinationCityId, busType, fares]);
    let route = routes.get(key);
    if (!route) {
      const id = digest(key).slice(0, ID_LENGTH);
      routes.set(key, (route = { id, companyId, sourceCityId, destinationCityId, busType, fare, fares }));
    }
    return route;
  };
}

/** The fares of a trip by cities, in one order for all trips. */
const faresOf = (trip: FeedTrip): readonly CityFare[] => {
  const sections = trip.fares.map((section): CityFare => {
    const { sourceCityId, destinationCityId } = endsOf(trip, section);
    return [sourceCityId, destinationCityId, section.fare];
  });
  const whole: CityFare = [trip.sourceCityId, trip.destinationCityId, trip.fare];
  return [whole, ...sections].sort(([from, to], [otherFrom, otherTo]) => from - otherFrom || to - otherTo);
};

/** A route as passengers read it, without what tells it from other routes. */
export type NameOfEnds = (route: FeedRoute) => string;

/**
 * Names each route by `nameOf`. Routes of a company that share a name get their fare, and routes that still share one
 * get a number, in the order of their ids.
 */
export function routeNames(routes: readonly FeedRoute[], nameOf: NameOfEnds): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const sharing of groupsOf(routes, (route) => `${route.companyId} ${nameOf(route)}`)) {
    const priced = (route: FeedRoute): string =>
      sharing.length > 1 ? `${nameOf(route)} (${rupeesText(route.fare)})` : nameOf(route);
    for (const equal of groupsOf(sharing, priced))
      equal
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .forEach((route, index) => names.set(route.id, priced(route) + (index === 0 ? '' : ` · ${index + 1}`)));
  }
  return names;
}

function groupsOf(routes: readonly FeedRoute[], keyOf: (route: FeedRoute) => string): readonly FeedRoute[][] {
  const groups = new Map<string, FeedRoute[]>();
  for (const route of routes) {
    const key = keyOf(route);
    const group = groups.get(key);
    if (group) group.push(route);
    else groups.set(key, [route]);
  }
  return [...groups.values()];
}

/** Commas as in Nepal: behind the thousands, then behind every two digits. */
const GROUPS = /(?<=\d)(?=(?:\d\d)*\d{3}$)/g;

/** An amount such as `Rs 1,20,000`, with paisa only if there are any. */
function rupeesText(amount: Paisa): string {
  const [whole = '', paisas] = amountText(amount).split('.');
  return `Rs ${whole.replace(GROUPS, ',')}${paisas === '00' ? '' : `.${paisas}`}`;
}

/** An amount in rupees with two decimals: `1200.00`. */
export const amountText = (amount: Paisa): string =>
  `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
