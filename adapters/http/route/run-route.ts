import { createHash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Caller } from '../../../core/accounts/account.ts';
import type { AuthenticateDevice } from '../../../core/boarding/authenticate-device.ts';
import { isDeviceToken } from '../../../core/boarding/device.ts';
import type { AnswerOnce } from '../../../core/platform/answer-once.ts';
import type { KeepResult, Sender } from '../../../core/platform/idempotency.ts';
import { cut, type Language, LANGUAGES } from '../../../core/kernel/text.ts';
import { invalidField, Refusal } from '../../../core/kernel/refusal.ts';
import { type AnyCaller, type AccessRule, admit, ruleOf } from './access.ts';
import { droppingNulls } from './absent-nulls.ts';
import { parseObject, readBody } from './body.ts';
import { isKnown, isMatch, revisionTag } from './entity-tag.ts';
import { idempotencyKeyOf, pathOf, respondOnce } from './idempotency-key.ts';
import { isOurs, notFound, tokenMissing } from './problems.ts';
import type { DrawingQueue } from './drawing-queue.ts';
import type { RateLimits } from './rate-limits.ts';
import { type HttpResponse, SECRET_HEADERS, rendererOf, send } from './response.ts';
import type { Route } from './route.ts';
import { type Form, type FormReaders, type WithForm, digestOf } from './upload.ts';
import { type Shape, shapeOf } from './validate.ts';

/**
 * Returns the caller of an access token. Throws a Refusal of kind `unauthenticated` if the token is invalid or has
 * ended.
 */
export type Authenticate = (accessToken: string) => Promise<Caller>;

/** Finds the caller of a request by its token. Throws for an invalid token. */
interface AccessNeeds {
  readonly authenticate: Authenticate;
  readonly authenticateDevice: AuthenticateDevice;
}

export interface Needs extends AccessNeeds {
  readonly answerOnce: AnswerOnce;
  readonly limits: RateLimits;
  readonly drawings: DrawingQueue;
  readonly readFormsOf: FormReaders;
  /** Called with every internal error. */
  readonly report: (error: unknown, ctx: Context) => void;
}

const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/** The supported language that the request asks for. `*`, which many programs send, asks for none. */
const languageOf = (ctx: Context): Language | undefined =>
  ['', '*'].includes(ctx.get('accept-language'))
    ? undefined
    : ((ctx.acceptsLanguages(...LANGUAGES) || undefined) as Language | undefined);

const tokenOf = (ctx: Context): string | undefined => BEARER.exec(ctx.get('authorization'))?.[1];

async function callerOf(
  ctx: Context,
  rule: AccessRule,
  { authenticate, authenticateDevice }: AccessNeeds,
): Promise<AnyCaller | undefined> {
  const { token: wanted, devices = false } = ruleOf(rule.access);
  if (wanted === 'ignored') return undefined;
  const token = tokenOf(ctx);
  if (wanted === 'optional') return token === undefined ? undefined : authenticate(token).catch(asAnonymous);
  if (token === undefined && wanted === 'ifShown') return undefined;
  if (token === undefined) throw tokenMissing();
  if (devices && isDeviceToken(token)) return authenticateDevice(token);
  const caller = await authenticate(token);
  admit(rule, caller);
  return caller;
}

/** Treats an invalid token as missing where a token is optional. A database that is down is still an error. */
function asAnonymous(error: unknown): undefined {
  if (error instanceof Refusal && error.kind === 'unauthenticated') return undefined;
  throw error;
}

const DIGITS = /^[0-9]+$/;

/** Parses path parameters. Ids are numbers, and a path with another text in place of an id is a 404. */
function paramsOf(
  given: Readonly<Record<string, string>>,
  { properties }: Route['params'],
  shape: Shape,
): Record<string, unknown> {
  // Only ids become numbers. Digits in other parameters stay text, because a code may consist of digits.
  const isNumber = (name: string, value: string): boolean =>
    properties[name]?.['type'] !== 'string' && DIGITS.test(value);
  const params = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, isNumber(name, value) ? Number(value) : value]),
  );
  try {
    shape(params);
  } catch {
    throw notFound();
  }
  return params;
}

