import type { BusId, DocumentId } from '../../../core/kernel/ids.ts';
import type { Stores, Views } from '../../../core/stores.ts';
import { type Calls, LATER, LIMIT, N, NOW, OPERATOR, seldom } from './rows.ts';

const [DOCUMENT, BUS] = [N as DocumentId, 2 as BusId];

export const DOCUMENT_CALLS = {
  owners: { of: ({ owners }) => owners.of(OPERATOR) },
  documents: {
    lockOf: ({ documents }) => documents.lockOf([BUS]),
    lock: ({ documents }) => documents.lock(DOCUMENT),
    add: ({ documents }) =>
      documents.add({
        busId: BUS,
        type: 'INSURANCE',
        number: '1',
        validFrom: null,
        validUntil: null,
        uploadedAt: NOW,
        file: { key: 'new', name: 'insurance.pdf', mediaType: 'application/pdf', sizeBytes: 1 },
      }),
    recall: ({ documents }) => documents.recall(DOCUMENT),
    review: ({ documents }) =>
      documents.review(DOCUMENT, {
        status: 'VERIFIED',
        rejectionReason: null,
        validUntil: '2027-01-01',
        reviewedAt: NOW,
      }),
    lockToRemind: ({ documents }) => documents.lockToRemind(DOCUMENT, '2027-01-01'),
    saveReminder: ({ documents }) => documents.saveReminder(DOCUMENT, { reminded: 30, remindOn: '2026-12-25' }),
    saveListed: seldom,
  },
  tripGate: {
    openWithin: ({ tripGate }) =>
      tripGate.openWithin(
        new Map([
          [BUS, [{ start: NOW, end: LATER }]],
          [3 as BusId, []],
        ]),
      ),
  },
} as const satisfies Calls<Stores, Pick<Stores, 'owners' | 'documents' | 'tripGate'>>;

export const DOCUMENT_VIEW_CALLS = {
  find: ({ documentViews }) => documentViews.find(DOCUMENT),
  list: async ({ documentViews }) => {
    await documentViews.list(BUS, { limit: LIMIT });
    await documentViews.list(BUS, { limit: LIMIT, after: [DOCUMENT] });
  },
  waiting: async ({ documentViews }) => {
    await documentViews.waiting({ limit: LIMIT });
    await documentViews.waiting({ limit: LIMIT, after: [NOW, DOCUMENT] });
  },
  // Reads all documents, once a night.
  validBeyond: seldom,
  toRemindOf: ({ documentViews }) => documentViews.toRemindOf('2026-11-20', LIMIT),
  keysInUse: ({ documentViews }) => documentViews.keysInUse(['file 7', 'nobody']),
} as const satisfies Calls<Views, Views['documentViews']>;
