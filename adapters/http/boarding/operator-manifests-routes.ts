import type { PrintManifest } from '../../../core/boarding/print-manifest.ts';
import type { ManifestReader, ViewManifest, ViewManifestRevision } from '../../../core/boarding/view-manifest.ts';
import type { StaffCaller } from '../../../core/companies/member.ts';
import { noSuchTrip } from '../../../core/trips/refusals.ts';
import { MANIFEST_COLUMNS, manifestRows } from './manifest-table.ts';
import { officeManifestResponse, toOfficeManifest } from './manifest.ts';
import { type CsvNeeds, CSV, csvFile } from '../route/csv-file.ts';
import { tripPath } from '../route/fields.ts';
import { fileRoute, route } from '../route/route.ts';

interface Uses extends CsvNeeds {
  readonly printManifest: PrintManifest;
  readonly viewManifest: ViewManifest;
  readonly viewManifestRevision: ViewManifestRevision;
}

const inOffice = (caller: StaffCaller): ManifestReader => ({ operatorId: caller.staff.operatorId, isOnBoard: false });

export const manifestRoutes = ({ viewManifest, viewManifestRevision, printManifest, csv }: Uses) => [
  route({
    method: 'get',
    path: '/api/operator/trips/:id/manifest',
    operationId: 'getManifest',
    summary: 'See who has a ticket for a trip',
    description:
      'Shows your staff the manifest as conductors see it, of any trip of the company. ' +
      'After a cancellation of the trip, the bookings that ended with it are listed last, so that the office can call these passengers.',
    returns: 'Shows the manifest of the trip.',
    access: 'conductor',
    params: tripPath,
    tagged: 'revision',
    revisionOf: ({ caller, params: { id: trip } }) => viewManifestRevision(inOffice(caller), trip),
    status: 200,
    response: officeManifestResponse,
    refuses: [noSuchTrip],
    handle: async ({ caller, params: { id: trip } }) => toOfficeManifest(await viewManifest(inOffice(caller), trip)),
  }),

  fileRoute({
    method: 'get',
    path: '/api/operator/trips/:id/manifest.csv',
    operationId: 'downloadManifest',
    summary: 'Download who has a ticket for a trip as CSV',
    description:
      'Answers a CSV file with a row for each seat or, on a bus without a seat map, for each booking. ' +
      'Bookings that ended with the cancellation of the trip come last, with `cancelled` true.',
    returns: 'Gives the manifest as a CSV file.',
    access: 'conductor',
    params: tripPath,
    mediaTypes: [CSV],
    refuses: [noSuchTrip],
    handle: async ({ caller, params: { id: trip } }) =>
      csvFile({ csv }, `manifest-${trip}`, MANIFEST_COLUMNS, manifestRows(await viewManifest(inOffice(caller), trip))),
  }),

  fileRoute({
    method: 'get',
    path: '/api/operator/trips/:id/manifest.pdf',
    operationId: 'downloadManifestAsPdf',
    summary: 'Download who has a ticket for a trip for printing',
    description: 'Answers a PDF on A4, with a box to tick for each passenger.',
    returns: 'Gives the manifest as a PDF.',
    access: 'conductor',
    limit: 'ticket',
    draws: 'document',
    params: tripPath,
    exists: ({ caller, params: { id: trip } }) => viewManifestRevision(inOffice(caller), trip),
    mediaTypes: ['application/pdf'],
    refuses: [noSuchTrip],
    handle: async ({ caller, params: { id: trip } }) => ({
      ...(await printManifest(inOffice(caller), trip)),
      mediaType: 'application/pdf',
    }),
  }),
];
