/** A fresh Idempotency-Key. Not `randomUUID`: browsers offer that over https only. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
