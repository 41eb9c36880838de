import { Problem } from '../../../api/problem.ts';
import { ExchangeSeats, type Wish } from '../../../parts/changing/exchange.tsx';
import { useSendOnce } from '../../../parts/send-once.ts';
import { toast } from '../../../parts/toast.tsx';
import { digits } from '../../../words/digits.ts';
import { api } from '../../session.ts';
import { w } from '../../words.ts';
import type { ChangeProps } from './change-props.ts';
import { ownStops, stopsInQuery } from './road.ts';

/** The form that exchanges a booking's seats for other seats on the same trip, free of charge. */
export function OtherSeats({ booking, onChanged }: ChangeProps) {
  const words = w.value.changing;
  const sendOnce = useSendOnce();
  const { id, schedule_id: trip, seats_count: count } = booking;
  const path = { id: trip };

  const exchange = async ({ seats, drop }: Wish): Promise<void> => {
    const body = { schedule_id: trip, ...ownStops(booking), seat_numbers: [...seats] };
    try {
      const changed = await sendOnce(body, (key) =>
        api.post('/api/operator/bookings/{id}/change', { path: { id }, body, key }),
      );
      toast(words.seatsChanged);
      onChanged(changed);
    } catch (error) {
      if (error instanceof Problem && error.code === 'SEATS_TAKEN') await drop([]);
      throw error;
    }
  };

  return (
    <ExchangeSeats
      booking={booking}
      seatsOf={(signal) => api.get('/api/trips/{id}/seats', { path, query: stopsInQuery(ownStops(booking)), signal })}
      exchange={exchange}
      words={{
        form: words.kinds.seats,
        hint: words.chooseSeats(count),
        send: words.takeSeats(digits(count), count === 1),
        chosenOf: words.chosenOf,
      }}
      takesBlocked
    />
  );
}
