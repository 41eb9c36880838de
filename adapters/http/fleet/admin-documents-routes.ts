import { Type } from '@sinclair/typebox';
import { FILE_TYPES } from '../../../core/fleet/documents.ts';
import { documentReviewed, documentUnknown, documentWithoutFile } from '../../../core/fleet/refusals.ts';
import type { RejectDocument, VerifyDocument } from '../../../core/fleet/review-document.ts';
import type { DownloadDocument, ViewDocument } from '../../../core/fleet/view-documents.ts';
import type { DocumentId } from '../../../core/kernel/ids.ts';
import { documentResponse, toDocumentResponse } from './document.ts';
import { day, id, orNull, sizedLines } from '../route/fields.ts';
import { fileRoute, route } from '../route/route.ts';

interface Uses {
  readonly viewDocument: ViewDocument;
  readonly verifyDocument: VerifyDocument;
  readonly rejectDocument: RejectDocument;
  readonly downloadDocument: DownloadDocument;
}

const params = Type.Object({ id: id<DocumentId>({ description: 'Identifies the document.' }) });

export const adminDocumentRoutes = ({ viewDocument, verifyDocument, rejectDocument, downloadDocument }: Uses) => {
  const exists = ({ params: { id: document } }: { readonly params: { readonly id: DocumentId } }) =>
    viewDocument(document);

  return [
    fileRoute({
      method: 'get',
      path: '/api/admin/documents/:id/file',
      operationId: 'downloadAnyDocument',
      summary: 'Download the file of any company’s document',
      description:
        'Answers the file to an administrator, as it was uploaded. A document that a catalogue listed has none.',
      returns: 'Gives the file of the document.',
      access: 'admin',
      params,
      mediaTypes: FILE_TYPES,
      refuses: [documentUnknown, documentWithoutFile],
      handle: ({ params: { id: document } }) => downloadDocument('admin', document),
    }),

    route({
      method: 'post',
      path: '/api/admin/documents/:id/verify',
      operationId: 'verifyDocument',
      summary: 'Verify a document',
      description: 'Accepts a document, which counts from now on. The OWNERs of the company are told by mail.',
      returns: 'Shows the document, which is verified now.',
      access: 'admin',
      idempotent: true,
      params,
      exists,
      body: Type.Partial(
        Type.Object({
          valid_until: orNull(
            day({
              description:
                'Gives the last local day on which the document is valid, if it was typed wrong; null for a document that never runs out.',
              examples: ['2027-04-13'],
            }),
          ),
        }),
        // The example is an empty body, because most verifications correct nothing.
        { examples: [{}] },
      ),
      status: 200,
      response: documentResponse,
      refuses: [documentUnknown, documentReviewed],
      handle: ({ caller, params: { id: document }, body, once }) =>
        once(toDocumentResponse, (keep) => verifyDocument(caller.userId, document, body.valid_until, keep)),
    }),

    route({
      method: 'post',
      path: '/api/admin/documents/:id/reject',
      operationId: 'rejectDocument',
      summary: 'Reject a document',
      description: 'Rejects a document: it counts no longer, if it did. The OWNERs of the company are told by mail.',
      returns: 'Shows the document, which is rejected now.',
      access: 'admin',
      idempotent: true,
      params,
      exists,
      body: Type.Object({
        reason: sizedLines(
          { max: 500 },
          { description: 'Gives the reason, which the company reads.', examples: ['The number is not readable.'] },
        ),
      }),
      status: 200,
      response: documentResponse,
      refuses: [documentUnknown, documentReviewed],
      handle: ({ caller, params: { id: document }, body, once }) =>
        once(toDocumentResponse, (keep) => rejectDocument(caller.userId, document, body.reason, keep)),
    }),
  ];
};
