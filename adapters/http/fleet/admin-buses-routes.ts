import { Type } from '@sinclair/typebox';
import { busChanged, busReviewed, busUnknown, registrationNoTaken } from '../../../core/fleet/refusals.ts';
import type { ApproveBus, RejectBus } from '../../../core/fleet/review-bus.ts';
import type { BusWithDocuments, ListBuses, ViewAnyBus, ViewAnySeatMap } from '../../../core/fleet/view-buses.ts';
import type { BusId, OperatorId } from '../../../core/kernel/ids.ts';
import { busResponse, toBusResponse } from './bus.ts';
import { documentResponse, toDocumentResponse } from './document.ts';
import { seatMapOfBus, toSeatMapOfBus } from './seat-map.ts';
import { id, sizedLines } from '../route/fields.ts';
import { type ListNeeds, key, listRoute } from '../route/list-route.ts';
import { route } from '../route/route.ts';
import { busFilters } from './operator-buses-routes.ts';

interface Uses extends ListNeeds {
  readonly listBuses: ListBuses;
  readonly viewAnyBus: ViewAnyBus;
  readonly viewAnySeatMap: ViewAnySeatMap;
  readonly approveBus: ApproveBus;
  readonly rejectBus: RejectBus;
}

const params = Type.Object({ id: id<BusId>({ description: 'Identifies the bus.' }) });

const documentedBus = Type.Object(
  {
    ...busResponse.properties,
    documents: Type.Array(documentResponse, { description: 'Lists the documents of the bus, newest first.' }),
  },
  { title: 'BusWithDocuments' },
);

const toBusWithDocuments = ({ allDocuments, ...bus }: BusWithDocuments) => ({
  ...toBusResponse(bus),
  documents: allDocuments.map(toDocumentResponse),
});

const revision = Type.Optional(
  // Any number is valid. The core refuses a review of a revision that is not the bus's present one.
  Type.Integer({
    description: 'Gives the revision of the bus that was looked at. If the bus was changed since, it is not reviewed.',
    examples: [1],
  }),
);

export const adminBusRoutes = ({ listBuses, viewAnyBus, viewAnySeatMap, approveBus, rejectBus, ...lists }: Uses) => {
  const exists = ({ params: { id: bus } }: { readonly params: { readonly id: BusId } }) => viewAnyBus(bus);

  return [
    listRoute(lists, {
      path: '/api/admin/buses',
      operationId: 'listBuses',
      summary: 'List the buses of all companies',
      description: 'Lists the buses of all companies, newest first.',
      returns: 'Lists the buses of all companies, newest first, page by page.',
      access: 'admin',
      filters: { ...busFilters, operator_id: key<OperatorId>('Limits the list to the company with this id.') },
      item: busResponse,
      list: ({ given: { approval_status: approvalStatus, operator_id: operatorId, ...given } }, page) =>
        listBuses({ ...given, ...(approvalStatus && { approvalStatus }), ...(operatorId && { operatorId }) }, page),
      toItem: toBusResponse,
    }),

    route({
      method: 'get',
      path: '/api/admin/buses/:id',
      operationId: 'getBus',
      summary: 'Look at a bus and its documents',
      description: 'Shows an administrator any bus, with all documents that its company has added.',
      returns: 'Shows the bus, with its documents.',
      access: 'admin',
      params,
      status: 200,
      response: documentedBus,
      refuses: [busUnknown],
      handle: async ({ params: { id: bus } }) => toBusWithDocuments(await viewAnyBus(bus)),
    }),

    route({
      method: 'get',
      path: '/api/admin/buses/:id/seat-map',
      operationId: 'getAnyBusSeatMap',
      summary: 'See the seat map of any bus',
      description:
        'Shows an administrator the seat map that is approved with the bus. It is null where places are only counted.',
      returns: 'Shows the seat map, or null where places are only counted.',
      access: 'admin',
      params,
      status: 200,
      response: seatMapOfBus,
      refuses: [busUnknown],
      handle: async ({ params: { id: bus } }) => toSeatMapOfBus(await viewAnySeatMap(bus)),
    }),

    route({
      method: 'post',
      path: '/api/admin/buses/:id/approve',
      operationId: 'approveBus',
      summary: 'Approve a bus that waits for it',
      description: 'Approves a bus, so that its trips are on sale on the days on which its papers are complete.',
      returns: 'Shows the bus, which is approved now.',
      access: 'admin',
      idempotent: true,
      params,
      exists,
      body: Type.Object({ revision }),
      status: 200,
      response: busResponse,
      refuses: [busUnknown, busReviewed, busChanged, registrationNoTaken],
      handle: ({ caller, params: { id: bus }, body, once }) =>
        once(toBusResponse, (keep) => approveBus(caller.userId, bus, body.revision, keep)),
    }),

    route({
      method: 'post',
      path: '/api/admin/buses/:id/reject',
      operationId: 'rejectBus',
      summary: 'Reject a bus that waits for approval, or was approved',
      description: 'Rejects a bus: its trips are not on sale any more. Tickets that are sold stay good.',
      returns: 'Shows the bus, which is rejected now.',
      access: 'admin',
      idempotent: true,
      params,
      exists,
      body: Type.Object({
        reason: sizedLines(
          { max: 500 },
          {
            description: 'Gives the reason, which the company reads.',
            examples: ['The registration number is not that of the bluebook.'],
          },
        ),
        revision,
      }),
      status: 200,
      response: busResponse,
      refuses: [busUnknown, busReviewed, busChanged],
      handle: ({ caller, params: { id: bus }, body: { reason, revision: seen }, once }) =>
        once(toBusResponse, (keep) => rejectBus(caller.userId, bus, { reason, revision: seen }, keep)),
    }),
  ];
};
