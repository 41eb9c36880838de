/**
 * A section of a trip: the part from one stop to a later one. Stops are numbered in the order of the journey. The
 * origin is number 0, and the destination has the last number.
 */
export interface Section {
  readonly from: number;
  readonly to: number;
}

export const isSameSection = (one: Section, other: Section): boolean => one.from === other.from && one.to === other.to;

/** Whether two sections have a part of the trip in common. */
export const overlaps = (one: Section, other: Section): boolean => one.from < other.to && other.from < one.to;
