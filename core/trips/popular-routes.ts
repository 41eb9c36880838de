import { type Instant, hoursAfter, minutesAfter } from '../kernel/time.ts';
import type { BusyRoute } from './ports.ts';
import type { TripWorld } from './world.ts';

const MOST = 6;
const HOURS_AHEAD = 48;
/** Minutes for which the popular routes are cached. Every visit of the home page reads these routes. */
const KEPT_MINUTES = 1;

export type PopularRoutes = ReturnType<typeof popularRoutes>;

/** The routes with the most trips on sale in the next two days, at most six. */
export function popularRoutes({ clock, fareViews, minBookingLeadMinutes }: TripWorld) {
  let kept: { readonly from: Instant; readonly routes: Promise<readonly BusyRoute[]> } | undefined;
  return async (): Promise<readonly BusyRoute[]> => {
    const now = clock();
    if (kept && now >= kept.from && now < minutesAfter(kept.from, KEPT_MINUTES)) return kept.routes;
    const start = minutesAfter(now, minBookingLeadMinutes);
    const routes = fareViews.busiest({ start, end: hoursAfter(now, HOURS_AHEAD) }, MOST);
    const asked = (kept = { from: now, routes });
    const forget = (): void => {
      if (kept === asked) kept = undefined;
    };
    // An empty list is not cached, so that the first trips of a new catalogue appear at once.
    routes.then((found) => found.length === 0 && forget(), forget);
    return routes;
  };
}
