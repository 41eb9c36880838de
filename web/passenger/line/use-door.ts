import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { Problem } from '../../api/problem.ts';
import { momentHere } from '../../api/service-clock.ts';
import { api, session } from '../session.ts';

export type Door = Schemas['Door'];
export type Place = Schemas['DoorPlace'];

/** Milliseconds after the opening in which the pages of all who wait ask for their number, each at a random moment. */
const SPREAD_MS = 60_000;
/** Milliseconds to wait if the numbers are not drawn yet, or the service did not answer. */
const AGAIN_MS = 10_000;

const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

/** Looks at a door again and again, as often as the door says, and once soon after its sale opens. */
export function useDoorNews(door: Door, onNews: (door: Door) => void): void {
  const { id, opens_at: opensAt, poll_seconds: pollSeconds, state } = door;
  useEffect(() => {
    if (state === 'CLEAR') return;
    const ended = new AbortController();
    const toOpening = momentHere(opensAt) - Date.now();
    const usual = pollSeconds * 1_000;
    const wait = toOpening > 0 && toOpening < usual ? toOpening + Math.random() * 5_000 : usual;
    void sleep(wait, ended.signal)
      .then(() => api.get('/api/doors/{id}', { path: { id }, signal: ended.signal }))
      .then(onNews, () => !ended.signal.aborted && onNews({ ...door }));
    return () => ended.abort();
  }, [door]);
}

/** The place of the signed-in user in the line of a door. Asks for its number once, after the draw. */
export function usePlace({ id, opens_at: opensAt, state }: Door): {
  readonly place: ReadonlySignal<Place | undefined>;
  readonly join: () => Promise<void>;
} {
  const place = useSignal<Place | undefined>(undefined);
  const user = session.user.value?.id;
  const isOpen = state === 'OPEN';
  useEffect(() => {
    if (user === undefined || state === 'CLEAR') return;
    const ended = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        place.value = await api.get('/api/doors/{id}/place', { path: { id }, signal: ended.signal });
      } catch (error) {
        if (ended.signal.aborted) return;
        if (error instanceof Problem && error.status === 404) {
          place.value = undefined;
          return;
        }
        // Without its number, the page would not know when it is the user's turn.
        const { retryAfterSeconds = 0 } = error instanceof Problem ? error : {};
        await sleep(Math.max(AGAIN_MS, retryAfterSeconds * 1_000), ended.signal);
        await ask();
      }
    };
    const follow = async (): Promise<void> => {
      const since = Date.now() - momentHere(opensAt);
      // Before the draw, the page asks at once whether the user has a place.
      if (isOpen && place.peek() !== undefined && since < SPREAD_MS)
        await sleep(Math.random() * (SPREAD_MS - since), ended.signal);
      await ask();
      while (isOpen && place.peek()?.number === null) {
        await sleep(AGAIN_MS, ended.signal);
        await ask();
      }
    };
    void follow();
    return () => ended.abort();
  }, [id, user, isOpen]);
  return {
    place,
    join: async () => {
      place.value = await api.post('/api/doors/{id}/join', { path: { id } });
    },
  };
}
