import type { TripNow } from './use-trip.ts';

/** A caller for whom seats are kept. */
export interface Caller {
  readonly name: string;
  readonly phone: string;
}

const BETWEEN = ' · ';

/** The reason of a block that keeps seats for a caller: `Maya Gurung · 9841000000`. */
export const callerText = ({ name, phone }: Caller): string => `${name.trim()}${BETWEEN}${phone.trim()}`;

/** The caller for whom a block keeps a seat; undefined for other blocks. */
function callerIn(reason: string): Caller | undefined {
  const [, name, phone] = /^(.+) · ([\d +-]{5,20})$/.exec(reason) ?? [];
  return name === undefined || phone === undefined ? undefined : { name, phone };
}

/** The caller for whom a seat is kept. */
export function callerOf({ blocks }: TripNow, seat: string): Caller | undefined {
  const block = blocks.blocks.find(({ seat_number: number }) => number === seat);
  return block && callerIn(block.reason);
}
