import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { money } from '../../parts/money.ts';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { Question } from '../parts/question.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

type Booking = Schemas['OfficeBooking'];

/** The service undoes a sale for so long after it, in milliseconds. */
const UNDONE_WITHIN_MS = 10 * 60_000;

/** The payment in cash or by the company's own QR code that a sale can still give back, if there is one. */
function undoable({ booking_status, booked_at, seats, payments }: Booking): 'CASH' | 'QR' | undefined {
  const isFresh = Date.parse(booked_at) + UNDONE_WITHIN_MS > serviceNow();
  const isOpen = booking_status === 'CONFIRMED' && seats.every(({ boarded_at: boarded }) => boarded === null);
  if (!isFresh || !isOpen) return undefined;
  const paid = payments.find(({ status }) => status === 'COMPLETE')?.gateway;
  return paid === 'CASH' || paid === 'QR' ? paid : undefined;
}

/** A button that takes a slip of the clerk back: a question with the money to return, then the sale is undone. */
export function UndoSale({
  booking,
  onUndone,
}: {
  readonly booking: Booking;
  readonly onUndone: (undone: Booking) => unknown;
}) {
  const words = w.value.counter.undo;
  const isAsking = useSignal(false);
  const sendOnce = useSendOnce();
  const paidBy = undoable(booking);
  if (paidBy === undefined) return null;
  const amount = money(booking.total_amount);
  const undo = async (): Promise<void> => {
    const path = { id: booking.id };
    const undone = await sendOnce(path, (key) => api.post('/api/operator/bookings/{id}/undo', { path, key }));
    toast(words.done(booking.booking_code));
    isAsking.value = false;
    await onUndone(undone);
  };
  return (
    <>
      <button type="button" onClick={() => (isAsking.value = true)}>
        {words.button}
      </button>
      {isAsking.value && (
        <Question
          title={words.title(booking.booking_code)}
          yes={words.yes}
          no={words.no}
          onYes={undo}
          onNo={() => (isAsking.value = false)}
        >
          <p>{paidBy === 'CASH' ? words.cash(amount) : words.qr(amount)}</p>
          <p>{words.seats}</p>
        </Question>
      )}
    </>
  );
}
