import type { BoardingViews } from '../../../core/boarding/ports.ts';
import { noSuchTrip } from '../../../core/trips/refusals.ts';
import type { ViewOwnTrip } from '../../../core/trips/view-trip.ts';
import { conflictResponse, toConflictResponse } from './conflict.ts';
import { tripPath } from '../route/fields.ts';
import { type ListNeeds, listRoute } from '../route/list-route.ts';

interface Uses extends ListNeeds {
  readonly boardingViews: BoardingViews;
  readonly viewOwnTrip: ViewOwnTrip;
}

export const conflictRoutes = ({ boardingViews, viewOwnTrip, ...lists }: Uses) => [
  listRoute(lists, {
    path: '/api/operator/trips/:id/conflicts',
    operationId: 'listConflicts',
    summary: 'List what scans of a trip say differently',
    description: 'Lists who was let on board twice, or without a ticket that is still good, newest first.',
    returns: 'Lists the conflicts, newest first, page by page.',
    access: 'clerk',
    params: tripPath,
    exists: ({ caller, params }) => viewOwnTrip(caller.staff.operatorId, params.id),
    refuses: [noSuchTrip],
    filters: {},
    item: conflictResponse,
    list: ({ params }, page) => boardingViews.conflicts(params.id, page),
    toItem: toConflictResponse,
  }),
];
