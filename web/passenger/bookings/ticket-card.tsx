import type { Schemas } from '../../api/operations.ts';
import { ClockTime } from '../../parts/clock-time.tsx';
import { money } from '../../parts/money.ts';
import { bothCalendars, dayOf } from '../../parts/moment.ts';
import { PhoneLink } from '../../parts/phone-link.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { w } from '../words.ts';
import { BookingState } from './booking-state.tsx';
import { GettingOn, gettingOnOf } from './getting-on.tsx';
import './booking.css';
import '../../parts/facts.css';
import '../../style/print.css';
import { placeName } from '../../words/places.ts';

/** Statuses of bookings that have no valid ticket. */
const CALLED_OFF: readonly Schemas['Booking']['booking_status'][] = ['CANCELLED', 'REFUNDED', 'EXPIRED'];

/** A booking as a paper ticket: details, a perforation, and the QR code. */
export function TicketCard({
  booking: { trip, seats, ...booking },
  token,
}: {
  readonly booking: Schemas['Booking'];
  readonly token: string | undefined;
}) {
  const words = w.value.bookings;
  return (
    <section class={token ? 'card ticket-card with-code' : 'card ticket-card'}>
      <header>
        <p>
          <span class="code-label">{words.code}</span>
          <strong class="number">{booking.booking_code}</strong>
        </p>
        <BookingState status={booking.booking_status} />
      </header>
      <div class="ticket-body">
        {!CALLED_OFF.includes(booking.booking_status) && (
          <GettingOn place={gettingOnOf(booking.getting_on, trip)} day={trip.departure_time} />
        )}
        <div class="ticket-times">
          <div>
            <span class="faint">{words.departure}</span>
            <strong class="number">
              <ClockTime at={trip.departure_time} />
            </strong>
            {bothCalendars(dayOf(trip.departure_time))}
          </div>
          <div>
            <span class="faint">{words.arrival}</span>
            <strong class="number">
              <ClockTime at={trip.arrival_time} />
            </strong>
            {bothCalendars(dayOf(trip.arrival_time))}
          </div>
        </div>
        <dl class="facts">
          <dt>{words.company}</dt>
          <dd>
            {trip.company_name}
            {trip.company_phone && (
              <>
                {' '}
                · <PhoneLink number={trip.company_phone} />
              </>
            )}
          </dd>
          <dt>{words.bus}</dt>
          <dd>{trip.bus_name}</dd>
          <dt>{words.plate}</dt>
          <dd>{trip.registration_no}</dd>
          <dt>{words.price}</dt>
          <dd class="number">{money(booking.total_amount)}</dd>
        </dl>
        {seats.length > 0 ? (
          <ul class="plain-list" aria-label={words.passengers}>
            {seats.map((seat) => (
              <li key={seat.seat_number}>
                <strong>{words.seat(seat.seat_number)}</strong> {seat.passenger_name}
                {seat.boarding_point && (
                  <span class="faint">
                    {' '}
                    · {words.boarding}: {placeName(seat.boarding_point)}
                  </span>
                )}
                {seat.dropping_point && (
                  <span class="faint">
                    {' '}
                    · {words.dropping}: {placeName(seat.dropping_point)}
                  </span>
                )}
              </li>
            ))}
          </ul>
        ) : (
          <p>{words.places(booking.seats_count)}</p>
        )}
      </div>
      {token && (
        <div class="ticket-code">
          <QrCode text={token} label={words.ticketCode} />
          <p class="small faint">{words.showWhenBoarding}</p>
        </div>
      )}
    </section>
  );
}
