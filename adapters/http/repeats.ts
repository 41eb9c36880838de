import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import type { UserId } from '../../core/kernel/ids.ts';
import type { AnswerOnce } from '../../core/kernel/answer-once.ts';
import { invalidField } from '../../core/kernel/refusal.ts';
import type { Answer } from './answer.ts';
import { isOurs, problemAnswer } from './problems.ts';
import type { Route } from './route.ts';

const HEADER = 'Idempotency-Key';
const WELL_FORMED = /^[\x20-\x7e]{1,255}$/;

/** The key under which the caller may repeat this request; undefined when there is none, or the route takes none. */
export function repeatKeyOf(ctx: Context, { idempotent }: Route): string | undefined {
  const key = idempotent ? ctx.req.headers['idempotency-key'] : undefined;
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !WELL_FORMED.test(key)) throw invalidField(HEADER, `${HEADER} must be 1 to 255 printable ASCII characters.`);
  return key;
}

/** The path with its parameters as they were understood, so that no spelling of it makes another request. */
export const pathOf = ({ path }: Route, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));

/** What may turn out otherwise next time is not kept: a fault of ours, a token that has run out, a caller told to wait. */
const isFinal = (status: number): boolean => status < 500 && status !== 401 && status !== 429;

export interface Repeatable {
  readonly userId: UserId;
  readonly path: string;
  readonly key: string;
  readonly bytes: Buffer;
}

/** Answers a request that may be a repetition. */
export async function answerRepeatable({ bytes, ...request }: Repeatable, answerOnce: AnswerOnce, report: (error: unknown) => void, respond: () => Promise<Answer>): Promise<Answer> {
  let fresh: Answer | undefined;
  const { answer, replayed, fault } = await answerOnce(request, createHash('sha256').update(bytes).digest('hex'), async () => {
    fresh = await respond().catch((error: unknown) => {
      if (isOurs(error)) report(error);
      return problemAnswer(error);
    });
    const contentType = String(fresh.headers['Content-Type']);
    return { answer: { status: fresh.status, contentType, body: String(fresh.body) }, final: isFinal(fresh.status) };
  });
  if (fault !== undefined) report(fault);
  return replayed || !fresh
    ? { status: answer.status, headers: { 'Content-Type': answer.contentType, 'Idempotency-Replayed': 'true' }, body: answer.body }
    : fresh;
}
