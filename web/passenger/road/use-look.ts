import { useEffect, useState } from 'preact/hooks';

/** Milliseconds between two looks at a bus. Answers are made anew every ten seconds. */
const LOOK_EVERY_MS = 20_000;

/**
 * Looks at a bus again and again while the page is in sight, and at once when it comes back into sight or the network
 * returns. Shows the component anew each time, because the time since the bus was seen grows without an answer, too.
 */
export function useLook(again: () => Promise<void>, inputs: readonly unknown[]): void {
  const [, show] = useState(0);
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState !== 'visible') return;
      show((looks) => looks + 1);
      void again();
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, inputs);
}
