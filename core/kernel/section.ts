/**
 * A piece of a trip's road. Stops are numbered along the road: 0 is the origin, and the last number is the destination.
 */
export interface Section {
  readonly from: number;
  readonly to: number;
}

export const isSameSection = (one: Section, other: Section): boolean => one.from === other.from && one.to === other.to;

/** Whether two sections have a part in common. */
export const overlaps = (one: Section, other: Section): boolean => one.from < other.to && other.from < one.to;