/**
 * Parses a query string. A key given twice is a validation error, because either value may be meant. Routes that
 * forgive it take the first value.
 */
function queryOf(querystring: string, { forgiving = false } = {}): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(querystring)) {
    const isRepeated = Object.hasOwn(query, key);
    if (isRepeated && !forgiving) throw invalidField(cut(key, 100), 'This part of the query is given more than once.');
    if (!isRepeated) Object.defineProperty(query, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return query;
}

/**
 * Names the account that rate limits count for: the caller's, or the account that an anonymous request names. Prefixes
 * tell the two apart, whatever name is typed.
 */
function accountOf(caller: AnyCaller | undefined, body: Readonly<Record<string, unknown>> = {}): string | undefined {
  if (caller) return 'userId' in caller ? `user ${caller.userId}` : `device ${caller.deviceId}`;
  const typed = [body['identifier'], body['email']].find((name) => typeof name === 'string' && name !== '') as
    string | undefined;
  return typed && `typed ${typed}`;
}

const senderOf = (caller: AnyCaller): Sender =>
  'userId' in caller ? { userId: caller.userId } : { deviceId: caller.deviceId };

/** A signal that is aborted when the caller hangs up before the response is sent. */
function hangUpOf({ res }: Context): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => controller.abort());
  return controller.signal;
}

/** A request's body as a handler gets it. */
interface Content {
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly upload?: Form['upload'];
}

/** Refuses an unknown object in the path. A caller who may not do what the body asks for learns only that. */
async function refuseUnfound(ctx: Context, route: Route, found: Parameters<NonNullable<Route['exists']>>[0]) {
  try {
    await route.exists?.(found);
  } catch (error) {
    if (route.admits)
      route.admits({ caller: found.caller, body: parsedOf(await readBody(ctx, route.bodyLimit)).body ?? {} });
    throw error;
  }
}

