import { ExchangeSeats, type Wish } from '../../parts/changing/exchange.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { digits } from '../../words/digits.ts';
import { stopsInQuery } from '../parts/ride.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { type ChangeProps, stopsOf } from './change-props.ts';
import { holdSeats } from './hold-seats.ts';

/** The form that exchanges a booking's seats for other seats on the same trip, free of charge. */
export function OtherSeats({ booking, onChanged }: ChangeProps) {
  const words = w.value.changing;
  const sendOnce = useSendOnce();
  const { id, schedule_id: trip, seats_count: count } = booking;
  const stops = stopsOf(booking);

  const exchange = async ({ seats, fresh, sending, drop }: Wish): Promise<void> => {
    const lost = await holdSeats(trip, stops, fresh, booking.seats);
    if (lost) {
      sending.refuse(lost.sentence);
      await drop(lost.seats);
      return;
    }
    const body = { schedule_id: trip, ...stops, seat_numbers: [...seats] };
    await sendOnce(body, (key) => api.post('/api/bookings/{id}/change', { path: { id }, body, key }));
    toast(words.seatsChanged);
    await onChanged();
  };

  return (
    <ExchangeSeats
      booking={booking}
      seatsOf={(signal) => api.get('/api/trips/{id}/seats', { path: { id: trip }, query: stopsInQuery(stops), signal })}
      exchange={exchange}
      words={{
        form: words.kinds.seats,
        hint: words.seatsHint(digits(count), count === 1),
        send: words.takeSeats,
        chosenOf: words.chosenOf,
      }}
    />
  );
}
