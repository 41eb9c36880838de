declare module 'subset-font' {
  /** Makes a font that has only the glyphs of the text, including glyphs that combine several letters. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { readonly targetFormat: 'sfnt' | 'woff' | 'woff2' },
  ): Promise<Buffer>;
}