/** Compiles a route into its middleware. Refusals come in this order: caller, path, then query and body. */
export function runRoute(route: Route, needs: Needs): Middleware {
  const { answerOnce, limits, drawings, report, readFormsOf } = needs;
  const [shapeParams, shapeQuery] = [shapeOf(route.params), shapeOf(route.query)];
  const shapeGiven = route.body && shapeOf(route.body);
  // PATCH bodies keep nulls, because null clears a field.
  const dropNulls = route.body && route.method !== 'patch' ? droppingNulls(route.body) : undefined;
  const shapeBody: Shape | undefined =
    shapeGiven &&
    ((body) => {
      dropNulls?.(body);
      shapeGiven(body);
    });
  const readForm = route.upload && readFormsOf(route.upload);
  const render = rendererOf(route);
  // A sent body must follow the rules for bodies, even on a route without a body.
  const takesBody = route.method !== 'get';

  const serve: Middleware = async (ctx) => {
    if (route.secret) {
      ctx['compress'] = false;
      // Refusals get these headers, too, because the address may contain the secret.
      ctx.set(SECRET_HEADERS);
    }
    if (route.limit !== 'none') await limits.countCall(ctx.ip);
    const caller = await callerOf(ctx, route, needs);
    const params = paramsOf((ctx as Context & { params: Record<string, string> }).params, route.params, shapeParams);
    // A ticket or document is looked up after its rate limit, so that every guess is counted.
    if (route.draws === undefined) await refuseUnfound(ctx, route, { caller, params });
    const query = queryOf(ctx.querystring, { forgiving: route.otherwise !== undefined });
    shapeQuery(query);
    if (route.revisionOf && ctx.get('if-none-match') !== '') {
      const tag = revisionTag(await route.revisionOf({ caller, params }));
      if (isKnown(ctx.get('if-none-match'), tag)) {
        send(ctx, { status: 304, headers: { ETag: tag }, body: null });
        return;
      }
    }
    const key = idempotencyKeyOf(ctx, route);

    const takeFromBudget = (body?: Content['body']) =>
      limits.take(route.limit, { ip: ctx.ip, account: accountOf(caller, body) }, body && route.cost?.(body));
    const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
      route.draws === undefined
        ? work()
        : drawings({ kind: route.draws, account: accountOf(caller) ?? ctx.ip, signal: hangUpOf(ctx) }, work);
    const handle = async (content: Content, keep?: KeepResult<HttpResponse>): Promise<HttpResponse> =>
      render(
        await route.handle({
          caller,
          params,
          query,
          body: content.body,
          upload: content.upload,
          origin: {
            ip: ctx.ip,
            userAgent: ctx.get('user-agent').slice(0, 300),
            language: languageOf(ctx),
          },
          cookie: (name) => ctx.cookies.get(name),
          once: async (toResponse, use) =>
            toResponse(await use(keep && ((result, stores) => keep(render(toResponse(result)), stores)))),
          isKnown: (response) => isMatch(ctx.get('if-match'), String(render(response).headers['ETag'])),
          language: () => languageOf(ctx) ?? 'en',
          header: (name) => ctx.get(name),
        }),
      );
    const onceFor = async (digest: () => string | Promise<string>, respond: Respond): Promise<HttpResponse> =>
      key === undefined || !caller
        ? respond()
        : respondOnce(
            { ...senderOf(caller), path: pathOf(route, params), key, bodyHash: await digest() },
            answerOnce,
            (error) => report(error, ctx),
            respond,
          );

    // Invalid requests are not stored under their key: strangers could fill the table with them.
    const respondToForm = async (form: Form): Promise<HttpResponse> => {
      shapeBody?.(form.fields);
      const content = { body: form.fields, upload: form.upload };
      return onceFor(
        () => digestOf(form),
        (keep) => handle(content, keep),
      );
    };
    const respondToBody = async (bytes: Buffer | undefined, body: Content['body']): Promise<HttpResponse> => {
      shapeBody?.(body);
      return onceFor(
        () =>
          createHash('sha256')
            .update(bytes ?? '')
            .digest('hex'),
        (keep) => inTurn(() => handle({ body }, keep)),
      );
    };
    const respondToBytes = async (bytes: Buffer | undefined): Promise<HttpResponse> => {
      const parsed = parsedOf(bytes);
      const admitted = await takeFromBudget(parsed.body);
      return admitted.run(async () => {
        route.admits?.({ caller, body: parsed.body ?? {} });
        if (parsed.fault !== undefined) throw parsed.fault;
        if (route.draws !== undefined) await route.exists?.({ caller, params });
        return respondToBody(bytes, parsed.body);
      });
    };
    const respondToUpload = async (read: WithForm): Promise<HttpResponse> => {
      const admitted = await takeFromBudget();
      // The form is read before the queue of the address. A form that never ends would block the queue.
      return read(ctx, accountOf(caller) ?? ctx.ip, (form) => admitted.run(() => respondToForm(form)));
    };
    send(
      ctx,
      readForm
        ? await respondToUpload(readForm)
        : await respondToBytes(takesBody ? await readBody(ctx, route.bodyLimit) : undefined),
    );
  };
  return route.otherwise === undefined ? serve : servingAlways(serve, render(route.otherwise), report);
}

/** A body as an object. A fault is reported later, because rate limits count malformed requests as well. */
function parsedOf(bytes: Buffer | undefined): { readonly body?: Content['body']; readonly fault?: Error } {
  try {
    return { body: bytes && parseObject(bytes) };
  } catch (error) {
    if (error instanceof Error) return { fault: error };
    throw error;
  }
}

/** Does the work of a request. With a key, the work stores its response in the transaction of its effect. */
type Respond = (keep?: KeepResult<HttpResponse>) => Promise<HttpResponse>;

/** Runs a route that other sites send browsers to. An error is reported, and the browser is still redirected. */
const servingAlways =
  (serve: Middleware, otherwise: HttpResponse, report: Needs['report']): Middleware =>
  async (ctx, next) => {
    try {
      await serve(ctx, next);
    } catch (error) {
      if (isOurs(error)) report(error, ctx);
      send(ctx, otherwise);
    }
  };
