import { invalidField, refusal } from '../kernel/refusal.ts';

/** Also for another company's document, so that callers cannot tell the difference. */
export const documentUnknown = refusal('absent', 'DOCUMENT_UNKNOWN', 'There is no such document.');
export const documentWithoutFile = refusal('absent', 'DOCUMENT_WITHOUT_FILE', 'This document has no file.');

export const documentReviewed = refusal(
  'conflict',
  'DOCUMENT_REVIEWED',
  (status: string) => `This document is ${status} already.`,
);

export const fileMissing = () => invalidField('file', 'file is missing: send the document as a PDF, JPEG or PNG.');
export const fileTooLarge = () => invalidField('file', 'file must be at most 8 MiB.');
export const fileUnreadable = () => invalidField('file', 'file must be a PDF, a JPEG or a PNG.');

export const neverValid = () => invalidField('valid_until', 'valid_until must not be before valid_from.');
