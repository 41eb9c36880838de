import { tellOwners } from '../companies/tell-owners.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { DocumentId, UserId } from '../kernel/ids.ts';
import { refuseFaults } from '../kernel/refusal.ts';
import { changesBetween } from '../platform/trail.ts';
import { DOCUMENT_NAMES, type DocumentOnRecord, type DocumentStatus, hasSomeDay, validityFaults } from './documents.ts';
import type { DocumentOfBus } from './document-ports.ts';
import { documentReviewed, documentUnknown, neverValid } from './refusals.ts';
import { gateTrips } from './gate-trips.ts';
import type { FleetWorld } from './world.ts';

interface Verdict {
  readonly status: 'VERIFIED' | 'REJECTED';
  /**
   * The statuses from which this decision is possible. A rejected document stays rejected: the company must upload it
   * again.
   */
  readonly from: readonly DocumentStatus[];
  readonly reason: string | null;
  /** The last valid day, as the administrator corrects it. Undefined leaves the stored day unchanged. */
  readonly validUntil?: string | null;
}

type Keep = KeepResult<DocumentOnRecord>;

export type VerifyDocument = ReturnType<typeof verifyDocument>;

/**
 * Verifies a document, so that it counts for the sale of trips. `validUntil` corrects the last valid day that the
 * company entered.
 */
export const verifyDocument =
  (needs: FleetWorld) =>
  (admin: UserId, id: DocumentId, validUntil: string | null | undefined, keep?: Keep): Promise<DocumentOnRecord> =>
    review(
      needs,
      { admin, id },
      { status: 'VERIFIED', from: ['PENDING'], reason: null, ...(validUntil !== undefined && { validUntil }) },
      keep,
    );

export type RejectDocument = ReturnType<typeof rejectDocument>;

/** Rejects a document, so that it no longer counts for the sale of trips. */
export const rejectDocument =
  (needs: FleetWorld) =>
  (admin: UserId, id: DocumentId, reason: string, keep?: Keep): Promise<DocumentOnRecord> =>
    review(needs, { admin, id }, { status: 'REJECTED', from: ['PENDING', 'VERIFIED'], reason }, keep);

async function review(
  { clock, calendar, transact }: FleetWorld,
  { admin, id }: { readonly admin: UserId; readonly id: DocumentId },
  verdict: Verdict,
  keep?: Keep,
): Promise<DocumentOnRecord> {
  return transact(async (stores) => {
    const found = await stores.documents.lock(id);
    if (!found) throw documentUnknown();
    const { document, bus } = found;
    const { validUntil = document.validUntil } = verdict;
    if (verdict.status === 'VERIFIED') {
      refuseFaults(validityFaults({ ...document, validUntil }, calendar.date(clock())));
    }
    if (!hasSomeDay({ ...document, validUntil })) throw neverValid();
    if (!verdict.from.includes(document.status)) throw documentReviewed(document.status);

    const now = clock();
    const reviewed = await stores.documents.review(id, {
      status: verdict.status,
      rejectionReason: verdict.reason,
      validUntil,
      reviewedAt: now,
    });
    await gateTrips(stores, calendar, [bus.id]);
    await stores.trail.add(entryOf(admin, found, reviewed), now);
    await stores.events.record(
      {
        type: 'document reviewed',
        operatorId: bus.operatorId,
        documentId: id,
        busId: bus.id,
        documentType: document.type,
        status: verdict.status,
        reason: verdict.reason,
      },
      now,
    );
    await tellOwners(
      stores,
      bus.operatorId,
      (owner) => ({
        kind: 'document-reviewed',
        ...owner,
        documentName: DOCUMENT_NAMES[reviewed.type],
        registrationNo: bus.registrationNo,
        isVerified: verdict.status === 'VERIFIED',
        validUntil: reviewed.validUntil,
        reason: verdict.reason,
      }),
      now,
    );
    await keep?.(reviewed, stores);
    return reviewed;
  });
}

function entryOf(admin: UserId, { document, bus }: DocumentOfBus, reviewed: DocumentOnRecord) {
  const shown = ({ status, rejectionReason, validUntil }: DocumentOnRecord) => ({
    status,
    rejection_reason: rejectionReason,
    valid_until: validUntil,
  });
  const name = [document.type, document.number].filter((part) => part !== null).join(' ');
  const { rejectionReason: reason } = reviewed;
  return {
    kind: reason === null ? 'DOCUMENT_VERIFIED' : 'DOCUMENT_REJECTED',
    actor: { role: 'ADMIN', userId: admin },
    operatorId: bus.operatorId,
    subject: { type: 'document', id: document.id },
    changes: changesBetween(shown(document), shown(reviewed)),
    description: `${reason === null ? 'Verified' : 'Rejected'} ${name} of ${bus.registrationNo}${reason === null ? '.' : `: ${reason}`}`,
  } as const;
}
