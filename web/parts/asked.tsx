import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { Failed, FailedPage } from './failed.tsx';
import { Skeleton } from './skeleton.tsx';

type State<T> =
  | { readonly is: 'waiting' }
  | { readonly is: 'here'; readonly value: T }
  | { readonly is: 'failed'; readonly error: unknown };

export interface Asking<T> {
  readonly state: ReadonlySignal<State<T>>;
  /** Loads the data again; the old data stays until then. Resolves when this request, or a newer one, is answered. */
  readonly again: () => Promise<void>;
  /** Replaces the shown data. */
  readonly set: (value: T) => void;
}

/**
 * Loads data when a page opens, and whenever `inputs` change. Ignores the answers to older requests. After a failure,
 * loads again once the network is back.
 */
export function useAsked<T>(ask: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Asking<T> {
  const state = useSignal<State<T>>({ is: 'waiting' });
  const asked = useRef<AbortController>(undefined);
  const latest = useRef(ask);
  latest.current = ask;

  const answering = useRef<Promise<void>>(undefined);
  const again = useCallback(() => (answering.current = answer()), []);
  async function answer(): Promise<void> {
    asked.current?.abort();
    const mine = (asked.current = new AbortController());
    try {
      const value = await latest.current(mine.signal);
      if (!mine.signal.aborted) state.value = { is: 'here', value };
    } catch (error) {
      // If a reload fails, the data loaded before stay on the screen.
      if (!mine.signal.aborted && state.peek().is !== 'here') state.value = { is: 'failed', error };
    }
    if (asked.current !== mine) await answering.current;
  }

  useEffect(() => {
    state.value = { is: 'waiting' };
    void again();
    return () => asked.current?.abort();
  }, inputs);
  useEffect(() => {
    const onOnline = (): void => {
      if (state.peek().is === 'failed') void again();
    };
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);

  return { state, again, set: (value) => (state.value = { is: 'here', value }) };
}

/** Shows loaded data; a skeleton while loading; an error with a retry button on failure. */
export function Asked<T>({
  of: { state, again },
  skeleton = <Skeleton />,
  isPage = false,
  children,
}: {
  readonly of: Asking<T>;
  /** True if the page's title comes from the data. A failure then needs a title of its own. */
  readonly isPage?: boolean;
  readonly skeleton?: ComponentChildren;
  readonly children: (value: T) => ComponentChildren;
}) {
  const now = state.value;
  if (now.is === 'here') return <>{children(now.value)}</>;
  if (now.is === 'failed') return isPage ? <FailedPage {...now} again={again} /> : <Failed {...now} again={again} />;
  return <>{skeleton}</>;
}
