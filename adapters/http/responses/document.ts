import { Type } from '@sinclair/typebox';
import { FILE_TYPES } from '../../../core/fleet/document-file.ts';
import { DOCUMENT_TYPES } from '../../../core/fleet/documents.ts';
import type { DocumentOnRecord } from '../../../core/fleet/documents.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { isoOrNull, moment, nullable } from '../route/fields.ts';

const words = <Word extends string>(values: readonly Word[]) => Type.Unsafe<Word>({ type: 'string', enum: values });
const localDay = (description: string) => nullable(Type.String({ format: 'date', description }));

/** A document of a bus. */
export const documentResponse = Type.Object({
  id: Type.Integer(),
  bus_id: Type.Integer(),
  type: words(DOCUMENT_TYPES),
  number: nullable(Type.String({ description: 'Null if a catalogue listed it.', examples: ['BA-3-KHA-1234'] })),
  valid_from: localDay('The first local day; null for no such limit.'),
  valid_until: localDay('The last local day; null for no such limit.'),
  status: words(['PENDING', 'VERIFIED', 'REJECTED']),
  rejection_reason: nullable(Type.String()),
  file_name: nullable(Type.String({ description: 'Null if it has no file: a catalogue listed it.' })),
  media_type: nullable(words(FILE_TYPES)),
  size_bytes: nullable(Type.Integer()),
  uploaded_at: moment(),
  reviewed_at: nullable(moment({ description: 'Null if nobody has verified or rejected it here.' })),
});

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
