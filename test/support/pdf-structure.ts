import { PDFiumModule } from '@hyzyla/pdfium';

/** The functions of PDFium that read the structure of a tagged page. Its types do not know them. */
interface Structured {
  _FPDF_InitLibraryWithConfig(config: object): void;
  _FPDF_LoadMemDocument(document: number, size: number, password: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_GetMetaText(document: number, tag: number, buffer: number, size: number): number;
  _FPDFText_LoadPage(page: number): number;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFPageObj_GetMarkedContentID(object: number): number;
  _FPDFTextObj_GetText(object: number, text: number, buffer: number, size: number): number;
  _FPDF_StructTree_GetForPage(page: number): number;
  _FPDF_StructTree_CountChildren(tree: number): number;
  _FPDF_StructTree_GetChildAtIndex(tree: number, index: number): number;
  _FPDF_StructElement_GetType(element: number, buffer: number, size: number): number;
  _FPDF_StructElement_GetAltText(element: number, buffer: number, size: number): number;
  _FPDF_StructElement_GetActualText(element: number, buffer: number, size: number): number;
  _FPDF_StructElement_CountChildren(element: number): number;
  _FPDF_StructElement_GetChildAtIndex(element: number, index: number): number;
  _FPDF_StructElement_GetChildMarkedContentID(element: number, index: number): number;
  readonly wasmExports: { malloc(size: number): number };
  readonly HEAPU8: Uint8Array;
}

/** An element of a tagged page that a screen reader reads in one go. */
export interface Spoken {
  readonly type: string;
  readonly text: string;
}

/** Long enough for each text of a page, in octets. */
const ROOM = 4_096;

/** A PDF of one page as a screen reader takes it: its parts in order, and when it was created. */
export async function listenTo(
  pdf: Uint8Array,
): Promise<{ readonly spoken: readonly Spoken[]; readonly created: string }> {
  const pdfium = (await PDFiumModule({})) as unknown as Structured;
  pdfium._FPDF_InitLibraryWithConfig({ version: 2 });
  const copied = (bytes: Uint8Array): number => {
    const at = pdfium.wasmExports.malloc(bytes.length);
    pdfium.HEAPU8.set(bytes, at);
    return at;
  };
  const buffer = pdfium.wasmExports.malloc(ROOM);
  const textOf = (write: (buffer: number, size: number) => number): string => {
    const length = write(buffer, ROOM);
    return new TextDecoder('utf-16le').decode(pdfium.HEAPU8.slice(buffer, buffer + Math.max(0, length - 2)));
  };

  const document = pdfium._FPDF_LoadMemDocument(copied(pdf), pdf.length, 0);
  const page = pdfium._FPDF_LoadPage(document, 0);
  const text = pdfium._FPDFText_LoadPage(page);
  const drawn = new Map<number, string>();
  for (let index = 0; index < pdfium._FPDFPage_CountObjects(page); index += 1) {
    const object = pdfium._FPDFPage_GetObject(page, index);
    const id = pdfium._FPDFPageObj_GetMarkedContentID(object);
    const part = textOf((at, size) => pdfium._FPDFTextObj_GetText(object, text, at, size));
    drawn.set(id, (drawn.get(id) ?? '') + part);
  }

  const partsOf = (element: number): readonly Spoken[] => {
    const type = textOf((at, size) => pdfium._FPDF_StructElement_GetType(element, at, size));
    const instead =
      textOf((at, size) => pdfium._FPDF_StructElement_GetActualText(element, at, size)) ||
      textOf((at, size) => pdfium._FPDF_StructElement_GetAltText(element, at, size));
    if (instead !== '') return [{ type, text: instead }];
    return Array.from({ length: pdfium._FPDF_StructElement_CountChildren(element) }, (_, index) => index).flatMap(
      (index) => {
        const id = pdfium._FPDF_StructElement_GetChildMarkedContentID(element, index);
        if (id >= 0) return [{ type, text: (drawn.get(id) ?? '').trim() }];
        return partsOf(pdfium._FPDF_StructElement_GetChildAtIndex(element, index));
      },
    );
  };
  const tree = pdfium._FPDF_StructTree_GetForPage(page);
  const roots = Array.from({ length: pdfium._FPDF_StructTree_CountChildren(tree) }, (_, index) =>
    pdfium._FPDF_StructTree_GetChildAtIndex(tree, index),
  );
  const tag = copied(Buffer.from('CreationDate\0'));
  return {
    spoken: roots.flatMap(partsOf),
    created: textOf((at, size) => pdfium._FPDF_GetMetaText(document, tag, at, size)),
  };
}
