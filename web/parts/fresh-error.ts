import { createContext } from 'preact';
import { useContext, useRef } from 'preact/hooks';
import { type Signal, signal } from '@preact/signals';

/** How often the user has sent the form that contains a field. */
export const Attempts = createContext<Signal<number>>(signal(0));

/**
 * A field's error, hidden once the user changes the value. The next attempt to send the form shows it again if the
 * value is still wrong.
 */
export function useFreshError(error: string | undefined, value: unknown): string | undefined {
  const attempt = useContext(Attempts).value;
  /** The last error, the attempt after which it appeared, and the value that was wrong. */
  const about = useRef<readonly unknown[]>([]);
  if (about.current[0] !== error || about.current[1] !== attempt) about.current = [error, attempt, value];
  return about.current[2] === value ? error : undefined;
}
