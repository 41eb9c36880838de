import { foldedCode } from '../kernel/folding.ts';
import type { SeatNumber } from '../kernel/ids.ts';

/** The form in which seat numbers are compared. */
export const keyOfSeat = (number: SeatNumber): string => foldedCode(number);

/**
 * Finds the value of a seat by its typed number. A number that is spelled exactly so wins, because maps of earlier
 * versions may have seats that differ in case only.
 */
export function bySeatNumber<Value>(
  values: readonly Value[],
  numberOf: (value: Value) => SeatNumber,
): (typed: SeatNumber) => Value | undefined {
  const [exact, similar] = [new Map<string, Value>(), new Map<string, Value>()];
  for (const value of values) {
    exact.set(numberOf(value), value);
    similar.set(keyOfSeat(numberOf(value)), value);
  }
  return (typed) => exact.get(typed) ?? similar.get(keyOfSeat(typed));
}

/** Replaces typed seat numbers by those that the seats have. An unknown number is returned as typed. */
export function asNumbered(known: readonly SeatNumber[]): (typed: SeatNumber) => SeatNumber {
  const find = bySeatNumber(known, (number) => number);
  return (typed) => find(typed) ?? typed;
}
