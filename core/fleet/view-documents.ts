import type { Member } from '../companies/member.ts';
import type { DocumentId } from '../kernel/ids.ts';
import { type DocumentOnRecord, type FileType, downloadName } from './documents.ts';
import { documentUnknown, documentWithoutFile } from './refusals.ts';
import type { FleetWorld } from './world.ts';

export type ViewDocument = ReturnType<typeof viewDocument>;

export const viewDocument =
  ({ documentViews }: FleetWorld) =>
  async (id: DocumentId): Promise<DocumentOnRecord> => {
    const found = await documentViews.find(id);
    if (!found) throw documentUnknown();
    return found.document;
  };

/** The content of an uploaded file, with a safe name. */
export interface DownloadedFile {
  readonly content: Uint8Array;
  readonly fileName: string;
  readonly mediaType: FileType;
}

export type DownloadDocument = ReturnType<typeof downloadDocument>;

/** Reads the file of a document. Administrators may read any file, members only files of their company. */
export const downloadDocument =
  ({ documentViews, documentFiles }: FleetWorld) =>
  async (caller: 'admin' | Pick<Member, 'operatorId'>, id: DocumentId): Promise<DownloadedFile> => {
    const found = await documentViews.find(id);
    if (!found || (caller !== 'admin' && found.bus.operatorId !== caller.operatorId)) throw documentUnknown();
    const { file } = found.document;
    const content = file && (await documentFiles.read(file.key));
    if (!content) throw documentWithoutFile();
    return { content, fileName: downloadName(file.name, file.mediaType), mediaType: file.mediaType };
  };
