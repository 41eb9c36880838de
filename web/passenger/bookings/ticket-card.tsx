import type { Schemas } from '../../api/operations.ts';
import { ClockTime } from '../../parts/clock-time.tsx';
import { money } from '../../parts/money.ts';
import { bothCalendars, dayOf } from '../../parts/moment.ts';
import { PhoneLink } from '../../parts/phone-link.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { w } from '../words.ts';
import { BookingState } from './booking-state.tsx';
import { GettingOn, gettingOffOf, gettingOnOf, riddenOf } from './getting-on.tsx';
import './booking.css';
import '../../parts/facts.css';
import '../../style/print.css';
import { placeName } from '../../words/places.ts';

/** Statuses of bookings that have no valid ticket. */
const CALLED_OFF: readonly Schemas['Booking']['booking_status'][] = ['CANCELLED', 'REFUNDED', 'EXPIRED'];

/** A time of the journey with its place. Shows the day, too, unless the time is on the same day as `besides`. */
function TimeAt({
  label,
  place: { name, at },
  besides,
}: {
  readonly label: string;
  readonly place: Schemas['PlaceInTime'];
  readonly besides?: string | null;
}) {
  return (
    <div>
      <span class="faint">{label}</span>
      <strong>
        {at !== null && (
          <span class="number">
            <ClockTime at={at} />
          </span>
        )}{' '}
        {placeName(name)}
      </strong>
      {at !== null && (!besides || dayOf(at) !== dayOf(besides)) && bothCalendars(dayOf(at))}
    </div>
  );
}

/** A booking as a paper ticket: details, a perforation, and the QR code. */
export function TicketCard({
  booking: { trip, seats, ...booking },
  token,
}: {
  readonly booking: Schemas['Booking'];
  readonly token: string | undefined;
}) {
  const words = w.value.bookings;
  const isOff = CALLED_OFF.includes(booking.booking_status);
  const on = gettingOnOf(booking.getting_on, trip);
  const off = gettingOffOf(booking.getting_off, trip);
  return (
    <section class={token ? 'card ticket-card with-code' : 'card ticket-card'}>
      <header>
        <p>
          <span class="code-label">{words.code}</span>
          <strong class="number">{booking.booking_code}</strong>
        </p>
        <BookingState of={booking} />
      </header>
      <div class="ticket-body">
        {isOff ? (
          <div class="ticket-times">
            <TimeAt label={words.departure} place={{ name: trip.source_city, at: trip.departure_time }} />
            <TimeAt label={words.arrival} place={{ name: trip.destination_city, at: trip.arrival_time }} />
          </div>
        ) : (
          <>
            <GettingOn place={on} city={trip.source_city} ridden={riddenOf(booking)} />
            <div class="ticket-times">
              <TimeAt label={words.gettingOff} place={off} besides={on.at} />
              {on.at !== trip.departure_time && (
                <TimeAt
                  label={words.departure}
                  place={{ name: trip.source_city, at: trip.departure_time }}
                  besides={on.at}
                />
              )}
            </div>
          </>
        )}
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
                {seat.boarding_point && seat.boarding_point !== on.name && (
                  <span class="faint">
                    {' '}
                    · {words.boarding}: {placeName(seat.boarding_point)}
                  </span>
                )}
                {seat.dropping_point && seat.dropping_point !== off.name && (
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
