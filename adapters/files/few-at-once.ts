/**
 * Runs at most `most` works at once; up to `queue` more wait their turn. Beyond that `busy` says what is thrown.
 */
export function fewAtOnce(most: number, queue: number, busy: () => Error): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running >= most) {
      if (waiting.length >= queue) throw busy();
      // Whoever ends hands its place over, so that nobody can slip in between.
      await new Promise<void>((resolve) => { waiting.push(resolve); });
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
