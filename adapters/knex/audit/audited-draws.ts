import { createHash, createHmac } from 'node:crypto';
import type { WaitFault } from '../../../core/audit/line.ts';
import type { Sql } from '../engine/sql.ts';

interface DrawnDoor {
  readonly id: number;
  readonly seed: string;
  readonly seed_hash: string;
  readonly drawn: number;
}

/**
 * The faults of drawn orders: seeds that their public hash contradicts, and numbers that are not by the seed. Computed
 * from the seed as passengers do it, not by the code that draws.
 */
export async function drawFaults(sql: Sql): Promise<readonly WaitFault[]> {
  const doors = await sql.rows<DrawnDoor>`
    select id, seed, seed_hash, drawn from doors where drawn is not null order by id`;
  const faults: WaitFault[] = [];
  for (const door of doors) faults.push(...(await faultsOf(sql, door)));
  return faults;
}

async function faultsOf(sql: Sql, { id, seed, seed_hash: hash, drawn }: DrawnDoor): Promise<readonly WaitFault[]> {
  const row = `door ${id}`;
  const key = Buffer.from(seed, 'hex');
  if (createHash('sha256').update(key).digest('hex') !== hash)
    return [{ row, says: 'its seed is not the one whose hash was public' }];
  const places = await sql.rows<{ place: number; number: number | null }>`
    select place, number from door_places where door_id = ${id} and place <= ${drawn} order by place`;
  const ranked = Array.from({ length: drawn }, (_, index) => {
    const place = index + 1;
    return { place, hmac: createHmac('sha256', key).update(String(place)).digest('hex') };
  }).sort((one, other) => (one.hmac < other.hmac ? -1 : 1));
  const numbers = new Map(ranked.map(({ place }, index) => [place, index + 1]));
  return places
    .filter(({ place, number }) => number !== numbers.get(place))
    .map(({ place, number }) => ({
      row,
      says: `place ${place} has number ${number}, and the draw gives ${numbers.get(place)}`,
    }));
}
