import type { OperatorId, TripId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import { noSuchTrip } from '../trips/refusals.ts';
import type { Block } from './block.ts';
import type { TripBlocks } from './ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly tripBlocks: Pick<TripBlocks, 'find'>;
}

export type ViewBlocks = ReturnType<typeof viewBlocks>;

/** What a company keeps of one of its trips from being sold. */
export const viewBlocks =
  ({ clock, tripBlocks }: Needs) =>
  async (operatorId: OperatorId, id: TripId): Promise<readonly Block[]> => {
    const trip = await tripBlocks.find(id, clock());
    if (trip?.operatorId !== operatorId) throw noSuchTrip();
    return trip.blocks;
  };
