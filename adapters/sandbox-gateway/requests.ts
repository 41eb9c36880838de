import { koaBody } from 'koa-body';
import type { Context } from 'koa';

const MAX_BYTES = 16 * 1024;

const readBody = koaBody({
  json: false,
  urlencoded: false,
  multipart: false,
  text: true,
  textTypes: ['application/x-www-form-urlencoded', 'application/json'],
  textLimit: MAX_BYTES,
  // An unreadable body counts as empty, so that the reply names the missing fields.
  onError: () => undefined,
});

async function readText(ctx: Context): Promise<string> {
  await readBody(ctx, () => Promise.resolve());
  const { body } = ctx.request as { body?: unknown };
  return typeof body === 'string' ? body : '';
}

export const readForm = async (ctx: Context): Promise<URLSearchParams> => new URLSearchParams(await readText(ctx));

/** Reads a body as a JSON object. Empty if the body is anything else. */
export async function readJson(ctx: Context): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = JSON.parse(await readText(ctx));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/** Reads a parameter of the path, decoded. */
export const pathParameter = (ctx: Context, name: string): string =>
  (ctx as Context & { readonly params: Readonly<Record<string, string>> }).params[name] ?? '';

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

/** Headers by which a proxy names its caller. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

/** A request as Node.js receives it. */
export interface Received {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Whether a program on this machine sent the request, and no proxy on this machine forwarded it. */
export const isFromHere = ({ socket, headers }: Received): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') && !FORWARDED.some((name) => headers[name] !== undefined);
