import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { SeatPicker } from '../../parts/changing/seat-picker.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { digits } from '../../words/digits.ts';
import { rideOf, stopsInQuery } from '../seats/ride.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import type { ChangeProps } from './change-props.ts';
import { holdSeats } from './hold-seats.ts';

const stopsOf = ({ schedule_id: id, from_stop, to_stop, trip }: ChangeProps['booking']) =>
  rideOf({ ...trip, id, from_stop, to_stop }).stops;

/** Exchanges seats on the same trip, which costs nothing. */
export function OtherSeats({ booking, onChanged }: ChangeProps) {
  const [path, query] = [{ id: booking.schedule_id }, stopsInQuery(stopsOf(booking))];
  const seats = useAsked((signal) => api.get('/api/trips/{id}/seats', { path, query, signal }), [booking.schedule_id]);
  return (
    <Asked of={seats}>
      {(map) => map.has_seat_map && <Exchange booking={booking} onChanged={onChanged} map={map} reread={seats.again} />}
    </Asked>
  );
}

function Exchange({
  booking,
  onChanged,
  map,
  reread,
}: ChangeProps & { readonly map: Schemas['MappedSeats']; readonly reread: () => Promise<void> }) {
  const words = w.value.changing;
  const count = booking.seats_count;
  const own = booking.seats.map(({ seat_number: seat }) => seat);
  const chosen = useSignal<readonly string[]>(own);
  const sending = useSending();
  const sendOnce = useSendOnce();

  const change = async (): Promise<void> => {
    if (chosen.value.length < count) {
      sending.refuse(words.seatsHint(digits(count), count === 1));
      return;
    }
    const lost = await holdSeats(
      booking.schedule_id,
      stopsOf(booking),
      chosen.value.filter((seat) => !own.includes(seat)),
    );
    if (lost.length > 0) {
      chosen.value = chosen.value.filter((seat) => !lost.includes(seat));
      sending.refuse(words.justTaken(lost.join(', ')));
      await reread();
      return;
    }
    const body = { schedule_id: booking.schedule_id, ...stopsOf(booking), seat_numbers: [...chosen.value] };
    await sendOnce(body, (key) => api.post('/api/bookings/{id}/change', { path: { id: booking.id }, body, key }));
    toast(words.seatsChanged);
    await onChanged();
  };

  return (
    <Form sending={sending} onSend={change} label={words.kinds.seats}>
      <p class="faint">{words.seatsHint(digits(count), count === 1)}</p>
      <SeatPicker map={map} count={count} own={own} chosen={chosen} chosenOf={words.chosenOf} />
      <SendButton sending={sending}>{words.takeSeats}</SendButton>
    </Form>
  );
}
