import { createHash, webcrypto } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import multer from '@koa/multer';
import type { Context } from 'koa';
import { invalidField } from '../../../core/kernel/refusal.ts';
import { hasBody, isPoisoned, rejectOnHangUp } from './body.ts';
import { boundedQueueByKey } from './bounded-queue.ts';
import { malformedBody, requestTimeout, unsupportedMedia, uploadsBusy } from './problems.ts';
import type { Upload, UploadRule } from './route.ts';
import { uploadMemory, type UploadShare } from './upload-memory.ts';

/** Bytes of a form around the file: boundaries, part headers and a few small fields. */
const OVERHEAD_BYTES = 64 * 1024;

/** Uploads of one person that run at the same time. MAX_WAITING more may wait. Other people's uploads do not count. */
const CONCURRENCY = 8;
const MAX_WAITING = 32;

/** The most memory that all files use together while they arrive and are processed. */
const MOST_HELD_BYTES = 256 * 1024 * 1024;

/** Milliseconds without a byte, after which an upload is cancelled. */
const IDLE_MILLISECONDS = 10_000;

/**
 * The slowest accepted upload: 4 KiB a second, which phones on 2G reach. An upload is cancelled if fewer bytes arrive
 * in one such period. The average since the start is no use, because after a fast start the average stays high for
 * minutes.
 */
const PACE = { bytes: 120 * 1024, milliseconds: 30_000 };

/** All fields and files of a form. */
export interface Form {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly upload: Upload;
}

/** Reads a form that a person sends, and passes it to `use`. */
export type WithForm = <Result>(ctx: Context, person: string, use: (form: Form) => Promise<Result>) => Promise<Result>;

/** Makes a form reader for each route that takes a file. All readers share the queues and the memory. */
export type FormReaders = (rule: UploadRule) => WithForm;

/**
 * Reads multipart forms with one file each, a few of one person at a time. The response may be sent before the whole
 * form has arrived. A too large file is read to its end and discarded: some callers read the response only after
 * sending everything.
 */
export function formReaders(idleMilliseconds = IDLE_MILLISECONDS): FormReaders {
  const queue = boundedQueueByKey({ concurrency: CONCURRENCY, maxWaiting: MAX_WAITING, whenFull: uploadsBusy });
  const shareFor = uploadMemory(MOST_HELD_BYTES);
  return (rule) => {
    const read = formReader(rule, idleMilliseconds);
    return (ctx, person, use) =>
      queue(person, async () => {
        const share = shareFor(person);
        try {
          const form = await read(ctx, share);
          share.keep();
          return await use(form);
        } finally {
          share.free();
        }
      });
  };
}

function formReader(
  { field, limitBytes, tooLarge }: UploadRule,
  idleMilliseconds: number,
): (ctx: Context, share: UploadShare) => Promise<Form> {
  const options = {
    limits: {
      fileSize: limitBytes,
      fieldSize: 16 * 1024,
      // Refuses nested names. Otherwise `a[7][b]` would make lists and objects of any length.
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
      // Browsers send an empty field of a form as an empty text.
      fields: Object.fromEntries(
        Object.entries(body ?? {}).filter(([name, value]) => !isPoisoned(name) && value !== ''),
      ),
      upload: file && { content: file.buffer, fileName: file.originalname },
    };
  };

  return async (ctx, share) => {
    if (!hasBody(ctx.req)) return { fields: {}, upload: undefined };
    refuseOtherMedia(ctx);
    // A caller who hangs up leaves the queue, even before sending a byte.
    if (Number(ctx.get('content-length')) <= most || ctx.get('content-length') === '')
      return Promise.race([
        readForm(ctx),
        failing(ctx.req, { most, tooLarge, share, idleMilliseconds }),
        rejectOnHangUp(ctx.req),
      ]);
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

interface Bounds {
  readonly most: number;
  readonly tooLarge: () => Error;
  readonly share: UploadShare;
  readonly idleMilliseconds: number;
}

/**
 * Never resolves. Rejects if more than `most` bytes arrive, or if they arrive too slowly. Also rejects if the upload is
 * cancelled to free memory.
 */
const failing = (request: IncomingMessage, { most, tooLarge, share, idleMilliseconds }: Bounds): Promise<never> =>
  new Promise((_resolve, reject) => {
    let [size, sizeBefore] = [0, 0];
    const idle = setTimeout(() => {
      reject(requestTimeout());
    }, idleMilliseconds);
    const pace = setInterval(() => {
      if (size - sizeBefore < PACE.bytes) reject(requestTimeout());
      sizeBefore = size;
    }, PACE.milliseconds);
    request.on('data', (chunk: Buffer) => {
      idle.refresh();
      size += chunk.length;
      // The bytes of a file that is too large are discarded, and take no memory.
      if (size > most) reject(tooLarge());
      else
        share.hold(chunk.length, () => {
          reject(uploadsBusy());
        });
    });
    for (const end of ['end', 'close'])
      request.once(end, () => {
        clearTimeout(idle);
        clearInterval(pace);
      });
  });

/**
 * A digest of every byte that the sender chose. Leaves out boundaries, because a browser chooses a new one each time it
 * sends the same form.
 */
export async function digestOf({ fields, upload }: Form): Promise<string> {
  const content = await webcrypto.subtle.digest('SHA-256', upload?.content ?? new Uint8Array());
  return createHash('sha256')
    .update(JSON.stringify([Object.entries(fields), upload?.fileName ?? null]))
    .update(new Uint8Array(content))
    .digest('hex');
}
