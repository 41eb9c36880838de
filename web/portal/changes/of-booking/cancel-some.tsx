import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { PartFields, partOf, sizeOf } from '../../../parts/changing/part-fields.tsx';
import { Field } from '../../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../../parts/form.tsx';
import { money } from '../../../parts/money.ts';
import { useSendOnce } from '../../../parts/send-once.ts';
import { toast } from '../../../parts/toast.tsx';
import { digits, percent } from '../../../words/digits.ts';
import { api } from '../../session.ts';
import { w } from '../../words.ts';
import type { ChangeProps } from './change-props.ts';

/**
 * The price of one seat: the booking's total before any cancellation, divided by its seats at that time. Rounded down
 * to the paisa. The amounts of seats that were cancelled earlier are added to the total.
 */
function priceOfSeat({
  total_amount: total,
  seats_count: count,
  cancelled_seats: gone,
}: ChangeProps['booking']): number {
  const first = gone.reduce((sum, { amount }) => sum + amount, total);
  return Math.floor(Math.round(first * 100) / (count + gone.length)) / 100;
}

const sumOf = (amounts: readonly { readonly amount: number }[]): number =>
  amounts.reduce((total, { amount }) => total + amount, 0);

/** The form that cancels some seats of a booking. The other seats stay booked. */
export function CancelSome({ booking, onChanged }: ChangeProps) {
  const words = w.value.changing;
  const chosen = useSignal<readonly string[]>([]);
  const places = useSignal(1);
  const fee = useSignal<'none' | 'tiers'>('none');
  const reason = useSignal('');
  const group = useId();
  const sending = useSending();
  const sendOnce = useSendOnce();
  const part = partOf(booking, chosen.value, places.value);
  const count = sizeOf(part);

  const cancel = async (): Promise<void> => {
    if (count === 0) {
      sending.refuse(words.chooseSome);
      return;
    }
    const which = 'seats' in part ? { seats: [...part.seats] } : part;
    const body = { ...which, reason: reason.value.trim(), fee: fee.value };
    const path = { id: booking.id };
    const cancelled = await sendOnce(body, (key) =>
      api.post('/api/operator/bookings/{id}/cancel', { path, body, key }),
    );
    const back = sumOf(cancelled.refunds) - sumOf(booking.refunds);
    toast(words.someCancelled(money(back)));
    onChanged(cancelled);
  };

  return (
    <Form sending={sending} onSend={cancel} label={words.kinds.some}>
      <PartFields booking={booking} chosen={chosen} places={places} words={words} />
      <p class="faint">{words.allOfThem}</p>
      {booking.least_cancel_percent > 0 && <p>{w.value.bookings.leastCancel(percent(booking.least_cancel_percent))}</p>}
      <fieldset>
        <legend>{w.value.bookings.whatGoesBack}</legend>
        {(['none', 'tiers'] as const).map((one) => (
          <label key={one} class="choice">
            <input type="radio" name={group} checked={fee.value === one} onChange={() => (fee.value = one)} />
            {one === 'none'
              ? w.value.bookings.everything(money(Math.round(priceOfSeat(booking) * count * 100) / 100))
              : w.value.bookings.byTiers}
          </label>
        ))}
      </fieldset>
      <Field
        label={w.value.bookings.reason}
        hint={w.value.bookings.reasonHint}
        value={reason.value}
        error={sending.errorOf('reason')}
        onValue={(value) => (reason.value = value)}
      />
      <SendButton sending={sending}>{words.cancelSome(digits(count), count === 1)}</SendButton>
    </Form>
  );
}
