import type { ComponentChildren } from 'preact';
import { Asked, useAsked } from '../../parts/asked.tsx';
import type { Asking } from '../../parts/asked.tsx';
import { Refused, useSending } from '../../parts/form.tsx';
import { w } from '../../words/shared.ts';

interface Page<Row> {
  readonly results: readonly Row[];
  readonly next_cursor: string | null;
}

export interface Paging<Row> extends Asking<Page<Row>> {
  /** Adds the page that follows. */
  readonly more: () => Promise<void>;
}

/** Asks for a list page by page; from the beginning again whenever `inputs` change. */
export function usePaged<Row>(
  ask: (cursor: { readonly cursor?: string }, signal?: AbortSignal) => Promise<Page<Row>>,
  inputs: readonly unknown[],
): Paging<Row> {
  const asking = useAsked((signal) => ask({}, signal), inputs);
  const more = async (): Promise<void> => {
    const now = asking.state.peek();
    if (now.is !== 'here' || now.value.next_cursor === null) return;
    const { results, next_cursor } = await ask({ cursor: now.value.next_cursor });
    // Meanwhile somebody may have asked for another list: what came belongs to the old one.
    if (asking.state.peek() === now) asking.set({ results: [...now.value.results, ...results], next_cursor });
  };
  return { ...asking, more };
}

/** Shows a list that comes page by page, or what to say when there is nothing on it. */
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

function More({ of: more }: { readonly of: () => Promise<void> }) {
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
