import qrcode from 'qrcode';

/** The white border that readers need, in modules (the squares of the code). */
const QUIET = 4;

/** Draws a QR code as one vector path inside a square of the given size, its quiet zone included. */
export function drawQr(page: PDFKit.PDFDocument, text: string, x: number, y: number, size: number): void {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  const square = size / (modules.size + 2 * QUIET);
  for (let row = 0; row < modules.size; row += 1) {
    for (let start = 0, end = 0; start < modules.size; start = end + 1) {
      end = start;
      while (end < modules.size && modules.get(row, end)) end += 1;
      // Neighbouring squares become one rectangle, which makes the file smaller.
      if (end > start)
        page.rect(x + (QUIET + start) * square, y + (QUIET + row) * square, (end - start) * square, square);
    }
  }
  page.fill('#000000');
}
