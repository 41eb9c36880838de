import fastJson from 'fast-json-stringify';
import type { Schema } from 'fast-json-stringify';
import type { Context, Middleware } from 'koa';
import type { Caller } from '../../core/accounts/caller.ts';
import type { AnswerOnce } from '../../core/kernel/answer-once.ts';
import { Refusal } from '../../core/kernel/refusal.ts';
import { send } from './answer.ts';
import type { Answer } from './answer.ts';
import { parseObject, readBody } from './body.ts';
import { isOurs, notFound, tokenMissing, wrongRole } from './problems.ts';
import { readQuery } from './query.ts';
import type { RateLimits } from './rate-limits.ts';
import { answerRepeatable, pathOf, repeatKeyOf } from './repeats.ts';
import type { Access, FileAnswer, Redirect, Request, Route, Upload } from './route.ts';
import { uploadReader } from './upload.ts';
import { shapeOf } from './validate.ts';
import type { Shape } from './validate.ts';

/** Answers who shows this access token; throws a Refusal of kind `unauthenticated` when it is not good (any more). */
export type Authenticate = (accessToken: string) => Promise<Caller>;

export interface Needs {
  readonly authenticate: Authenticate;
  readonly answerOnce: AnswerOnce;
  readonly limits: RateLimits;
  /** Told of every error that is ours. */
  readonly report: (error: unknown, ctx: Context) => void;
}

const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

const tokenOf = (ctx: Context): string | undefined => BEARER.exec(ctx.get('authorization'))?.[1];

async function callerOf(ctx: Context, access: Access, authenticate: Authenticate): Promise<Caller | undefined> {
  if (access === 'public') return undefined;
  const token = tokenOf(ctx);
  if (access === 'optional') return token === undefined ? undefined : authenticate(token).catch(asAbsent);
  if (token === undefined) throw tokenMissing();
  const caller = await authenticate(token);
  if (access === 'passenger' && caller.role !== 'PASSENGER') throw wrongRole();
  return caller;
}

/** Where a token is optional, one that is no good is treated as none. A database that is down is still an error. */
function asAbsent(error: unknown): undefined {
  if (error instanceof Refusal && error.kind === 'unauthenticated') return undefined;
  throw error;
}

const DIGITS = /^[0-9]+$/;

/** Path parameters: keys are numbers, and what is no key leads nowhere. */
function paramsOf(given: Readonly<Record<string, string>>, shape: Shape): Record<string, unknown> {
  const params = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, DIGITS.test(value) ? Number(value) : value]));
  try {
    shape(params);
  } catch {
    throw notFound();
  }
  return params;
}

/** Who a request is about: the caller, or whom an anonymous one names. */
function accountOf(caller: Caller | undefined, body: Readonly<Record<string, unknown>> = {}): string | undefined {
  if (caller) return `user ${caller.userId}`;
  return [body['identifier'], body['email']].find((name) => typeof name === 'string' && name !== '') as string | undefined;
}

/** A route, compiled once, as the middleware that serves it. */
export function runRoute(route: Route, { authenticate, answerOnce, limits, report }: Needs): Middleware {
  const [shapeParams, shapeQuery] = [shapeOf(route.params), shapeOf(route.query)];
  const shapeBody = route.body && shapeOf(route.body);
  const readUpload = route.upload && uploadReader(route.upload);
  const render = renderOf(route);
  // A body that nobody asked for is held to the same rules as any other.
  const takesBody = route.method !== 'get' && route.upload === undefined;

  const serve: Middleware = async (ctx) => {
    if (route.limit !== 'none') await limits.countCall(ctx.ip);
    const caller = await callerOf(ctx, route.access, authenticate);
    const params = paramsOf((ctx as Context & { params: Record<string, string> }).params, shapeParams);
    const query = readQuery(ctx.querystring, { forgiving: route.otherwise !== undefined });
    shapeQuery(query);
    const key = repeatKeyOf(ctx, route);
    const bytes = takesBody ? await readBody(ctx) : undefined;
    const upload = await readUpload?.(ctx);

    const respond = async (): Promise<Answer> => {
      const body = bytes && parseObject(bytes);
      shapeBody?.(body);
      const taken = await limits.take(route.limit, { ip: ctx.ip, account: accountOf(caller, body) });
      const request: Request & { readonly upload: Upload } = {
        caller, params, query, body, upload,
        origin: { ip: ctx.ip, userAgent: ctx.get('user-agent').slice(0, 300) },
        cookie: (name) => ctx.cookies.get(name),
      };
      const answer = render(await route.handle(request));
      await taken.giveBack();
      return answer;
    };
    send(ctx, key === undefined || !caller || !bytes
      ? await respond()
      : await answerRepeatable({ userId: caller.userId, path: pathOf(route, params), key, bytes }, answerOnce, (error) => report(error, ctx), respond));
  };
  return route.otherwise === undefined ? serve : servingAlways(serve, render(route.otherwise), report);
}

/** A route for browsers that come from elsewhere: what breaks is reported, and the browser goes on all the same. */
const servingAlways = (serve: Middleware, otherwise: Answer, report: Needs['report']): Middleware => async (ctx, next) => {
  try {
    await serve(ctx, next);
  } catch (error) {
    if (isOurs(error)) report(error, ctx);
    send(ctx, otherwise);
  }
};

/** Keeps an answer out of every cache, and its address out of what the next page is told. */
const SECRET = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

function renderOf({ sends, secret }: Route): (result: unknown) => Answer {
  const kept = secret ? SECRET : {};
  if (sends.kind === 'json') {
    const stringify = fastJson(sends.answer as unknown as Schema);
    const headers = { ...kept, 'Content-Type': 'application/json; charset=utf-8' };
    return (result) => ({ status: sends.status, headers, body: stringify(result) });
  }
  if (sends.kind === 'redirect') {
    return (result) => {
      const { location, cookies = [] } = result as Redirect;
      // Set as it is: Koa's own redirect rewrites what it is given, and a crafted host can come out of that.
      return { status: 302, headers: { ...SECRET, Location: location, ...(cookies.length > 0 && { 'Set-Cookie': cookies }) }, body: null };
    };
  }
  return (result) => {
    const { content, fileName } = result as FileAnswer;
    return {
      status: 200,
      headers: { ...kept, 'Cache-Control': 'private, no-store', 'Content-Type': sends.mediaType, 'Content-Disposition': `attachment; filename="${fileName}"` },
      body: Buffer.from(content),
    };
  };
}
