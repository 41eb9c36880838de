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

/** A request of a case. `build` makes each request anew; `then` sees the answer before the flow's next request. */
export interface Step<Context extends object = object> {
  readonly build: (context: Context) => Call;
  readonly then?: (status: number, body: string, context: Context) => void;
}

export interface Measured {
  /** Requests a second. Each of several steps counts as one. */
  readonly rate: number;
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
  /** The number of answers with a status of 2xx or 3xx. */
  readonly granted: number;
  /** Answers other than 2xx and 3xx, and connections that broke. */
  readonly failed: number;
}

export interface Load {
  readonly url: string;
  readonly connections: number;
  /** The length of the measurement: a duration, or a number of requests for cases that cannot go on for ever. */
  readonly for: { readonly seconds: number } | { readonly requests: number };
}

/** Calls a server over kept-alive connections, each of which repeats the steps. */
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
  // autocannon checks once a second, so the requests may have been answered long before it ends.
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
