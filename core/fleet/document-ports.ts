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

/** What somebody uploads waits to be reviewed. */
export type NewDocument = Omit<DocumentOnRecord, 'id' | 'status' | 'rejectionReason' | 'reviewedAt'>;

export interface Review extends Pick<DocumentOnRecord, 'rejectionReason' | 'validUntil'> {
  readonly status: 'VERIFIED' | 'REJECTED';
  readonly reviewedAt: Instant;
}

/** A document, and the bus that it is of. */
export interface DocumentOfBus {
  readonly document: DocumentOnRecord;
  readonly bus: DocumentedBus;
}

/** A document of which somebody may have to be reminded, and all documents of its bus. */
export interface DocumentToRemindOf extends DocumentOfBus, Pick<ReminderState, 'reminded'> {
  readonly all: readonly DocumentOnRecord[];
}

/** Documents of buses, inside a transaction. */
export interface DocumentRepo {
  /** The documents of each of these buses, whose rows stay locked: nobody else changes what is judged by them. */
  lockOf(buses: readonly BusId[]): Promise<ReadonlyMap<BusId, readonly BusDocument[]>>;
  /** A document whose bus is locked. */
  lock(id: DocumentId): Promise<DocumentOfBus | undefined>;
  /** Adds a document to a bus that is locked. */
  add(document: NewDocument): Promise<DocumentOnRecord>;
  /** Writes what a review found. The bus has to be locked. */
  review(id: DocumentId, review: Review): Promise<DocumentOnRecord>;
  /** A document whose day to be reminded of has come by `today`, if it still has. Its bus is locked. */
  lockToRemind(id: DocumentId, today: string): Promise<DocumentToRemindOf | undefined>;
  saveReminder(id: DocumentId, state: ReminderState): Promise<void>;
  /**
   * Brings the documents that catalogues listed for these buses up to date: the first of a type stays the first of its
   * type, and those that are no longer listed go. Documents that were uploaded or reviewed are left alone. Answers how
   * many of the listed ones are not as they are listed for that reason.
   */
  saveListed(buses: readonly ListedDocuments[], now: Instant): Promise<number>;
}

/** Whether the trips of a bus may carry passengers, as far as its papers are concerned. */
export interface TripGate {
  /** Opens the trips of each bus that leave within its spans, and closes its others. The buses have to be locked. */
  openWithin(spans: ReadonlyMap<BusId, readonly Span[]>): Promise<void>;
}

/** Documents for screens. */
export interface DocumentViews {
  find(id: DocumentId): Promise<DocumentOfBus | undefined>;
  /** The documents of a bus, newest first; a position is the id of a document. */
  list(bus: BusId, page: Page): Promise<Listing<DocumentOnRecord>>;
  /** Those that wait for a review, the longest first; a position is the moment of its upload and its id. */
  waiting(page: Page): Promise<Listing<DocumentOnRecord>>;
  /** Documents whose day to be reminded of has come by `today`, the earliest first. */
  toRemindOf(today: string, limit: number): Promise<readonly DocumentId[]>;
  /** Of these keys of files, those that a document has. */
  keysInUse(keys: readonly string[]): Promise<readonly string[]>;
}

/** The files of documents. They are not part of a transaction. */
export interface DocumentFiles {
  /** Keeps a file under a key that nobody can guess. Once this has answered, the file outlives a crash. */
  keep(content: Uint8Array): Promise<string>;
  /** Undefined when there is none. */
  read(key: string): Promise<Uint8Array | undefined>;
  remove(key: string): Promise<void>;
  /** The keys of the files that were kept before a moment. */
  keptBefore(moment: Instant): Promise<readonly string[]>;
}
