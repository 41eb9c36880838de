/** The value of each key, in the order of `keys`. */
export const inOrder = <Value>(keys: readonly string[], found: ReadonlyMap<string, Value>): Value[] =>
  keys.map((key) => {
    const value = found.get(key);
    if (value === undefined) throw new Error(`The row was not saved: ${key}`);
    return value;
  });
