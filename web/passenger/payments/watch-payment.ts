import { useEffect, useRef } from 'preact/hooks';
import type { Answer } from '../../api/operations.ts';
import { Problem } from '../../api/problem.ts';
import { api } from '../session.ts';

export type Checked = Answer<'post', '/api/bookings/{id}/payment/check'>;

/**
 * Milliseconds between two checks. The service asks a gateway again after three seconds, so more frequent checks would
 * find nothing new.
 */
const LOOK_AGAIN_MS = 3_050;

interface Heard {
  readonly onChecked: (checked: Checked) => void;
  /** Called if no payment of the booking was ever started, so that there is nothing to check. */
  readonly onNoPayment?: () => void;
}

/** Makes the service check a booking's payment every three seconds, while the page is visible and `isOn`. */
export function useWatchedPayment(booking: number, isOn: boolean, hears: Heard): void {
  const heard = useRef(hears);
  heard.current = hears;
  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLooking = false;
    const ended = new AbortController();
    const { signal } = ended;
    const look = async (): Promise<void> => {
      if (isLooking || document.visibilityState === 'hidden') return;
      isLooking = true;
      clearTimeout(timer);
      try {
        const checked = await api.post('/api/bookings/{id}/payment/check', { path: { id: booking }, signal });
        if (!signal.aborted) heard.current.onChecked(checked);
      } catch (error) {
        // Ignores errors other than `NO_PAYMENT`, because the next check may succeed.
        const hasNone = error instanceof Problem && error.code === 'NO_PAYMENT';
        if (hasNone && !signal.aborted) heard.current.onNoPayment?.();
      } finally {
        isLooking = false;
        if (!signal.aborted) timer = setTimeout(() => void look(), LOOK_AGAIN_MS);
      }
    };
    document.addEventListener('visibilitychange', () => void look(), { signal });
    addEventListener('online', () => void look(), { signal });
    void look();
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [booking, isOn]);
}
