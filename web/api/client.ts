import { language } from '../words/language.ts';
import type { Answer, Arguments, PathOf, Verb } from './operations.ts';
import { type Problem, offline, problemIn } from './problem.ts';
import type { Session } from './session.ts';
import { hearTime } from './service-clock.ts';
import { to } from './settings.ts';

/** Calls the API. Throws a Problem for every refusal. Without an answer, throws a Problem with the code `OFFLINE`. */
export interface Client {
  readonly get: <P extends PathOf<'get'>>(path: P, ...call: Arguments<'get', P>) => Promise<Answer<'get', P>>;
  readonly post: <P extends PathOf<'post'>>(path: P, ...call: Arguments<'post', P>) => Promise<Answer<'post', P>>;
  readonly put: <P extends PathOf<'put'>>(path: P, ...call: Arguments<'put', P>) => Promise<Answer<'put', P>>;
  readonly patch: <P extends PathOf<'patch'>>(path: P, ...call: Arguments<'patch', P>) => Promise<Answer<'patch', P>>;
  readonly delete: <P extends PathOf<'delete'>>(
    path: P,
    ...call: Arguments<'delete', P>
  ) => Promise<Answer<'delete', P>>;
  /**
   * Sends a request that has no type in the other functions: files, multipart forms, ETags. `address` is without the
   * base path.
   */
  readonly raw: (address: string, init?: RequestInit) => Promise<Response>;
}

interface AnyCall {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly key?: string;
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
}

function addressOf(path: string, { path: parameters = {}, query = {} }: AnyCall): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
  const asked = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
  return asked ? `${filled}?${asked}` : filled;
}

/**
 * The request's body as JSON. NaN stands for letters in a field for a number. It becomes a text, which the service
 * refuses. JSON has no NaN: it would be sent as null, which the service takes as a missing value.
 */
const jsonOf = (body: unknown): string =>
  JSON.stringify(body, (_, value: unknown) => (Number.isNaN(value) ? 'NaN' : value));

/**
 * Whether a 401 means that the token was refused, so that a new token may help. A wrong password gets a 401, too.
 * Sending the password again would count as a second failed sign-in.
 */
const isAboutToken = ({ status, code }: Problem): boolean =>
  status === 401 && ['TOKEN_INVALID', 'SIGNED_OUT', 'USER_GONE', 'ROLE_GONE'].includes(code);

/**
 * Makes a client that sends the session's token with each request. Without a session, it sends no token. `more` gives
 * further headers for each request.
 */
export function clientFor(
  session?: Pick<Session, 'token' | 'tokenAfter'>,
  more: () => Readonly<Record<string, string>> = () => ({}),
): Client {
  async function raw(address: string, init: RequestInit = {}): Promise<Response> {
    const ask = async (token: string | undefined): Promise<Response> => {
      const headers = new Headers(init.headers);
      headers.set('Accept-Language', language.value);
      for (const [name, value] of Object.entries(more())) headers.set(name, value);
      if (token) headers.set('Authorization', `Bearer ${token}`);
      const response = await fetch(to(address), { ...init, headers }).catch((error: unknown) => {
        throw init.signal?.aborted ? error : offline();
      });
      hearTime(response);
      return response;
    };
    const token = await session?.token();
    const response = await ask(token);
    if (response.ok || response.status === 304) return response;
    const problem = await problemIn(response);
    const another = token && isAboutToken(problem) ? await session?.tokenAfter(token) : undefined;
    if (!another) throw problem;
    const second = await ask(another);
    if (second.ok || second.status === 304) return second;
    throw await problemIn(second);
  }

  const json =
    (method: Verb) =>
    async (path: string, given: object = {}): Promise<never> => {
      const call: AnyCall = given;
      const { body, key, ifMatch, signal } = call;
      const response = await raw(addressOf(path, call), {
        method: method.toUpperCase(),
        headers: {
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(key !== undefined && { 'Idempotency-Key': key }),
          ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
        },
        ...(body !== undefined && { body: jsonOf(body) }),
        ...(signal && { signal }),
      });
      return (response.status === 204 ? undefined : await response.json()) as never;
    };

  return {
    get: json('get'),
    post: json('post'),
    put: json('put'),
    patch: json('patch'),
    delete: json('delete'),
    raw,
  };
}
