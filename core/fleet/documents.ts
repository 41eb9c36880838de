import type { BusId, DocumentId, OperatorId } from '../kernel/ids.ts';
import { farAheadFaults, yearsAfter } from '../kernel/far-days.ts';
import type { Fault } from '../kernel/refusal.ts';
import { cut } from '../kernel/text.ts';
import type { Instant } from '../kernel/time.ts';

export type DocumentStatus = 'PENDING' | 'VERIFIED' | 'REJECTED';

/**
 * The documents that a bus needs for the sale of its trips: bluebook, route permit, insurance and certificate of
 * fitness.
 */
export const REQUIRED_DOCUMENTS = ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'] as const;
/** All types of documents. The certificate of emissions is optional. */
export const DOCUMENT_TYPES = [...REQUIRED_DOCUMENTS, 'POLLUTION'] as const;
export type RequiredType = (typeof REQUIRED_DOCUMENTS)[number];
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** The first and the last local day on which a document is valid, `YYYY-MM-DD`, inclusive; null means no limit. */
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
  /** The key of the file's content. The key never leaves the service. */
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
  /** The uploaded file; null if a catalogue listed the document. */
  readonly file: StoredFile | null;
  readonly uploadedAt: Instant;
  /**
   * The moment at which an administrator verified or rejected the document. Null until then, and for a document that a
   * catalogue listed.
   */
  readonly reviewedAt: Instant | null;
}

/** The facts about a document's bus that messages need. */
export interface DocumentedBus {
  readonly id: BusId;
  readonly operatorId: OperatorId;
  readonly registrationNo: string;
}

/** Whether a document is valid on at least one day. */
export const hasSomeDay = ({ validFrom, validUntil }: Validity): boolean =>
  validFrom === null || validUntil === null || validFrom <= validUntil;

/** The number of years after which no document is believed to be valid. */
const MOST_YEARS = 30;

/** The last day on which a document may become or stay valid. Later days are believed to be mistakes. */
export const lastBelievedDay = (today: string): string => yearsAfter(today, MOST_YEARS);

/** Faults of days that are too far ahead, by the API's field names. */
export const validityFaults = ({ validFrom, validUntil }: Validity, today: string): readonly Fault[] => [
  ...farAheadFaults('valid_from', validFrom, { today, years: MOST_YEARS }),
  ...farAheadFaults('valid_until', validUntil, { today, years: MOST_YEARS }),
];

/** The size of the largest file that the service accepts. */
export const DOCUMENT_LIMIT_BYTES = 8 * 1024 * 1024;

/** The first bytes of each file type, and its file name endings. */
const KINDS = {
  'application/pdf': { begins: [0x25, 0x50, 0x44, 0x46, 0x2d], endings: ['.pdf'] },
  'image/jpeg': { begins: [0xff, 0xd8, 0xff], endings: ['.jpg', '.jpeg', '.jpe', '.jfif'] },
  'image/png': { begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], endings: ['.png'] },
} as const;

export type FileType = keyof typeof KINDS;
export const FILE_TYPES = Object.keys(KINDS) as readonly FileType[];

/**
 * Finds the type of a file by its first bytes. Ignores the file name. Undefined for other types. Some PDF readers
 * accept other bytes before the header, so one file could pass for two types. This function accepts no such file.
 */
export const fileTypeOf = (content: Uint8Array): FileType | undefined =>
  FILE_TYPES.find((type) => KINDS[type].begins.every((byte, index) => content[index] === byte));

const LONGEST_NAME = 150;
/**
 * Characters that are removed from a file name before it is shown: control characters, lone surrogates, and marks that
 * reverse the text direction. Such marks can disguise a name.
 */
const NOT_SHOWN = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** A file's name for display, without folders and invisible characters. */
export function displayName(given: string, type: FileType): string {
  const base = given.split(/[/\\]/).at(-1) ?? '';
  const shown = cut(base.replace(NOT_SHOWN, '').normalize('NFC').trim(), LONGEST_NAME).trim();
  return shown === '' ? `document${KINDS[type].endings[0]}` : shown;
}

/** The file name for downloads. Its ending fits the type, so that the right program opens the file. */
export const downloadName = (name: string, type: FileType): string =>
  KINDS[type].endings.some((ending) => name.toLowerCase().endsWith(ending)) ? name : `${name}${KINDS[type].endings[0]}`;

/** Event: an administrator reviewed a document. */
export interface DocumentReviewed {
  readonly type: 'document reviewed';
  readonly operatorId: OperatorId;
  readonly documentId: DocumentId;
  readonly busId: BusId;
  readonly documentType: DocumentType;
  readonly status: 'VERIFIED' | 'REJECTED';
  readonly reason: string | null;
}

/** Event: a document will expire soon, and the bus has no other valid document of its type for the time afterwards. */
export interface PapersExpiring {
  readonly type: 'papers expiring';
  readonly operatorId: OperatorId;
  readonly busId: BusId;
  readonly registrationNo: string;
  readonly documentType: DocumentType;
  /** The last local day on which the document is valid. */
  readonly validUntil: string;
}

export type DocumentEvent = DocumentReviewed | PapersExpiring;

/** Names of document types for use inside a sentence. */
export const DOCUMENT_NAMES: Readonly<Record<DocumentType, string>> = {
  REGISTRATION: 'registration (bluebook)',
  ROUTE_PERMIT: 'route permit',
  INSURANCE: 'insurance',
  FITNESS: 'certificate of fitness',
  POLLUTION: 'pollution certificate',
};
