import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { newKey } from '../api/key.ts';
import { Problem } from '../api/problem.ts';

/** A request that has no answer yet, and the Idempotency-Key under which it is repeated. */
export interface Sent<Body> {
  readonly key: string;
  readonly body: Body;
}

/** Milliseconds between two tries. */
const PAUSE_MS = 2_000;

/** Whether the error leaves unclear if the service has carried out the request. Such a request is repeated. */
const isNoAnswer = (error: unknown): boolean =>
  error instanceof Problem &&
  (error.status === 0 || error.status === 429 || error.status >= 500 || error.code === 'IDEMPOTENCY_IN_PROGRESS');

/**
 * Whether the request was refused because the session has ended. An earlier attempt may still have reached the service,
 * so the outcome stays unknown.
 */
const isSignedOut = (error: unknown): boolean => error instanceof Problem && error.status === 401;

/**
 * Sends a request that must not be done twice. Repeats the request under the same key until the service answers. So a
 * lost answer never leads to a second request. `sent` is the request without an answer; a page that stores it can
 * continue after a reload. Throws the final refusal.
 */
export function useSendUntilAnswered<Body, Answer>(
  sent: ReadonlySignal<Sent<Body> | null>,
  /** Stores the sent request in `sent`, even after the user has left the page. */
  keepSent: (sent: Sent<Body> | null) => void,
  send: (sent: Sent<Body>) => Promise<Answer>,
) {
  /** Whether at least one try to send the request got no answer. */
  const isInDoubt = useSignal(sent.peek() !== null);
  const isGone = useRef(false);
  useEffect(() => () => void (isGone.current = true), []);

  const ask = async (body: Body): Promise<Answer> => {
    const asked = sent.peek() ?? { key: newKey(), body };
    keepSent(asked);
    for (;;) {
      try {
        const answer = await send(asked);
        keepSent(null);
        isInDoubt.value = false;
        return answer;
      } catch (error) {
        const goesOn = isNoAnswer(error) || (isInDoubt.peek() && isSignedOut(error));
        if (!goesOn) {
          keepSent(null);
          isInDoubt.value = false;
        } else isInDoubt.value = true;
        if (!isNoAnswer(error)) throw error;
        const { retryAfterSeconds = 0 } = error as Problem;
        await new Promise((resolve) => setTimeout(resolve, Math.max(PAUSE_MS, retryAfterSeconds * 1_000)));
        if (isGone.current) throw error;
      }
    }
  };
  return { isInDoubt, ask };
}
