import { isId } from '../kernel/ids.ts';
import type { TripId } from '../kernel/ids.ts';
import type { SearchPosition, TripListing, TripOrder } from './ports.ts';

/** A search after its texts were read: two that differ only in spelling are the same. */
export interface Asked {
  readonly filters: readonly (string | number | null)[];
  readonly order: TripOrder;
}

/** The value that a search sorts a trip by. */
export const sortKeyOf = (order: TripOrder, { departsAt, fare }: Pick<TripListing, 'departsAt' | 'fare'>): number =>
  order.endsWith('fare') ? fare : departsAt;

const textOf = ({ filters, order }: Asked): string => JSON.stringify([...filters, order]);

/** `next` of an answer that ends with this trip: callers need not understand it, and it fits the same search only. */
export const continuationAfter = (last: TripListing, asked: Asked): string =>
  JSON.stringify([textOf(asked), sortKeyOf(asked.order, last), last.id]);

/** The position that a `next` stands for. Undefined if it is no `next`, or belongs to another search. */
export function readContinuation(text: string, asked: Asked): SearchPosition | undefined {
  const [search, sortKey, id] = partsOf(text);
  if (search !== textOf(asked) || !Number.isSafeInteger(sortKey) || typeof id !== 'number' || !isId(id))
    return undefined;
  return { sortKey: sortKey as number, id: id as TripId };
}

function partsOf(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
