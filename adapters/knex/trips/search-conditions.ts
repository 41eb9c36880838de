import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { SearchPosition, TripFilter, TripOrder } from '../../../core/trips/ports.ts';
import { type Fragment, type Sql, fragment, joined, list, padded, raw } from '../engine/sql.ts';

/* Conditions and orders of a search, on a schedule `s`, its bus `b`, and a section `part`. */

/**
 * Joins the bus of each schedule `s` by the bus's key. With a plain join, either database might start from the buses,
 * or hash all buses.
 */
export const withBus = ({ dialect }: Pick<Sql, 'dialect'>): Fragment =>
  raw(
    dialect === 'postgres'
      ? 'cross join lateral (select * from buses where buses.id = s.bus_id offset 0) as b'
      : 'cross join buses as b on b.id = s.bus_id',
  );

/** Condition that a schedule `s` on a bus `b` is on sale. */
export const ON_SALE = raw(`s.status = 'ACTIVE' and s.papers_ok
  and b.approval_status = 'APPROVED' and b.status = 'ACTIVE' and b.company_active`);

export const ORDER: Readonly<Record<TripOrder, Fragment>> = {
  departure_time: raw('s.departure_time, s.id'),
  '-departure_time': raw('s.departure_time desc, s.id'),
  fare: raw('s.fare_paisa, s.id'),
  '-fare': raw('s.fare_paisa desc, s.id'),
};

/**
 * Narrows the filter to the position where the search continues, so that the index is read from this position on. Trips
 * with the same sort key as the last shown trip still meet the filter. `behind` leaves out the shown trips by their
 * ids.
 */
function narrowed(filter: TripFilter): TripFilter {
  const { after, order, departs, minFare = -Infinity, maxFare = Infinity } = filter;
  if (!after) return filter;
  const key = after.sortKey;
  switch (order) {
    case 'departure_time':
      return { ...filter, departs: { ...departs, start: Math.max(departs.start, key) as Instant } };
    case '-departure_time':
      return { ...filter, departs: { ...departs, end: Math.min(departs.end ?? Infinity, key + 1) as Instant } };
    case 'fare':
      return { ...filter, minFare: Math.max(minFare, key) as Paisa };
    case '-fare':
      return { ...filter, maxFare: Math.min(maxFare, key) as Paisa };
  }
}

/** A row with its own departure and fare: a trip, or a section of it. */
type PricedRow = 's' | 'part';

export const sortKeyIn = (row: PricedRow, order: TripOrder): Fragment =>
  raw(`${row}.${order.endsWith('fare') ? 'fare_paisa' : 'departure_time'}`);

const behind = (row: PricedRow, { sortKey, id }: SearchPosition, order: TripOrder): Fragment =>
  fragment`(${sortKeyIn(row, order)} <> ${sortKey} or s.id > ${id})`;

export function conditions(filter: TripFilter, row: PricedRow = 's'): Fragment {
  const { operators, departs, busType, minFare, maxFare, after, order } = narrowed(filter);
  const [departure, fare] = [raw(`${row}.departure_time`), raw(`${row}.fare_paisa`)];
  return joined(
    [
      ON_SALE,
      raw(row === 's' ? 's.departed_at is null' : 'part.left_at is null'),
      ...(operators === undefined ? [] : [fragment`b.operator_id in ${list(padded(operators))}`]),
      ...(busType === undefined ? [] : [fragment`b.bus_type = ${busType}`]),
      fragment`${departure} >= ${departs.start}`,
      ...(departs.end === undefined ? [] : [fragment`${departure} < ${departs.end}`]),
      ...(minFare === undefined ? [] : [fragment`${fare} >= ${minFare}`]),
      ...(maxFare === undefined ? [] : [fragment`${fare} <= ${maxFare}`]),
      ...(after === undefined ? [] : [behind(row, after, order)]),
    ],
    ' and ',
  );
}
