import type { BusId, SeatNumber } from '../kernel/ids.ts';
import type { BusRepo } from './ports.ts';
import { asNumbered } from './seat-numbers.ts';

const USUAL = /^[A-Z0-9]+$/;

interface Typed {
  readonly bus: BusId;
  readonly typed: readonly SeatNumber[];
  /** Whether the bus has a seat whose number is not of capital letters and digits alone. */
  readonly isUnusual: boolean;
}

/**
 * The seats of a bus that typed numbers name. Reads the seat map only if a number is spelled in an unusual way, by the
 * passenger or on the map, because passengers choose seats on the map and nearly always send its numbers.
 */
export async function seatsNamed(
  { buses }: { readonly buses: Pick<BusRepo, 'seatMaps'> },
  { bus, typed, isUnusual }: Typed,
): Promise<readonly SeatNumber[]> {
  if (!isUnusual && typed.every((number) => USUAL.test(number))) return typed;
  const map = (await buses.seatMaps([bus])).get(bus);
  return typed.map(asNumbered((map?.seats ?? []).map(({ number }) => number)));
}
