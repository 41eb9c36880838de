import { type Signal, useSignal } from '@preact/signals';
import { newKey } from '../api/key.ts';
import { isFinal } from '../api/is-final.ts';

/** A request without an answer, as JSON, and its Idempotency-Key. */
export interface Unanswered {
  readonly request: string;
  readonly key: string;
}

/** Sends `request` under an Idempotency-Key. Throws Problem. */
type SendOnce = <Answer>(request: unknown, send: (key: string) => Promise<Answer>) => Promise<Answer>;

/**
 * Sends requests that must not be done twice. A request without an answer keeps its Idempotency-Key until the user
 * sends it again. After an answer the next press uses a new key, because the old key would only repeat the answer.
 * A form that survives a reload passes `kept`, and stores it with its fields. Otherwise the key would be lost.
 */
export function useSendOnce(kept?: Signal<Unanswered | null>): SendOnce {
  const own = useSignal<Unanswered | null>(null);
  const unanswered = kept ?? own;
  return async (request, send) => {
    const asked = JSON.stringify(request);
    const before = unanswered.peek();
    const sent = before?.request === asked ? before : { request: asked, key: newKey() };
    unanswered.value = sent;
    try {
      const answer = await send(sent.key);
      unanswered.value = null;
      return answer;
    } catch (error) {
      if (isFinal(error)) unanswered.value = null;
      throw error;
    }
  };
}
