import type { OperatorId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { ShownEntry, TrailFilter } from './trail.ts';
import type { PlatformWorld } from './world.ts';

export type ViewCompanyActivityLog = ReturnType<typeof viewCompanyActivityLog>;

/**
 * Lists actions of a company's staff and crew, and actions on the company's objects. A company must not learn which
 * administrator or which person of an agent acted. So a filter by user leaves out their actions.
 */
export const viewCompanyActivityLog =
  ({ trailViews }: PlatformWorld) =>
  (operatorId: OperatorId, filter: TrailFilter, page: Page): Promise<Listing<ShownEntry>> =>
    trailViews.list({ ...filter, operatorId, ...(filter.userId !== undefined && { byOutsiders: false }) }, page);
