import { quotaReached } from '../../../core/companies/refusals.ts';
import { Type } from '@sinclair/typebox';
import type { AddDocument } from '../../../core/fleet/add-document.ts';
import type { DocumentViews } from '../../../core/fleet/document-ports.ts';
import { DOCUMENT_LIMIT_BYTES, DOCUMENT_TYPES, FILE_TYPES } from '../../../core/fleet/documents.ts';
import { busUnknown, documentUnknown, documentWithoutFile, fileTooLarge } from '../../../core/fleet/refusals.ts';
import type { ViewBus } from '../../../core/fleet/view-buses.ts';
import type { DownloadDocument } from '../../../core/fleet/view-documents.ts';
import { memberOf } from '../../../core/companies/member.ts';
import type { BusId, DocumentId } from '../../../core/kernel/ids.ts';
import { documentResponse, toDocumentResponse } from './document.ts';
import { choice, day, id, sized } from '../route/fields.ts';
import { type ListNeeds, listRoute } from '../route/list-route.ts';
import { fileRoute, uploadRoute } from '../route/route.ts';

interface Uses extends ListNeeds {
  readonly viewBus: ViewBus;
  readonly documentViews: DocumentViews;
  readonly addDocument: AddDocument;
  readonly downloadDocument: DownloadDocument;
}

const path = '/api/operator/buses/:id/documents';
const ofBus = Type.Object({ id: id<BusId>({ description: 'Identifies the bus.' }) });

export const operatorDocumentRoutes = (uses: Uses) => [
  listRoute(uses, {
    path,
    operationId: 'listDocuments',
    summary: 'List the documents of a bus',
    description: 'Lists the documents of one bus of your company, newest first.',
    returns: 'Lists the documents of the bus, newest first, page by page.',
    access: 'manager',
    params: ofBus,
    exists: ({ caller, params }) => uses.viewBus(caller.staff.operatorId, params.id),
    refuses: [busUnknown],
    filters: {},
    item: documentResponse,
    list: ({ params }, page) => uses.documentViews.list(params.id, page),
    toItem: toDocumentResponse,
  }),

  uploadRoute({
    method: 'post',
    path,
    operationId: 'addDocument',
    summary: 'Add a document to a bus',
    description:
      'Adds a PDF, JPEG or PNG, told by its bytes, of at most 8 MiB. It counts once an administrator has verified it.',
    returns: 'Shows the new document, which waits for a review.',
    access: 'manager',
    limit: 'upload',
    idempotent: true,
    params: ofBus,
    exists: ({ caller, params }) => uses.viewBus(caller.staff.operatorId, params.id),
    upload: { field: 'file', limitBytes: DOCUMENT_LIMIT_BYTES, tooLarge: fileTooLarge },
    body: Type.Object({
      type: choice(DOCUMENT_TYPES, {
        description: 'Names the type of the document. A bus does not need a POLLUTION document.',
      }),
      number: sized(
        { max: 60 },
        { description: 'Gives the number that is printed on the document.', examples: ['NIC-2083-99417'] },
      ),
      valid_from: Type.Optional(
        day({
          description: 'Gives the first local day on which the document is valid; by default there is no limit.',
          examples: ['2026-04-14'],
        }),
      ),
      valid_until: Type.Optional(
        day({
          description: 'Gives the last local day on which the document is valid; by default there is no limit.',
          examples: ['2027-04-13'],
        }),
      ),
    }),
    status: 201,
    response: documentResponse,
    refuses: [busUnknown, quotaReached],
    handle: ({ caller, params, body, upload, once }) =>
      once(toDocumentResponse, (keep) =>
        uses.addDocument(
          memberOf(caller),
          params.id,
          {
            type: body.type,
            number: body.number,
            validFrom: body.valid_from ?? null,
            validUntil: body.valid_until ?? null,
            file: upload,
          },
          keep,
        ),
      ),
  }),

  fileRoute({
    method: 'get',
    path: '/api/operator/documents/:id/file',
    operationId: 'downloadCompanyDocument',
    summary: 'Download the file of a document',
    description: 'Answers the file to your staff, as it was uploaded. A document that a catalogue listed has none.',
    returns: 'Gives the file of the document.',
    access: 'manager',
    params: Type.Object({ id: id<DocumentId>({ description: 'Identifies the document.' }) }),
    mediaTypes: FILE_TYPES,
    refuses: [documentUnknown, documentWithoutFile],
    handle: ({ caller, params }) => uses.downloadDocument(memberOf(caller), params.id),
  }),
];
