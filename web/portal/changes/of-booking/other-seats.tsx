import { useSignal } from '@preact/signals';
import type { Schemas } from '../../../api/operations.ts';
import { Problem } from '../../../api/problem.ts';
import { Asked, useAsked } from '../../../parts/asked.tsx';
import { SeatPicker } from '../../../parts/changing/seat-picker.tsx';
import { Form, SendButton, useSending } from '../../../parts/form.tsx';
import { useSendOnce } from '../../../parts/send-once.ts';
import { toast } from '../../../parts/toast.tsx';
import { digits } from '../../../words/digits.ts';
import { api } from '../../session.ts';
import { w } from '../../words.ts';
import type { ChangeProps } from './change-props.ts';
import { ownSection } from './road.ts';

/** Exchanges seats of a booking on its trip, which costs nothing. */
export function OtherSeats({ booking, onChanged }: ChangeProps) {
  const path = { id: booking.schedule_id };
  const seats = useAsked(
    async (signal) => {
      const trip = await api.get('/api/operator/trips/{id}', { path, signal });
      return api.get('/api/trips/{id}/seats', { path, query: ownSection(booking, trip), signal });
    },
    [booking.schedule_id],
  );
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
      sending.refuse(words.chooseSeats(count));
      return;
    }
    const body = { schedule_id: booking.schedule_id, seat_numbers: [...chosen.value] };
    try {
      const changed = await sendOnce(body, (key) =>
        api.post('/api/operator/bookings/{id}/change', { path: { id: booking.id }, body, key }),
      );
      toast(words.seatsChanged);
      onChanged(changed);
    } catch (error) {
      if (error instanceof Problem && error.code === 'SEATS_TAKEN') await reread();
      throw error;
    }
  };

  return (
    <Form sending={sending} onSend={change} label={words.kinds.seats}>
      <p class="faint">{words.chooseSeats(count)}</p>
      <SeatPicker map={map} count={count} own={own} chosen={chosen} chosenOf={words.chosenOf} takesBlocked />
      <SendButton sending={sending}>{words.takeSeats(digits(count), count === 1)}</SendButton>
    </Form>
  );
}
