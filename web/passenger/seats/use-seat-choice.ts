import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { type SeatNews, follow } from '../../api/live.ts';
import type { Schemas } from '../../api/operations.ts';
import { api, session } from '../session.ts';
import { draftOf, keepDraft } from './draft.ts';
import { type SeatChoice, seatChoice } from './seat-choice.ts';

/** The choice of seats on a trip. `map` is the first seat map from the service. */
export function useSeatChoice(trip: number, map: Schemas['MappedSeats']): SeatChoice {
  const path = { id: trip };
  const choice = useMemo(
    () =>
      seatChoice({
        seats: map.seats,
        draft: draftOf(trip),
        keep: (change) => keepDraft(trip, change),
        isSignedIn: () => session.user.value !== undefined,
        read: async () => {
          const found = await api.get('/api/trips/{id}/seats', { path });
          return found.has_seat_map ? found.seats : [];
        },
        lock: (seat_numbers) =>
          api.post('/api/trips/{id}/seats/lock', { path, body: { seat_numbers: [...seat_numbers] } }),
      }),
    [trip],
  );
  useEffect(() => {
    const onOnline = (): void => void choice.reread();
    addEventListener('online', onOnline);
    return () => {
      removeEventListener('online', onOnline);
      choice.stop();
    };
  }, [choice]);
  return choice;
}

/**
 * Follows a trip's events while its page is open. Events about seats go to `choice`. After any other event `reread` is
 * called; the returned signal names the last change: `cancelled`, `retimed`, `bus_swapped` or `fare_changed`.
 */
export function useTripNews(
  trip: number,
  choice: SeatChoice | undefined,
  reread: () => Promise<void>,
): ReadonlySignal<string | undefined> {
  const news = useSignal<string | undefined>(undefined);
  useEffect(() => {
    const seats = `schedules/${trip}/seats`;
    return follow([seats, `schedules/${trip}/trip`], {
      onMessage: (topic, message) => {
        if (topic === seats) {
          const { seat_numbers, status } = message as SeatNews;
          choice?.hear(seat_numbers, status);
          return;
        }
        news.value = (message as { readonly type: string }).type;
        void reread();
      },
      onGap: () => void (choice ? choice.reread() : reread()),
    });
  }, [trip, choice]);
  return news;
}
