import type { ViewCompanyActivityLog } from '../../../core/platform/view-activity-log.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { type TrailViews, TRAIL_KINDS } from '../../../core/platform/trail.ts';
import { activityResponse, toActivity, toCompanyActivity } from './activity.ts';
import { type ListNeeds, key, listRoute, oneOfWords } from '../route/list-route.ts';
import { subjectFilter } from '../route/subject-filter.ts';

interface Uses extends ListNeeds {
  readonly trailViews: TrailViews;
  readonly viewCompanyActivityLog: ViewCompanyActivityLog;
}

export const activityLogRoutes = ({ trailViews, viewCompanyActivityLog, ...lists }: Uses) => [
  listRoute(lists, {
    path: '/api/operator/activity-log',
    operationId: 'viewCompanyActivityLog',
    summary: 'See what the people of your company did, and what was done to what is yours',
    description:
      'Lists what people did in your company, newest first. Administrators are shown as "Administration", and the people and keys of an agent by the agent\'s name.',
    returns: 'Lists the log, newest first, page by page.',
    access: 'manager',
    filters: {
      user_id: key<UserId>('Limits the list to the actions of the user with this id.'),
      kind: oneOfWords(TRAIL_KINDS),
      subject: subjectFilter,
    },
    byDay: true,
    item: activityResponse,
    list: ({ caller, given: { user_id: userId, kind, subject }, during }, page) =>
      viewCompanyActivityLog(
        caller.staff.operatorId,
        { ...(userId && { userId }), ...(kind && { kind }), ...(subject && { subject }), during },
        page,
      ),
    toItem: toCompanyActivity,
  }),

  listRoute(lists, {
    path: '/api/admin/activity-log',
    operationId: 'viewActivityLog',
    summary: 'See what was changed, by whom',
    description: 'Lists what was changed anywhere on the platform and who changed it, newest first.',
    returns: 'Lists the log, newest first, page by page.',
    access: 'admin',
    filters: {
      user_id: key<UserId>('Limits the list to the actions of the user with this id.'),
      kind: oneOfWords(TRAIL_KINDS),
      subject: subjectFilter,
    },
    byDay: true,
    item: activityResponse,
    list: ({ given: { user_id: userId, kind, subject }, during }, page) =>
      trailViews.list({ ...(userId && { userId }), ...(kind && { kind }), ...(subject && { subject }), during }, page),
    toItem: toActivity,
  }),
];
