import { useEffect } from 'preact/hooks';
import { follow } from '../../../api/live.ts';
import type { Schemas } from '../../../api/operations.ts';
import { type Asking, useAsked } from '../../../parts/asked.tsx';
import { api } from '../../session.ts';

export type Trip = Schemas['OfficeTrip'];

export interface Blocks {
  readonly blocks: readonly Block[];
  /** The list's ETag. A change sends it, and is refused when somebody else was faster. */
  readonly tag: string | undefined;
}

export interface Block {
  readonly seat_number?: string;
  readonly places?: number;
  readonly reason: string;
  readonly until: string | null;
  /** The blocked section. Absent on a new block of the whole road, and on trips without stops. */
  readonly from_stop?: number;
  readonly to_stop?: number;
}

/** All data of a trip's page. */
export interface TripNow {
  readonly trip: Trip;
  readonly map: Schemas['SeatMap'];
  readonly manifest: Schemas['Manifest'];
  readonly blocks: Blocks;
}

/** Loads a trip with its seats, passengers and blocks, and reloads after every event about the trip. */
export function useTrip(id: number): Asking<TripNow> {
  const asked = useAsked((signal) => readTrip(id, signal), [id]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // One sale sends events about seats, booking and manifest. Waiting 200 ms makes that one reload.
    const soon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void asked.again(), 200);
    };
    // All three topics are followed, because an event about a section may leave the states of the whole road unchanged.
    const topics = ['seats', 'sections', 'trip'].map((topic) => `schedules/${id}/${topic}`);
    const stop = follow(topics, { onMessage: soon, onGap: soon });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [id]);
  return asked;
}

async function readTrip(id: number, signal: AbortSignal): Promise<TripNow> {
  const of = { path: { id }, signal };
  const [trip, map, manifest, blocks] = await Promise.all([
    api.get('/api/operator/trips/{id}', of),
    api.get('/api/trips/{id}/seats', of),
    api.get('/api/operator/trips/{id}/manifest', of),
    readBlocks(id, signal),
  ]);
  return { trip, map, manifest, blocks };
}

const blocksOf = (id: number): string => `/api/operator/trips/${id}/blocks`;

async function readBlocks(id: number, signal?: AbortSignal): Promise<Blocks> {
  const response = await api.raw(blocksOf(id), signal && { signal });
  const { blocks } = (await response.json()) as { readonly blocks: readonly Block[] };
  return { blocks, tag: response.headers.get('ETag') ?? undefined };
}

/** Replaces the trip's blocks. Refusals: `BLOCKS_CHANGED`, `SEATS_SOLD`, `SEATS_HELD`. */
export const putBlocks = (id: number, blocks: readonly Block[], { tag }: Blocks) =>
  api.put('/api/operator/trips/{id}/blocks', {
    path: { id },
    body: { blocks: [...blocks] },
    ...(tag !== undefined && { ifMatch: tag }),
  });

/** Undoes a freed block, and keeps blocks that were made meanwhile. */
export async function blockAgain(id: number, block: Block): Promise<void> {
  const now = await readBlocks(id);
  await putBlocks(id, [...now.blocks, block], now);
}
