import { useEffect } from 'preact/hooks';
import type { Asking } from '../../parts/asked.tsx';

/** Asks again every few seconds while the page is in sight. */
export function useNews({ again }: Pick<Asking<unknown>, 'again'>, seconds: number): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void again();
    }, seconds * 1_000);
    return () => clearInterval(timer);
  }, [again, seconds]);
}
