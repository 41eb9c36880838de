import { Refused, useSending } from '../../parts/form.tsx';
import { Download, save } from '../parts/download.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

const addressOf = (id: number): string => `/api/operator/bookings/${id}/ticket`;

/** Buttons that open a ticket in a new tab for printing, or download it. */
export function TicketButtons({
  booking,
}: {
  readonly booking: { readonly id: number; readonly booking_code: string };
}) {
  const sending = useSending();
  const name = `${booking.booking_code}.pdf`;
  const open = async (): Promise<void> => {
    // Opens the tab before the response: browsers block tabs that open long after the click.
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
