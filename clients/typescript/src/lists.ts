import type { AnyCall } from './calls.ts';
import { pause } from './pause.ts';
import { isPassing } from './retries.ts';

interface Page {
  readonly results: readonly unknown[];
  readonly next_cursor: string | null;
  readonly gap?: boolean;
}

type Ask = (call?: AnyCall) => Promise<unknown>;

/** Yields the rows of all pages. A list that grows ends with its newest row. */
export const allOf = (ask: Ask) =>
  async function* (call: AnyCall = {}): AsyncGenerator {
    let cursor = call.query?.['cursor'];
    let page;
    do {
      page = (await ask(at(call, cursor))) as Page;
      yield* page.results;
      cursor = page.next_cursor;
    } while (cursor !== null && page.results.length > 0);
  };

interface Following extends AnyCall {
  readonly cursor?: string;
  readonly onCursor?: (cursor: string) => unknown;
  readonly onGap?: () => unknown;
  readonly every?: number;
}

/** Yields the rows of a list that grows, for ever. An outage only makes it wait. */
export const follow = (ask: Ask) =>
  async function* ({ cursor, onCursor, onGap, every = 5000, ...call }: Following = {}): AsyncGenerator {
    for (;;) {
      const page = (await ask(at(call, cursor)).catch((error: unknown) => {
        if (!isPassing(error)) throw error;
      })) as Page | undefined;
      if (page?.gap) await onGap?.();
      yield* page?.results ?? [];
      const next = page?.next_cursor ?? cursor;
      if (next !== undefined && next !== cursor) await onCursor?.((cursor = next));
      if (!page?.results.length) await pause(every, call.signal);
    }
  };

/** The call for the page behind a cursor. `since` names the place of the first page only. */
function at(call: AnyCall, cursor: unknown): AnyCall {
  if (cursor === undefined) return call;
  const { since: _, ...query } = call.query ?? {};
  return { ...call, query: { ...query, cursor } };
}
