import { useRef } from 'preact/hooks';
import { newKey } from '../api/key.ts';
import { isFinal } from '../api/is-final.ts';

/** Sends `request` under an Idempotency-Key. Throws Problem. */
type SendOnce = <Answer>(request: unknown, send: (key: string) => Promise<Answer>) => Promise<Answer>;

/**
 * Sends requests that must not be done twice. A request without an answer keeps its Idempotency-Key until the user
 * sends it again. After an answer the next press uses a new key, because the old key would only repeat the answer.
 */
export function useSendOnce(): SendOnce {
  const kept = useRef<{ readonly request: string; readonly key: string }>(undefined);
  return async (request, send) => {
    const asked = JSON.stringify(request);
    if (kept.current?.request !== asked) kept.current = { request: asked, key: newKey() };
    try {
      const answer = await send(kept.current.key);
      kept.current = undefined;
      return answer;
    } catch (error) {
      if (isFinal(error)) kept.current = undefined;
      throw error;
    }
  };
}
