import type { SeatNumber } from '../kernel/ids.ts';
import { toIso } from '../kernel/time.ts';
import type { Instant } from '../kernel/time.ts';
import type { Told } from '../kernel/told.ts';

interface Terms {
  /** For the company's own people. */
  readonly reason: string;
  /** From when on it no longer counts; null: never. */
  readonly until: Instant | null;
}

/** A seat that is kept from being sold. */
export interface SeatBlock extends Terms {
  readonly seat: SeatNumber;
}

/** The same of places, on a bus without a seat map. */
export interface PlaceBlock extends Terms {
  readonly places: number;
}

export type Block = SeatBlock | PlaceBlock;

export const isOfSeat = (block: Block): block is SeatBlock => 'seat' in block;

/** The seats among what is blocked. */
export const seatsOf = (blocks: readonly Block[]): readonly SeatNumber[] =>
  blocks.filter(isOfSeat).map(({ seat }) => seat);

/** How many places are blocked. */
export const placesOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => sum + (isOfSeat(block) ? 0 : block.places), 0);

/** By the names that the API gives the fields. */
export const toldBlock = (block: Block) => ({
  ...(isOfSeat(block) ? { seat_number: block.seat } : { places: block.places }),
  reason: block.reason,
  until: block.until === null ? null : toIso(block.until),
});

export const toldBlocks = (blocks: readonly Block[]): readonly Told[] => blocks.map(toldBlock);
