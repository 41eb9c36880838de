import autocannon from 'autocannon';

/** The number of simultaneous callers. */
export const CONNECTIONS = 50;

export interface Call {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
}

/** Method, headers and body of a call. */
export const sentFor = ({ method = 'GET', token, body }: Call) => ({
  method,
  headers: {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

/**
 * A request of a case. `build` makes the request anew each time. `then` gets the answer before the connection sends its
 * next request.
 */
export interface Step<Context extends object = object> {
  readonly build: (context: Context) => Call;
  readonly then?: (status: number, body: string, context: Context) => void;
}

export interface Measured {
  /** Requests in a second. If a case has several requests, each request counts. */
  readonly rate: number;
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
  /** The number of answers with a status of 2xx or 3xx. */
  readonly granted: number;
  /** The number of other answers and of broken connections. */
  readonly failed: number;
}

export interface Load {
  readonly url: string;
  readonly connections: number;
  /** How long to measure: a duration, or a number of requests for cases that use up prepared purchases. */
  readonly for: { readonly seconds: number } | { readonly requests: number };
}

/** Calls a server over connections that stay open, each of which repeats the steps. */
export async function drive<Context extends object>(load: Load, steps: readonly Step<Context>[]): Promise<Measured> {
  let [granted, unexpected] = [0, 0];
  const started = performance.now();
  let last = started;
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    ...('seconds' in load.for ? { duration: load.for.seconds } : { amount: load.for.requests }),
    requests: steps.map(({ build, then }) => ({
      setupRequest: (request: autocannon.Request, context: object) => {
        const call = build(context as Context);
        const { body: _last, ...bare } = request;
        return { ...bare, path: call.path, ...sentFor(call) };
      },
      onResponse: (status: number, body: string, context: object) => {
        last = performance.now();
        if (status >= 400) unexpected += 1;
        else granted += 1;
        then?.(status, body, context as Context);
      },
    })),
  });
  // The rate counts from the first request to the last answer. The library autocannon checks only once a second whether
  // all requests are answered.
  const answered = granted + unexpected;
  const rate = answered === 0 ? 0 : (1_000 * answered) / (last - started);
  return {
    rate,
    requests: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    granted,
    failed: unexpected + result.errors,
  };
}
