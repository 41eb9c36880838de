import { type Section, commonPart, outside, overlaps } from '../trips/sections.ts';
import { type Block, type PlaceBlock, type SeatBlock, partsOf } from './block.ts';

/** The pieces of a block after a sale: the pieces that stay blocked, and the pieces that the sale uses up. */
interface Cut<B extends Block> {
  readonly left: readonly B[];
  readonly used: readonly B[];
}

/** Cuts a sold section out of a seat's block. Without sections, the sale uses up the whole block. */
export function cutSeat(block: SeatBlock, sold: Section | undefined): Cut<SeatBlock> {
  const { section } = block;
  if (!section || !sold) return { left: [], used: [block] };
  if (!overlaps(section, sold)) return { left: [block], used: [] };
  return {
    left: outside(section, [sold]).map((piece) => ({ ...block, section: piece })),
    used: [{ ...block, section: commonPart(section, sold) }],
  };
}

/**
 * Cuts missing places out of blocks of places, the first block first. `missing` has the number of places for each part
 * of the trip (from one stop to the next).
 */
export function cutPlaces<B extends PlaceBlock>(blocks: readonly B[], missing: readonly number[]): readonly Cut<B>[] {
  const still = [...missing];
  return blocks.map((block) => {
    const used = partsOf(block).map((part) => {
      const places = Math.max(0, Math.min(block.places, still[part] ?? 0));
      still[part] = (still[part] ?? 0) - places;
      return places;
    });
    const left = used.map((places) => block.places - places);
    return { left: pieces(block, left), used: pieces(block, used) };
  });
}

/**
 * Splits a block by the number of places on each of its parts. Neighbouring parts with the same number make one piece.
 * Parts without places are left out.
 */
function pieces<B extends PlaceBlock>(block: B, places: readonly number[]): readonly B[] {
  const { section } = block;
  if (!section) return places.flatMap((count) => (count > 0 ? [{ ...block, places: count }] : []));
  const starts = places.flatMap((count, index) => (index === 0 || count !== places[index - 1] ? [index] : []));
  return starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? places.length;
    const piece = { from: section.from + start, to: section.from + end };
    const count = places[start] ?? 0;
    return count > 0 ? [{ ...block, places: count, section: piece }] : [];
  });
}
