import type { Schemas } from '../../api/operations.ts';
import { Download } from '../parts/download.tsx';
import { w } from '../words.ts';

/** The button that downloads the ticket of an agent's booking. */
export const TicketOfAgent = ({ booking: { id, booking_code } }: { readonly booking: Schemas['AgentBooking'] }) => (
  <Download address={`/api/agent/bookings/${id}/ticket`} name={`${booking_code}.pdf`}>
    {w.value.counter.ticket}
  </Download>
);
