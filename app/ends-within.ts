/** Returns whether a promise settles within so many milliseconds. Leaves no timer behind. */
export const endsWithin =
  (milliseconds: number) =>
  async (work: Promise<unknown>): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), milliseconds);
    });
    const ended = work.then(
      () => true,
      () => true,
    );
    return Promise.race([ended, late]).finally(() => clearTimeout(timer));
  };
