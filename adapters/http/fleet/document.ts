import { Type } from '@sinclair/typebox';
import { DOCUMENT_TYPES, type DocumentOnRecord, FILE_TYPES } from '../../../core/fleet/documents.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { isoOrNull, moment, nullable } from '../route/fields.ts';

const words = <Word extends string>(values: readonly Word[]) => Type.Unsafe<Word>({ type: 'string', enum: values });
const localDay = (description: string, example: string) =>
  nullable(Type.String({ format: 'date', description, examples: [example] }));

export const documentResponse = Type.Object(
  {
    id: Type.Integer({ examples: [12] }),
    bus_id: Type.Integer({ examples: [5] }),
    type: words(DOCUMENT_TYPES),
    number: nullable(
      Type.String({
        description: 'Gives the number that is printed on the document; null if a catalogue listed it.',
        examples: ['NIC-2083-99417'],
      }),
    ),
    valid_from: localDay(
      'Gives the first local day on which the document is valid; null for no such limit.',
      '2026-04-14',
    ),
    valid_until: localDay(
      'Gives the last local day on which the document is valid; null for no such limit.',
      '2027-04-13',
    ),
    status: words(['PENDING', 'VERIFIED', 'REJECTED']),
    rejection_reason: nullable(
      Type.String({
        description: 'Gives the reason for the rejection; null if the document is not rejected.',
        examples: ['The number is not readable.'],
      }),
    ),
    file_name: nullable(
      Type.String({
        description: 'Names the file of the document; null if it has no file, because a catalogue listed it.',
        examples: ['insurance-2083.pdf'],
      }),
    ),
    media_type: nullable(words(FILE_TYPES)),
    size_bytes: nullable(
      Type.Integer({
        description: 'Gives the size of the file in bytes; null if the document has no file.',
        examples: [184_320],
      }),
    ),
    uploaded_at: moment(),
    reviewed_at: nullable(
      moment({
        description: 'Tells when the document was verified or rejected; null if nobody has done so here.',
      }),
    ),
  },
  { title: 'Document' },
);

export const toDocumentResponse = ({ file, ...document }: DocumentOnRecord) => ({
  id: document.id,
  bus_id: document.busId,
  type: document.type,
  number: document.number,
  valid_from: document.validFrom,
  valid_until: document.validUntil,
  status: document.status,
  rejection_reason: document.rejectionReason,
  file_name: file?.name ?? null,
  media_type: file?.mediaType ?? null,
  size_bytes: file?.sizeBytes ?? null,
  uploaded_at: toIso(document.uploadedAt),
  reviewed_at: isoOrNull(document.reviewedAt),
});
