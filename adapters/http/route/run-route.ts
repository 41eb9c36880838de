import { createHash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { ActAs } from '../../../core/agents/acting-caller.ts';
import type { AnswerOnce } from '../../../core/platform/answer-once.ts';
import type { KeepResult } from '../../../core/platform/idempotency.ts';
import { cut, type Language, LANGUAGES } from '../../../core/kernel/text.ts';
import { invalidField, Refusal } from '../../../core/kernel/refusal.ts';
import { type AccessNeeds, accountOf, callerOf, keyOwnerOf } from './caller.ts';
import { actingCallerOf } from './acting-caller.ts';
import { ruleOf } from './access.ts';
import { deprecationHeaders } from './deprecation.ts';
import { droppingNulls } from './absent-nulls.ts';
import { parsedOf, readBody } from './body.ts';
import { isKnown, isMatch, revisionTag } from './entity-tag.ts';
import { idempotencyKeyOf, pathOf, respondOnce } from './idempotency-key.ts';
import { HttpProblem, isOurs, methodNotAllowed, notFound } from './problems.ts';
import type { DrawingQueue } from './drawing-queue.ts';
import { type RateLimits, noLimits } from './rate-limits.ts';
import { type HttpResponse, SECRET_HEADERS, hasFailed, rendererOf, send } from './response.ts';
import type { Route } from './route.ts';
import { type Form, type FormReaders, type WithForm, digestOf } from './upload.ts';
import { type Shape, shapeOf } from './validate.ts';

export interface Needs extends AccessNeeds {
  readonly actAs: ActAs;
  readonly answerOnce: AnswerOnce;
  readonly limits: RateLimits;
  readonly drawings: DrawingQueue;
  readonly readFormsOf: FormReaders;
  /** Called with every internal error. */
  readonly report: (error: unknown, ctx: Context) => void;
}

/** The supported language that the request asks for. `*`, which many programs send, counts as no language. */
const languageOf = (ctx: Context): Language | undefined =>
  ['', '*'].includes(ctx.get('accept-language'))
    ? undefined
    : ((ctx.acceptsLanguages(...LANGUAGES) || undefined) as Language | undefined);

const DIGITS = /^[0-9]+$/;

/** Parses the path parameters. Ids become numbers. A path with other text in place of an id is answered 404. */
function paramsOf(
  given: Readonly<Record<string, string>>,
  { properties }: Route['params'],
  shape: Shape,
): Record<string, unknown> {
  // Path parameters that are ids become numbers. Other parameters stay text, because a code may consist of digits.
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
 * Parses a query string. A repeated key is a validation error, because the caller may mean either value. With
 * `forgiving`, the first value counts.
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

/** A signal that is aborted when the caller hangs up before the response is sent. */
function hangUpOf({ res }: Context): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => controller.abort());
  return controller.signal;
}
/** The body and the file that a handler gets. */
interface Content {
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly upload?: Form['upload'];
}

/** Refuses a path whose object does not exist. If `admits` refuses the caller, its refusal comes first. */
async function refuseUnfound(ctx: Context, route: Route, found: Parameters<NonNullable<Route['exists']>>[0]) {
  try {
    await route.exists?.(found);
  } catch (error) {
    if (route.admits)
      route.admits({ caller: found.caller, body: parsedOf(await readBody(ctx, route.bodyLimit)).body ?? {} });
    throw error;
  }
}

