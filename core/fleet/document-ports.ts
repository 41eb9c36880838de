import type { BusId, DocumentId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { BusDocument, DocumentedBus, DocumentOnRecord } from './documents.ts';
import type { ReminderState } from './reminders.ts';

/** The documents of a bus, as a catalogue (an imported file) lists them. */
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

/** A document for which a reminder of expiry is due, with all documents of its bus. */
export interface DocumentToRemindOf extends DocumentOfBus, Pick<ReminderState, 'reminded'> {
  readonly all: readonly DocumentOnRecord[];
}

/** Documents of buses, inside a transaction. */
export interface DocumentRepo {
  /** The documents of each bus. The rows stay locked, so that no document changes until the transaction ends. */
  lockOf(buses: readonly BusId[]): Promise<ReadonlyMap<BusId, readonly BusDocument[]>>;
  /** Reads a document and locks its bus. */
  lock(id: DocumentId): Promise<DocumentOfBus | undefined>;
  /** Adds a document to a bus that is locked. */
  add(document: NewDocument): Promise<DocumentOnRecord>;
  /** Stores a review's result. The bus must be locked. */
  review(id: DocumentId, review: Review): Promise<DocumentOnRecord>;
  /** Puts a reviewed document back among those that wait for a review. The bus must be locked. */
  recall(id: DocumentId): Promise<void>;
  /**
   * Finds a document whose reminder of expiry is due by `today`, and locks its bus. Undefined if the reminder is no
   * longer due.
   */
  lockToRemind(id: DocumentId, today: string): Promise<DocumentToRemindOf | undefined>;
  saveReminder(id: DocumentId, state: ReminderState): Promise<void>;
  /**
   * Updates the documents that a catalogue lists for these buses. Matches listed and stored documents by type, in
   * order. Deletes documents that are no longer listed. Does not change documents that were uploaded or reviewed.
   * Returns the number of listed documents that differ from a reviewed document, which stays unchanged.
   */
  saveListed(buses: readonly ListedDocuments[], now: Instant): Promise<number>;
}

/** Opens and closes a bus's trips for sale, according to the documents of the bus. */
export interface TripGate {
  /**
   * Opens for sale the trips of each bus that depart within its spans, and closes the other trips of the bus. The
   * caller has locked the buses.
   */
  openWithin(spans: ReadonlyMap<BusId, readonly Span[]>): Promise<void>;
}

/** The documents of a bus, newest first. The page cursor is the document's id. */
export interface DocumentViews {
  find(id: DocumentId): Promise<DocumentOfBus | undefined>;
  /** The documents of a bus, newest first. The page cursor is the document's id. */
  list(bus: BusId, page: Page): Promise<Listing<DocumentOnRecord>>;
  /**
   * Documents that wait for a review, the longest waiting first. The page cursor is the document's moment of upload and
   * id.
   */
  waiting(page: Page): Promise<Listing<DocumentOnRecord>>;
  /** Documents whose reminder is due by `today`, earliest first. */
  toRemindOf(today: string, limit: number): Promise<readonly DocumentId[]>;
  /** VERIFIED documents of which a day of validity is later than `day`, ordered by id. */
  validBeyond(day: string, limit: number): Promise<readonly DocumentId[]>;
  /** Returns the given file keys that belong to a document. */
  keysInUse(keys: readonly string[]): Promise<readonly string[]>;
}

/** Stored files of documents. Storing and removing them is not part of a transaction. */
export interface DocumentFiles {
  /** Stores a file under a random key. Once the promise resolves, the file survives a crash. */
  keep(content: Uint8Array): Promise<string>;
  /** The content of a file; undefined if there is no such file. */
  read(key: string): Promise<Uint8Array | undefined>;
  remove(key: string): Promise<void>;
  /** The keys of files that were stored before a moment. */
  keptBefore(moment: Instant): Promise<readonly string[]>;
}
