import type { Schemas } from '../../api/operations.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { Link } from '../../parts/link.tsx';
import { dateOf, dayOf, timeOf } from '../../parts/moment.ts';
import { w } from '../words.ts';

/** The id of the door of a sale: the moment at which the sale opens, in UTC, such as `20261005T041500`. */
const doorOf = (opensAt: string): string => opensAt.replace(/\.\d+Z$/, '').replaceAll(/[-:]/g, '');

/** Milliseconds after which nobody waits at a door any more. */
const CLEAR_AFTER_MS = 6 * 3_600_000;

/**
 * The link to the line of a trip whose sale has not opened, or has opened so short a time ago that people are let in
 * one after the other. Nothing for other trips.
 */
export function SaleOpens({ trip }: { readonly trip: Pick<Schemas['Trip'], 'id' | 'sale_opens_at' | 'on_sale'> }) {
  const { id, sale_opens_at: opensAt, on_sale: isOnSale } = trip;
  if (opensAt === null || (isOnSale && serviceNow() > Date.parse(opensAt) + CLEAR_AFTER_MS)) return null;
  const words = w.value.trips;
  return (
    <Link page={`/door/${doorOf(opensAt)}?trip=${id}`} whole>
      {isOnSale ? words.joinLine : words.saleOpens(dateOf(dayOf(opensAt)), timeOf(opensAt))}
    </Link>
  );
}