/** Compiles a route to middleware. Checks the caller first, then the path, then query and body. */
export function runRoute(route: Route, needs: Needs): Middleware {
  const { actAs, judgeKey, answerOnce, limits, drawings, report, readFormsOf } = needs;
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
  // A body must be valid JSON, even if unused.
  const takesBody = route.method !== 'get';
  const farewell = route.deprecated && deprecationHeaders(route.deprecated);

  const serve: Middleware = async (ctx) => {
    // Refusals get these headers, too.
    if (farewell) ctx.set(farewell);
    if (route.secret) {
      ctx['compress'] = false;
      // Refusals get these headers, too, because the URL may contain the secret.
      ctx.set(SECRET_HEADERS);
    }
    // An agent's requests count for its key or person. All of them may come from one address.
    if (route.limit !== 'none' && !ruleOf(route.access).agents) await limits.countCall(ctx.ip);
    const caller = await callerOf(ctx, route, needs);
    const params = paramsOf((ctx as Context & { params: Record<string, string> }).params, route.params, shapeParams);
    // The check for a ticket or document runs later, after the rate limit, so that every guess is counted.
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
    const handle = async (content: Content, keep?: KeepResult<HttpResponse>): Promise<HttpResponse> => {
      // Refused here, so that the rate limits have counted it as a GET.
      if (route.changesOnGet && ctx.method === 'HEAD') throw methodNotAllowed('GET');
      return render(
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
    };
    // Transactions judge the caller again, because the body may have come much later than the head.
    const acting = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (!caller || (route.method === 'get' && !route.changesOnGet)) return work();
      const { isJudged, ...actor } = actingCallerOf(caller, route, judgeKey);
      return actAs(actor, work).catch(async (error: unknown) => {
        // The request was refused without a transaction. A refusal of the caller comes first. It is not counted again.
        if (error instanceof Refusal && !isJudged()) await callerOf(ctx, route, { ...needs, limits: noLimits });
        throw error;
      });
    };
    const onceFor = async (digest: () => string | Promise<string>, respond: Respond): Promise<HttpResponse> =>
      key === undefined || !caller
        ? respond()
        : respondOnce(
            {
              ...keyOwnerOf(caller),
              path: pathOf(route, params),
              key,
              bodyHash: await digest(),
              ...(route.keepsRefusals === false && { keepsRefusals: false }),
            },
            answerOnce,
            (error) => report(error, ctx),
            respond,
          );
    // An invalid request is refused before its key is stored. Otherwise strangers could fill the table.
    const respondToForm = async (form: Form): Promise<HttpResponse> => {
      shapeBody?.(form.fields);
      const content = { body: form.fields, upload: form.upload };
      return acting(() =>
        onceFor(
          () => digestOf(form),
          (keep) => handle(content, keep),
        ),
      );
    };
    const respondToBody = async (bytes: Buffer | undefined, body: Content['body']): Promise<HttpResponse> => {
      shapeBody?.(body);
      return acting(() =>
        onceFor(
          () =>
            createHash('sha256')
              .update(bytes ?? '')
              .digest('hex'),
          (keep) => inTurn(() => handle({ body }, keep)),
        ),
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
      }, hasFailed);
    };
    const respondToUpload = async (read: WithForm): Promise<HttpResponse> => {
      const admitted = await takeFromBudget();
      // The form is read before its work waits in the queue of the IP address. Otherwise a form that never ends would
      // block the queue.
      return read(ctx, accountOf(caller) ?? ctx.ip, (form) => admitted.run(() => respondToForm(form)));
    };
    const response = readForm
      ? await respondToUpload(readForm)
      : await respondToBytes(takesBody ? await readBody(ctx, route.bodyLimit) : undefined);
    send(ctx, takesBody ? response : unlessKnown(ctx, response));
  };
  return route.otherwise === undefined ? serve : servingAlways(serve, render(route.otherwise), report);
}

/** The response, or an empty 304 if the caller has this answer by its `ETag`. */
function unlessKnown(ctx: Context, response: HttpResponse): HttpResponse {
  const tag = response.headers['ETag'];
  if (typeof tag !== 'string' || !isKnown(ctx.get('if-none-match'), tag)) return response;
  return { ...response, status: 304, body: null };
}

/** Runs a request's handler. If the request has a key, the effect and the response are stored in one transaction. */
type Respond = (keep?: KeepResult<HttpResponse>) => Promise<HttpResponse>;

/** Runs a route to which other sites send browsers. After an error, reports the error and redirects the browser. */
const servingAlways =
  (serve: Middleware, otherwise: HttpResponse, report: Needs['report']): Middleware =>
  async (ctx, next) => {
    try {
      await serve(ctx, next);
    } catch (error) {
      if (error instanceof HttpProblem && error.status === methodNotAllowed.status) throw error;
      if (isOurs(error)) report(error, ctx);
      send(ctx, otherwise);
    }
  };
