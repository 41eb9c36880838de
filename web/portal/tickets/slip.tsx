import type { Schemas } from '../../api/operations.ts';
import { bothCalendars, dayAndTime, dayOf, timeOf } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { QrCode } from '../../parts/qr-code.tsx';
import { routeBetween } from '../parts/route-of.ts';
import { company } from '../session.ts';
import { w } from '../words.ts';
import type { Paper } from './paper.ts';
import './slip.css';
import { placeName } from '../../words/places.ts';

type Booking = Schemas['OfficeBooking'];

/** The token in the ticket's address, which the QR code contains for scanners. */
const tokenOf = ({ ticket_url: url }: Booking): string => new URL(url).searchParams.get('token') ?? url;

/** A ticket for a small printer. The largest text on it says where and when to get on. */
export function Slip({
  booking,
  boardsAt,
  paper,
}: {
  readonly booking: Booking;
  /** The moment at which the bus is at the boarding point, in milliseconds. */
  readonly boardsAt: number;
  readonly paper: Paper;
}) {
  const words = w.value.slip;
  const { trip, seats, contact } = booking;
  const numbers = seats.map(({ seat_number: seat }) => seat).join(' ');
  const place = seats.find(({ boarding_point: point }) => point)?.boarding_point;
  return (
    <article class={`slip ${paper}`}>
      <p class="slip-company">{company.value?.company_name}</p>
      <p class="slip-route">{routeBetween(trip.source_city, trip.destination_city)}</p>
      <p class="slip-time">{timeOf(boardsAt)}</p>
      {place && <p class="slip-stop">{words.getsOn(placeName(place))}</p>}
      <p>{bothCalendars(dayOf(boardsAt))}</p>
      <p class="slip-seats">{numbers || w.value.trip.places(booking.seats_count)}</p>
      <QrCode text={tokenOf(booking)} label={words.code} />
      <p class="slip-code">{booking.booking_code}</p>
      <dl>
        <dt>{words.name}</dt>
        <dd>{contact.name}</dd>
        {contact.phone && (
          <>
            <dt>{words.phone}</dt>
            <dd>{contact.phone}</dd>
          </>
        )}
        <dt>{words.bus}</dt>
        <dd>
          {trip.bus_name}, {trip.registration_no}
        </dd>
        <dt>{words.paid}</dt>
        <dd>{money(booking.total_amount)}</dd>
        {booking.sold_by !== null && (
          <>
            <dt>{words.soldBy}</dt>
            <dd>{booking.sold_by}</dd>
          </>
        )}
        <dt>{words.soldAt}</dt>
        <dd>{dayAndTime(booking.booked_at)}</dd>
      </dl>
      {company.value?.contact_phone && <p class="slip-company">☎ {company.value.contact_phone}</p>}
    </article>
  );
}
