/**
 * Makes a value on its first use, and caches it. A value that a process never uses takes no start-up time and no
 * memory.
 */
export function onFirstUse<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
