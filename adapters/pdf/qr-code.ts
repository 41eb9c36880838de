import qrcode from 'qrcode';
import type { Page } from './document.ts';

/** The white border that QR readers need, in modules (the squares of the code). */
const QUIET = 4;

/**
 * Encodes a text as bytes, with one fixed mask. The other modes of QR codes hardly shorten tokens. Tokens look random,
 * so no mask is much better, and finding the best mask takes longer than drawing the code.
 */
const modulesOf = (text: string) =>
  qrcode.create([{ data: Buffer.from(text), mode: 'byte' }], { errorCorrectionLevel: 'M', maskPattern: 2 }).modules;

/** Draws a QR code as one vector path, inside a square of the given size that includes the white border. */
export function drawQr(page: Page, text: string, x: number, y: number, size: number): void {
  const modules = modulesOf(text);
  const square = size / (modules.size + 2 * QUIET);
  const path: string[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    for (let start = 0, end = 0; start < modules.size; start = end + 1) {
      end = start;
      while (end < modules.size && modules.get(row, end)) end += 1;
      // Neighbouring squares become one rectangle, which makes the file smaller.
      if (end > start) path.push(`${QUIET + start} ${QUIET + row} ${end - start} 1 re`);
    }
  }
  // Coordinates count squares of the code, because whole numbers are short. The code is one path, because each path
  // costs time.
  page.save().translate(x, y).scale(square).addContent(path.join('\n'));
  page.fill('#000000').restore();
}
