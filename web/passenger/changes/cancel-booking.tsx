import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { isFinal } from '../../api/is-final.ts';
import { Problem } from '../../api/problem.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refused, useSending } from '../../parts/form.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { percent } from '../../words/digits.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { costOf } from './cost-of.ts';

type Quote = Schemas['CancellationQuote'];

/** The button that cancels a booking, and a dialog that names the cancellation fee. */
export function CancelBooking({
  booking: { id, least_cancel_percent: least },
  onCancelled,
}: {
  readonly booking: Pick<Schemas['Booking'], 'id' | 'least_cancel_percent'>;
  readonly onCancelled: () => unknown;
}) {
  const isAsking = useSignal(false);
  const words = w.value.bookings;
  return (
    <>
      <button type="button" onClick={() => (isAsking.value = true)}>
        {words.cancel}
      </button>
      {isAsking.value && (
        <Question id={id} least={least} onClose={() => (isAsking.value = false)} onCancelled={onCancelled} />
      )}
    </>
  );
}

function Question({
  id,
  least,
  onClose,
  onCancelled,
}: {
  readonly id: number;
  /** The percent below which the fee never falls; 0 for no such limit. */
  readonly least: number;
  readonly onClose: () => void;
  readonly onCancelled: () => unknown;
}) {
  const words = w.value.bookings;
  const sending = useSending();
  const path = { id };
  const quoted = (signal?: AbortSignal): Promise<Quote> =>
    api.get('/api/bookings/{id}/cancellation-quote', { path, ...(signal && { signal }) });
  const quote = useAsked(quoted, [id]);

  const sendOnce = useSendOnce();
  /** True after a lost answer: the booking may be cancelled already. */
  const isInDoubt = useRef(false);

  const cancel = async (shown: Quote): Promise<void> => {
    // Requests the fee again, because it may have risen while the dialog was open.
    const now = await quoted().catch((error: unknown) => {
      if (isInDoubt.current && error instanceof Problem && error.status === 409) return shown;
      throw error;
    });
    if (now.fee !== shown.fee || now.refund !== shown.refund) {
      quote.set(now);
      sending.refuse(words.cancelChanged);
      return;
    }
    try {
      await sendOnce(id, (key) => api.post('/api/bookings/{id}/cancel', { path, body: {}, key }));
    } catch (error) {
      isInDoubt.current = !isFinal(error);
      throw error;
    }
    toast(words.cancelled);
    onClose();
    await onCancelled();
    // The pressed button is no longer on the page, so the heading gets the focus.
    document.querySelector('h1')?.focus();
  };

  return (
    <Dialog title={words.cancelTitle} onClose={onClose}>
      <Asked of={quote}>
        {(offer) => (
          <>
            <p>
              <strong>{costOf(offer)}</strong>
            </p>
            {least > 0 && <p>{words.leastCancel(percent(least))}</p>}
            <p>{words.seatsOnSale}</p>
            <Refused sentence={sending.sentence} />
            <div class="row">
              <button
                type="button"
                class="main"
                aria-busy={sending.isBusy.value}
                onClick={() => void sending.send(() => cancel(offer))}
              >
                {words.cancelIt}
              </button>
              <button type="button" onClick={onClose}>
                {words.keepIt}
              </button>
            </div>
          </>
        )}
      </Asked>
    </Dialog>
  );
}
