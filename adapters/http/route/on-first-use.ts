/** Makes something when it is first asked for, and keeps it: what a process never uses costs it no start or memory. */
export function onFirstUse<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
