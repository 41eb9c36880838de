import { Problem } from '../../api/problem.ts';
import { ExchangeSeats, type Wish } from '../../parts/changing/exchange.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { digits } from '../../words/digits.ts';
import { lostSeats } from './hold-seats.ts';
import { ownStops } from './road.ts';
import { api } from '../session.ts';
import { type ChangeProps, wordsOfChange } from './change-props.ts';

/** A company that refuses the agent lets it hold no seats, but exchange those of its bookings without a hold. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Problem && error.code === 'TRIP_UNKNOWN')) throw error;
}

/** The form that exchanges a booking's seats for other seats on the same trip, free of charge. */
export function OtherSeats({ booking, onChanged }: ChangeProps) {
  const words = wordsOfChange();
  const sendOnce = useSendOnce();
  const { id, schedule_id: trip, seats_count: count } = booking;
  const stops = ownStops(booking);

  const exchange = async ({ seats, fresh, sending, drop }: Wish): Promise<void> => {
    const lost = await lostSeats(trip, stops, fresh, booking).catch(unlessRefused);
    if (lost) {
      sending.refuse(lost.sentence);
      await drop(lost.seats);
      return;
    }
    const body = { schedule_id: trip, ...stops, seat_numbers: [...seats] };
    await sendOnce(body, (key) => api.post('/api/agent/bookings/{id}/change', { path: { id }, body, key }));
    toast(words.seatsChanged);
    await onChanged();
  };

  return (
    <ExchangeSeats
      booking={booking}
      seatsOf={(signal) => api.get('/api/agent/bookings/{id}/seats', { path: { id }, signal })}
      exchange={exchange}
      words={{
        form: words.kinds.seats,
        hint: words.chooseSeats(count),
        send: words.takeSeats(digits(count), count === 1),
        chosenOf: words.chosenOf,
      }}
    />
  );
}
