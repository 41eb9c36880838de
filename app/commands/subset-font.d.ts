declare module 'subset-font' {
  /** A font that has only the glyphs which the text needs, and what puts them together. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { readonly targetFormat: 'sfnt' | 'woff' | 'woff2' },
  ): Promise<Buffer>;
}
