import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { Form, useSending } from '../../parts/form.tsx';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { fieldOf } from '../parts/local-time.ts';
import { PointsEditor } from './points-editor.tsx';
import { draftOfPoints, inOrder, pointsOf } from './points.ts';
import { type ChangeProps, DialogButtons } from '../parts/trip/change-dialog.tsx';

/** Changes the boarding and dropping points of this trip only. */
export function PointsDialog({ now: { trip }, onClose, onDone }: ChangeProps) {
  const words = w.value.trip;
  const points = useSignal({
    boarding: draftOfPoints(trip.boarding_points),
    dropping: draftOfPoints(trip.dropping_points),
  });
  const sending = useSending();
  const change = async (): Promise<void> => {
    points.value = { boarding: inOrder(points.value.boarding), dropping: inOrder(points.value.dropping) };
    await api.patch('/api/operator/trips/{id}', {
      path: { id: trip.id },
      body: { boarding_points: pointsOf(points.value.boarding), dropping_points: pointsOf(points.value.dropping) },
    });
    toast(words.pointsDone);
    onDone();
  };
  return (
    <Dialog title={words.pointsTitle} onClose={onClose}>
      <Form sending={sending} onSend={change}>
        {(['boarding', 'dropping'] as const).map((kind) => (
          <PointsEditor
            key={kind}
            kind={kind}
            points={points.value[kind]}
            departs={fieldOf(trip.departure_time).slice(11)}
            errorOf={sending.errorOf}
            onPoints={(changed) => (points.value = { ...points.value, [kind]: changed })}
          />
        ))}
        {trip.seats.sold > 0 && <p class="faint">{words.pointsKept}</p>}
        <DialogButtons sending={sending} doIt={words.pointsDo} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
