import type { BusId, SeatNumber } from '../kernel/ids.ts';
import type { BusRepo } from './ports.ts';
import { asNumbered } from './seat-numbers.ts';

const USUAL = /^[A-Z0-9]+$/;

/**
 * The seats of a bus that typed numbers name. Reads the seat map only if a number is spelled in an unusual way, because
 * passengers choose seats on the map and nearly always send its numbers.
 */
export async function seatsNamed(
  { buses }: { readonly buses: Pick<BusRepo, 'seatMaps'> },
  bus: BusId,
  typed: readonly SeatNumber[],
): Promise<readonly SeatNumber[]> {
  if (typed.every((number) => USUAL.test(number))) return typed;
  const map = (await buses.seatMaps([bus])).get(bus);
  return typed.map(asNumbered((map?.seats ?? []).map(({ number }) => number)));
}
