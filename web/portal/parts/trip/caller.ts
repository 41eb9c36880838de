import type { TripNow } from './use-trip.ts';

/** A person who has called the office, and for whom seats are reserved. */
export interface Caller {
  readonly name: string;
  readonly phone: string;
}

const BETWEEN = ' · ';

/** The text of a block that reserves seats for a caller: `Maya Gurung · 9841000000`. */
export const callerText = ({ name, phone }: Caller): string => `${name.trim()}${BETWEEN}${phone.trim()}`;

/** Reads the caller from the text of a block; undefined if the block is not for a caller. */
function callerIn(reason: string): Caller | undefined {
  const [, name, phone] = /^(.+) · ([\d +-]{5,20})$/.exec(reason) ?? [];
  return name === undefined || phone === undefined ? undefined : { name, phone };
}

/** The caller for whom a seat is reserved; undefined if there is none. */
export function callerOf({ blocks }: TripNow, seat: string): Caller | undefined {
  const block = blocks.blocks.find(({ seat_number: number }) => number === seat);
  return block && callerIn(block.reason);
}
