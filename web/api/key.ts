/** A fresh Idempotency-Key. Not `randomUUID`: browsers have it over https alone. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
