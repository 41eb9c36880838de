import type { Context } from 'koa';
import type { AnswerOnce } from '../../../core/platform/answer-once.ts';
import type { KeepResult, KeptAnswer, RequestKey } from '../../../core/platform/idempotency.ts';
import { invalidField } from '../../../core/kernel/refusal.ts';
import { isOurs, problemResponse } from './problems.ts';
import { type HttpResponse, hasFailed, textOf } from './response.ts';
import type { Route } from './route.ts';

const HEADER = 'Idempotency-Key';
const WELL_FORMED = /^[\x20-\x7e]{1,255}$/;

/** The request's Idempotency-Key. Undefined if the request has none, or the route takes none. */
export function idempotencyKeyOf(ctx: Context, { idempotent }: Route): string | undefined {
  const key = idempotent ? ctx.req.headers['idempotency-key'] : undefined;
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !WELL_FORMED.test(key))
    throw invalidField(HEADER, `${HEADER} must be 1 to 255 printable ASCII characters.`);
  return key;
}

/**
 * The path with its parsed parameters. Two spellings of a path give the same text, so they count as the same request.
 */
export const pathOf = ({ path }: Pick<Route, 'path'>, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));

/**
 * Whether a response is stored under its key. Responses that may differ next time are not stored: internal errors, an
 * expired token, a full rate limit. Invalid requests are not stored either, because strangers could fill the table with
 * them.
 */
const isFinal = ({ status, headers }: HttpResponse): boolean =>
  status < 500 && status !== 400 && status !== 401 && status !== 429 && headers['Retry-After'] === undefined;

export type KeyedRequest = RequestKey & {
  readonly bodyHash: string;
  /** False if a refusal is not stored. */
  readonly keepsRefusals?: boolean;
};

/** Does the work. Stores the response in the same transaction as the effect. */
type Respond = (keep: KeepResult<HttpResponse>) => Promise<HttpResponse>;

const keptOf = ({ status, headers, body }: HttpResponse): KeptAnswer => ({
  status,
  contentType: String(headers['Content-Type']),
  body: textOf({ body }),
});

/**
 * Responds to a request that has a key. The first request does the work. Later requests with the key get the same
 * response.
 */
export async function respondOnce(
  { bodyHash, keepsRefusals = true, ...request }: KeyedRequest,
  answerOnce: AnswerOnce,
  report: (error: unknown) => void,
  respond: Respond,
): Promise<HttpResponse> {
  let fresh: HttpResponse | undefined;
  const { answer, replayed, fault } = await answerOnce(request, bodyHash, async (keep) => {
    fresh = await respond((given, stores) => keep(keptOf(given), stores)).catch((error: unknown) => {
      if (isOurs(error)) report(error);
      return problemResponse(error);
    });
    return {
      answer: keptOf(fresh),
      final: isFinal(fresh) && (keepsRefusals || (fresh.status < 400 && !hasFailed(fresh))),
    };
  });
  if (fault !== undefined) report(fault);
  return replayed || !fresh
    ? {
        status: answer.status,
        headers: { 'Content-Type': answer.contentType, 'Idempotency-Replayed': 'true' },
        body: answer.body,
      }
    : fresh;
}
