/** The bytes of a PDF file: numbered objects, and a table of their positions. */

/** A reference to an object. */
export type Ref = `${number} 0 R`;

const PRINTABLE = /^[\x20-\x7e]*$/;

/** A text as a PDF string: as it is if it is ASCII, else in UTF-16. */
export const textString = (text: string): string =>
  PRINTABLE.test(text)
    ? `(${text.replace(/[\\()]/g, String.raw`\$&`)})`
    : `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

/** A number with at most three decimals. */
export const numeral = (value: number): string => String(Math.round(value * 1_000) / 1_000);

/** Collects objects in any order. `catalog` and `info` of `end` are references to objects of the file. */
export class PdfFile {
  // The comment with four high bytes tells other programs that the file is binary.
  readonly #parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n%\xff\xff\xff\xff\n', 'latin1')];
  readonly #positions: number[] = [];
  #length = this.#parts[0]?.length ?? 0;
  #count = 0;

  /** Reserves the number of an object that is added later. */
  reserve(): Ref {
    this.#count += 1;
    return `${this.#count} 0 R`;
  }

  /** Adds an object. Its content is ASCII. */
  add(content: string, ref = this.reserve()): Ref {
    this.#begin(ref);
    this.#write(Buffer.from(`${content}\nendobj\n`, 'latin1'));
    return ref;
  }

  /** Adds a stream. `entries` are the entries of its dictionary besides the length. */
  addStream(content: Uint8Array, entries = '', ref = this.reserve()): Ref {
    this.#begin(ref);
    this.#write(Buffer.from(`<</Length ${content.length}${entries}>>\nstream\n`, 'latin1'));
    this.#write(content);
    this.#write(Buffer.from('\nendstream\nendobj\n', 'latin1'));
    return ref;
  }

  /** The whole file. Nothing can be added afterwards. */
  end(catalog: Ref, info: Ref): Uint8Array {
    const start = this.#length;
    const rows = Array.from(
      { length: this.#count },
      (_none, index) => `${String(this.#positions[index]).padStart(10, '0')} 00000 n \n`,
    );
    const size = this.#count + 1;
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`;
    this.#write(
      Buffer.from(`${table}trailer\n<</Size ${size}/Root ${catalog}/Info ${info}>>\nstartxref\n${start}\n%%EOF\n`),
    );
    return concatenated(this.#parts, this.#length);
  }

  #begin(ref: Ref): void {
    this.#positions[Number.parseInt(ref, 10) - 1] = this.#length;
    this.#write(Buffer.from(`${Number.parseInt(ref, 10)} 0 obj\n`, 'latin1'));
  }

  #write(part: Uint8Array): void {
    this.#parts.push(part);
    this.#length += part.length;
  }
}

/** One array with memory of its own, which can be transferred to another thread. */
function concatenated(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
