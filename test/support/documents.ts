import type { DocumentFiles } from '../../core/fleet/document-ports.ts';
import type { BusId, DocumentId, OperatorId, UserId } from '../../core/kernel/ids.ts';
import { aBus } from './catalogue.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';
import { anOperator } from './people.ts';

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const PDF = bytes('%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n');
export const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46]);
export const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);

/** A bus without any document, and the OWNER of its company. */
export async function aBareBus(
  engine: Pick<Engine, 'transact'>,
  { registrationNo }: { readonly registrationNo?: string } = {},
): Promise<{
  readonly busId: BusId;
  readonly userId: UserId;
  readonly operatorId: OperatorId;
  readonly email: string;
}> {
  const { operatorId, id: userId, email } = await anOperator(engine);
  const busId = await aBus(engine, {
    operatorId,
    documents: [],
    ...(registrationNo !== undefined && { registrationNo }),
  });
  return { busId, userId, operatorId, email };
}

/** A document that waits to be reviewed, with its file. */
export async function anUploadedDocument(
  { transact, documentFiles }: Pick<Engine, 'transact'> & { readonly documentFiles: DocumentFiles },
  busId: BusId,
): Promise<DocumentId> {
  const file = { key: await documentFiles.keep(PDF), name: 'a.pdf', mediaType: 'application/pdf' as const };
  const given = { type: 'INSURANCE' as const, number: 'N-1', validFrom: null, validUntil: null, uploadedAt: START };
  const added = await transact(({ documents }) =>
    documents.add({ busId, ...given, file: { ...file, sizeBytes: PDF.length } }),
  );
  return added.id;
}

/** A document's fields, as a person types them. */
export const A_DOCUMENT = {
  type: 'INSURANCE',
  number: ' NIC-2083 ',
  valid_from: '2026-04-14',
  valid_until: '2027-04-13',
};

export interface FormFile {
  readonly content: Uint8Array;
  readonly name: string;
}
export const A_FILE: FormFile = { content: PDF, name: 'बिमा "2083".pdf' };

/** The form with which a document is sent. */
export function documentForm(
  fields: Readonly<Record<string, string>> = A_DOCUMENT,
  file: FormFile | null = A_FILE,
  field = 'file',
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // The file is sent with a wrong media type, as clients other than browsers may do.
  if (file) form.append(field, new Blob([new Uint8Array(file.content)], { type: 'text/html' }), file.name);
  return form;
}
