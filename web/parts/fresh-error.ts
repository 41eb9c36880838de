import { createContext } from 'preact';
import { useContext, useRef } from 'preact/hooks';
import { type Signal, signal } from '@preact/signals';

/** The number of times that the form around a field was sent. */
export const Attempts = createContext<Signal<number>>(signal(0));

/** A field's error, until its value changes. The next attempt to send the form shows it again if it still holds. */
export function useFreshError(error: string | undefined, value: unknown): string | undefined {
  const attempt = useContext(Attempts).value;
  /** The last error, the attempt that brought it, and the value that was wrong. */
  const about = useRef<readonly unknown[]>([]);
  if (about.current[0] !== error || about.current[1] !== attempt) about.current = [error, attempt, value];
  return about.current[2] === value ? error : undefined;
}
