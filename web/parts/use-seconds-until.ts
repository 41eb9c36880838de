import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/**
 * The whole seconds until a moment of this device's clock, in milliseconds; 0 after it. Rounds down, because the
 * service sends whole seconds: what ends then may end up to a second before `until`.
 */
export function useSecondsUntil(until: number): number {
  const now = useSignal(Date.now());
  useEffect(() => {
    const look = (): void => void (now.value = Date.now());
    look();
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, Math.floor((until - now.value) / 1_000));
}
