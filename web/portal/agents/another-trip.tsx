import { useLocation } from 'preact-iso/router';
import type { Answer, Schemas } from '../../api/operations.ts';
import { to } from '../../api/settings.ts';
import { DayAndTrip, type Destination } from '../../parts/changing/day-and-trip.tsx';
import { MoveBooking } from '../../parts/changing/move.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { lostSeats } from './hold-seats.ts';
import { sectionOf, textsOf } from './road.ts';
import { api } from '../session.ts';
import { type Booking, type ChangeProps, wordsOfChange } from './change-props.ts';

/** A trip with its free seats in the field `left`, which `DayAndTrip` expects. */
type Trip = Schemas['Trip'] & { readonly left: number };

/** Moves a booking to another trip of the same company between the same cities. */
export const AnotherTrip = ({ booking }: ChangeProps) => (
  <DayAndTrip<Trip>
    departs={booking.trip.departure_time}
    count={booking.seats_count}
    words={wordsOfChange()}
    tripsOf={(day, signal) => tripsFor(booking, day, signal)}
    seatsOf={(trip, signal) =>
      api.get('/api/agent/trips/{id}/seats', { path: { id: trip.id }, query: textsOf(sectionOf(trip)), signal })
    }
  >
    {(destination) => <MoveToTrip {...destination} booking={booking} />}
  </DayAndTrip>
);

/**
 * The trips that the booking could move to. Leaves out other companies' trips, because a booking cannot change its
 * company.
 */
async function tripsFor({ trip, schedule_id: present }: Booking, date: string, signal: AbortSignal) {
  const query = { origin: trip.source_city, destination: trip.destination_city, date };
  const trips: Schemas['Trip'][] = [];
  let after: string | undefined = '';
  while (after !== undefined) {
    const page: Answer<'get', '/api/agent/trips'> = await api.get('/api/agent/trips', {
      query: { ...query, after },
      signal,
    });
    trips.push(...page.results);
    after = page.next;
  }
  return trips
    .filter(({ id, operator }) => id !== present && operator.company_name === trip.company_name)
    .map((found) => ({ ...found, left: found.seats_left }));
}

/** The form that moves a booking: seats on the new trip, what it adds to the account, and the button. */
function MoveToTrip({ booking, ...destination }: Destination<Trip> & Pick<ChangeProps, 'booking'>) {
  const words = wordsOfChange();
  const sendOnce = useSendOnce();
  const { route } = useLocation();
  const { trip } = destination;
  const path = { id: booking.id };
  const stops = sectionOf(trip);
  return (
    <MoveBooking
      {...destination}
      count={booking.seats_count}
      words={words}
      quoteOf={(signal) =>
        api.post('/api/agent/bookings/{id}/change-quote', { path, body: { schedule_id: trip.id, ...stops }, signal })
      }
      hold={(seats) => lostSeats(trip.id, stops, seats, booking)}
      change={async ({ to_pay, to_refund }, chosen) => {
        const seats = chosen ? { seat_numbers: [...chosen] } : { seats: booking.seats_count };
        const body = { schedule_id: trip.id, ...stops, ...seats, to_pay, to_refund };
        const made = await sendOnce(body, (key) => api.post('/api/agent/bookings/{id}/change', { path, body, key }));
        toast(words.changed(made.booking_code));
        route(to(`/portal/agency/bookings/${made.id}`));
      }}
      noteOn={() => words.onAccount}
    />
  );
}
