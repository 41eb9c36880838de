import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { Form, useSending } from '../../parts/form.tsx';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { fieldOf } from '../parts/local-time.ts';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { type ChangeProps, DialogButtons } from '../parts/trip/change-dialog.tsx';
import type { Trip } from '../parts/trip/use-trip.ts';
import { draftOfPoints, inOrder, pointsOf } from './points.ts';
import type { RoadAndPoints } from './departure-draft.ts';
import { RoadFields } from './road-fields.tsx';
import { draftOfRoad, roadOf, stopsOfTrip } from './road.ts';

/**
 * The dialog that changes this trip's stops, fares, boarding points and dropping points. The timetable stays as it is.
 */
export function PointsDialog({ now: { trip }, onClose, onDone }: ChangeProps) {
  const words = w.value.trip;
  const draft = useSignal(draftOf(trip));
  const basis = [stopsOfTrip(trip), trip.fares, trip.boarding_points, trip.dropping_points];
  useKeptFields(`points-${trip.id}`, basis, { draft }, 'dialog');
  const sending = useSending();
  const duration = (Date.parse(trip.arrival_time) - Date.parse(trip.departure_time)) / 60_000;
  const whole = { duration, fare: String(trip.fare) };
  const change = async (): Promise<void> => {
    const { road, ...points } = draft.value;
    const [boarding, dropping] = [inOrder(points.boarding), inOrder(points.dropping)];
    draft.value = { road, boarding, dropping };
    await api.patch('/api/operator/trips/{id}', {
      path: { id: trip.id },
      body: {
        ...roadOf(road, whole),
        boarding_points: pointsOf(boarding, road.stops),
        dropping_points: pointsOf(dropping, road.stops),
      },
    });
    toast(words.pointsDone);
    onDone();
  };
  const ends = { source: String(trip.source_city.id), destination: String(trip.destination_city.id) };
  return (
    <Dialog title={words.pointsTitle} onClose={onClose}>
      <Form sending={sending} onSend={change}>
        <RoadFields
          draft={{ ...draft.value, ...ends }}
          change={(patch) => (draft.value = { ...draft.value, ...patch })}
          errorOf={sending.errorOf}
          departs={fieldOf(trip.departure_time).slice(11)}
          whole={whole}
        />
        {trip.seats.sold > 0 && <p class="faint">{words.pointsKept}</p>}
        <DialogButtons sending={sending} doIt={words.pointsDo} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

function draftOf(trip: Trip): RoadAndPoints {
  const road = draftOfRoad({ stops: stopsOfTrip(trip), fares: trip.fares });
  return {
    road,
    boarding: draftOfPoints(trip.boarding_points, road.stops),
    dropping: draftOfPoints(trip.dropping_points, road.stops),
  };
}
