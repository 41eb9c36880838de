import { useLocation } from 'preact-iso/router';
import { to } from '../../api/settings.ts';
import { timeOf } from '../../parts/moment.ts';
import type { Occupant, PlacedSeat } from '../../parts/seat-map/grid.ts';
import { callerOf } from '../parts/trip/caller.ts';
import type { Section } from '../parts/trip/section.ts';
import type { TripNow } from '../parts/trip/use-trip.ts';
import { may } from '../session.ts';
import { w } from '../words.ts';

/** Whether a booking's passengers are on the bus in some part of a section (from one stop to a later one). */
const isOn =
  ({ from, to: end }: Section) =>
  ({ from_stop, to_stop }: TripNow['manifest']['bookings'][number]): boolean =>
    from_stop < end && from < to_stop;

/** Finds the passenger of a seat during the section, and who sold the seat. Pressing a sold seat opens its booking. */
export function useOccupants(now: TripNow, section: Section): (seat: PlacedSeat) => Occupant | undefined {
  const { route } = useLocation();
  const words = w.value.trip;
  const sold = new Map(
    // The seats of a cancelled trip are free, although the manifest still lists its former passengers.
    now.manifest.bookings
      .filter((booking) => !booking.cancelled && isOn(section)(booking))
      .flatMap((booking) =>
        booking.seats.map(({ seat_number: seat, name, boarded_at: boardedAt }): [string, Occupant] => {
          const who = name || booking.name;
          const seller = booking.sold_by === null ? words.bookedOnline : words.soldBy(booking.sold_by);
          const label = words.seatOf(seat, who, seller);
          const run = (): void => route(to(`/portal/bookings/${booking.booking_id}`));
          return [
            seat,
            {
              name: boardedAt === null ? who : `✓ ${who}`,
              more: booking.sold_by ?? words.online,
              ...(may('CLERK') && { open: { label, run } }),
            },
          ];
        }),
      ),
  );
  const kept = ({ seat_number: seat }: PlacedSeat): Occupant | undefined => {
    const caller = callerOf(now, seat);
    const until = now.blocks.blocks.find(({ seat_number: number }) => number === seat)?.until;
    return caller && { name: caller.name, more: until ? words.until(timeOf(until)) : '' };
  };
  return (seat) => sold.get(seat.seat_number) ?? kept(seat);
}
