/** Every shell block of a Markdown page, as a reader would paste it. */
export const shellBlocks = (page: string): readonly string[] =>
  [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block);
