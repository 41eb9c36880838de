import { setTimeout as pause } from 'node:timers/promises';

/** Waits until a condition is true. Rejects if it is still false after `seconds`. */
export async function eventually(isSo: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error(`Not so after ${seconds} s: ${isSo.toString()}`);
    await pause(10);
  }
}
