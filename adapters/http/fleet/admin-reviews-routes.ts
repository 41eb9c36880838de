import { Type } from '@sinclair/typebox';
import type { ListReviews, Review } from '../../../core/fleet/list-reviews.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { busResponse, toBusResponse } from './bus.ts';
import { documentResponse, toDocumentResponse } from './document.ts';
import { moment, nullable } from '../route/fields.ts';
import { type ListNeeds, listRoute } from '../route/list-route.ts';

interface Uses extends ListNeeds {
  readonly listReviews: ListReviews;
}

const review = Type.Object(
  {
    kind: Type.String({ enum: ['bus', 'document'], description: 'Names the kind of thing that waits for a review.' }),
    bus: busResponse,
    document: nullable(documentResponse),
    waiting_since: moment(),
  },
  { title: 'Review' },
);

const toReview = ({ kind, bus, document, waitingSince }: Review) => ({
  kind,
  bus: toBusResponse(bus),
  document: document && toDocumentResponse(document),
  waiting_since: toIso(waitingSince),
});

export const adminReviewRoutes = ({ listReviews, ...lists }: Uses) => [
  listRoute(lists, {
    path: '/api/admin/reviews',
    operationId: 'listReviews',
    summary: 'List the buses and documents that wait for a review',
    description:
      'Lists what administrators are still to approve or verify, the longest waiting first. A document comes with its bus.',
    returns: 'Lists the buses and documents that wait, the longest waiting first, page by page.',
    access: 'admin',
    filters: {},
    item: review,
    list: (_request, page) => listReviews(page),
    toItem: toReview,
  }),
];
