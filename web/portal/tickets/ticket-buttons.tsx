import type { Schemas } from '../../api/operations.ts';
import { Download } from '../parts/download.tsx';
import { w } from '../words.ts';
import { type Paper, choosePaper, paper } from './paper.ts';
import { printSlip } from './print-slip.tsx';

/** Buttons that print a ticket on the counter's printer or download it, and a choice of the printer's paper. */
export function TicketButtons({
  booking,
  points,
}: {
  readonly booking: Schemas['OfficeBooking'];
  /** The trip's boarding points, if the page knows them. */
  readonly points?: readonly Schemas['Point'][] | undefined;
}) {
  const words = w.value.counter;
  return (
    <>
      <button type="button" class="main" onClick={() => void printSlip(booking, points)}>
        {words.ticketPrint}
      </button>
      <Download address={`/api/operator/bookings/${booking.id}/ticket`} name={`${booking.booking_code}.pdf`}>
        {words.ticket}
      </Download>
      <label class="paper-choice small">
        {words.paper}
        <select value={paper.value} onChange={({ currentTarget }) => choosePaper(currentTarget.value as Paper)}>
          <option value="roll">{words.papers.roll}</option>
          <option value="a6">{words.papers.a6}</option>
        </select>
      </label>
    </>
  );
}
