import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { type SeatNews, follow } from '../../api/live.ts';
import type { Schemas } from '../../api/operations.ts';
import { api, session } from '../session.ts';
import { draftOf, keepDraft } from '../draft.ts';
import { bodyFor } from './kept-seats.tsx';
import { rideOf, stopsInQuery } from '../parts/ride.ts';
import { type SeatChoice, seatChoice } from './seat-choice.ts';

/**
 * The user's choice of seats on a trip, or on a section from one stop to a later one. `map` is the first seat map from
 * the service.
 */
export function useSeatChoice(trip: Schemas['TripDetail'], map: Schemas['MappedSeats']): SeatChoice {
  const { key: ride, stops } = rideOf(trip);
  const [path, query] = [{ id: trip.id }, stopsInQuery(stops)];
  const choice = useMemo(
    () =>
      seatChoice({
        seats: map.seats,
        draft: draftOf(ride),
        keep: (change) => keepDraft(ride, change),
        isSignedIn: () => session.user.value !== undefined,
        read: async () => {
          const found = await api.get('/api/trips/{id}/seats', { path, query });
          return found.has_seat_map ? found.seats : [];
        },
        lock: (wanted) =>
          api.post('/api/trips/{id}/seats/lock', {
            path,
            body: {
              ...('best' in wanted ? wanted : { seat_numbers: [...wanted.seat_numbers] }),
              ...stops,
              ...bodyFor(draftOf(ride).keptFor),
            },
          }),
      }),
    [ride],
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
 * Follows a trip's events while its page is open. Events about seats go to `choice`. After any other event, calls
 * `reread`. The returned signal names the last change: `cancelled`, `retimed`, `bus_swapped` or `fare_changed`.
 */
export function useTripNews(
  trip: Schemas['TripDetail'],
  choice: SeatChoice | undefined,
  reread: () => Promise<void>,
): ReadonlySignal<string | undefined> {
  const news = useSignal<string | undefined>(undefined);
  const isWhole = rideOf(trip).stops.from_stop === undefined;
  useEffect(() => {
    const [seats, sections] = ['seats', 'sections'].map((about) => `schedules/${trip.id}/${about}`);
    // Seats sold for another section may also be taken on this section, so the seats are read again.
    const followed = isWhole ? seats : sections;
    return follow([followed!, `schedules/${trip.id}/trip`], {
      onMessage: (topic, message) => {
        if (topic === sections) {
          void choice?.reread();
          return;
        }
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
  }, [trip.id, isWhole, choice]);
  return news;
}
