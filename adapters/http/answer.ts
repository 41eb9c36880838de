import type { Context } from 'koa';

/** A response, ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer | null;
}

export function send(ctx: Context, { status, headers, body }: Answer): void {
  for (const [name, value] of Object.entries(headers)) ctx.set(name, typeof value === 'string' ? value : [...value]);
  ctx.body = body;
  // Last, because Koa takes an empty body for a 204.
  ctx.status = status;
}
