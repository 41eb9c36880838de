import { useEffect } from 'preact/hooks';

/** Calls `onReturn` when the browser's Back button restores this page from its cache. */
export function useReturn(onReturn: () => void): void {
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) onReturn();
    };
    addEventListener('pageshow', look);
    return () => removeEventListener('pageshow', look);
  }, [onReturn]);
}
