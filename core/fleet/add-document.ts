import { lockCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import { refuseDocumentBeyondQuota } from '../companies/refuse-beyond-quota.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { BusId } from '../kernel/ids.ts';
import { refuseFaults } from '../kernel/refusal.ts';
import { changesBetween } from '../platform/trail.ts';
import {
  DOCUMENT_LIMIT_BYTES,
  type DocumentOnRecord,
  type DocumentType,
  type StoredFile,
  type Validity,
  displayName,
  fileTypeOf,
  hasSomeDay,
  validityFaults,
} from './documents.ts';
import { busUnknown, fileMissing, fileTooLarge, fileUnreadable, neverValid } from './refusals.ts';
import type { FleetWorld } from './world.ts';

export interface GivenDocument extends Validity {
  readonly type: DocumentType;
  readonly number: string;
  readonly file: { readonly content: Uint8Array; readonly fileName: string } | undefined;
}

export type AddDocument = ReturnType<typeof addDocument>;

/**
 * Adds a document to a bus of the member's company. The document has no effect on sales until an administrator has
 * verified it.
 */
export const addDocument =
  ({ clock, calendar, quotas, transact, documentViews, documentFiles }: FleetWorld) =>
  async (
    member: Member,
    busId: BusId,
    { type, number, validFrom, validUntil, file: given }: GivenDocument,
    keep?: KeepResult<DocumentOnRecord>,
  ): Promise<DocumentOnRecord> => {
    refuseFaults(validityFaults({ validFrom, validUntil }, calendar.date(clock())));
    if (!hasSomeDay({ validFrom, validUntil })) throw neverValid();
    const { content, ...described } = readable(given);
    const file = { ...described, key: await documentFiles.keep(content) };
    try {
      return await transact(async (stores) => {
        await lockCompany(stores, member, 'MANAGER');
        const bus = await stores.buses.lock(busId, member.operatorId);
        if (!bus) throw busUnknown();
        await refuseDocumentBeyondQuota(stores, quotas, member.operatorId, file.sizeBytes);
        const now = clock();
        const document = await stores.documents.add({
          busId,
          type,
          number,
          validFrom,
          validUntil,
          file,
          uploadedAt: now,
        });
        await stores.trail.add(
          memberEntry(member, {
            kind: 'DOCUMENT_ADDED',
            subject: { type: 'document', id: document.id },
            changes: changesBetween({}, { type, number, valid_from: validFrom, valid_until: validUntil }),
            description: `Added ${type} ${number} of ${bus.registrationNo}.`,
          }),
          now,
        );
        await keep?.(document, stores);
        return document;
      });
    } catch (error) {
      // The transaction may have succeeded although its confirmation was lost, so the file may be in use. If the
      // database cannot answer, a periodic job removes an unused file later.
      const [kept] = await documentViews.keysInUse([file.key]).catch(() => [file.key]);
      if (kept === undefined) await documentFiles.remove(file.key);
      throw error;
    }
  };

function readable(file: GivenDocument['file']): Omit<StoredFile, 'key'> & { readonly content: Uint8Array } {
  if (file === undefined) throw fileMissing();
  const { content, fileName } = file;
  if (content.length > DOCUMENT_LIMIT_BYTES) throw fileTooLarge();
  const mediaType = fileTypeOf(content);
  if (mediaType === undefined) throw fileUnreadable();
  return { content, mediaType, name: displayName(fileName, mediaType), sizeBytes: content.length };
}
