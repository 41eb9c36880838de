import type { Turns } from '../../core/accounts/ports.ts';

/** Keeps a row a key, for as long as anybody stands in it. */
export function turnsByKey(): Turns {
  const rows = new Map<string, Promise<unknown>>();

  return (key, work) => {
    const mine = (rows.get(key) ?? Promise.resolve()).then(work);
    const over = mine.then(() => undefined, () => undefined).then(() => { if (rows.get(key) === over) rows.delete(key); });
    rows.set(key, over);
    return mine;
  };
}
