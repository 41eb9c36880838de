import type { ComponentChildren } from 'preact';
import { type Asking, Asked, useAsked } from '../../parts/asked.tsx';
import { Refused, useSending } from '../../parts/form.tsx';
import { w } from '../../words/shared.ts';
import { useKeptPlace } from './kept-place.ts';

interface Page<Row> {
  readonly results: readonly Row[];
  readonly next_cursor: string | null;
  /** The number of pages that `results` are from; undefined for a single page. */
  readonly pages?: number;
}

export interface Paging<Row> extends Asking<Page<Row>> {
  /** Loads the next page of the list. */
  readonly more: () => Promise<void>;
}

/** The options of a request for one page of a list. */
interface PageOptions<Query> {
  readonly query: Query & { readonly cursor?: string };
  readonly signal?: AbortSignal;
}

/**
 * Loads the list that `query` chooses, page by page. Starts again from the first page whenever the query or one of
 * `others` changes. Somebody who comes back to the list finds it as long as it was, at the same row.
 */
export function usePaged<Query extends object, Row>(
  query: Query,
  ask: (options: PageOptions<Query>) => Promise<Page<Row>>,
  others: readonly unknown[] = [],
): Paging<Row> {
  const inputs = [JSON.stringify(query), ...others];
  const asking = useAsked((signal) => ask({ query, signal }), inputs);
  const loadMore = async (): Promise<boolean> => {
    const now = asking.state.peek();
    if (now.is !== 'here' || now.value.next_cursor === null) return false;
    const { results, next_cursor } = await ask({ query: { ...query, cursor: now.value.next_cursor } });
    const pages = (now.value.pages ?? 1) + 1;
    // Drops the loaded page if the list was reloaded during the request.
    if (asking.state.peek() === now) asking.set({ results: [...now.value.results, ...results], next_cursor, pages });
    return true;
  };
  const pagesOf = (now: typeof asking.state.value): number => (now.is === 'here' ? (now.value.pages ?? 1) : 0);
  useKeptPlace({ pages: () => pagesOf(asking.state.value), more: loadMore }, inputs);
  const more = async (): Promise<void> => {
    await loadMore();
  };
  return { ...asking, more };
}

/** Shows a paged list, or `empty` when the list has no entries. */
export const Paged = <Row,>({
  of: paging,
  empty,
  children,
}: {
  readonly of: Paging<Row>;
  readonly empty: ComponentChildren;
  readonly children: (rows: readonly Row[]) => ComponentChildren;
}) => (
  <Asked of={paging}>
    {({ results, next_cursor }) => (
      <>
        {results.length > 0 ? children(results) : empty}
        {next_cursor !== null && <More of={paging.more} />}
      </>
    )}
  </Asked>
);

/** A button that loads the next page of a list. */
export function More({ of: more }: { readonly of: () => Promise<void> }) {
  const sending = useSending();
  return (
    <div class="more">
      <Refused sentence={sending.sentence} />
      <button type="button" aria-busy={sending.isBusy.value} onClick={() => void sending.send(more)}>
        {w.value.more}
      </button>
    </div>
  );
}
