/** Every block of shell in a page of Markdown, as somebody would paste it. */
export const shellBlocks = (page: string): readonly string[] =>
  [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block);
