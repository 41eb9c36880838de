import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { serviceNow } from '../../api/service-clock.ts';
import { Problem } from '../../api/problem.ts';
import type { Schemas } from '../../api/operations.ts';
import { LateDialog, ToldNotice } from '../../parts/late.tsx';
import { w } from '../../words/late.ts';
import { delays, keepAndShowDelay } from './delay-log.ts';
import { api, ask, device, isOnline } from './device.ts';
import type { CrewTrip, KeptDelay, ManifestStop } from './kept.ts';
import { sendWaiting } from './log.ts';
import { nextStop } from './stops.ts';

/** Milliseconds before the departure from which on the service takes word of a delay. */
const EARLIEST_MS = 12 * 60 * 60_000;

/** The button by which the conductor tells of a delay, and the delay that was told last. Works without a network. */
export function RunningLate({ trip, stops }: { readonly trip: CrewTrip; readonly stops: readonly ManifestStop[] }) {
  const isAsked = useSignal(false);
  const told = useTold(trip.id);
  const ahead = stops.slice(nextStop(stops));
  if (trip.status === 'CANCELLED' || Date.parse(trip.departure_time) - EARLIEST_MS > serviceNow()) return null;
  return (
    <>
      {told && (
        <ToldNotice
          delay={told}
          city={told.stop === undefined ? undefined : stops[told.stop]?.city}
          onTakeBack={() => tellOf(trip.id, null)}
        />
      )}
      {ahead.length > 0 && (
        <button type="button" class="wide running-late" onClick={() => (isAsked.value = true)}>
          {w.value.button}
        </button>
      )}
      {isAsked.value && (
        <LateDialog
          stops={ahead}
          tell={async (delay) => {
            await tellOf(trip.id, delay);
            isAsked.value = false;
          }}
          onClose={() => (isAsked.value = false)}
        />
      )}
    </>
  );
}

/** Stores what the conductor tells of a delay, and sends it in the background. */
async function tellOf(tripId: number, delay: KeptDelay['delay']): Promise<void> {
  await keepAndShowDelay({
    nonce: crypto.getRandomValues(new Uint32Array(4)).join('-'),
    operatorId: device.peek()!.operatorId,
    tripId,
    // Later words have later moments, even if a clock was set back.
    at: Math.max(serviceNow(), (delays.peek().at(-1)?.at ?? 0) + 1),
    delay,
  });
  void sendWaiting().then(() => (isOnline.peek() ? sendWaiting() : undefined));
}

/** The delay that the service knows, asked for after it took `after`, the last word of this phone. */
interface Known {
  readonly said: Schemas['SaidDelay'] | null;
  readonly after: string | undefined;
}

/** The delay that was told last of a trip, by this phone or by another; null if none holds. */
function useTold(trip: number): KeptDelay['delay'] {
  const known = useSignal<Known | undefined>(undefined);
  const own = delays.value.filter(({ tripId, refusal }) => tripId === trip && refusal === undefined).at(-1);
  const taken = own?.answeredAt === undefined ? undefined : own.nonce;
  useEffect(() => {
    const know = (said: Known['said']): void => void (known.value = { said, after: taken });
    ask(() => positionNow(trip)).then(
      ({ said }) => know(said),
      (error: unknown) => {
        if (error instanceof Problem && error.status === 404) know(null);
      },
    );
  }, [trip, isOnline.value, own?.nonce, taken]);
  // An answer of before this phone's own word was taken does not know the word.
  const isKnown = known.value !== undefined && (!own || (taken !== undefined && known.value.after === taken));
  return (isKnown ? known.value?.said : own?.delay) ?? null;
}

/** Asks where a bus is, past the browser's cache, which keeps an answer for ten seconds. */
async function positionNow(trip: number): Promise<Schemas['BusPosition']> {
  const response = await api.raw(`/api/trips/${trip}/position`, { cache: 'reload' });
  return (await response.json()) as Schemas['BusPosition'];
}
