/** Memoizes a function. Keeps the results of its `most` latest arguments. */
export function remembering<Result extends object>(
  most: number,
  compute: (text: string) => Result,
): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const result = known.get(text) ?? compute(text);
    // A Map keeps the order of insertion, so that the oldest entry is the first.
    known.delete(text);
    known.set(text, result);
    const [oldest = text] = known.size > most ? known.keys() : [];
    if (oldest !== text) known.delete(oldest);
    return result;
  };
}
