/*
 * Makes a TrueType font with only the glyphs that a document uses. The package fontkit can make such fonts, too, but
 * decodes and rewrites every table and outline. This module copies the bytes of tables and outlines, except for hints.
 * Hints are programs that fit an outline to the pixels of a coarse screen. They take more than half of a small subset,
 * and PDF readers do not need hints.
 */

const HEADER = 12;
const RECORD = 16;

export interface FontSubset {
  /** Adds a glyph to the subset and returns its number there. */
  readonly includeGlyph: (glyph: number | { readonly id: number }) => number;
  /** The subset as a font file. */
  readonly encode: () => Uint8Array;
}

/** Makes subsets of one font file. Glyphs keep the order in which they are included. */
export function subsetsOf(file: Uint8Array): () => FontSubset {
  const tables = tablesOf(file);
  const table = (tag: string): Uint8Array => tables.get(tag) ?? new Uint8Array();
  const outlineOf = outlinesIn(table('loca'), table('glyf'), viewOf(table('head')).getInt16(50) === 1);
  const metricsOf = metricsIn(table('hmtx'), viewOf(table('hhea')).getUint16(34));

  return () => {
    const places = new Map<number, number>();
    const placeOf = (glyph: number): number => {
      const place = places.get(glyph) ?? places.size;
      places.set(glyph, place);
      return place;
    };
    // Each font begins with the glyph for missing letters.
    placeOf(0);
    return {
      includeGlyph: (glyph) => placeOf(typeof glyph === 'number' ? glyph : glyph.id),
      encode() {
        const outlines = [...places.keys()].map(outlineOf);
        return fontFile([
          ['glyf', Buffer.concat(outlines)],
          ['head', changed(table('head'), 50, 1)],
          ['hhea', changed(table('hhea'), 34, places.size)],
          ['hmtx', Buffer.concat([...places.keys()].map(metricsOf))],
          ['loca', offsetsOf(outlines)],
          ['maxp', changed(table('maxp'), 4, places.size)],
        ]);
      },
    };
  };
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

function tablesOf(file: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const view = viewOf(file);
  return new Map(
    Array.from({ length: view.getUint16(4) }, (_, index) => {
      const record = HEADER + index * RECORD;
      const [start, length] = [view.getUint32(record + 8), view.getUint32(record + 12)];
      return [String.fromCharCode(...file.subarray(record, record + 4)), file.subarray(start, start + length)] as const;
    }),
  );
}

/** Reads outlines by glyph. `loca` has their positions in bytes or, in a small font, in units of two bytes. */
function outlinesIn(loca: Uint8Array, glyf: Uint8Array, isLong: boolean) {
  const view = viewOf(loca);
  const start = (glyph: number): number => (isLong ? view.getUint32(glyph * 4) : view.getUint16(glyph * 2) * 2);
  const known: Uint8Array[] = [];
  return (glyph: number): Uint8Array => (known[glyph] ??= withoutHints(glyf.subarray(start(glyph), start(glyph + 1))));
}

/** Returns the outline without its hints. */
function withoutHints(outline: Uint8Array): Uint8Array {
  if (outline.length === 0) return outline;
  const view = viewOf(outline);
  const contours = view.getInt16(0);
  if (contours < 0) throw new Error('A glyph is made of others, which a subset would have to bring along');
  const hints = 10 + 2 * contours;
  const points = hints + 2 + view.getUint16(hints);
  // Outlines begin at even positions.
  const bare = new Uint8Array(filledTo(2, hints + 2 + outline.length - points));
  bare.set(outline.subarray(0, hints));
  bare.set(outline.subarray(points), hints + 2);
  return bare;
}

/** Reads the width and left bearing of a glyph. The last glyphs of a font share one width. */
function metricsIn(hmtx: Uint8Array, widths: number) {
  return (glyph: number): Uint8Array => {
    if (glyph < widths) return hmtx.subarray(glyph * 4, glyph * 4 + 4);
    const bearing = widths * 4 + (glyph - widths) * 2;
    return Buffer.concat([hmtx.subarray(widths * 4 - 4, widths * 4 - 2), hmtx.subarray(bearing, bearing + 2)]);
  };
}

const filledTo = (unit: number, length: number): number => Math.ceil(length / unit) * unit;

/** The table with the start of each outline and the end of the last outline. */
function offsetsOf(outlines: readonly Uint8Array[]): Uint8Array {
  const offsets = new DataView(new ArrayBuffer(4 * (outlines.length + 1)));
  let end = 0;
  outlines.forEach(({ length }, index) => offsets.setUint32(4 * (index + 1), (end += length)));
  return new Uint8Array(offsets.buffer);
}

/** Copies a table and writes a 16-bit number at a position. */
function changed(table: Uint8Array, at: number, value: number): Uint8Array {
  const copy = Uint8Array.from(table);
  viewOf(copy).setUint16(at, value);
  return copy;
}

/** Builds a font file from tables in the order of their tags. A table is padded to a multiple of four bytes. */
function fontFile(tables: readonly (readonly [tag: string, content: Uint8Array])[]): Uint8Array {
  const head = HEADER + tables.length * RECORD;
  const file = new Uint8Array(tables.reduce((size, [, { length }]) => size + filledTo(4, length), head));
  const view = viewOf(file);
  const halvings = Math.floor(Math.log2(tables.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tables.length);
  view.setUint16(6, RECORD * 2 ** halvings);
  view.setUint16(8, halvings);
  view.setUint16(10, RECORD * (tables.length - 2 ** halvings));
  let at = head;
  tables.forEach(([tag, content], index) => {
    const record = HEADER + index * RECORD;
    file.set(Buffer.from(tag), record);
    file.set(content, at);
    const end = at + filledTo(4, content.length);
    view.setUint32(record + 4, sumOf(view, at, end));
    view.setUint32(record + 8, at);
    view.setUint32(record + 12, content.length);
    at = end;
  });
  return file;
}

/** The sum of a table's 32-bit numbers. The file lists this checksum for every table. */
function sumOf(view: DataView, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at += 4) sum = (sum + view.getUint32(at)) | 0;
  return sum >>> 0;
}
