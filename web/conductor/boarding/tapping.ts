import { serviceNow } from '../../api/service-clock.ts';
import { device, isOnline } from './device.ts';
import type { KeptManifest, KeptTap } from './kept.ts';
import { PATIENCE_MS, sendWaiting } from './log.ts';
import { refresh } from './manifests.ts';
import { nextStop, stopsNow } from './stops.ts';
import { freshTaps, keepAndShow, taps } from './tap-log.ts';

/**
 * Reports that the bus has left a stop and all earlier stops. Resolves when the tap is on disk; the tap is sent in the
 * background.
 */
export const leaveStop = (tripId: number, stop: number, { early }: { readonly early: boolean }): Promise<void> =>
  tap({ tripId, stop, kind: 'LEFT', early });

/** Undoes the report that the bus has left a stop and later stops. */
export const takeStopBack = (tripId: number, stop: number): Promise<void> =>
  tap({ tripId, stop, kind: 'BACK', early: false });

/** Reports that the bus is at a stop: it has left the previous stop, and has not left this stop. */
export async function standAt(kept: KeptManifest, stop: number): Promise<void> {
  const { id } = kept.manifest.trip;
  const next = (): number => nextStop(stopsNow(kept, taps.peek()));
  if (next() > stop) await takeStopBack(id, stop);
  // Sets `early`, because the conductor has said where the bus is, so the bus has really left the stop.
  if (next() < stop) await leaveStop(id, stop - 1, { early: true });
}

async function tap(made: Pick<KeptTap, 'tripId' | 'stop' | 'kind' | 'early'>): Promise<void> {
  const last = taps.peek().at(-1);
  const nonce = crypto.getRandomValues(new Uint32Array(4)).join('-');
  freshTaps.add(nonce);
  await keepAndShow({
    ...made,
    nonce,
    order: (last?.order ?? 0) + 1,
    operatorId: device.peek()!.operatorId,
    // The time of a tap is always later than the last tap, even if a clock was set back. The service ignores a tap that
    // is not later than the tap that undid it.
    at: Math.max(serviceNow(), (last?.at ?? 0) + 1),
  });
  void tell(nonce, made.tripId);
}

/** Sends the waiting taps. Then reloads the manifest, because the taps change it. */
async function tell(nonce: string, tripId: number): Promise<void> {
  setTimeout(() => freshTaps.delete(nonce), PATIENCE_MS);
  await sendWaiting();
  // Sends again, because a request that was already under way may lack this tap.
  if (isOnline.peek()) await sendWaiting();
  if (isOnline.peek()) await refresh(tripId).catch(() => undefined);
}
