import type { BusId } from '../kernel/ids.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { BusDocument } from './documents.ts';

/** The documents of a bus, as a catalogue lists them. */
export interface ListedDocuments {
  readonly busId: BusId;
  readonly documents: readonly BusDocument[];
}

/** Documents of buses, inside a transaction. */
export interface DocumentRepo {
  /** The documents of each of these buses, whose rows stay locked: nobody else changes what is judged by them. */
  lockOf(buses: readonly BusId[]): Promise<ReadonlyMap<BusId, readonly BusDocument[]>>;
  /**
   * Brings the documents that catalogues listed for these buses up to date: the first of a type stays the first of its
   * type, and those that are no longer listed go. Documents that were uploaded or reviewed are left alone. Answers how
   * many of the listed ones were left for that reason.
   */
  saveListed(buses: readonly ListedDocuments[], now: Instant): Promise<number>;
}

/** Whether the trips of a bus may carry passengers, as far as its papers are concerned. */
export interface TripGate {
  /** Opens the trips of each bus that leave within its spans, and closes its others. The buses have to be locked. */
  openWithin(spans: ReadonlyMap<BusId, readonly Span[]>): Promise<void>;
}
