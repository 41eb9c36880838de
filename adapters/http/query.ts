import { invalidField } from '../../core/kernel/refusal.ts';
import { cut } from '../../core/kernel/text.ts';

/** Reads a query string. A key given twice is a validation error (which of the two was meant?), unless the route forgives it: then the first counts. */
export function readQuery(querystring: string, { forgiving = false } = {}): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(querystring)) {
    const isRepeated = Object.hasOwn(query, key);
    if (isRepeated && !forgiving) throw invalidField(cut(key, 100), 'This part of the query is given more than once.');
    if (!isRepeated) Object.defineProperty(query, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return query;
}
