import type { BusId, DocumentId, OperatorId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { FileType } from './document-file.ts';

export type DocumentStatus = 'PENDING' | 'VERIFIED' | 'REJECTED';

/** The documents without which a bus is not sold: its bluebook, route permit, insurance and certificate of fitness. */
export const REQUIRED_DOCUMENTS = ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'] as const;
/** Those that a bus may have; the certificate about its exhaust is not required. */
export const DOCUMENT_TYPES = [...REQUIRED_DOCUMENTS, 'POLLUTION'] as const;
export type RequiredType = (typeof REQUIRED_DOCUMENTS)[number];
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Local days `YYYY-MM-DD`, both included; null where there is no such limit. */
export interface Validity {
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

/** A bus may have several of one type, such as an insurance that runs out and the one after it. */
export interface BusDocument extends Validity {
  readonly type: DocumentType;
  readonly status: DocumentStatus;
}

/** What was uploaded. */
export interface StoredFile {
  /** Under which its content is kept. Nobody outside learns it. */
  readonly key: string;
  /** For people to read. */
  readonly name: string;
  readonly mediaType: FileType;
  readonly sizeBytes: number;
}

/** A document with all that is known of it. */
export interface DocumentOnRecord extends BusDocument {
  readonly id: DocumentId;
  readonly busId: BusId;
  /** What is printed on it; null if a catalogue listed it. */
  readonly number: string | null;
  readonly rejectionReason: string | null;
  /** Null if a catalogue listed it. */
  readonly file: StoredFile | null;
  readonly uploadedAt: Instant;
  /** When somebody verified or rejected it; null for what a catalogue said. */
  readonly reviewedAt: Instant | null;
}

/** What is said of the bus when its documents are spoken of. */
export interface DocumentedBus {
  readonly id: BusId;
  readonly operatorId: OperatorId;
  readonly registrationNo: string;
}

/** Whether there is a day on which it is valid. */
export const hasSomeDay = ({ validFrom, validUntil }: Validity): boolean =>
  validFrom === null || validUntil === null || validFrom <= validUntil;
