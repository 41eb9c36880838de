import { useEffect, useId, useRef } from 'preact/hooks';
import { useSecondsUntil } from '../../parts/use-seconds-until.ts';
import { digits } from '../../words/digits.ts';
import { w } from '../words.ts';

const SOON_SECONDS = 60;

/** Counts down to `until` (milliseconds, by this device's clock). Calls `onOver` once at the end. */
export function TimeLeft({ until, onOver }: { readonly until: number; readonly onOver: () => void }) {
  const id = useId();
  const seconds = useSecondsUntil(until);
  const over = useRef(onOver);
  over.current = onOver;
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) over.current();
  }, [isOver, until]);

  const isSoon = seconds <= SOON_SECONDS;
  return (
    <div class={isSoon ? 'time-left soon' : 'time-left'}>
      <span id={id}>{w.value.buying.timeLeft}</span>{' '}
      <strong role="timer" class="number" aria-labelledby={id}>
        {digits(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`)}
      </strong>
      <span role="status" class="sr-only">
        {isSoon && !isOver && w.value.buying.oneMinute}
      </span>
    </div>
  );
}
