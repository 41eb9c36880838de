import { deflateSync } from 'node:zlib';
import { EmbeddedFont } from './embedded-font.ts';
import { type FontName, FONTS } from './fonts.ts';
import { type PdfFile, type Ref, numeral, textString } from './pdf-file.ts';

/** The distance of a curve's handles that makes a quarter of a circle, as a part of the radius. */
const KAPPA = 0.5523;

/** PDF's numbers for the ends and the corners of lines. */
const ROUND = 1;

const colors = new Map<string, string>();

/** Red, green and blue of a colour such as `#c8143c`, from 0 to 1. */
function colorOf(hex: string): string {
  let color = colors.get(hex);
  if (color === undefined) {
    color = [1, 3, 5].map((at) => numeral(Number.parseInt(hex.slice(at, at + 2), 16) / 255)).join(' ');
    colors.set(hex, color);
  }
  return color;
}

/** An element of a tagged document, with the elements in it and the numbers of its marked parts on the page. */
export interface Element {
  readonly type: string;
  /** Describes a picture. */
  readonly alt: string | undefined;
  readonly contents: (Element | number)[];
}

/**
 * A document's pages, of which the last one is drawn on. Distances are in points from the upper left corner. Methods
 * are named after PDF's own operators.
 */
export class Page {
  /** The elements of a tagged document, which has one page. */
  structure: Element | undefined;
  /** The elements of the page's marked parts, by the numbers of the parts. */
  readonly parts: Element[] = [];
  readonly #sheets: string[][] = [];
  readonly #size: readonly [number, number];
  readonly #fonts = new Map<FontName, EmbeddedFont>();
  #sheet: string[] = [];
  #textColor = '';

  constructor(size: readonly [number, number]) {
    this.#size = size;
    this.addPage();
  }

  /** Begins another page of the same size. */
  addPage(): void {
    this.#sheet = [`1 0 0 -1 0 ${numeral(this.#size[1])} cm`];
    this.#textColor = '';
    this.#sheets.push(this.#sheet);
  }

  add(operators: string): this {
    this.#sheet.push(operators);
    return this;
  }

  save = (): this => this.add('q');
  /** Ends what `save` began. */
  restore(): this {
    this.#textColor = '';
    return this.add('Q');
  }

  translate = (x: number, y: number): this => this.add(`1 0 0 1 ${numeral(x)} ${numeral(y)} cm`);
  scale = (factor: number): this => this.add(`${factor.toFixed(6)} 0 0 ${factor.toFixed(6)} 0 0 cm`);
  lineWidth = (width: number): this => this.add(`${numeral(width)} w`);
  roundLines = (): this => this.add(`${ROUND} J ${ROUND} j`);
  dash = (length: number, space: number): this => this.add(`[${numeral(length)} ${numeral(space)}] 0 d`);
  undash = (): this => this.add('[] 0 d');
  moveTo = (x: number, y: number): this => this.add(`${numeral(x)} ${numeral(y)} m`);
  lineTo = (x: number, y: number): this => this.add(`${numeral(x)} ${numeral(y)} l`);
  stroke = (color: string): this => this.add(`${colorOf(color)} RG S`);

  /** Fills the path. */
  fill(color: string): this {
    this.#textColor = '';
    return this.add(`${colorOf(color)} rg f`);
  }

  rect = (x: number, y: number, width: number, height: number): this =>
    this.add(`${[x, y, width, height].map(numeral).join(' ')} re`);

  circle = (x: number, y: number, radius: number): this =>
    this.roundedRect(x - radius, y - radius, 2 * radius, 2 * radius, radius);

  roundedRect(x: number, y: number, width: number, height: number, radius: number): this {
    const [right, bottom, out] = [x + width, y + height, radius * (1 - KAPPA)];
    const curve = (...points: readonly number[]): this => this.add(`${points.map(numeral).join(' ')} c`);
    this.moveTo(x + radius, y).lineTo(right - radius, y);
    curve(right - out, y, right, y + out, right, y + radius);
    this.lineTo(right, bottom - radius);
    curve(right, bottom - out, right - out, bottom, right - radius, bottom);
    this.lineTo(x + radius, bottom);
    curve(x + out, bottom, x, bottom - out, x, bottom - radius);
    this.lineTo(x, y + radius);
    curve(x, y + out, x + out, y, x + radius, y);
    return this.add('h');
  }

  /** Shows a run of one script on its baseline. `actual` is its text, where a reader would misread the glyphs. */
  text(
    run: string,
    x: number,
    baseline: number,
    { font, size, color, actual }: { font: FontName; size: number; color: string; actual?: string | undefined },
  ): void {
    if (color !== this.#textColor) this.add(`${colorOf(color)} rg`);
    this.#textColor = color;
    const shown = this.#fontOf(font).show(run, x, baseline, size);
    // The mark is inside the text object: around it, Poppler loses the size of the text and lets nobody select it.
    const marked = actual === undefined ? shown : `/Span<</ActualText${textString(actual)}>>BDC ${shown} EMC`;
    this.add(`BT /${font} ${numeral(size)} Tf ${marked} ET`);
  }

  /** Draws something inside a mark of this kind, with these entries. */
  marked(kind: string, entries: string, draw: () => void): void {
    this.add(`/${kind}<<${entries}>>BDC`);
    draw();
    this.add('EMC');
  }

  /** Adds the pages to a file. Returns them, and the object that lists them. */
  embed(file: PdfFile): { readonly all: Ref; readonly pages: readonly Ref[] } {
    const all = file.reserve();
    const fonts = [...this.#fonts].map(([name, font], index) => `/${name} ${font.embed(file, TAGS[index] ?? '')}`);
    const resources = file.add(`<</Font<<${fonts.join('')}>>>>`);
    const common = `/Parent ${all}/Resources ${resources}${this.structure ? '/StructParents 0/Tabs/S' : ''}`;
    const box = this.#size.map(numeral).join(' ');
    const pages = this.#sheets.map((operators) => {
      const content = deflateSync(operators.join('\n'), COMPRESSION);
      const contents = file.addStream(content, '/Filter/FlateDecode');
      return file.add(`<</Type/Page${common}/MediaBox[0 0 ${box}]/Contents ${contents}>>`);
    });
    file.add(`<</Type/Pages/Count ${pages.length}/Kids[${pages.join(' ')}]>>`, all);
    return { all, pages };
  }

  #fontOf(name: FontName): EmbeddedFont {
    let font = this.#fonts.get(name);
    if (!font) this.#fonts.set(name, (font = new EmbeddedFont(FONTS[name])));
    return font;
  }
}

/** Stronger compression takes twice as long to save a tenth of a ticket, and a larger window takes longer to set up. */
const COMPRESSION = { level: 1, windowBits: 13, memLevel: 7 };

/** The six letters before the name of each font, of which PDF asks that a part of a font be told from the whole. */
const TAGS = ['TICKET', 'TICKEU'];
