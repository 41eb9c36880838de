import type { CatalogueFile, FileBus } from '../../core/catalogue/catalogue-file.ts';
import type { RequiredType } from '../../core/fleet/documents.ts';

/** Bus documents that expire soon: the company whose first bus has the document, its type, and the days left. */
const ENDING: readonly { readonly operator: string; readonly type: RequiredType; readonly days: number }[] = [
  { operator: 'himchuli@example.com', type: 'INSURANCE', days: 6 },
  { operator: 'phewa@example.com', type: 'FITNESS', days: 25 },
];

/** Makes a few documents in the catalogue expire in the next days. */
export function withEndingPapers(file: CatalogueFile, dayAhead: (days: number) => string): CatalogueFile {
  const ending = new Map(
    ENDING.map((end) => [file.buses.findIndex(({ operator }) => operator === end.operator), end] as const),
  );
  return {
    ...file,
    buses: file.buses.map((bus, index): FileBus => {
      const end = ending.get(index);
      if (!end) return bus;
      return {
        ...bus,
        documents: bus.documents.map((document) =>
          document.type === end.type ? { ...document, validUntil: dayAhead(end.days) } : document,
        ),
      };
    }),
  };
}
