import { Refused, useSending } from '../../../../parts/form.tsx';
import { Download, save } from '../../../parts/download.tsx';
import { api } from '../../../session.ts';
import { w } from '../../../words.ts';

const addressOf = (id: number): string => `/api/operator/bookings/${id}/ticket`;

/** The ticket of a booking: to be printed from a tab of its own, or kept as a file. */
export function TicketButtons({
  booking,
}: {
  readonly booking: { readonly id: number; readonly booking_code: string };
}) {
  const sending = useSending();
  const name = `${booking.booking_code}.pdf`;
  const open = async (): Promise<void> => {
    // Before the answer comes: browsers open tabs for people who have just pressed something.
    const tab = window.open('', '_blank');
    try {
      const response = await api.raw(addressOf(booking.id));
      const url = URL.createObjectURL(await response.blob());
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
      if (tab) tab.location.href = url;
      else await save(addressOf(booking.id), name);
    } catch (error) {
      tab?.close();
      throw error;
    }
  };
  return (
    <>
      <button type="button" aria-busy={sending.isBusy.value} onClick={() => void sending.send(open)}>
        {w.value.counter.ticketPrint}
      </button>
      <Download address={addressOf(booking.id)} name={name}>
        {w.value.counter.ticket}
      </Download>
      <Refused sentence={sending.sentence} />
    </>
  );
}
