import type { BusId, DocumentId, OperatorId } from '../kernel/ids.ts';
import type { DocumentType } from './documents.ts';

/** An administrator reviewed a document. */
export interface DocumentReviewed {
  readonly type: 'document reviewed';
  readonly operatorId: OperatorId;
  readonly documentId: DocumentId;
  readonly busId: BusId;
  readonly documentType: DocumentType;
  readonly status: 'VERIFIED' | 'REJECTED';
  readonly reason: string | null;
}

/** A document will expire, and no other document follows. */
export interface PapersExpiring {
  readonly type: 'papers expiring';
  readonly operatorId: OperatorId;
  readonly busId: BusId;
  readonly registrationNo: string;
  readonly documentType: DocumentType;
  /** The last local day of validity. */
  readonly validUntil: string;
}

export type DocumentEvent = DocumentReviewed | PapersExpiring;

/** Names of documents inside a sentence. */
export const DOCUMENT_NAMES: Readonly<Record<DocumentType, string>> = {
  REGISTRATION: 'registration (bluebook)',
  ROUTE_PERMIT: 'route permit',
  INSURANCE: 'insurance',
  FITNESS: 'certificate of fitness',
  POLLUTION: 'pollution certificate',
};
