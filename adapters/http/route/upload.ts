import { createHash, webcrypto } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import multer from '@koa/multer';
import type { Context } from 'koa';
import { invalidField } from '../../../core/kernel/refusal.ts';
import { hasBody, isPoisoned, rejectOnHangUp } from './body.ts';
import { boundedQueue } from '../server/bounded-queue.ts';
import { malformedBody, unsupportedMedia, uploadsBusy } from './problems.ts';
import type { Upload, UploadRule } from './route.ts';

/** What a form may need besides the file: boundaries, part headers and a few small fields. */
const OVERHEAD_BYTES = 64 * 1024;

/** Files are held in memory while they arrive and are processed: this many at once, however slowly they arrive. */
const CONCURRENCY = 8;
const MAX_WAITING = 32;

/** Everything a form has brought. */
export interface Form {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly upload: Upload;
}

/** Reads a form and passes it to `use`. */
type WithForm = <Result>(ctx: Context, use: (form: Form) => Promise<Result>) => Promise<Result>;

/** Makes the readers of all routes that take a file, which share one queue. */
export type FormReaders = (rule: UploadRule) => WithForm;

/**
 * Reads multipart forms of one file each, a few at a time. The response may be sent before the form has ended: what is
 * too large is discarded as it arrives, so that a caller who sends everything before reading still gets it.
 */
export function formReaders(): FormReaders {
  const queue = boundedQueue({ concurrency: CONCURRENCY, maxWaiting: MAX_WAITING, whenFull: uploadsBusy });
  return (rule) => {
    const read = formReader(rule);
    return (ctx, use) => queue(async () => use(await read(ctx)));
  };
}

function formReader({ field, limitBytes, tooLarge }: UploadRule): (ctx: Context) => Promise<Form> {
  const options = {
    limits: {
      fileSize: limitBytes,
      fieldSize: 16 * 1024,
      // Names such as `a[7][b]` would be read as lists and objects, of any length.
      fieldNestingDepth: 2,
      fieldArrayIndexLimit: 20,
      fields: 20,
      parts: 22,
      headerPairs: 100,
    },
    defParamCharset: 'utf8',
  };
  const readOne = multer(options).single(field);
  const most = limitBytes + OVERHEAD_BYTES;

  const readForm = async (ctx: Context): Promise<Form> => {
    try {
      await readOne(ctx, () => Promise.resolve());
    } catch (error) {
      throw (error as { code?: string }).code === 'LIMIT_FILE_SIZE' ? tooLarge() : refusalOf(error, field);
    }
    const { file, body } = ctx.request as Partial<Sent>;
    return {
      // What somebody leaves empty in a form, browsers send as an empty text.
      fields: Object.fromEntries(
        Object.entries(body ?? {}).filter(([name, value]) => !isPoisoned(name) && value !== ''),
      ),
      upload: file && { content: file.buffer, fileName: file.originalname },
    };
  };

  return async (ctx) => {
    if (!hasBody(ctx.req)) return { fields: {}, upload: undefined };
    refuseOtherMedia(ctx);
    // A caller who hangs up, before the first byte or in the middle, gives the place up.
    if (Number(ctx.get('content-length')) <= most || ctx.get('content-length') === '')
      return Promise.race([readForm(ctx), whenLonger(ctx.req, most, tooLarge), rejectOnHangUp(ctx.req)]);
    ctx.req.resume();
    throw tooLarge();
  };
}

interface Sent {
  readonly file: { readonly buffer: Uint8Array; readonly originalname: string };
  readonly body: Readonly<Record<string, unknown>>;
}

function refuseOtherMedia(ctx: Context): void {
  if (!ctx.is('multipart/form-data'))
    throw unsupportedMedia('Send a form with a file: Content-Type: multipart/form-data.');
  if (!/^(identity)?$/i.test(ctx.get('content-encoding').trim()))
    throw unsupportedMedia('Send the form without a content encoding.');
}

function refusalOf(error: unknown, fileField: string): Error {
  const { code, field = '' } = error as { readonly code?: string; readonly field?: string };
  if (code === 'LIMIT_UNEXPECTED_FILE')
    return invalidField(fileField, `Send one file, in the form field ${fileField}.`);
  if (code === 'LIMIT_FIELD_VALUE') return invalidField(field, `${field} is too long.`);
  return malformedBody('The form could not be read: it is malformed, incomplete or has too many parts.');
}

/** Rejects when more than `most` bytes have arrived, and settles in no other way. */
const whenLonger = (request: IncomingMessage, most: number, tooLarge: () => Error): Promise<never> =>
  new Promise((_resolve, reject) => {
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) reject(tooLarge());
    });
  });

/**
 * A digest of every byte that the sender chose. Boundaries are no part of it: browsers make up a new one each time they
 * send a form again.
 */
export async function digestOf({ fields, upload }: Form): Promise<string> {
  const content = await webcrypto.subtle.digest('SHA-256', upload?.content ?? new Uint8Array());
  return createHash('sha256')
    .update(JSON.stringify([Object.entries(fields), upload?.fileName ?? null]))
    .update(new Uint8Array(content))
    .digest('hex');
}
