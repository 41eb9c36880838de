import { useRef } from 'preact/hooks';
import { newKey } from '../../api/key.ts';

interface Key {
  /** The same for the same request, however often it is sent; another one for another request. */
  readonly of: (request: unknown) => string;
  /** What was asked for is done: the same request is a new wish now. */
  readonly renew: () => void;
}

/** The Idempotency-Key of a form: pressing its button again after a broken connection does nothing twice. */
export function useKey(): Key {
  const kept = useRef<{ readonly request: string; readonly key: string }>(undefined);
  return {
    of: (request) => {
      const asked = JSON.stringify(request);
      if (kept.current?.request !== asked) kept.current = { request: asked, key: newKey() };
      return kept.current.key;
    },
    renew: () => (kept.current = undefined),
  };
}
