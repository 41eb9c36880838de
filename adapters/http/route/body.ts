import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { HttpMethodEnum, koaBody } from 'koa-body';
import type { Context } from 'koa';
import type { BodyLimit } from './route.ts';
import { bodyTooLarge, malformedBody, unsupportedMedia } from './problems.ts';

const DEPTH_LIMIT = 32;

/** Names that JavaScript itself uses. Properties with these names are removed from every body. */
const POISONED = new Set(['__proto__', 'constructor', 'prototype']);

export const isPoisoned = (name: string): boolean => POISONED.has(name);

/** Makes a reader that turns each byte into one character, so that the exact bytes stay known. */
const readerOf = (limit: BodyLimit) =>
  koaBody({
    json: false,
    urlencoded: false,
    multipart: false,
    parsedMethods: Object.values(HttpMethodEnum),
    text: true,
    textTypes: ['application/json', 'application/*+json'],
    textLimit: limit * 1024,
    encoding: 'binary',
  });

const READERS: Readonly<Record<BodyLimit, ReturnType<typeof readerOf>>> = { 100: readerOf(100), 512: readerOf(512) };

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Reads the bytes of a JSON body and decompresses them. Empty if there is no body. */
export async function readBody(ctx: Context, limit: BodyLimit = 100): Promise<Buffer> {
  if (!hasBody(ctx.req)) return Buffer.alloc(0);
  refuseOtherMedia(ctx);
  // Names of content codings are case-insensitive.
  ctx.req.headers['content-encoding'] &&= ctx.req.headers['content-encoding'].trim().toLowerCase();
  try {
    await Promise.race([READERS[limit](ctx, () => Promise.resolve()), rejectOnHangUp(ctx.req)]);
  } catch (error) {
    // Discards the rest of the body without decompressing it.
    ctx.req.unpipe().resume();
    throw readingFailed(error, limit);
  }
  const body: unknown = (ctx.request as { body?: unknown }).body;
  return Buffer.from(typeof body === 'string' ? body : '', 'binary');
}

function refuseOtherMedia(ctx: Context): void {
  if (!ctx.is('application/json', 'application/*+json'))
    throw unsupportedMedia('Send JSON: Content-Type: application/json.');
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(ctx.get('content-type'))?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw unsupportedMedia('Send JSON in UTF-8.');
}

/**
 * Rejects when the caller hangs up or has already hung up. Without this, decompressing would wait for the rest of the
 * body forever.
 */
export const rejectOnHangUp = (request: IncomingMessage): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (request.destroyed && !request.complete) reject(cutOff());
    request.once('close', () => {
      if (!request.complete) reject(cutOff());
    });
  });

const cutOff = () => malformedBody('The body could not be read to its end.');

function readingFailed(error: unknown, limit: BodyLimit): unknown {
  const { status, code = '' } = error as { status?: number; code?: string };
  if (status === 413) return bodyTooLarge(`${limit} KiB`);
  if (status === 415)
    return unsupportedMedia('This content encoding is not understood: send gzip, deflate, br or none.');
  return status === 400 || code.startsWith('Z_') || code.startsWith('ERR_') || code.startsWith('ECONN')
    ? cutOff()
    : error;
}

/**
 * Parses a body as a JSON object. Without a body, returns an empty object, so that the schema names the missing fields.
 */
function parseObject(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {};
  const value = parse(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformedBody('The body must be a JSON object.');
  removePoison(value);
  return value as Record<string, unknown>;
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformedBody('The body is not valid UTF-8.');
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw malformedBody('The body is not valid JSON.');
  }
}

/** Walks the object level by level, because a recursion over deep input could overflow the stack. */
function removePoison(root: object): void {
  let level: object[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEPTH_LIMIT) throw malformedBody(`The body is nested deeper than ${DEPTH_LIMIT} levels.`);
    const next: object[] = [];
    for (const node of level) {
      for (const key of Object.keys(node)) {
        if (isPoisoned(key)) Reflect.deleteProperty(node, key);
        else {
          const child: unknown = Reflect.get(node, key);
          if (typeof child === 'object' && child !== null) next.push(child);
        }
      }
    }
    level = next;
  }
}

/** Parses a body. A fault is thrown later, because malformed requests cost points of the rate limit, too. */
export function parsedOf(bytes: Buffer | undefined): {
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly fault?: Error;
} {
  try {
    return { body: bytes && parseObject(bytes) };
  } catch (error) {
    if (error instanceof Error) return { fault: error };
    throw error;
  }
}
