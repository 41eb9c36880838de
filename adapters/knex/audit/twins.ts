import type { Twin } from '../../../core/audit/twins.ts';
import { foldedCode } from '../../../core/kernel/folding.ts';
import { cityKey } from '../../../core/trips/city.ts';
import type { Sql } from '../engine/sql.ts';
import { unusualNumber } from '../fleet/bus-seats.ts';

interface Named {
  readonly id: number;
  readonly name: string;
  /** Names may repeat in different groups, such as the seat numbers of two buses. */
  readonly group: number;
}

/** The rows whose name equals that of an earlier row of the group, in the order of their ids. */
function twinsOf(kind: Twin['kind'], rows: readonly Named[], keyOf: (name: string) => string): readonly Twin[] {
  const firsts = new Map<string, Named>();
  return [...rows]
    .sort((one, other) => one.id - other.id)
    .flatMap((row): readonly Twin[] => {
      const place = `${row.group} ${keyOf(row.name)}`;
      const first = firsts.get(place);
      if (!first) firsts.set(place, row);
      return first ? [{ kind, id: row.id, name: row.name, of: { id: first.id, name: first.name } }] : [];
    });
}

/** The key of a bus that a migration found to be a twin contains a line break. */
const TWIN_BUS = '%\n%';

/**
 * Reads rows of earlier versions whose names differ in spelling alone. Two seat numbers of capital letters and digits
 * are never alike, so only maps with another number are read.
 */
export async function readTwins(sql: Sql): Promise<readonly Twin[]> {
  const cities = await sql.rows<Named>`select id, city_name as name, 0 as "group" from cities`;
  const buses = await sql.rows<Named>`
    select buses.id, buses.registration_no as name, buses.operator_id as "group" from buses where buses.operator_id in (
      select operator_id from buses where registration_key like ${TWIN_BUS})`;
  const seats = await sql.rows<Named>`
    select id, seat_number as name, bus_id as "group" from bus_seats where in_map and bus_id in (
      select bus_id from bus_seats where in_map and ${unusualNumber(sql)})`;
  return [
    ...twinsOf('city', cities, cityKey),
    ...twinsOf('bus', buses, foldedCode),
    ...twinsOf('seat', seats, foldedCode),
  ];
}
