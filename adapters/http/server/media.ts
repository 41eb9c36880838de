import { notFound } from '../route/problems.ts';
import type { PlainRoute } from '../route/route.ts';

interface Needs {
  readonly media: {
    readonly read: (
      fileName: string,
    ) => Promise<{ readonly content: Uint8Array; readonly mediaType: string } | undefined>;
  };
}

/**
 * Serves pictures that users have uploaded. Each new picture gets a new name, so browsers may cache a picture forever.
 */
export const media = ({ media: folder }: Needs): PlainRoute => ({
  method: 'get',
  path: '/media/:name',
  serve: async (ctx) => {
    const picture = await folder.read((ctx as typeof ctx & { params: { name: string } }).params.name);
    if (!picture) throw notFound();
    ctx.set({
      'Content-Type': picture.mediaType,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': 'sandbox',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
    ctx.body = Buffer.from(picture.content);
  },
});
