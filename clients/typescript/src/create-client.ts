import type { AnyCall, Client } from './calls.ts';
import { allOf, follow } from './lists.ts';
import { OPERATIONS } from './operations.gen.ts';
import { pause } from './pause.ts';
import { ApiProblem, ApiUnreachable, type ProblemBody } from './problem.ts';
import { isPassing, waitBefore } from './retries.ts';

/** The tokens of a session. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** A request as it is about to be sent. */
export interface OutgoingRequest {
  /** The name of the operation, such as `lockSeats`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** The headers of this attempt. What is set here is sent. */
  readonly headers: Headers;
  /** 1 for the first attempt, 2 for the first retry. */
  readonly attempt: number;
}

interface Options {
  /** The address of the service, such as `https://bus.example`. */
  readonly baseUrl: string;
  /** The function that sends requests. By default, the `fetch` of the platform. */
  readonly fetch?: typeof fetch;
  /** How often a call is tried again that may be tried again. 2 by default. */
  readonly retries?: number;
  /** Called before each attempt. */
  readonly onRequest?: (request: OutgoingRequest) => unknown;
}

/** Callers have the key of an agent, or the session of a person, or neither. */
export type ClientOptions = Options &
  (
    | { readonly key?: string | undefined; readonly session?: undefined }
    | {
        readonly key?: undefined;
        /** The session is refreshed when its access token has run out. `onChange` gets the new tokens: keep them. */
        readonly session?: (Tokens & { readonly onChange?: (tokens: Tokens) => unknown }) | undefined;
      }
  );

/** An operation of the table: its name, its method and its path. */
interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Whether it is a POST that takes an Idempotency-Key. */
  readonly keyed: boolean;
}

/**
 * A 401 with one of these codes means that the access token was refused. Other 401s are about a password or a code,
 * which would count as a second wrong one if it were sent again.
 */
const TOKEN_CODES = ['TOKEN_INVALID', 'SIGNED_OUT', 'USER_GONE', 'ROLE_GONE'];

const REFRESH: Operation = { id: 'refreshSession', method: 'POST', path: '/api/auth/refresh', keyed: false };

/** Makes a client of the API at `baseUrl`. */
export function createClient({
  baseUrl,
  key,
  session,
  fetch: send = (...request) => fetch(...request),
  retries = 2,
  onRequest,
}: ClientOptions): Client {
  const base = baseUrl.replace(/\/+$/, '');
  let tokens: Tokens | undefined = session;
  let refreshing: Promise<void> | undefined;

  async function attempt(operation: Operation, call: AnyCall, headers: Headers, count: number): Promise<unknown> {
    const { id, method, path } = operation;
    const { body, signal } = call;
    const url = base + addressOf(path, call);
    await onRequest?.({ operation: id, method, url, headers, attempt: count });
    try {
      const response = await send(url, { method, headers, ...(signal && { signal }), ...bodyOf(body) });
      const content = await contentOf(response);
      if (response.ok || response.status === 304) return content;
      throw new ApiProblem(id, response.status, response.headers, content as ProblemBody | undefined);
    } catch (error) {
      throw error instanceof ApiProblem || signal?.aborted ? error : new ApiUnreachable(id, error);
    }
  }

  /** Exchanges the session's tokens. Calls that were refused at the same time wait for the same exchange. */
  function refresh(refresh: string): Promise<void> {
    refreshing ??= attempt(REFRESH, { body: { refresh } }, headersOf({ body: true }), 1)
      .then((answer) => {
        const { access, refresh } = answer as Tokens;
        tokens = { access, refresh };
        return session?.onChange?.(tokens) as undefined;
      })
      .finally(() => (refreshing = undefined));
    return refreshing;
  }

  async function run(operation: Operation, given: AnyCall = {}): Promise<unknown> {
    const call = operation.keyed ? { idempotencyKey: newKey(), ...given } : { ...given, idempotencyKey: undefined };
    const mayRepeat = operation.keyed || ['GET', 'PUT', 'DELETE'].includes(operation.method);
    let renewed = false;
    for (let count = 1; ; count++) {
      const access = tokens?.access;
      try {
        return await attempt(operation, call as AnyCall, headersOf(call as AnyCall, key ?? access), count);
      } catch (error) {
        if (tokens && !renewed && error instanceof ApiProblem && TOKEN_CODES.includes(error.code)) {
          // Another call may have refreshed the session while this one was under way.
          if (tokens.access === access) await refresh(tokens.refresh);
          renewed = true;
          count--;
          continue;
        }
        const wait = mayRepeat && count <= retries && isPassing(error) ? waitBefore(error, count) : undefined;
        if (wait === undefined) throw error;
        await pause(wait, given.signal);
      }
    }
  }

  const calls: Record<string, unknown> = {};
  const all: Record<string, unknown> = {};
  const followed: Record<string, unknown> = {};
  for (const line of OPERATIONS.trim().split('\n')) {
    const [id = '', mark = '', path = ''] = line.split(' ');
    const method = mark.replace('*', '').toUpperCase();
    const operation = { id, method, path, keyed: mark.endsWith('*') };
    const ask = (call?: AnyCall) => run(operation, call);
    calls[id] = ask;
    all[id] = allOf(ask);
    followed[id] = follow(ask);
  }
  return { ...calls, all, follow: followed } as unknown as Client;
}

/** A random Idempotency-Key. `randomUUID` is not used, because browsers offer it over https only. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

function addressOf(path: string, { path: parameters = {}, query = {} }: AnyCall): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
  const asked = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
  return asked ? `${filled}?${asked}` : filled;
}

function headersOf({ body, headers, idempotencyKey }: AnyCall, token?: string): Headers {
  return new Headers({
    ...(body !== undefined && !isForm(body) && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...headers,
  });
}

/** Whether a body is sent as a form, because one of its fields is a file. */
const isForm = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && Object.values(body).some((value) => value instanceof Blob);

function bodyOf(body: unknown): { body?: string | FormData } {
  if (body === undefined) return {};
  if (!isForm(body)) return { body: JSON.stringify(body) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    if (value !== undefined) form.append(name, value instanceof Blob ? value : `${value as string | number}`);
  return { body: form };
}

/** Reads the body: JSON as a value, nothing as undefined, and any other content of a success as a `Blob`. */
async function contentOf(response: Response): Promise<unknown> {
  if (/[/+]json\b/.test(response.headers.get('content-type') ?? '')) return response.json();
  const blob = await response.blob();
  return response.ok && blob.size > 0 ? blob : undefined;
}
