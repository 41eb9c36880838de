import { useEffect, useRef } from 'preact/hooks';
import { Problem } from '../../api/problem.ts';
import type { Sending } from '../../parts/form.tsx';
import { w } from '../words.ts';

export const isOffline = (error: unknown): boolean => error instanceof Problem && error.code === 'OFFLINE';

/**
 * Returns `work` for a form to send. If the service was out of reach, sends the work again when the browser gets a
 * network. The user may also send it again. The caller must make sure that repeating the work does nothing twice.
 */
export function useSendAgainOnline(sending: Sending, work: () => Promise<void>): () => Promise<void> {
  const isWaiting = useRef(false);
  const send = async (): Promise<void> => {
    isWaiting.current = false;
    try {
      await work();
    } catch (error) {
      if (!isOffline(error)) throw error;
      isWaiting.current = true;
      sending.refuse(w.value.paying.sentAgain);
    }
  };
  const newest = useRef(send);
  newest.current = send;
  useEffect(() => {
    const onOnline = (): void => void (isWaiting.current && sending.send(() => newest.current()));
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);
  return send;
}
