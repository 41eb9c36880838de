import { useEffect } from 'preact/hooks';

/** Calls when somebody comes back to this very page, as it was left, by the browser's Back button. */
export function useReturn(onReturn: () => void): void {
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) onReturn();
    };
    addEventListener('pageshow', look);
    return () => removeEventListener('pageshow', look);
  }, [onReturn]);
}
