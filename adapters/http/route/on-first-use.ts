/**
 * Makes a value when it is first used, and caches it. A process that never uses the value loses no start-up time or
 * memory.
 */
export function onFirstUse<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
