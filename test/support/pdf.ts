import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsQR from 'jsqr';

/** A page of a PDF, drawn by PDFium. The text of its QR code is read by jsQR. */
export interface SeenPage {
  /** The width in points. */
  readonly width: number;
  readonly height: number;
  readonly text: string;
  /** The text of the QR code. Undefined if there is no readable code. */
  readonly code: string | undefined;
  /** The picture's pixels: red, green, blue and alpha. */
  readonly pixels: Uint8ClampedArray;
  readonly pixelWidth: number;
}

/** Reads every page of a PDF. */
export async function lookAt(pdf: Uint8Array): Promise<readonly SeenPage[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    const pages: SeenPage[] = [];
    for (const page of document.pages()) {
      // Read the size first, because rendering closes the page.
      const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
      const text = page.getText();
      const { width: pixelWidth, height: pixelHeight, data } = await page.render({ scale: 3, render: 'bitmap' });
      const pixels = withoutBlue(data);
      pages.push({
        width,
        height,
        text,
        code: jsQR.default(pixels, pixelWidth, pixelHeight)?.data,
        pixels,
        pixelWidth,
      });
    }
    return pages;
  } finally {
    document.destroy();
    library.destroy();
  }
}

/** Converts PDFium's order of blue, green, red and alpha to red, green, blue and alpha. */
function withoutBlue(bgra: Uint8Array): Uint8ClampedArray {
  const rgba = Uint8ClampedArray.from(bgra);
  for (let at = 0; at < rgba.length; at += 4) [rgba[at], rgba[at + 2]] = [bgra[at + 2]!, bgra[at]!];
  return rgba;
}
