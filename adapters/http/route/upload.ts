import type { IncomingMessage } from 'node:http';
import multer from '@koa/multer';
import type { Context } from 'koa';
import { invalidField } from '../../../core/kernel/refusal.ts';
import { hasBody, rejectOnHangUp } from './body.ts';
import { boundedQueue } from '../server/bounded-queue.ts';
import { malformedBody, unsupportedMedia, uploadsBusy } from './problems.ts';
import type { Upload, UploadRule } from './route.ts';

/** What a form may need besides the file: boundaries, part headers and a few small fields. */
const OVERHEAD_BYTES = 64 * 1024;

/** Files are held in memory while they arrive and are processed: this many at once, however slowly they arrive. */
const CONCURRENCY = 8;
const MAX_WAITING = 32;

/** Reads the file of a form and passes it to `use`. */
type WithUpload = <Result>(ctx: Context, use: (upload: Upload) => Promise<Result>) => Promise<Result>;

/**
 * Reads the one file of a multipart form, a few forms at a time. The response may be sent before the form has ended:
 * what is too large is discarded as it arrives, so that a caller who sends everything before reading still gets it.
 */
export function uploadReader({ field, limitBytes }: UploadRule): WithUpload {
  const queue = boundedQueue({ concurrency: CONCURRENCY, maxWaiting: MAX_WAITING, whenFull: uploadsBusy });
  const readOne = multer({
    limits: { fileSize: limitBytes, fieldSize: 16 * 1024, fields: 20, parts: 22, headerPairs: 100 },
  }).single(field);
  const most = limitBytes + OVERHEAD_BYTES;

  const readForm = async (ctx: Context): Promise<Upload> => {
    try {
      await readOne(ctx, () => Promise.resolve());
    } catch (error) {
      return tooLargeOr(error, field);
    }
    const { file } = ctx.request as { file?: { readonly buffer: Uint8Array } };
    return file && { content: file.buffer };
  };

  const read = async (ctx: Context): Promise<Upload> => {
    if (!hasBody(ctx.req)) return undefined;
    refuseOtherMedia(ctx);
    // A caller who hangs up, before the first byte or in the middle, gives the place up.
    if (Number(ctx.get('content-length')) <= most || ctx.get('content-length') === '')
      return Promise.race([readForm(ctx), longerThan(ctx.req, most), rejectOnHangUp(ctx.req)]);
    ctx.req.resume();
    return 'too large';
  };
  return (ctx, use) => queue(async () => use(await read(ctx)));
}

function refuseOtherMedia(ctx: Context): void {
  if (!ctx.is('multipart/form-data'))
    throw unsupportedMedia('Send a form with a file: Content-Type: multipart/form-data.');
  if (!/^(identity)?$/i.test(ctx.get('content-encoding').trim()))
    throw unsupportedMedia('Send the form without a content encoding.');
}

function tooLargeOr(error: unknown, field: string): 'too large' {
  const { code } = error as { code?: string };
  if (code === 'LIMIT_FILE_SIZE') return 'too large';
  if (code === 'LIMIT_UNEXPECTED_FILE') throw invalidField(field, `Send one file, in the form field ${field}.`);
  throw malformedBody('The form could not be read: it is malformed, incomplete or has too many parts.');
}

/** Resolves when more than `most` bytes have arrived, and never otherwise. */
const longerThan = (request: IncomingMessage, most: number): Promise<'too large'> =>
  new Promise((resolve) => {
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) resolve('too large');
    });
  });
