import type { BusId, DocumentId, OperatorId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { FileType } from './document-file.ts';

export type DocumentStatus = 'PENDING' | 'VERIFIED' | 'REJECTED';

/** The documents without which a bus is not sold: its bluebook, route permit, insurance and certificate of fitness. */
export const REQUIRED_DOCUMENTS = ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'] as const;
/** All types of documents. The certificate of emissions is optional. */
export const DOCUMENT_TYPES = [...REQUIRED_DOCUMENTS, 'POLLUTION'] as const;
export type RequiredType = (typeof REQUIRED_DOCUMENTS)[number];
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Local days `YYYY-MM-DD`, both inclusive; null means no limit. */
export interface Validity {
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

/** A document of a bus. There may be several of one type, such as an insurance and its renewal. */
export interface BusDocument extends Validity {
  readonly type: DocumentType;
  readonly status: DocumentStatus;
}

/** An uploaded file. */
export interface StoredFile {
  /** The key of its content. Never leaves the service. */
  readonly key: string;
  /** The file's name for display. */
  readonly name: string;
  readonly mediaType: FileType;
  readonly sizeBytes: number;
}

/** A document with all stored details. */
export interface DocumentOnRecord extends BusDocument {
  readonly id: DocumentId;
  readonly busId: BusId;
  /** The number printed on the document; null if a catalogue listed it. */
  readonly number: string | null;
  readonly rejectionReason: string | null;
  /** Null if a catalogue listed it. */
  readonly file: StoredFile | null;
  readonly uploadedAt: Instant;
  /** When the document was verified or rejected; null if a catalogue listed it. */
  readonly reviewedAt: Instant | null;
}

/** The bus of a document, as far as messages need it. */
export interface DocumentedBus {
  readonly id: BusId;
  readonly operatorId: OperatorId;
  readonly registrationNo: string;
}

/** Whether a document is valid on at least one day. */
export const hasSomeDay = ({ validFrom, validUntil }: Validity): boolean =>
  validFrom === null || validUntil === null || validFrom <= validUntil;
