import type { DocumentRepo, ListedDocuments, TripGate } from '../../core/fleet/document-ports.ts';
import type { BusDocument, DocumentType } from '../../core/fleet/documents.ts';
import type { BusId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { nextId, pick, put } from './state.ts';
import type { State, StoredDocument } from './state.ts';

const ofBus = (state: State, bus: BusId): readonly StoredDocument[] =>
  [...state.documents.values()].filter(({ busId }) => busId === bus);

/** What is judged of a bus's documents. */
export const documentsOf = (state: State, bus: BusId): readonly BusDocument[] =>
  ofBus(state, bus).map(({ type, status, validFrom, validUntil }) => ({ type, status, validFrom, validUntil }));

export const memoryDocuments = (state: State): DocumentRepo => ({
  lockOf: async (buses) => new Map(buses.filter((id) => state.buses.has(id)).map((id) => [id, documentsOf(state, id)])),

  saveListed: async (buses, now) => buses.map((bus) => saveListed(state, bus, now)).reduce((sum, one) => sum + one, 0),
});

function saveListed(state: State, { busId, documents }: ListedDocuments, now: Instant): number {
  const counts = new Map<DocumentType, number>();
  const listed = new Set<StoredDocument['id']>();
  let kept = 0;
  for (const document of documents) {
    const nth = (counts.get(document.type) ?? 0) + 1;
    counts.set(document.type, nth);
    const known = pick(ofBus(state, busId), ({ type, listedAs }) => type === document.type && listedAs === nth);
    if (known && known.reviewedAt !== null) kept += 1;
    else
      listed.add(
        put(state.documents, {
          ...{ id: known?.id ?? nextId(state), busId, listedAs: nth, reviewedAt: null },
          uploadedAt: known?.uploadedAt ?? now,
          ...document,
        }),
      );
  }
  for (const { id, listedAs, reviewedAt } of ofBus(state, busId))
    if (listedAs !== null && reviewedAt === null && !listed.has(id)) state.documents.delete(id);
  return kept;
}

export const memoryTripGate = (state: State): TripGate => ({
  async openWithin(spans) {
    for (const trip of state.trips.values()) {
      const open = spans.get(trip.busId);
      if (open) trip.papersOk = open.some(({ start, end }) => start <= trip.departsAt && trip.departsAt < end);
    }
  },
});
