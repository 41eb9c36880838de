import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Field } from '../../parts/field.tsx';
import { percent } from '../../words/digits.ts';
import { money } from '../../parts/money.ts';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { w } from '../words.ts';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { QuestionForm } from '../parts/question-form.tsx';

type Booking = Schemas['OfficeBooking'];

interface Wish {
  readonly path: { readonly id: number };
  readonly body: { readonly reason: string; readonly fee: 'none' | 'tiers' };
  readonly key: string;
}

const sum = (amounts: readonly { readonly amount: number }[]): number =>
  amounts.reduce((total, { amount }) => total + amount, 0);

/** The sum of the booking's payments minus its refunds. */
const paidOf = ({ payments, refunds }: Booking): number =>
  sum(payments.filter(({ status }) => status === 'COMPLETE' || status.endsWith('_REFUND'))) - sum(refunds);

/**
 * The dialog in which a company or an administrator cancels a booking. The dialog shows the refund first. The user
 * chooses a full refund, or the refund that the passenger would get for cancelling.
 */
export function CancelBooking<Cancelled extends Pick<Booking, 'refunds'>>({
  booking,
  send,
  onCancelled,
  onClose,
}: {
  readonly booking: Booking;
  /** Sends the cancellation. Companies and administrators use different API paths. */
  readonly send: (wish: Wish) => Promise<Cancelled>;
  readonly onCancelled: (booking: Cancelled) => void;
  readonly onClose: () => void;
}) {
  const words = w.value.bookings;
  const fee = useSignal<Wish['body']['fee']>('none');
  const reason = useSignal('');
  useKeptFields(`cancel-booking-${booking.id}`, 'new', { fee, reason }, 'dialog');
  const sendOnce = useSendOnce();
  const paid = paidOf(booking);
  const cancel = async (): Promise<void> => {
    const body = { reason: reason.value.trim(), fee: fee.value };
    const cancelled = await sendOnce(body, (key) => send({ path: { id: booking.id }, body, key }));
    const back = sum(cancelled.refunds) - sum(booking.refunds);
    toast(back > 0 ? words.refundIs(money(back)) : words.cancelled);
    onCancelled(cancelled);
  };
  return (
    <QuestionForm
      title={words.cancelTitle(booking.booking_code)}
      yes={words.cancelIt}
      no={words.keepIt}
      act={cancel}
      onClose={onClose}
    >
      {({ errorOf }) => (
        <>
          <p>{words.cancelSeats(booking.seats_count)}</p>
          {booking.least_cancel_percent > 0 && <p>{words.leastCancel(percent(booking.least_cancel_percent))}</p>}
          {paid <= 0 ? (
            <p>{words.cancelUnpaid}</p>
          ) : (
            <fieldset>
              <legend>{words.whatGoesBack}</legend>
              {(['none', 'tiers'] as const).map((one) => (
                <label key={one} class="choice">
                  <input type="radio" name="fee" checked={fee.value === one} onChange={() => (fee.value = one)} />
                  {one === 'none' ? words.everything(money(paid)) : words.byTiers}
                </label>
              ))}
            </fieldset>
          )}
          <Field
            label={words.reason}
            hint={words.reasonHint}
            value={reason.value}
            error={errorOf('reason')}
            onValue={(value) => (reason.value = value)}
          />
        </>
      )}
    </QuestionForm>
  );
}
