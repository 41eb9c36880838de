import { placeLists } from '../../adapters/http/road/place-lists.ts';
import { type PlaceBase, placeRoutes } from '../../adapters/http/road/place-routes.ts';
import { delayRoutes } from '../../adapters/http/road/delay-routes.ts';
import { positionRoutes } from '../../adapters/http/road/position-routes.ts';
import { punctualityRoutes } from '../../adapters/http/road/punctuality-routes.ts';
import { memberOf } from '../../core/companies/member.ts';
import { makeFeed } from '../../core/road/gtfs/make-feed.ts';
import { viewRealtime } from '../../core/road/gtfs/make-realtime.ts';
import { viewFeed } from '../../core/road/gtfs/view-feed.ts';
import { addPlace, changePlace, removePlace } from '../../core/road/keep-places.ts';
import { removePhoto, setPhoto } from '../../core/road/place-photo.ts';
import { type Ahead, keepEstimates, prunePunctuality } from '../../core/road/keep-estimates.ts';
import { viewPunctuality } from '../../core/road/view-punctuality.ts';
import { findPlace, listPlaces } from '../../core/road/view-places.ts';
import { endDelay, sayDelay } from '../../core/road/say-delay.ts';
import { pruneLateNotices, prunePoints, takePoints } from '../../core/road/take-points.ts';
import { viewPosition } from '../../core/road/view-position.ts';
import { type Job, EVERY_HALF_MINUTE, EVERY_TEN_MINUTES } from '../scheduler.ts';
import type { TripsUseCases } from './trips.ts';
import type { Dependencies } from '../dependencies.ts';

export const roadUseCases = (dependencies: Dependencies) => ({
  listPlaces: listPlaces(dependencies),
  findPlace: findPlace(dependencies),
  addPlace: addPlace(dependencies),
  changePlace: changePlace(dependencies),
  removePlace: removePlace(dependencies),
  setPhoto: setPhoto(dependencies),
  removePhoto: removePhoto(dependencies),
  takePoints: takePoints(dependencies),
  prunePoints: prunePoints(dependencies),
  keepEstimates: keepEstimates(dependencies),
  prunePunctuality: prunePunctuality(dependencies),
  viewPunctuality: viewPunctuality(dependencies),
  pruneLateNotices: pruneLateNotices(dependencies),
  sayDelay: sayDelay(dependencies),
  endDelay: endDelay(dependencies),
  viewPosition: viewPosition(dependencies),
  makeFeed: makeFeed(dependencies),
  viewFeed: viewFeed(dependencies),
  viewRealtime: viewRealtime(dependencies),
});

export type RoadUseCases = ReturnType<typeof roadUseCases>;

const COMPANY: PlaceBase<'manager'> = {
  path: '/api/operator/places',
  name: 'Company',
  called: 'a place of your company',
  access: 'manager',
  keeperOf: memberOf,
  removesAnyPhoto: false,
};

const ADMINISTRATION: PlaceBase<'admin'> = {
  path: '/api/admin/places',
  name: 'Shared',
  called: 'a shared place, or one of a company',
  access: 'admin',
  keeperOf: ({ userId }) => ({ userId, operatorId: null }),
  removesAnyPhoto: true,
};

export function roadRoutes(useCases: RoadUseCases & TripsUseCases, dependencies: Dependencies) {
  const uses = { ...useCases, ...dependencies };
  return [
    ...placeLists(uses),
    ...placeRoutes(uses, COMPANY),
    ...placeRoutes(uses, ADMINISTRATION),
    ...positionRoutes(uses),
    ...delayRoutes(uses),
    ...punctualityRoutes(uses),
  ];
}

export interface EstimateReporting {
  /** Counts by how many minutes an estimate of so many minutes before was wrong. */
  readonly countEstimate: (ahead: Ahead, minutes: number) => void;
}

export const roadJobs = (useCases: RoadUseCases, { countEstimate }: EstimateReporting): readonly Job[] => [
  {
    name: 'keep estimates of buses',
    pattern: EVERY_TEN_MINUTES,
    run: (stopping) => useCases.keepEstimates({ onError: countEstimate, stopping }),
  },
  { name: 'forget old estimates and passings', pattern: EVERY_TEN_MINUTES, run: () => useCases.prunePunctuality() },
  { name: 'forget old points of buses', pattern: EVERY_TEN_MINUTES, run: () => useCases.prunePoints() },
  { name: 'forget old messages about late buses', pattern: EVERY_TEN_MINUTES, run: () => useCases.pruneLateNotices() },
  { name: 'write the timetable feed', pattern: EVERY_HALF_MINUTE, run: (stopping) => useCases.makeFeed(stopping) },
];
