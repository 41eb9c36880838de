/** A fresh Idempotency-Key. `randomUUID` is not used, because browsers offer it over https only. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
