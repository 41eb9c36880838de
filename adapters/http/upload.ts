import type { IncomingMessage } from 'node:http';
import multer from '@koa/multer';
import type { Context } from 'koa';
import { invalidField } from '../../core/kernel/refusal.ts';
import { hasBody } from './body.ts';
import { malformedBody, unsupportedMedia } from './problems.ts';
import type { Upload, UploadRule } from './route.ts';

/** What a form may need beside the file: boundaries, part headers and a few small fields. */
const AROUND_BYTES = 64 * 1024;

/**
 * Reads one file out of multipart forms. The answer may come before the form's end: what is too long is thrown away as it arrives,
 * so that a caller who sends before reading still gets to read.
 */
export function uploadReader({ field, limitBytes }: UploadRule): (ctx: Context) => Promise<Upload> {
  const readOne = multer({ limits: { fileSize: limitBytes, fieldSize: 16 * 1024, fields: 20, parts: 22, headerPairs: 100 } }).single(field);
  const most = limitBytes + AROUND_BYTES;

  const readForm = async (ctx: Context): Promise<Upload> => {
    try {
      await readOne(ctx, () => Promise.resolve());
    } catch (error) {
      return tooLargeOr(error, field);
    }
    const { file } = ctx.request as { file?: { readonly buffer: Uint8Array } };
    return file && { content: file.buffer };
  };

  return async (ctx) => {
    if (!hasBody(ctx.req)) return undefined;
    refuseOtherMedia(ctx);
    if (Number(ctx.get('content-length')) <= most || ctx.get('content-length') === '') return Promise.race([readForm(ctx), longerThan(ctx.req, most)]);
    ctx.req.resume();
    return 'too large';
  };
}

function refuseOtherMedia(ctx: Context): void {
  if (!ctx.is('multipart/form-data')) throw unsupportedMedia('Send a form with a file: Content-Type: multipart/form-data.');
  if (!/^(identity)?$/i.test(ctx.get('content-encoding').trim())) throw unsupportedMedia('Send the form without a content encoding.');
}

function tooLargeOr(error: unknown, field: string): 'too large' {
  const { code } = error as { code?: string };
  if (code === 'LIMIT_FILE_SIZE') return 'too large';
  if (code === 'LIMIT_UNEXPECTED_FILE') throw invalidField(field, `Send one file, in the form field ${field}.`);
  throw malformedBody('The form could not be read: it is malformed, incomplete or has too many parts.');
}

/** Settles only when more than `most` bytes have come. */
const longerThan = (request: IncomingMessage, most: number): Promise<'too large'> =>
  new Promise((resolve) => {
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) resolve('too large');
    });
  });
