import type { BusId, DocumentId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { BusDocument, DocumentedBus, DocumentOnRecord } from './documents.ts';
import type { ReminderState } from './reminders.ts';

/** The documents of a bus, as a catalogue lists them. */
export interface ListedDocuments {
  readonly busId: BusId;
  readonly documents: readonly BusDocument[];
}

/** A new document, which waits for a review. */
export type NewDocument = Omit<DocumentOnRecord, 'id' | 'status' | 'rejectionReason' | 'reviewedAt'>;

export interface Review extends Pick<DocumentOnRecord, 'rejectionReason' | 'validUntil'> {
  readonly status: 'VERIFIED' | 'REJECTED';
  readonly reviewedAt: Instant;
}

/** A document with its bus. */
export interface DocumentOfBus {
  readonly document: DocumentOnRecord;
  readonly bus: DocumentedBus;
}

/** A document that may need a reminder, with all documents of its bus. */
export interface DocumentToRemindOf extends DocumentOfBus, Pick<ReminderState, 'reminded'> {
  readonly all: readonly DocumentOnRecord[];
}

/** Documents of buses, inside a transaction. */
export interface DocumentRepo {
  /** The documents of each bus. The rows stay locked, so that nobody changes what is decided from them. */
  lockOf(buses: readonly BusId[]): Promise<ReadonlyMap<BusId, readonly BusDocument[]>>;
  /** Reads a document and locks its bus. */
  lock(id: DocumentId): Promise<DocumentOfBus | undefined>;
  /** Adds a document to a bus that is locked. */
  add(document: NewDocument): Promise<DocumentOnRecord>;
  /** Stores a review's result. The bus must be locked. */
  review(id: DocumentId, review: Review): Promise<DocumentOnRecord>;
  /** A document whose reminder is due by `today`, with its bus locked. Undefined if no longer due. */
  lockToRemind(id: DocumentId, today: string): Promise<DocumentToRemindOf | undefined>;
  saveReminder(id: DocumentId, state: ReminderState): Promise<void>;
  /**
   * Updates the documents that catalogues listed for these buses. They are matched by type, in order; documents no
   * longer listed are deleted. Uploaded or reviewed documents are left alone. Returns how many listed documents differ
   * for that reason.
   */
  saveListed(buses: readonly ListedDocuments[], now: Instant): Promise<number>;
}

/** Opens and closes a bus's trips, according to its papers. */
export interface TripGate {
  /** Opens each bus's trips that leave within its spans, and closes its other trips. The buses must be locked. */
  openWithin(spans: ReadonlyMap<BusId, readonly Span[]>): Promise<void>;
}

/** The documents of a bus, newest first. The page cursor is the id of a document. */
export interface DocumentViews {
  find(id: DocumentId): Promise<DocumentOfBus | undefined>;
  /** The documents of a bus, newest first. The page cursor is the id of a document. */
  list(bus: BusId, page: Page): Promise<Listing<DocumentOnRecord>>;
  /** Documents that wait for a review, the longest first. The page cursor is a document's upload moment and id. */
  waiting(page: Page): Promise<Listing<DocumentOnRecord>>;
  /** Documents whose reminder is due by `today`, earliest first. */
  toRemindOf(today: string, limit: number): Promise<readonly DocumentId[]>;
  /** The keys among these that belong to a document. */
  keysInUse(keys: readonly string[]): Promise<readonly string[]>;
}

/** Files of documents. They are not part of a transaction. */
export interface DocumentFiles {
  /** Stores a file under a random key. After this resolves, the file survives a crash. */
  keep(content: Uint8Array): Promise<string>;
  /** The content of a file; undefined if there is no such file. */
  read(key: string): Promise<Uint8Array | undefined>;
  remove(key: string): Promise<void>;
  /** The keys of files stored before a moment. */
  keptBefore(moment: Instant): Promise<readonly string[]>;
}
