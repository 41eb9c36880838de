import type { OperatorId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { ShownEntry, TrailFilter, TrailViews } from './trail.ts';

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
 * Actions of a company's people, and actions on its objects. A company must not learn which administrator acted, so a
 * filter by user leaves administrators out.
 */
export const viewCompanyActivityLog =
  ({ trailViews }: Needs) =>
  (operatorId: OperatorId, filter: TrailFilter, page: Page): Promise<Listing<ShownEntry>> =>
    trailViews.list({ ...filter, operatorId, ...(filter.userId !== undefined && { byAdmins: false }) }, page);
