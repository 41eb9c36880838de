import { ChangePassengers } from '../../parts/changing/names.tsx';
import { toast } from '../../parts/toast.tsx';
import { ownStops, textsOf } from './road.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { type ChangeProps, wordsOfChange } from './change-props.ts';

/** The form that changes names, ages and genders, and where the passengers get on and off. */
export function ChangeNames({ booking, onChanged }: ChangeProps) {
  const words = wordsOfChange();
  const { id, schedule_id: trip, seats } = booking;
  return (
    <ChangePassengers
      trip={trip}
      seats={seats}
      words={{ ...words, ...w.value.agency.travellers, form: words.kinds.names }}
      pointsOf={(signal) =>
        api.get('/api/agent/trips/{id}', { path: { id: trip }, query: textsOf(ownStops(booking)), signal })
      }
      save={async (passengers) => {
        await api.patch('/api/agent/bookings/{id}', { path: { id }, body: { passengers: [...passengers] } });
        toast(words.namesSaved);
        await onChanged();
      }}
    />
  );
}
