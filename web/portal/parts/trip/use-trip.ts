import { useEffect } from 'preact/hooks';
import { follow } from '../../../api/live.ts';
import type { Schemas } from '../../../api/operations.ts';
import { type Asking, useAsked } from '../../../parts/asked.tsx';
import { api } from '../../session.ts';

export type Trip = Schemas['OfficeTrip'];

export interface Blocks {
  readonly blocks: readonly Block[];
  /**
   * The ETag of the list of blocks. A change sends it; the service refuses the change if somebody else changed the list
   * first.
   */
  readonly tag: string | undefined;
}

export interface Block {
  readonly seat_number?: string;
  readonly places?: number;
  readonly reason: string;
  readonly until: string | null;
  /**
   * The stops between which the seat is blocked. Absent on a new block for the whole trip, and on trips without stops
   * on the way.
   */
  readonly from_stop?: number;
  readonly to_stop?: number;
}

/** All data of a trip's page. */
export interface TripNow {
  readonly trip: Trip;
  readonly map: Schemas['SeatMap'];
  readonly manifest: Schemas['OfficeManifest'];
  readonly blocks: Blocks;
}

/** Loads a trip with its seats, passengers and blocks, and reloads after every event about the trip. */
export function useTrip(id: number): Asking<TripNow> {
  const asked = useAsked((signal) => readTrip(id, signal), [id]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Waits 200 ms. One sale causes events about seats, booking and manifest, and these should cause only one reload.
    const soon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void asked.again(), 200);
    };
    // Follows all three topics. An event about a section (from one stop to a later one) may not appear in the topic
    // `seats`.
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

/** Replaces all blocks of the trip. The service may refuse with `BLOCKS_CHANGED`, `SEATS_SOLD` or `SEATS_HELD`. */
export const putBlocks = (id: number, blocks: readonly Block[], { tag }: Blocks) =>
  api.put('/api/operator/trips/{id}/blocks', {
    path: { id },
    body: { blocks: [...blocks] },
    ...(tag !== undefined && { ifMatch: tag }),
  });

/** Restores a block that the user has removed, and keeps blocks that were made meanwhile. */
export async function blockAgain(id: number, block: Block): Promise<void> {
  const now = await readBlocks(id);
  await putBlocks(id, [...now.blocks, block], now);
}
