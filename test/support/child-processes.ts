import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

/** Has a process stopped after the tests, if a failed test left it running. The test run could not end before it. */
export function endWithTests(child: ChildProcess): void {
  running.add(child);
  child.once('close', () => running.delete(child));
}

export const endProcesses = (): void => {
  for (const child of running) child.kill('SIGKILL');
};
