import { ChangePassengers } from '../../parts/changing/names.tsx';
import { toast } from '../../parts/toast.tsx';
import { stopsInQuery } from '../parts/ride.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { type ChangeProps, stopsOf } from './change-props.ts';

/** The form that changes names, ages and genders, and where the passengers get on and off. */
export function ChangeNames({ booking, onChanged }: ChangeProps) {
  const words = w.value.changing;
  const { id, schedule_id: trip, seats } = booking;
  return (
    <ChangePassengers
      trip={trip}
      seats={seats}
      words={{ ...w.value.buying, ...words, form: words.kinds.names }}
      pointsOf={(signal) =>
        api.get('/api/trips/{id}', { path: { id: trip }, query: stopsInQuery(stopsOf(booking)), signal })
      }
      save={async (passengers) => {
        await api.patch('/api/bookings/{id}', { path: { id }, body: { passengers: [...passengers] } });
        toast(words.namesSaved);
        await onChanged();
      }}
    />
  );
}
