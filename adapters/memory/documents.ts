import type { DocumentRepo, DocumentViews, ListedDocuments, TripGate } from '../../core/fleet/document-ports.ts';
import type { BusDocument, DocumentedBus, DocumentOnRecord, DocumentType } from '../../core/fleet/documents.ts';
import { firstReminder } from '../../core/fleet/reminders.ts';
import type { BusId, DocumentId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { listed } from './keyset.ts';
import { type State, type StoredDocument, nextId, pick, put } from './state.ts';

const ofBus = (state: State, bus: BusId): readonly StoredDocument[] =>
  [...state.documents.values()].filter(({ busId }) => busId === bus);

/** A bus's documents, with the fields that decide whether they are valid. */
export const documentsOf = (state: State, bus: BusId): readonly BusDocument[] =>
  ofBus(state, bus).map(({ type, status, validFrom, validUntil }) => ({ type, status, validFrom, validUntil }));

const onRecord = ({
  listedAs: _listedAs,
  reminded: _reminded,
  remindOn: _remindOn,
  ...document
}: StoredDocument): DocumentOnRecord => document;

function documentedBus(state: State, id: BusId): DocumentedBus | undefined {
  const bus = state.buses.get(id);
  return bus && { id, operatorId: bus.operatorId, registrationNo: bus.registrationNo };
}

function find(state: State, id: DocumentId) {
  const document = state.documents.get(id);
  const bus = document && documentedBus(state, document.busId);
  return bus && { bus, document: onRecord(document) };
}

export const memoryDocuments = (state: State): DocumentRepo => ({
  lockOf: async (buses) => new Map(buses.filter((id) => state.buses.has(id)).map((id) => [id, documentsOf(state, id)])),

  lock: async (id) => find(state, id),

  async add(document) {
    const added: StoredDocument = {
      ...document,
      id: nextId(state),
      status: 'PENDING',
      rejectionReason: null,
      reviewedAt: null,
      listedAs: null,
      reminded: null,
      remindOn: null,
    };
    put(state.documents, added);
    return onRecord(added);
  },

  async review(id, review) {
    const there = state.documents.get(id);
    if (!there) throw new Error(`There is no document ${id}.`);
    const reviewed = { ...there, ...review, remindOn: firstReminder(review) };
    put(state.documents, reviewed);
    return onRecord(reviewed);
  },

  async lockToRemind(id, today) {
    const found = find(state, id);
    const { reminded = null, remindOn = null } = state.documents.get(id) ?? {};
    if (!found || remindOn === null || remindOn > today) return undefined;
    return { ...found, reminded, all: ofBus(state, found.bus.id).map(onRecord) };
  },

  async saveReminder(id, reminder) {
    const there = state.documents.get(id);
    if (there) put(state.documents, { ...there, ...reminder });
  },

  saveListed: async (buses, now) => buses.map((bus) => saveListed(state, bus, now)).reduce((sum, one) => sum + one, 0),
});

const isSame = (document: BusDocument, there: BusDocument): boolean =>
  (['status', 'validFrom', 'validUntil'] as const).every((field) => document[field] === there[field]);

function saveListed(state: State, { busId, documents }: ListedDocuments, now: Instant): number {
  const counts = new Map<DocumentType, number>();
  const saved = new Set<DocumentId>();
  let kept = 0;
  for (const document of documents) {
    const nth = (counts.get(document.type) ?? 0) + 1;
    counts.set(document.type, nth);
    const known = pick(ofBus(state, busId), ({ type, listedAs }) => type === document.type && listedAs === nth);
    if (known && known.reviewedAt !== null) kept += isSame(document, known) ? 0 : 1;
    else if (known && isSame(document, known)) saved.add(known.id);
    else
      saved.add(
        put(state.documents, {
          id: known?.id ?? nextId(state),
          busId,
          listedAs: nth,
          number: null,
          rejectionReason: null,
          file: null,
          reviewedAt: null,
          uploadedAt: known?.uploadedAt ?? now,
          reminded: null,
          remindOn: firstReminder(document),
          ...document,
        }),
      );
  }
  for (const { id, listedAs, reviewedAt } of ofBus(state, busId))
    if (listedAs !== null && reviewedAt === null && !saved.has(id)) state.documents.delete(id);
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

export const memoryDocumentViews = (state: State): DocumentViews => ({
  find: async (id) => find(state, id),
  list: async (bus, page) => listed(ofBus(state, bus).map(onRecord), page, ({ id }) => [id], 'desc'),
  waiting: async (page) =>
    listed(
      [...state.documents.values()].filter(({ status }) => status === 'PENDING').map(onRecord),
      page,
      ({ uploadedAt, id }) => [uploadedAt, id],
      'asc',
    ),
  toRemindOf: async (today, limit) =>
    [...state.documents.values()]
      .flatMap(({ id, remindOn }) => (remindOn === null || remindOn > today ? [] : [{ id, remindOn }]))
      .sort((one, other) => one.remindOn.localeCompare(other.remindOn) || one.id - other.id)
      .slice(0, limit)
      .map(({ id }) => id),
  keysInUse: async (keys) =>
    [...state.documents.values()].flatMap(({ file }) => (file && keys.includes(file.key) ? [file.key] : [])),
});
