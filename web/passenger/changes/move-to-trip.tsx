import type { Schemas } from '../../api/operations.ts';
import { to } from '../../api/settings.ts';
import type { Destination } from '../../parts/changing/day-and-trip.tsx';
import { MoveBooking } from '../../parts/changing/move.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { rideOf } from '../parts/ride.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import type { ChangeProps } from './change-props.ts';
import { holdSeats } from './hold-seats.ts';

/** The form that moves a booking: seats on the new trip, the cost, and the button that makes the change. */
export function MoveToTrip({ booking, ...destination }: ChangeProps & Destination<Schemas['Trip']>) {
  const words = w.value.changing;
  const sendOnce = useSendOnce();
  const { trip } = destination;
  const path = { id: booking.id };
  const { stops } = rideOf(trip);
  return (
    <MoveBooking
      {...destination}
      count={booking.seats_count}
      words={words}
      quoteOf={(signal) =>
        api.post('/api/bookings/{id}/change-quote', { path, body: { schedule_id: trip.id, ...stops }, signal })
      }
      hold={(seats) => holdSeats(trip.id, stops, seats, booking.seats)}
      change={async ({ to_pay, to_refund }, chosen) => {
        const seats = chosen ? { seat_numbers: [...chosen] } : { seats: booking.seats_count };
        const body = { schedule_id: trip.id, ...stops, ...seats, to_pay, to_refund };
        const made = await sendOnce(body, (key) => api.post('/api/bookings/{id}/change', { path, body, key }));
        toast(words.changed);
        location.assign(to(made.booking_status === 'PENDING_PAYMENT' ? `/pay/${made.id}` : `/bookings/${made.id}`));
      }}
      noteOn={({ to_pay }) => (to_pay > 0 ? words.oldStays : words.atOnce)}
    />
  );
}
