import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Whether the browser has a network. */
export function useIsOnline(): ReadonlySignal<boolean> {
  const isOnline = useSignal(navigator.onLine);
  useEffect(() => {
    const look = (): void => void (isOnline.value = navigator.onLine);
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  return isOnline;
}
