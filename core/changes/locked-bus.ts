import type { KeptBus } from '../fleet/bus.ts';
import type { BusRepo } from '../fleet/ports.ts';
import { busUnknown } from '../fleet/refusals.ts';
import type { SeatMap } from '../fleet/seat-layout.ts';
import type { BusId } from '../kernel/ids.ts';

/** A bus and its seat map, which nobody else changes until the transaction ends. */
export interface LockedBus {
  readonly bus: KeptBus;
  readonly map: SeatMap | null;
}

export async function lockedBus(
  { buses }: { readonly buses: Pick<BusRepo, 'lock' | 'seatMaps'> },
  id: BusId,
): Promise<LockedBus> {
  const bus = await buses.lock(id);
  if (!bus) throw busUnknown();
  return { bus, map: (await buses.seatMaps([id])).get(id) ?? null };
}
