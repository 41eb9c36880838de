import autocannon from 'autocannon';

export interface Call {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
}

/**
 * One request of a case. `build` is called for each, so that they may differ; `then` sees the answer before the next
 * request of the flow.
 */
export interface Step<Context extends object = object> {
  readonly build: (context: Context) => Call;
  readonly then?: (status: number, body: string, context: Context) => void;
}

export interface Measured {
  /** Requests a second; of a flow, flows a second. */
  readonly throughput: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 2xx and 3xx, and connections that broke. */
  readonly failed: number;
}

export interface Load {
  readonly url: string;
  readonly connections: number;
  /** How long, or how many requests: for what can be done only so many times. */
  readonly for: { readonly seconds: number } | { readonly requests: number };
}

/** Drives a server over kept-alive connections, each going through the steps again and again. */
export async function drive<Context extends object>(load: Load, steps: readonly Step<Context>[]): Promise<Measured> {
  let unexpected = 0;
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    ...('seconds' in load.for ? { duration: load.for.seconds } : { amount: load.for.requests }),
    requests: steps.map(({ build, then }) => ({
      setupRequest: (request: autocannon.Request, context: object) => {
        const { method = 'GET', path, token, body } = build(context as Context);
        const { body: _last, ...bare } = request;
        return {
          ...bare,
          method,
          path,
          headers: {
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        };
      },
      onResponse: (status: number, body: string, context: object) => {
        if (status >= 400) unexpected += 1;
        then?.(status, body, context as Context);
      },
    })),
  });
  return {
    throughput: result.requests.total / result.duration / steps.length,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: unexpected + result.errors,
  };
}
