import type { Twin } from '../../../core/audit/twins.ts';
import { foldedCode } from '../../../core/kernel/folding.ts';
import { cityKey } from '../../../core/trips/city.ts';
import { type Sql, inBatches, list } from '../engine/sql.ts';
import { unusualNumber } from '../fleet/bus-seats.ts';

interface Named {
  readonly id: number;
  readonly name: string;
  /** Names may repeat in different groups, such as the seat numbers of two buses. */
  readonly group: number;
}

interface NamedBus extends Named {
  readonly approval_status: string;
}

/** The rows whose name equals that of an earlier row of one of their groups, in the order of their ids. */
function twinsOf<Row extends Named>(
  kind: Twin['kind'],
  rows: readonly Row[],
  keyOf: (name: string) => string,
  groupsOf: (row: Row) => readonly (number | string)[] = ({ group }) => [group],
): readonly Twin[] {
  const firsts = new Map<string, Row>();
  return [...rows]
    .sort((one, other) => one.id - other.id)
    .flatMap((row): readonly Twin[] => {
      const places = groupsOf(row).map((group) => `${group} ${keyOf(row.name)}`);
      const first = places.map((place) => firsts.get(place)).find((found) => found !== undefined);
      for (const place of places) if (!firsts.has(place)) firsts.set(place, row);
      return first ? [{ kind, id: row.id, name: row.name, of: { id: first.id, name: first.name } }] : [];
    });
}

/** A number may repeat in another company, but only one bus with it may be APPROVED. */
const groupsOfBus = ({ group, approval_status: status }: NamedBus): readonly (number | string)[] => [
  group,
  ...(status === 'APPROVED' ? ['approved'] : []),
];

/** The key of a bus that a migration found to be a twin: the key of its number, a line break and its id. */
const TWIN_BUS = '%\n%';

/** The buses that a migration found to be twins, and all others with their numbers. */
async function busesToCompare(sql: Sql): Promise<readonly NamedBus[]> {
  const keys = await sql.rows<{ readonly registration_key: string }>`
    select registration_key from buses where registration_key like ${TWIN_BUS}`;
  return inBatches(
    [...new Set(keys.flatMap(({ registration_key: key }) => [key, key.slice(0, key.indexOf('\n'))]))],
    (batch) => sql.rows<NamedBus>`
      select id, registration_no as name, operator_id as "group", approval_status from buses
      where registration_key in ${list(batch)}`,
  );
}

/**
 * Reads rows of earlier versions whose names differ in spelling alone. Two seat numbers of capital letters and digits
 * are never alike, so only maps with another number are read.
 */
export async function readTwins(sql: Sql): Promise<readonly Twin[]> {
  const cities = await sql.rows<Named>`select id, city_name as name, 0 as "group" from cities`;
  const buses = await busesToCompare(sql);
  const seats = await sql.rows<Named>`
    select id, seat_number as name, bus_id as "group" from bus_seats where in_map and bus_id in (
      select bus_id from bus_seats where in_map and ${unusualNumber(sql)})`;
  return [
    ...twinsOf('city', cities, cityKey),
    ...twinsOf('bus', buses, foldedCode, groupsOfBus),
    ...twinsOf('seat', seats, foldedCode),
  ];
}
