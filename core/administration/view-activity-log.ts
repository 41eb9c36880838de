import type { OperatorId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { ShownEntry, TrailFilter, TrailViews } from '../trail/trail.ts';

interface Needs {
  readonly trailViews: TrailViews;
}

export type ViewActivityLog = ReturnType<typeof viewActivityLog>;

export const viewActivityLog =
  ({ trailViews }: Needs) =>
  (filter: TrailFilter, page: Page): Promise<Listing<ShownEntry>> =>
    trailViews.list(filter, page);

export type ViewCompanyActivityLog = ReturnType<typeof viewCompanyActivityLog>;

/**
 * What a company's people did, and what was done to its objects. Which administrator did something is not for the
 * company to know, so what is looked for by user is not looked for among administrators.
 */
export const viewCompanyActivityLog =
  ({ trailViews }: Needs) =>
  (operatorId: OperatorId, filter: TrailFilter, page: Page): Promise<Listing<ShownEntry>> =>
    trailViews.list({ ...filter, operatorId, ...(filter.userId !== undefined && { byAdmins: false }) }, page);
