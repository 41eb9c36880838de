import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { digits } from '../../words/digits.ts';
import { w } from '../words.ts';

const SOON_SECONDS = 60;

/** Counts down to `until` (milliseconds, by this device's clock). Calls `onOver` once at the end. */
export function TimeLeft({ until, onOver }: { readonly until: number; readonly onOver: () => void }) {
  const id = useId();
  const now = useSignal(Date.now());
  const over = useRef(onOver);
  over.current = onOver;
  useEffect(() => {
    const look = (): void => void (now.value = Date.now());
    look();
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [until]);

  // Rounds down, because the service sends whole seconds: the hold may end up to a second before `until`.
  const seconds = Math.max(0, Math.floor((until - now.value) / 1_000));
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
