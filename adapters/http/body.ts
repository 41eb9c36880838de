import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { koaBody } from 'koa-body';
import type { Context } from 'koa';
import { bodyTooLarge, malformedBody, unsupportedMedia } from './problems.ts';

const BODY_LIMIT = 100 * 1024;
const DEPTH_LIMIT = 32;

/** Names that mean something to JavaScript itself: they do nothing here. */
const POISONED = new Set(['__proto__', 'constructor', 'prototype']);

/** One character a byte, so that the bytes can be told exactly. */
const readBinary = koaBody({
  json: false, urlencoded: false, multipart: false, text: true, textTypes: ['application/json', 'application/*+json'], textLimit: BODY_LIMIT, encoding: 'binary',
});

export const hasBody = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The bytes of a JSON body as they came, unpacked; none at all when there is no body. */
export async function readBody(ctx: Context): Promise<Buffer> {
  if (!hasBody(ctx.req)) return Buffer.alloc(0);
  refuseOtherMedia(ctx);
  // Content codings are told apart without regard to case.
  ctx.req.headers['content-encoding'] &&= ctx.req.headers['content-encoding'].trim().toLowerCase();
  try {
    await Promise.race([readBinary(ctx, () => Promise.resolve()), goneOf(ctx.req)]);
  } catch (error) {
    // What is still to come is thrown away unread, unpacked least of all.
    ctx.req.unpipe().resume();
    throw readingFailed(error);
  }
  const body: unknown = (ctx.request as { body?: unknown }).body;
  return Buffer.from(typeof body === 'string' ? body : '', 'binary');
}

function refuseOtherMedia(ctx: Context): void {
  if (!ctx.is('application/json', 'application/*+json')) throw unsupportedMedia('Send JSON: Content-Type: application/json.');
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(ctx.get('content-type'))?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw unsupportedMedia('Send JSON in UTF-8.');
}

/** Rejects when the caller hangs up: an unpacking stream in between would wait for the rest for ever. */
const goneOf = (request: IncomingMessage): Promise<never> =>
  new Promise((_resolve, reject) => {
    request.once('close', () => { if (!request.complete) reject(cutOff()); });
  });

const cutOff = () => malformedBody('The body could not be read to its end.');

function readingFailed(error: unknown): unknown {
  const { status, code = '' } = error as { status?: number; code?: string };
  if (status === 413) return bodyTooLarge('100 KiB');
  if (status === 415) return unsupportedMedia('This content encoding is not understood: send gzip, deflate, br or none.');
  return status === 400 || code.startsWith('Z_') || code.startsWith('ERR_') || code.startsWith('ECONN') ? cutOff() : error;
}

/** A body as the JSON object it should be. No body at all reads as the empty object: the schema then says what is missing. */
export function parseObject(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {};
  const value = parse(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformedBody('The body must be a JSON object.');
  disarm(value);
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

/** Level by level, since a recursion could be driven out of its stack. */
function disarm(root: object): void {
  let level: object[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEPTH_LIMIT) throw malformedBody(`The body is nested deeper than ${DEPTH_LIMIT} levels.`);
    const next: object[] = [];
    for (const node of level) {
      for (const key of Object.keys(node)) {
        if (POISONED.has(key)) Reflect.deleteProperty(node, key);
        else {
          const child: unknown = Reflect.get(node, key);
          if (typeof child === 'object' && child !== null) next.push(child);
        }
      }
    }
    level = next;
  }
}
