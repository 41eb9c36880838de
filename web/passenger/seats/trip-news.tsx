import type { Schemas } from '../../api/operations.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { useAsked } from '../../parts/asked.tsx';
import { Link } from '../../parts/link.tsx';
import { api, session } from '../session.ts';
import { w } from '../words.ts';
import { draftOf } from '../draft.ts';
import { rideOf } from '../parts/ride.ts';

/** The id of an unpaid booking made from this trip's draft; undefined without such a booking. */
function useWaiting(ride: string): number | undefined {
  const reader = session.user.value?.id;
  const { state } = useAsked(
    async (signal) => {
      const { booking: id } = draftOf(ride);
      if (id === null || reader === undefined) return undefined;
      const { booking_status: status } = await api.get('/api/bookings/{id}', { path: { id }, signal });
      return status === 'PENDING_PAYMENT' ? id : undefined;
    },
    [ride, reader],
  );
  return state.value.is === 'here' ? state.value.value : undefined;
}

/** Messages above the choice of seats: the bus has left, the company changed the trip, or a booking awaits payment. */
export function TripNews({ trip, news }: { readonly trip: Schemas['TripDetail']; readonly news: string | undefined }) {
  const words = w.value.buying;
  const hasLeft = Date.parse(trip.departure_time) <= serviceNow();
  const isOff = news === 'cancelled';
  const changed = news !== undefined && words.tripNews[news];
  const waiting = useWaiting(rideOf(trip).key);
  return (
    <>
      <div role="status">
        {(hasLeft || isOff) && (
          <div class="notice bad">
            <p>{isOff ? words.cancelled : words.departed}</p>
            <p>
              <Link page="/">{words.otherBuses}</Link>
            </p>
          </div>
        )}
        {changed && <p class="notice wait">{changed}</p>}
      </div>
      {waiting !== undefined && (
        <div class="notice wait row apart">
          <span>{words.waiting}</span>
          <Link page={`/pay/${waiting}`} whole class="button">
            {words.payIt}
          </Link>
        </div>
      )}
    </>
  );
}
